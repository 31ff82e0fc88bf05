/* SPDX-License-Identifier: MIT
 *
 * Between the schedule (flash.c) and the versions (portable.c, avx2.c, avx512.c).
 *
 * A version works on a block of query rows, in groups of `lanes` rows, and a block of keys.
 * It keeps a row of scores in one lane, so that the maximum, the probabilities and their sum
 * need no horizontal step, and a row of O along the lanes.
 */
#ifndef TA_CPU_KERNEL_H
#define TA_CPU_KERNEL_H

#include "cpu/cpu.h"
#include "golden/stages.h"

enum {
    TA_CPU_TILES = TA_CPU_KEYS / 4, /* most key tiles of a block */
    TA_CPU_NARROW_KEYS = 4095,      /* 4095 * 2^19 < 2^31: up to here O fits int32 */
};

/* A block of query rows and the block of keys that it meets.  Slot: see ta_cpu_slot. */
typedef struct ta_cpu_block {
    int a;          /* keys of a tile: 4, 8, 16 */
    int d;          /* head dimension */
    int columns;    /* d rounded up to a multiple of 16; q, k, v are zero beyond d */
    int pf;         /* 8 or 12 */
    int rows;       /* valid rows of the block, 1..TA_CPU_ROWS */
    int keys;       /* valid keys of the key block, 1..TA_CPU_KEYS */
    int wide;       /* 0: O is in o; 1: O is in o_wide, more than TA_CPU_NARROW_KEYS keys */
    int32_t scale;  /* cfg_scale */
    int32_t limit;  /* S beyond +-limit saturates Z; scale * limit < 2^28 */
    int16_t *seen;  /* (TA_CPU_ROWS) how many keys of the key block a row sees, 0..keys */
    void *q;        /* query rows as the version wants them */
    void *k;        /* keys of the block, likewise */
    void *v;        /* values of the block, likewise */
    int32_t *k_sum; /* (TA_CPU_KEYS) 128 * sum of a key */
    void *p;        /* (TA_CPU_KEYS, lanes) probabilities * 2^12 of a group, likewise */
    uint64_t *rise; /* (TA_CPU_TILES) bit s: the maximum of slot s rises at this tile */
    int32_t *alpha; /* (TA_CPU_TILES, lanes) alpha of each slot, where rise is not 0 */
    int16_t *m;     /* (TA_CPU_ROWS) running maximum, Q8.8 */
    int32_t *l;     /* (TA_CPU_ROWS) running sum, real * 2^12, by slot within its group */
    int32_t *o;     /* (TA_CPU_ROWS, columns) V-LSB * 2^12 */
    int64_t *o_wide;
} ta_cpu_block;

struct ta_cpu_version {
    const char *name;
    int lanes;       /* rows of a group, a multiple of 8 */
    int interleaved; /* 1: slots as below; 0: slot = row */
    int q_bytes;     /* bytes of an element of q, k, v, p */
    int k_bytes;
    int v_bytes;
    int p_bytes;
    /* q (rows, d) into block->q; lanes without a row become zero. */
    void (*load_q)(const ta_cpu_block *block, const int8_t *q);
    /* k and v (keys, d) into block->k and v; zero up to the end of the last tile. */
    void (*load_kv)(const ta_cpu_block *block, const int8_t *k, const int8_t *v);
    /* Rows group * lanes ... of the block against the key block: m, l, O. */
    void (*attend)(const ta_cpu_block *block, int group);
    /* out (columns) = sat((o * r + 2^(sh - 1)) >> sh) for o of int32, sh <= 31. */
    void (*normalize)(int columns, const int32_t *o, int32_t r, int sh, int16_t *out);
};

/* Packing two vectors of 32-bit lanes into one of 16-bit lanes takes 128 bits of each in
 * turn.  So row r of a group is kept in the 32-bit lane ta_cpu_slot(r), and packing puts it
 * into the 16-bit lane r. */
static inline int ta_cpu_slot(int lanes, int interleaved, int row)
{
    if (!interleaved)
        return row;
    return ((row >> 2) & 1) * (lanes / 2) + (row >> 3) * 4 + (row & 3);
}

/* EXP2[f] >> 2, up to its last bit, from f in unsigned 16-bit steps (docs/cpu.md):
 *   t = f << 8;  y = C4;  y = (y * t >> 16) + C3, + C2, + C1;
 *   8192 + (((y * t >> 16) + C0) >> 3). */
#define TA_CPU_EXP2_C0 1
#define TA_CPU_EXP2_C1 45422
#define TA_CPU_EXP2_C2 15807
#define TA_CPU_EXP2_C3 3431
#define TA_CPU_EXP2_C4 877

/* O of one row, 64 bit (flash.c): o += sum, and o = (o * alpha) >> 15. */
void ta_cpu_wide_add(int columns, const int32_t *sum, int64_t *o);
void ta_cpu_wide_rescale(int columns, int32_t alpha, int64_t *o);

#endif
