/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_start(progress *p, const char *unit, uint64_t total)
{
    p->unit = unit;
    p->total = total;
    p->done = 0;
    p->start = seconds_now();
    p->shown = 0;
    p->is_terminal = isatty(STDERR_FILENO);
}

void progress_add(progress *p, uint64_t count)
{
    if (!p)
        return;
#pragma omp critical(progress_shown)
    {
        p->done += count;
        double now = p->is_terminal ? seconds_now() : 0;
        if (p->is_terminal && now - p->start > 1 && now - p->shown > 0.1) {
            double left = p->done ? (now - p->start) * (double)(p->total - p->done) / (double)p->done : 0;
            fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " %s, %.0f s left \033[K", p->done, p->total,
                    p->unit, left);
            p->shown = now;
        }
    }
}

void progress_end(progress *p)
{
    if (p->is_terminal && p->shown > 0)
        fprintf(stderr, "\r\033[K");
}
