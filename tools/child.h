/* SPDX-License-Identifier: MIT
 *
 * A process that leads a group of its own, and the wait for it: what ends this program ends all of the
 * group.  (system() holds SIGINT back, and a group of its own gets none of the terminal's signals.)
 */
#ifndef TA_CHILD_H
#define TA_CHILD_H

#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The end of a child, and what ends this program unless it is ignored. */
static void child_signals(sigset_t *set)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    sigemptyset(set);
    sigaddset(set, SIGCHLD);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sigaction now;
        if (sigaction(ends[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(set, ends[i]);
    }
}

/* fork(), the child being its group's first; until child_wait the signals are held back here. */
static pid_t child_fork(sigset_t *before)
{
    sigset_t set;
    child_signals(&set);
    sigprocmask(SIG_BLOCK, &set, before);
    const pid_t pid = fork();
    if (pid <= 0)
        sigprocmask(SIG_SETMASK, before, NULL);
    if (pid >= 0)
        setpgid(pid, pid);
    return pid;
}

/* Waits for it, then ends what it left in its group.  Other than 0: it took longer than that, and was
 * killed.  A signal that ends this program ends it here, behind the group. */
static int child_wait(pid_t pid, double seconds, const sigset_t *before, int *status)
{
    struct timespec start, at;
    sigset_t set;
    int late = 0;
    child_signals(&set);
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (waitpid(pid, status, WNOHANG) != pid) {
        const struct timespec second = {1, 0};
        const int by = sigtimedwait(&set, NULL, &second);
        clock_gettime(CLOCK_MONOTONIC, &at);
        late = (double)(at.tv_sec - start.tv_sec) + 1e-9 * (double)(at.tv_nsec - start.tv_nsec) > seconds;
        if (late || (by > 0 && by != SIGCHLD)) {
            kill(-pid, SIGKILL);
            waitpid(pid, status, 0);
        }
        if (by > 0 && by != SIGCHLD) {
            sigprocmask(SIG_SETMASK, before, NULL);
            raise(by);
            exit(128 + by);
        }
        if (late)
            break;
    }
    kill(-pid, SIGKILL);
    sigprocmask(SIG_SETMASK, before, NULL);
    return late;
}

#endif
