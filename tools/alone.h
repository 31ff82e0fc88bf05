/* SPDX-License-Identifier: MIT
 *
 * One program at a time in a directory, as ta_alone of tools/setup.sh for what builds.
 */
#ifndef TA_ALONE_H
#define TA_ALONE_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

/* Waits while another program works in the directory, and says so.  The descriptor is the lock, what this
 * program starts holds it too; closing it, or the end, gives it back.  -1: it cannot be opened, see errno. */
static int alone_in(const char *directory)
{
    const int lock = open(directory, O_RDONLY | O_DIRECTORY);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB)) {
        fprintf(stderr, "Waiting for another program that works in %s\n", directory);
        while (flock(lock, LOCK_EX) && errno == EINTR)
            ;
    }
    return lock;
}

#endif
