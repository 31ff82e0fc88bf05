/* SPDX-License-Identifier: MIT
 *
 * The fast CPU engine: the integers of the golden model (FLASH), bit for bit.  The core
 * (everything but select.c and parallel.c) allocates nothing, holds no variable and calls
 * no library; the caller owns all memory.  docs/cpu.md explains it.
 */
#ifndef TA_CPU_H
#define TA_CPU_H

#include <stddef.h>

#include "spec/job.h"

/* How the engine is compiled: rows of versions.def. */
enum ta_cpu_version_id {
#define TA_CPU_VERSION(id, needs, meaning) TA_CPU_##id,
#include "cpu/versions.def"
#undef TA_CPU_VERSION
    TA_CPU_VERSION_COUNT
};

typedef struct ta_cpu_version ta_cpu_version;

/* ---- which version (select.c) ---- */

/* The version, or null when this machine or this program has it not. */
const ta_cpu_version *ta_cpu_version_at(int id);
const char *ta_cpu_version_name(const ta_cpu_version *version);
const char *ta_cpu_version_id_name(int id);

/* The version that the environment variable TINYATTN_CPU names (portable, avx2, avx512, or
 * another row of versions.def); unset or empty: the last row that the machine has.  Null: the variable names none that the machine has. */
const ta_cpu_version *ta_cpu_select(void);

/* ---- one job (flash.c) ---- */

enum {
    TA_CPU_ROWS = 128, /* query rows of a block */
    TA_CPU_KEYS = 128, /* keys of a block, a multiple of every A */
};

/* Bytes of workspace for one thread, whatever nq and nk: O(d).  0: d is beyond the limits.
 * Any alignment will do. */
size_t ta_cpu_workspace(const ta_build *build, const ta_config *config);

/* Runs the job in one thread, like ta_golden_run.  The build's NMAX may be up to 131,072.
 * Returns an enum ta_config_error, or -1: the mode is NAIVE, or the workspace too small;
 * nothing is written unless it is 0. */
int ta_cpu_run(const ta_job *job, ta_result *result, const ta_cpu_version *version,
               void *workspace, size_t workspace_bytes);

/* The parts of it: check, block b of TA_CPU_ROWS rows (out, m and l of these rows), and the
 * counters.  Blocks are independent of each other and may run in any order or thread, each
 * thread with its own workspace. */
int ta_cpu_check(const ta_job *job, size_t workspace_bytes);
int ta_cpu_blocks(const ta_config *config);
void ta_cpu_run_block(const ta_job *job, ta_result *result, const ta_cpu_version *version,
                      int block, void *workspace);
void ta_cpu_count(const ta_job *job, ta_result *result);

/* ---- many jobs, many threads (parallel.c) ---- */

/* Threads that ta_cpu_run_many can use: OpenMP's maximum, 1 without OpenMP. */
int ta_cpu_max_threads(void);

/* Runs jobs (count) of the same build and d, spread over threads by job and block.
 * workspace: threads times ta_cpu_workspace.  Returns the first error by order of jobs;
 * nothing is written unless it is 0. */
int ta_cpu_run_many(const ta_job *jobs, ta_result *results, int count,
                    const ta_cpu_version *version, int threads, void *workspace,
                    size_t workspace_bytes);

#endif
