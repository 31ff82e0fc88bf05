/* SPDX-License-Identifier: MIT
 *
 * Random jobs: a seed makes a job, the same one everywhere (check, unit benches,
 * WebAssembly, netlist, UART and CPU tests).  Generator: SplitMix64 (Steele, Lea, Flood
 * 2014), state = seed; a number below n is (high 32 bits * n) >> 32.  Freestanding.
 *
 * Half of the jobs are self-attention (nq = nk), the other sizes are independent; sizes are
 * uniform up to the build's maxima.  One job in four is a corner.
 */
#ifndef TA_RANDOM_JOB_H
#define TA_RANDOM_JOB_H

#include "spec/job.h"

/* SplitMix64. */
uint64_t ta_random_next(uint64_t *state);

/* Uniform 0..n-1.  Pre: 1 <= n < 2^32. */
uint32_t ta_random_below(uint64_t *state, uint32_t n);

/* Restrictions; they change what is drawn only as far as their line says. */
enum ta_random_flags {
    TA_RANDOM_ANY = 0,
    TA_RANDOM_FLASH = 1,      /* mode is FLASH */
    TA_RANDOM_NAIVE = 2,      /* mode is NAIVE */
    TA_RANDOM_SMALL = 4,      /* nq, nk at most 4*A, d at most 2*A: for slow engines */
    TA_RANDOM_NO_CORNERS = 8, /* realistic data only */
};

/* One job in four draws uniformly from those after NONE. */
enum ta_random_corner {
    TA_CORNER_NONE,     /* bell-shaped INT8, logits of a realistic spread */
    TA_CORNER_EQUAL,    /* all keys the same: equal logits */
    TA_CORNER_DOMINANT, /* one key that outweighs all others */
    TA_CORNER_SATURATE, /* cfg_scale 0xFFFFFF or near: Z saturates both ways */
    TA_CORNER_MINIMUM,  /* -128 everywhere */
    TA_CORNER_ZERO,     /* cfg_scale 0 */
    TA_CORNER_SHORT,    /* nq, nk or both in 1..A */
    TA_CORNER_RISING,   /* the maximum rises at every tile */
    TA_CORNER_FALLING,  /* the first key is the maximum */
    TA_CORNER_UNIFORM,  /* uniform INT8, -128 included, any cfg_scale */
    TA_CORNER_COUNT
};

/* Fills config and the first nq*d, nk*d, nk*d elements of q, k, v.
 * Pre: the build is legal; q, k, v hold NMAX*DMAX elements each.
 * Post: ta_config_check(build, config) is 0.  Returns the corner. */
int ta_random_job(const ta_build *build, uint64_t seed, unsigned flags, ta_config *config,
                  int8_t *q, int8_t *k, int8_t *v);

#endif
