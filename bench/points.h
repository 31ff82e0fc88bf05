/* SPDX-License-Identifier: MIT
 *
 * One run of the engine by the cycle model or by the simulated RTL: what the programs of
 * bench/ record.
 */
#ifndef TA_BENCH_POINTS_H
#define TA_BENCH_POINTS_H

#include <jansson.h>

#include "bench/rows.h"
#include "spec/spec.h"

/* Counters by the closed forms; a build's NMAX and DMAX may have been raised.  Ends the program
 * when the configuration is illegal. */
void point_model(const ta_build *build, const ta_config *config, ta_counters *counters);

/* Runs it on the simulated RTL, with data of its own.  Ends the program when the output
 * differs from golden, or cycles, bytes or ledger from the closed forms. */
void point_rtl(int build, const ta_config *config, ta_counters *counters);

/* FLASH, N queries and keys, overlap and streaming on, latency 10. */
ta_config point_flash(int n, int d, int q_rows);

/* build, nq, nk, d, schedule, q_rows, causal_offset (null: not causal), overlap, stream,
 * latency: a new object. */
json_t *point_json(const ta_build *build, const ta_config *config);

#endif
