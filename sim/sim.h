/* SPDX-License-Identifier: MIT
 *
 * The engine as a C library: the Verilated RTL (ta_top) of one build behind an opaque handle.
 * Handles are independent of each other.  A function that takes a handle costs no clock
 * unless it says so.
 */
#ifndef TA_SIM_H
#define TA_SIM_H

#include <stddef.h>
#include <stdint.h>

#include "spec/job.h"

typedef struct ta_sim ta_sim;

enum ta_sim_status {
    TA_SIM_OK,
    TA_SIM_REFUSED,  /* cfg_error: ta_sim_config_error says why */
    TA_SIM_TIMEOUT,  /* the engine aborted, or max_clocks passed */
    TA_SIM_OVERFLOW, /* an accumulator left its range */
};

/* A simulated engine of build (TA_BUILD_*), reset; null if the build is not compiled in or
 * memory is short. */
ta_sim *ta_sim_new(int build);

/* The same engine with the debug vector, a quarter slower with Verilator 5.48, half as fast or
 * less with 5.006: the state record below (library ta_sim_debug). */
ta_sim *ta_sim_new_debug(int build);

/* The same engine with waveform tracing (library ta_sim_fst). */
ta_sim *ta_sim_new_fst(int build);

void ta_sim_free(ta_sim *sim);
const ta_build *ta_sim_build(const ta_sim *sim);

/* Two clocks of reset; memory keeps its contents. */
void ta_sim_reset(ta_sim *sim);

/* Sets the cfg_* pins for the next start.  Values are cut to the width of their pin. */
void ta_sim_configure(ta_sim *sim, const ta_config *config);

/* Off-chip memory through the host port while the engine is idle; byte addresses, one clock a
 * word.  address and bytes are multiples of the port's bytes. */
void ta_sim_write(ta_sim *sim, uint32_t address, const void *data, size_t bytes);
void ta_sim_read(ta_sim *sim, uint32_t address, void *data, size_t bytes);

/* Loads Q, K, V of the job into memory and configures; one clock a word. */
void ta_sim_load(ta_sim *sim, const ta_job *job);

/* Clocks the start pin: one clock.  The run's first cycle is the next one. */
void ta_sim_start(ta_sim *sim);

/* Clocks until done, an error, or max_clocks have passed; 0: no limit but 2^32. */
enum ta_sim_status ta_sim_run(ta_sim *sim, uint64_t max_clocks);
void ta_sim_step(ta_sim *sim, uint64_t clocks);
enum ta_sim_status ta_sim_status(const ta_sim *sim); /* of a run that has ended */

/* Clocks since ta_sim_start: the number of the run's cycle that the model shows now, 0 just
 * after start; where done rises it equals the counter cycles. */
uint64_t ta_sim_cycle(const ta_sim *sim);
int ta_sim_done(const ta_sim *sim);
int ta_sim_config_error(const ta_sim *sim); /* enum ta_config_error */
int ta_sim_timed_out(const ta_sim *sim);    /* sticky: no grant for 2^16 cycles */

/* Results of the last run; row state costs clocks. */
void ta_sim_counters(const ta_sim *sim, ta_counters *counters);
void ta_sim_row_state(ta_sim *sim, int row, int16_t *m, int64_t *l);

/* Reads back out, m, l (where not null) and the counters of a run that is over by two clocks. */
void ta_sim_result(ta_sim *sim, const ta_config *config, ta_result *result);

/* ta_sim_load, start, run, and read back out, m, l (where not null) and the counters. */
enum ta_sim_status ta_sim_job(ta_sim *sim, const ta_job *job, ta_result *result);

/* What the memory withholds from the next clock on (a mask): for tests of the port. */
enum ta_stall_pins { TA_STALL_GRANT = 1, TA_STALL_READ = 2, TA_STALL_WRITE = 4 };
void ta_sim_set_stall(ta_sim *sim, unsigned pins);

/* Byte address of Z or P of a query and key (NAIVE: tiles of A x A, row-major). */
uint32_t ta_z_address(const ta_build *build, int query, int key);

/* ---- state record (sim/record.h), of an engine of ta_sim_new_debug ---- */
struct ta_record_table;

/* Where the fields are; null for an engine without the debug vector. */
const struct ta_record_table *ta_sim_record_table(const ta_sim *sim);

/* The present clock's record, table->words words.  0: the engine has no debug vector. */
int ta_sim_record(const ta_sim *sim, uint32_t *record);

/* The present clock's debug vector, for ta_record_peek; valid until the next call with the
 * handle.  Null: the engine has none. */
const uint32_t *ta_sim_debug_vector(const ta_sim *sim);

/* ---- checkpoint: the whole state, off-chip memory included ----
 * A copy for the same program, no archive format: restore refuses (0) one that another build,
 * another kind of engine (debug, fst), another Verilator or other tables made. */
size_t ta_sim_checkpoint_bytes(const ta_sim *sim);
void ta_sim_checkpoint(const ta_sim *sim, void *checkpoint);
int ta_sim_restore(ta_sim *sim, const void *checkpoint, size_t bytes);

/* Writes every edge from here on to a file, until called with null or freed; 0: it cannot be
 * opened, or the engine is not one of ta_sim_new_fst. */
int ta_sim_trace_fst(ta_sim *sim, const char *path);

#endif
