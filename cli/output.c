/* SPDX-License-Identifier: MIT */
#include "cli/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/file.h"

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

/* Writes a regular or new file beside its name. */
static int prepare(output *x, ta_error *error)
{
    struct stat s;
    if (stat(x->path, &s) == 0) {
        if (S_ISDIR(s.st_mode))
            return ta_fail(error, TA_ERROR_INPUT, "%s: cannot write: %s", x->path, strerror(EISDIR));
        if (!S_ISREG(s.st_mode)) {
            x->is_direct = 1;
            return TA_OK;
        }
        x->target = realpath(x->path, NULL);
    } else {
        x->target = strdup(x->path);
    }
    if (!x->target)
        return out_of_memory(x, error);
    size_t n = strlen(x->target) + 32;
    x->temporary = malloc(n);
    if (!x->temporary)
        return out_of_memory(x, error);
    snprintf(x->temporary, n, "%s.%ld.tmp", x->target, (long)getpid());
    ta_error inner = {0, ""};
    if (ta_file_write(x->temporary, x->bytes, x->size, &inner)) {
        const char *why = strstr(inner.text, ": cannot");
        unlink(x->temporary);
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
    for (int i = 0; i < o->count && !status; i++) {
        output *x = &o->items[i];
        if (!x->temporary)
            continue;
        if (rename(x->temporary, x->target) != 0) {
            status = ta_fail(error, TA_ERROR_INPUT, "%s: cannot write: %s", x->path, strerror(errno));
            break;
        }
        free(x->temporary);
        x->temporary = NULL;
    }
    outputs_free(o);
    return status;
}

void outputs_free(outputs *o)
{
    for (int i = 0; i < o->count; i++) {
        output *x = &o->items[i];
        if (x->temporary)
            unlink(x->temporary);
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
