/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void show(progress *p, double now)
{
    if (now - p->start <= 1 || now - p->shown <= 0.1)
        return;
    fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " %s, ", p->done, p->total, p->unit);
    if (p->done)
        fprintf(stderr, "%.0f s left \033[K", (now - p->start) * (double)(p->total - p->done) / (double)p->done);
    else
        fprintf(stderr, "%.0f s so far \033[K", now - p->start);
    p->shown = now;
}

/* Once a second. */
static void *watch(void *from)
{
    progress *p = from;
    pthread_mutex_lock(&p->lock);
    while (!p->is_over) {
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        t.tv_sec++;
        if (pthread_cond_timedwait(&p->over, &p->lock, &t) != 0)
            show(p, seconds_now());
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

void progress_start(progress *p, const char *unit, uint64_t total)
{
    memset(p, 0, sizeof *p);
    p->unit = unit;
    p->total = total;
    p->start = seconds_now();
    p->is_terminal = isatty(STDERR_FILENO);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->over, NULL);
    p->has_thread = p->is_terminal && pthread_create(&p->thread, NULL, watch, p) == 0;
}

void progress_add(progress *p, uint64_t count)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->done += count;
    if (p->is_terminal)
        show(p, seconds_now());
    pthread_mutex_unlock(&p->lock);
}

void progress_end(progress *p)
{
    pthread_mutex_lock(&p->lock);
    p->is_over = 1;
    pthread_cond_signal(&p->over);
    pthread_mutex_unlock(&p->lock);
    if (p->has_thread)
        pthread_join(p->thread, NULL);
    pthread_cond_destroy(&p->over);
    pthread_mutex_destroy(&p->lock);
    if (p->is_terminal && p->shown > 0)
        fprintf(stderr, "\r\033[K");
}
