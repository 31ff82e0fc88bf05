/* SPDX-License-Identifier: MIT */
#include "cli/output.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/file.h"

/* What a signal that ends the program removes before. */
static const char *volatile temporaries[OUTPUT_MAX + 1];
enum { TEMPORARIES = sizeof temporaries / sizeof temporaries[0] };
static pthread_t writer;

static const int endings[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ};
enum { ENDINGS = sizeof endings / sizeof endings[0] };

/* Only calls that are safe in a handler. Any thread may get the signal; the one that writes acts on
 * it, as it may have to finish its renames first. */
static void end(int number)
{
    if (!pthread_equal(pthread_self(), writer)) {
        pthread_kill(writer, number);
        return;
    }
    for (int i = 0; i < TEMPORARIES; i++)
        if (temporaries[i])
            unlink(temporaries[i]);
    signal(number, SIG_DFL);
    raise(number); /* on return from here */
}

void temporary_add(const char *path)
{
    static int is_set;
    if (!is_set) {
        struct sigaction now, action = {.sa_handler = end};
        writer = pthread_self();
        for (int i = 0; i < ENDINGS; i++)
            if (sigaction(endings[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL) /* not under nohup */
                sigaction(endings[i], &action, NULL);
        is_set = 1;
    }
    for (int i = 0; i < TEMPORARIES; i++)
        if (!temporaries[i]) {
            temporaries[i] = path;
            return;
        }
}

void temporary_remove(const char *path)
{
    for (int i = 0; i < TEMPORARIES; i++)
        if (temporaries[i] == path)
            temporaries[i] = NULL;
}

char *output_target(const char *path)
{
    char *at = realpath(path, NULL);
    if (at || errno != ENOENT)
        return at;
    /* Nothing there: a new name, or links that lead to one. */
    char link[PATH_MAX];
    at = strdup(path);
    for (int i = 0; at && i < 40; i++) {
        const ssize_t n = readlink(at, link, sizeof link - 1);
        if (n < 0)
            return at;
        link[n] = 0;
        const char *slash = link[0] == '/' ? NULL : strrchr(at, '/');
        const size_t folder = slash ? (size_t)(slash + 1 - at) : 0;
        char *next = malloc(folder + (size_t)n + 1);
        if (next) {
            memcpy(next, at, folder);
            memcpy(next + folder, link, (size_t)n + 1);
        }
        free(at);
        at = next;
    }
    return at;
}

void outputs_add(outputs *o, const char *path, void *bytes, size_t size)
{
    output *x = &o->items[o->count++];
    memset(x, 0, sizeof *x);
    x->path = path;
    x->bytes = bytes;
    x->size = size;
}

static int is_standard(const output *x)
{
    return strcmp(x->path, "-") == 0;
}

static int out_of_memory(const output *x, ta_error *error)
{
    return ta_fail(error, TA_ERROR_INPUT, "%s: not enough memory", x->path);
}

/* Owner and mode of the file that is replaced: the owner where that is allowed. */
static int keep_mode(const char *path, const struct stat *old)
{
    if (old->st_uid != geteuid() && chown(path, old->st_uid, old->st_gid) != 0)
        return chmod(path, old->st_mode & 0700);
    return chmod(path, old->st_mode & 0777);
}

/* Writes a regular or new file beside its name. */
static int prepare(output *x, ta_error *error)
{
    struct stat s;
    const int is_old = stat(x->path, &s) == 0;
    if (is_old) {
        if (S_ISDIR(s.st_mode))
            return ta_fail(error, TA_ERROR_INPUT, "%s: cannot write: %s", x->path, strerror(EISDIR));
        if (!S_ISREG(s.st_mode)) {
            x->is_direct = 1;
            return TA_OK;
        }
    }
    x->target = output_target(x->path);
    if (!x->target && errno != ENOMEM)
        return ta_fail(error, TA_ERROR_INPUT, "%s: cannot write: %s", x->path, strerror(errno));
    if (!x->target)
        return out_of_memory(x, error);
    size_t n = strlen(x->target) + 32;
    x->temporary = malloc(n);
    if (!x->temporary)
        return out_of_memory(x, error);
    snprintf(x->temporary, n, "%s.%ld.tmp", x->target, (long)getpid());
    temporary_add(x->temporary);
    ta_error inner = {0, ""};
    const mode_t mask = is_old ? umask(077) : 0; /* nobody else reads what nobody else could */
    int status = ta_file_write(x->temporary, x->bytes, x->size, &inner);
    if (is_old)
        umask(mask);
    if (!status && is_old && keep_mode(x->temporary, &s) != 0)
        status = ta_fail(&inner, TA_ERROR_INPUT, ": cannot write: %s", strerror(errno));
    if (status) {
        const char *why = strstr(inner.text, ": cannot");
        return ta_fail(error, TA_ERROR_INPUT, "%s%s", x->path, why ? why : ": cannot write");
    }
    return TA_OK;
}

int outputs_write(outputs *o, ta_error *error)
{
    int status = TA_OK;
    for (int i = 0; i < o->count && !status; i++)
        if (!is_standard(&o->items[i]))
            status = prepare(&o->items[i], error);
    for (int i = 0; i < o->count && !status; i++) {
        output *x = &o->items[i];
        if (is_standard(x) || x->is_direct)
            status = ta_file_write(x->path, x->bytes, x->size, error);
    }
    /* All or none: a signal waits until the last name is there. */
    sigset_t set, before;
    sigemptyset(&set);
    for (int i = 0; i < ENDINGS; i++)
        sigaddset(&set, endings[i]);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    for (int i = 0; i < o->count && !status; i++) {
        output *x = &o->items[i];
        if (!x->temporary)
            continue;
        if (rename(x->temporary, x->target) != 0) {
            status = ta_fail(error, TA_ERROR_INPUT, "%s: cannot write: %s", x->path, strerror(errno));
            break;
        }
        temporary_remove(x->temporary);
        free(x->temporary);
        x->temporary = NULL;
    }
    outputs_free(o);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

void outputs_free(outputs *o)
{
    for (int i = 0; i < o->count; i++) {
        output *x = &o->items[i];
        if (x->temporary) {
            unlink(x->temporary);
            temporary_remove(x->temporary);
        }
        free(x->temporary);
        free(x->target);
        free(x->bytes);
    }
    o->count = 0;
}

static ssize_t memory_write(void *cookie, const char *bytes, size_t size)
{
    memory *m = cookie;
    if (size > m->capacity - m->size) {
        const size_t wanted = 2 * m->capacity + size;
        char *grown = realloc(m->bytes, wanted);
        if (!grown)
            return 0; /* the stream is in error from here on */
        m->bytes = grown;
        m->capacity = wanted;
    }
    memcpy(m->bytes + m->size, bytes, size);
    m->size += size;
    return (ssize_t)size;
}

FILE *memory_open(memory *m)
{
    memset(m, 0, sizeof *m);
    return fopencookie(m, "w", (cookie_io_functions_t){.write = memory_write});
}

int memory_close(FILE *file, memory *m)
{
    const int bad = ferror(file);
    if (fclose(file) == 0 && !bad && m->bytes)
        return 1;
    free(m->bytes);
    m->bytes = NULL;
    return 0;
}
