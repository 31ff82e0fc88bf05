/* SPDX-License-Identifier: MIT
 *
 * Every allocation fails once: an error with a message, nothing leaked (under a sanitizer),
 * nothing half made.  Linked with --wrap=malloc, calloc and realloc; or, where the code lies in
 * a shared library (TA_OWN_MALLOC), these functions stand in front of the C library's.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "host/file.h"
#include "host/metrics.h"
#include "host/npy.h"
#include "host/presets.h"
#include "testing.h"

#ifdef TA_OWN_MALLOC
#define __wrap_malloc malloc
#define __wrap_calloc calloc
#define __wrap_realloc realloc
#define __real_malloc __libc_malloc
#define __real_calloc __libc_calloc
#define __real_realloc __libc_realloc
#endif
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static long until_failure = -1; /* -1: never */

static int fails_now(void)
{
    if (until_failure < 0 || until_failure-- != 0)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails_now() ? NULL : __real_realloc(old, size);
}

/* From the file to the written output; frees whatever it made. */
static int everything(ta_error *error)
{
    static const int shape[2] = {2, 2};
    static const float values[4] = {1, 2, 3, 4};
    const ta_quant_options o = {TA_QUANT_CHANNEL, TA_SMOOTH_KV, 0.5, 0};
    const ta_preset *preset = ta_preset_find("toy");
    ta_tensor file;
    ta_tensor t[3];
    ta_problem p;
    ta_quantized z;
    ta_reference r;
    unsigned char *bytes;
    size_t size;
    int status = ta_tensor_load("data/minilm/nurse.safetensors:layer0.q", &file, error);
    if (status)
        return status;
    ta_tensor_free(&file);
    if ((status = ta_tensor_load("data/ocr/line5_layer0_q.npy", &file, error)))
        return status;
    ta_tensor_free(&file);
    if ((status = ta_npy_encode(TA_F32, 2, shape, values, &bytes, &size, error)))
        return status;
    free(bytes);
    if ((status = ta_preset_load(preset, &t[0], &t[1], &t[2], error)))
        return status;
    memset(&z, 0xa5, sizeof z);
    status = ta_problem_init(&p, &t[0], &t[1], &t[2], error);
    if (!status && (status = ta_quantize(&p, &o, 4, &z, error)))
        assert_null(z.memory);
    else if (!status) {
        if (!(status = ta_reference_new(&p, &z, 0, 0, &r, error)))
            ta_reference_free(&r);
        ta_quantized_free(&z);
    }
    for (int i = 0; i < 3; i++)
        ta_tensor_free(&t[i]);
    return status;
}

static void every_allocation_fails(void **state)
{
    long n = 0;
    (void)state;
    for (;; n++) {
        ta_error error = {0, ""};
        until_failure = n;
        int status = everything(&error);
        long left = until_failure;
        until_failure = -1;
        if (left >= 0) { /* fewer allocations than n: none failed */
            assert_int_equal(status, 0);
            break;
        }
        if (status) { /* the C library may do without memory of its own (buffers of a FILE) */
            assert_int_equal(status, TA_ERROR_INPUT);
            assert_int_equal(error.code, TA_ERROR_INPUT);
            if (!strstr(error.text, "memory"))
                fail_msg("allocation %ld: %s", n, error.text);
        }
    }
    print_message("%ld allocations\n", n);
    assert_true(n > 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_fails)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
