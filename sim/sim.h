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
int ta_sim_done(const ta_sim *sim);
int ta_sim_config_error(const ta_sim *sim); /* enum ta_config_error */
int ta_sim_timed_out(const ta_sim *sim);    /* sticky: no grant for 2^16 cycles */

/* Results of the last run; row state costs clocks. */
void ta_sim_counters(const ta_sim *sim, ta_counters *counters);
void ta_sim_row_state(ta_sim *sim, int row, int16_t *m, int64_t *l);

/* ta_sim_load, start, run, and read back out, m, l (where not null) and the counters. */
enum ta_sim_status ta_sim_job(ta_sim *sim, const ta_job *job, ta_result *result);

/* What the memory withholds from the next clock on (a mask): for tests of the port. */
enum ta_stall_pins { TA_STALL_GRANT = 1, TA_STALL_READ = 2, TA_STALL_WRITE = 4 };
void ta_sim_set_stall(ta_sim *sim, unsigned pins);

/* Byte address of Z or P of a query and key (NAIVE: tiles of A x A, row-major). */
uint32_t ta_z_address(const ta_build *build, int query, int key);

#endif
