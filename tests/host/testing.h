/* SPDX-License-Identifier: MIT
 *
 * What the tests of host/ share.
 */
#ifndef TA_TEST_HOST_TESTING_H
#define TA_TEST_HOST_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "host/tensor.h"

/* A call that must fail with this code and exactly this text. */
#define assert_fails(call, expected_code, expected_text)   \
    do {                                                   \
        ta_error error_ = {0, ""};                         \
        ta_error *error = &error_;                         \
        assert_int_equal((call), (expected_code));         \
        assert_string_equal(error_.text, (expected_text)); \
        assert_int_equal(error_.code, (expected_code));    \
    } while (0)

/* A call that must not fail; prints the message when it does. */
#define assert_ok(call)                     \
    do {                                    \
        ta_error error_ = {0, ""};          \
        ta_error *error = &error_;          \
        if ((call))                         \
            fail_msg("%s", error_.text);    \
        assert_int_equal(error_.code, 0);   \
    } while (0)

#define SHAPE(...) (const uint64_t[]){__VA_ARGS__}

/* A new tensor filled from values (count of them as its shape says). */
static inline ta_tensor make_float(const char *name, int rank, const uint64_t *shape,
                                   const double *values)
{
    ta_tensor t;
    assert_ok(ta_tensor_new(&t, name, TA_F64, rank, shape, error));
    memcpy(t.f, values, t.count * sizeof *t.f);
    return t;
}

#endif
