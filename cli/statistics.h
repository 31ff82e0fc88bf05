/* SPDX-License-Identifier: MIT
 *
 * Mean, 99.99th percentile and maximum of many values, gathered by several threads.  The
 * mean does not depend on their order.
 */
#ifndef TA_CLI_STATISTICS_H
#define TA_CLI_STATISTICS_H

#include <stddef.h>

#include "host/error.h"

/* The largest `capacity` values seen: a heap whose first is the smallest. */
typedef struct largest {
    size_t capacity;
    size_t count;
    double *heap;
} largest;

typedef struct statistics {
    size_t groups, values; /* of all */
    double *sums;          /* (groups) */
    largest most;
    double mean;
    double p9999; /* nearest rank */
    double worst;
} statistics;

/* For groups of values, each added as a whole by one call. */
int statistics_new(statistics *statistics, size_t groups, size_t values, ta_error *error);
void statistics_add(statistics *statistics, size_t group, const double *values, size_t count);
void statistics_finish(statistics *statistics);
void statistics_free(statistics *statistics);

#endif
