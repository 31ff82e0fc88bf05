/* SPDX-License-Identifier: MIT
 *
 * A problem ready to run: tensors, build, INT8 values, reference; and its execution by an
 * engine, one head after another (heads spread over threads).
 */
#ifndef TA_CLI_WORK_H
#define TA_CLI_WORK_H

#include "cli/engines.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "host/metrics.h"
#include "host/presets.h"

typedef struct work {
    const ta_preset *preset; /* null: files */
    ta_tensor tensors[3];
    ta_problem problem;
    const engine *engine;
    ta_build build;   /* of an engine in software: NMAX and DMAX raised to fit */
    ta_config config; /* of every head; scale is that of head 0 */
    double softmax_scale;
    int is_quantized;      /* always but for float tensors that engine float alone can take */
    ta_quantized quantized;
    ta_reference reference;
} work;

/* Reads the input, checks it, quantizes and computes the reference; engine is what stands
 * where no --engine is given. */
int work_load(work *work, const options *options, const engine *engine, ta_error *error);

/* The same for tensors that are already in work->tensors (work_free frees them). */
int work_prepare(work *work, const options *options, const engine *engine, ta_error *error);
void work_free(work *work);

/* The build for these sizes: the one asked for, or the first of tiny, lab, wide that fits;
 * raised where the engine is not bound to a build's size. d, dv: as given. */
int build_choose(const options *options, const engine *engine, const char *name, int nq, int nk,
                 int d, int dv, long reach, ta_build *build, ta_error *error);

/* A line on it where the sizes are beyond the build's hardware; build: as build_choose has raised it. */
void build_note(FILE *file, const ta_build *build, int nq, int nk, int d, int dv);

/* 0, or what an option's value should have been. */
int config_check(const ta_build *build, const ta_config *config, ta_error *error);

/* The run-time configuration but for sizes and scale; q_rows 0: 4 * A.  Checked. */
int config_make(const options *options, const ta_build *build, int nq, int nk, int d,
                ta_config *config, ta_error *error);

typedef struct run {
    const work *work;
    const engine *engine;
    ta_config config;
    int has_counters;
    ta_counters counters; /* sums over heads */
    int64_t buffer_bytes; /* -1: does not apply */
    int bit_exact;        /* -1: does not apply */
    char mismatch[512];   /* where bit_exact is 0 */
    int16_t *out;         /* (heads, nq, dp); engine float: null */
    double *value;        /* (heads, nq, dv) */
    double *lse;          /* (heads, nq) */
    ta_error_sum errors;
} run;

/* Runs all heads by one schedule.  A mismatch is no error: run->bit_exact tells. */
int run_execute(run *run, const work *work, const engine *engine, int mode, int q_rows,
                progress *progress, ta_error *error);
void run_free(run *run);

#endif
