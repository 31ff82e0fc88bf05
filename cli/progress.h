/* SPDX-License-Identifier: MIT
 *
 * Progress on standard error when it is a terminal and the work takes longer than a second.
 * Any thread may add.  A thread of its own shows that time passes while nothing is added.
 */
#ifndef TA_CLI_PROGRESS_H
#define TA_CLI_PROGRESS_H

#include <pthread.h>
#include <stdint.h>

typedef struct progress {
    const char *unit; /* "heads" */
    uint64_t total;
    uint64_t done;
    double start;
    double shown; /* when last */
    int is_terminal, has_thread;
    int is_over;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t over;
} progress;

void progress_start(progress *progress, const char *unit, uint64_t total);
void progress_add(progress *progress, uint64_t count); /* progress may be null */
void progress_end(progress *progress);

/* Seconds of a clock that never goes back. */
double seconds_now(void);

#endif
