/* SPDX-License-Identifier: MIT */
#include "cli/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void sift_down(largest *l)
{
    size_t i = 0;
    for (;;) {
        size_t least = i;
        for (size_t c = 2 * i + 1; c <= 2 * i + 2 && c < l->count; c++)
            if (l->heap[c] < l->heap[least])
                least = c;
        if (least == i)
            return;
        double x = l->heap[i];
        l->heap[i] = l->heap[least];
        l->heap[least] = x;
        i = least;
    }
}

static void largest_add(largest *l, double x)
{
    if (l->count < l->capacity) {
        size_t i = l->count++;
        while (i && l->heap[(i - 1) / 2] > x) {
            l->heap[i] = l->heap[(i - 1) / 2];
            i = (i - 1) / 2;
        }
        l->heap[i] = x;
    } else if (x > l->heap[0]) {
        l->heap[0] = x;
        sift_down(l);
    }
}

int statistics_new(statistics *t, size_t groups, size_t values, ta_error *error)
{
    const size_t rank = (size_t)ceil(0.9999 * (double)values); /* from 1 */
    memset(t, 0, sizeof *t);
    t->groups = groups;
    t->values = values;
    t->most.capacity = values - rank + 1;
    t->most.heap = malloc(t->most.capacity * sizeof *t->most.heap);
    t->sums = calloc(groups, sizeof *t->sums);
    return t->most.heap && t->sums ? TA_OK : ta_fail(error, TA_ERROR_INPUT, "not enough memory for the errors of %zu seeds", groups);
}

void statistics_add(statistics *t, size_t group, const double *values, size_t count)
{
    double sum = 0;
    double worst = 0;
    for (size_t i = 0; i < count; i++) {
        sum += values[i];
        worst = fmax(worst, values[i]);
    }
    t->sums[group] = sum;
#pragma omp critical(statistics)
    {
        t->worst = fmax(t->worst, worst);
        for (size_t i = 0; i < count; i++)
            largest_add(&t->most, values[i]);
    }
}

void statistics_finish(statistics *t)
{
    double sum = 0;
    for (size_t i = 0; i < t->groups; i++)
        sum += t->sums[i];
    t->mean = sum / (double)t->values;
    t->p9999 = t->most.heap[0];
}

void statistics_free(statistics *t)
{
    free(t->sums);
    free(t->most.heap);
    memset(t, 0, sizeof *t);
}
