/* SPDX-License-Identifier: MIT
 *
 * malloc and its kin are this program's own, so that libraries and the C library itself use
 * them.
 *
 * Some callers end the program by themselves when memory is short, whatever this project's code
 * does, and their allocations do not fail: libgomp, the C library's list of destructors of
 * thread-local objects, and the name that Verilator copies for a model ("TOP").
 */
#include "failing.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static long until = -1, failed;
static int sticky;

/* Those whose callers end the program by themselves. */
static int is_exempt(const void *caller)
{
    Dl_info at;
    return dladdr(caller, &at) && ((at.dli_fname && strstr(at.dli_fname, "libgomp")) ||
                                   (at.dli_sname && strcmp(at.dli_sname, "__cxa_thread_atexit_impl") == 0));
}

void failing_from(long n, int all)
{
    until = n;
    sticky = all;
    failed = 0;
}

long failing_count(void)
{
    return failed;
}

static int fails_now(const void *caller)
{
    if (until != 0 || is_exempt(caller)) {
        until -= until > 0;
        return 0;
    }
    failed++;
    if (!sticky)
        until = -1;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails_now(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails_now(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails_now(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails_now(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

char *strdup(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = strcmp(text, "TOP") == 0 ? __libc_malloc(size) : malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

void *failing_aligned(unsigned long alignment, unsigned long size)
{
    const size_t least = alignment < sizeof(void *) ? sizeof(void *) : alignment;
    return aligned_alloc(least, (size + least - 1) / least * least);
}
