/* SPDX-License-Identifier: MIT
 *
 * The datapath with its widths as parameters: what other choices would cost in accuracy.
 * With the parameters of a build it gives the integers of the golden model, bit for bit
 * (tests/study/test_model.c), so that a row of a sweep differs from the engine by its one
 * parameter alone.
 */
#ifndef TA_STUDY_MODEL_H
#define TA_STUDY_MODEL_H

#include "spec/job.h"

typedef struct ta_widths {
    int p_frac;     /* fraction bits of P, 1..15 */
    int z_frac;     /* fraction bits of Z, 4..12; EXP2 has an entry for each fraction */
    int acc_frac;   /* fraction bits of l and O, 4..24; below p_frac sums are floored to it */
    int recip_bits; /* RECIP has 2^recip_bits entries, 1..12 */
    int newton;     /* 0, 1: a Newton-Raphson step follows */
} ta_widths;

/* The engine's own: Q8.8, 2^12, 64 entries and a step; P as the build says. */
ta_widths ta_widths_of(const ta_build *build);

typedef struct ta_model {
    ta_widths widths;
    uint16_t exp2[1 << 12];
    uint16_t recip[1 << 12];
} ta_model;

/* Fills the tables, by the rules of spec/exp2.def and spec/recip.def. */
void ta_model_init(ta_model *model, const ta_widths *widths);

/* Runs the job (its build gives A and NMAX; its PF is not used).
 * s (nq, nk): Q.K^T.  out (nq, d) as ta_result.  m (nq): z_frac fraction bits; a row without
 * a key -2^(7 + z_frac).  l (nq): acc_frac fraction bits.  weight (nq, nk): what each V is
 * multiplied with in the end, P * 2^(m_then - m_end) / l; null: not wanted.
 * o: d values of scratch. */
void ta_model_run(const ta_model *model, const ta_job *job, const int32_t *s, int16_t *out,
                  int32_t *m, int64_t *l, double *weight, int64_t *o);

/* s (nq, nk) for it. */
void ta_model_scores(const ta_job *job, int32_t *s);

#endif
