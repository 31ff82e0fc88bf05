/* SPDX-License-Identifier: MIT
 *
 * What a run says: JSON and text.
 */
#ifndef TA_CLI_REPORT_H
#define TA_CLI_REPORT_H

#include <jansson.h>
#include <stdio.h>

#include "cli/output.h"
#include "cli/work.h"

#define TA_SCHEMA "tinyattn/1"

/* The object of a run. */
json_t *report_run(const run *run);

/* The same keys for closed forms alone. */
json_t *report_predict(const ta_build *build, const ta_config *config, int d, int heads,
                       const ta_counters *counters);

/* The key's value, or null where x is not a number. */
json_t *report_real(double x);

/* Takes the object over; its text becomes an output. 0 or an error code. */
int report_add(outputs *outputs, const char *path, json_t *object, ta_error *error);

/* The object alone, written to path. */
int report_write(const char *path, json_t *object, ta_error *error);

/* "12,672" */
const char *report_count(char dst[32], unsigned long long x);

/* (mm1_macs + mm2_macs) / (2 A^2 cycles); NaN: no cycles. */
double report_utilization(const ta_build *build, const ta_counters *counters);

/* "1 query, 16 keys, D 32" */
void report_sizes(FILE *file, int nq, int nk, int d);

/* A few lines on a run. */
void report_text(FILE *file, const run *run);

#endif
