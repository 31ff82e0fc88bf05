/* SPDX-License-Identifier: MIT
 *
 * A run, clock by clock, as a file.  One record (sim/record.h) a clock, from the cycle after
 * start to the one in which the counters have their last value, two after done.
 *
 *   VCD         the fields of the record, one scope a group; a clock is 10 ns
 *   JSON lines  first an object that describes the fields and codes, then one object a clock:
 *               {"cycle": n, group: {name: number, or array of elements}, ...}; the group
 *               count has the names of counters.def, then mm1 and mm2 with those of stalls.def
 *   Perfetto    trace-event JSON; a clock is shown as 1 us.  A track each for the memory port,
 *               the loads, both arrays (tile steps, and in them the rows that enter), softmax,
 *               store, the cause of every clock of both arrays, and the contents of each buffer;
 *               counter tracks of counters.def and of the buffers' fill
 *   FST         every signal of the RTL, by Verilator
 *
 * Numbers are the raw integers.  A failed write shows in ferror(out), which the caller asks.
 */
#ifndef TA_TRACE_H
#define TA_TRACE_H

#include <stdint.h>
#include <stdio.h>

#include "sim/record.h"
#include "sim/sim.h"

/* Called with the record of each clock; a value other than 0 ends the run (TA_SIM_REFUSED). */
typedef int ta_clock_fn(void *context, const ta_record_table *table, uint64_t cycle,
                        const uint32_t *record);

/* Loads and runs the job on an engine of ta_sim_new_debug (another: TA_SIM_REFUSED).  result may
 * be null; else it is filled as by ta_sim_job, unless the run was ended. */
enum ta_sim_status ta_trace_run(ta_sim *sim, const ta_job *job, ta_result *result,
                                ta_clock_fn *clock, void *context);

enum ta_sim_status ta_trace_vcd(FILE *out, ta_sim *sim, const ta_job *job, ta_result *result);
enum ta_sim_status ta_trace_jsonl(FILE *out, ta_sim *sim, const ta_job *job, ta_result *result);

/* Keeps the whole run in memory until it ends. */
enum ta_sim_status ta_trace_perfetto(FILE *out, ta_sim *sim, const ta_job *job, ta_result *result);

/* On an engine of ta_sim_new_fst; TA_SIM_REFUSED also when the file cannot be opened. */
enum ta_sim_status ta_trace_fst(const char *path, ta_sim *sim, const ta_job *job,
                                ta_result *result);

#endif
