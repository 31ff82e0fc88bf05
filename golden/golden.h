/* SPDX-License-Identifier: MIT
 *
 * The golden model: what the engine computes, bit for bit.  Freestanding C11, no
 * allocation, no globals; the caller owns all memory.
 */
#ifndef TA_GOLDEN_H
#define TA_GOLDEN_H

#include <stddef.h>
#include <stdint.h>

#include "spec/job.h"

/* State of a row group after one key tile (FLASH), for the tile trace and the lockstep. */
typedef struct ta_tile_trace {
    int group; /* row group: rows group*A .. */
    int tile;  /* key tile: keys tile*A .. */
    int rows;  /* valid rows, 1..A */
    int keys;  /* valid keys, 1..A */
    const int32_t *s;      /* (A, A) Q.K^T, exact */
    const int16_t *z;      /* (A, A) Q8.8, masked elements -32768 */
    const int16_t *m;      /* (A) Q8.8, after the tile */
    const uint16_t *alpha; /* (A) UQ1.15 */
    const uint16_t *p;     /* (A, A) UQ1.PF */
    const int64_t *l;      /* (A) real * 2^12, after the tile */
    const int64_t *o;      /* (A, d) V-LSB * 2^12, after the tile */
} ta_tile_trace;

typedef void ta_trace_fn(void *context, const ta_tile_trace *tile);

/* Bytes of workspace that ta_golden_run needs for this job (NAIVE: first the score matrix,
 * which after the run holds P, (nq, nk) row-major uint16).  Alignment: as for int64_t.
 * SIZE_MAX: more than size_t can say. */
size_t ta_golden_workspace(const ta_build *build, const ta_config *config);

/* ta_config_check, and the limits of the models in software (bounds.h): NMAX up to 131,072 and
 * D up to 65,536; more is refused as nq or d. */
int ta_golden_check(const ta_build *build, const ta_config *config);

/* Runs the job.  result->counters: the closed forms of traffic.c; cycles, busy_*, sram_* and
 * the ledger are 0 (ta_cycles).  trace may be null; it is called by FLASH for each row
 * group and each tile that the group sees, groups outside, tiles inside; elements of the
 * trace beyond the valid rows and keys are s = 0, z = -32768, p = 0.
 * Returns what ta_golden_check says; nothing is written unless it is 0. */
int ta_golden_run(const ta_job *job, ta_result *result, void *workspace,
                  ta_trace_fn *trace, void *context);

/* Closed forms of memory traffic and operation counts (traffic.c): every counter except
 * cycles, busy_*, sram_* and stalls, which stay untouched. */
void ta_traffic(const ta_build *build, const ta_config *config, ta_counters *counters);

/* Bytes of on-chip memory that the run needs (traffic.c). */
int64_t ta_buffer_bytes(const ta_build *build, const ta_config *config);

/* Exact cycles, busy cycles and stall ledger (cycles.c). */
void ta_cycles(const ta_build *build, const ta_config *config, ta_counters *counters);

/* The same without skipping a period: every step is walked. */
void ta_cycles_walk(const ta_build *build, const ta_config *config, ta_counters *counters);

/* softmax(Q.K^T * softmax_scale).V in double precision on float tensors (float_ref.c,
 * hosted: uses libm).  q (nq, dq), k (nk, dq), v (nk, dv), out (nq, dv), row-major; key j is
 * visible to query i when !causal or j <= i + offset; a row that sees no key gives 0.
 * lse (nq) may be null: natural log of the row's sum, -inf for such a row.
 * scratch: nk doubles. */
void ta_float_attention(int nq, int nk, int dq, int dv, const double *q, const double *k,
                        const double *v, double softmax_scale, int causal, long offset,
                        double *out, double *lse, double *scratch);

#endif
