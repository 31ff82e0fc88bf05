/* SPDX-License-Identifier: MIT
 *
 * The tables of spec/ as C: builds, run-time configuration, counters, stall causes.
 * Freestanding; every other part of the project includes it.
 */
#ifndef TA_SPEC_H
#define TA_SPEC_H

#include <stdint.h>

/* A build of the engine: a row of builds.def, or one with NMAX and DMAX raised for the
 * engines in software (numerics.md: only A and PF reach the output). */
typedef struct ta_build {
    const char *name;
    int a;         /* lanes: array width = tile rows = tile columns */
    int dmax;      /* largest head dimension, a multiple of a */
    int nmax;      /* largest number of queries or keys */
    int pf;        /* fraction bits of a probability, 8 or 12 */
    int port_bits; /* width of the memory port */
} ta_build;

enum {
#define TA_BUILD(id, a, dmax, nmax, pf, port, purpose) TA_BUILD_##id,
#include "builds.def"
#undef TA_BUILD
    TA_BUILD_COUNT
};

enum ta_mode { TA_FLASH = 0, TA_NAIVE = 1 };

/* Run-time configuration: the cfg_* pins of the engine. */
typedef struct ta_config {
    int nq;         /* queries, 1..NMAX */
    int nk;         /* keys, 1..NMAX */
    int d;          /* head dimension after padding, a multiple of A, A..DMAX */
    int mode;       /* enum ta_mode */
    int q_rows;     /* rows of a Q block: A, 2A, 4A or 8A; FLASH only */
    int causal;     /* 0, 1 */
    int offset;     /* query i sees keys j <= i + offset; ignored unless causal */
    int overlap;    /* 0, 1: double-buffered K and V */
    int stream;     /* 0, 1: row groups follow each other without a gap */
    int latency;    /* 0..64 cycles from a burst's request to its first word */
    uint32_t scale; /* cfg_scale, UQ4.20, 24 bit */
} ta_config;

enum ta_stall {
#define TA_STALL(id, meaning) TA_STALL_##id,
#include "stalls.def"
#undef TA_STALL
    TA_STALL_COUNT
};

typedef struct ta_counters {
#define TA_COUNTER(id, meaning) uint64_t id;
#include "counters.def"
#undef TA_COUNTER
    uint64_t stalls[2][TA_STALL_COUNT]; /* [0] MM1, [1] MM2; each sums to cycles */
} ta_counters;

/* Codes of the state record. */
enum ta_phase {
#define TA_PHASE(id, meaning) TA_PHASE_##id,
#include "phases.def"
#undef TA_PHASE
    TA_PHASE_COUNT
};
enum ta_burst {
#define TA_BURST(id, meaning) TA_BURST_##id,
#include "bursts.def"
#undef TA_BURST
    TA_BURST_COUNT
};
enum ta_unit {
#define TA_UNIT(id, meaning) TA_UNIT_##id,
#include "units.def"
#undef TA_UNIT
    TA_UNIT_COUNT
};
enum ta_unit_state {
#define TA_UNIT_STATE(id, meaning) TA_UNIT_STATE_##id,
#include "units.def"
#undef TA_UNIT_STATE
    TA_UNIT_STATE_COUNT
};
enum ta_buffer {
#define TA_BUFFER(id, name, tag, fill) TA_BUFFER_##id,
#include "buffers.def"
#undef TA_BUFFER
    TA_BUFFER_COUNT
};

/* Number of counters. */
enum {
#define TA_COUNTER(id, meaning) TA_COUNTER_##id,
#include "counters.def"
#undef TA_COUNTER
    TA_COUNTER_COUNT
};

/* Regions of off-chip memory. */
enum ta_region {
#define TA_REGION(id, bytes, contents) TA_REGION_##id,
#include "memory.def"
#undef TA_REGION
    TA_REGION_COUNT
};

/* Sizes that follow from a build (sizes.def). */
enum ta_size {
#define TA_SIZE(id, expression, meaning) TA_SIZE_##id,
#include "sizes.def"
#undef TA_SIZE
    TA_SIZE_COUNT
};

/* Table lookups (spec.c). Out of range: a null pointer. */
const ta_build *ta_build_at(int index);
const ta_build *ta_build_find(const char *name);
const char *ta_stall_name(int cause);

/* CRC-32 of the text of the tables: two parts of the project made from different tables have
 * different values. */
uint32_t ta_tables_crc(void);

/* size[TA_SIZE_...] of the build. */
void ta_sizes(const ta_build *build, int size[TA_SIZE_COUNT]);

/* First byte of a region of off-chip memory. */
uint32_t ta_region_base(const ta_build *build, enum ta_region region);

#endif
