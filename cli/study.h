/* SPDX-License-Identifier: MIT
 *
 * What study and its sweep share: random problems, and the error of an engine on one.
 */
#ifndef TA_CLI_STUDY_H
#define TA_CLI_STUDY_H

#include <jansson.h>

#include "cli/statistics.h"
#include "cli/work.h"

typedef struct study {
    options options; /* its defaults filled in */
    const engine *engine;
    int n, d;
    ta_build build;
    ta_config config;
    int causal_by_seed;
} study;

int study_init(study *study, const options *options, ta_error *error);

/* The problem of a seed, quantized and with its reference; work_free frees it. */
int study_work(const study *study, uint64_t seed, work *work, ta_error *error);

/* value (n, d), an output: becomes its error in V-LSB. */
void study_error(const work *work, double *value);

/* seeds, sizes, rules: the keys of a study. */
json_t *study_json(const study *study);
json_t *statistics_json(const statistics *statistics, const char *by); /* null: says no engine */

/* study --sweep */
int command_sweep(const options *options);

#endif
