/* SPDX-License-Identifier: MIT
 *
 * Q, K and V together: the rules of shapes with their messages, grouped-query attention.
 */
#include <math.h>

#include "host/problem.h"
#include "testing.h"

enum { F = TA_F32, I = TA_I8 };

typedef struct axes {
    int rank;
    uint64_t shape[4];
} axes;

static int init(ta_problem *p, const int dtypes[3], const axes shapes[3], ta_error *error)
{
    static const char *const names[] = {"q.npy", "k.npy", "v.npy"};
    static ta_tensor t[3]; /* *p points to them */
    for (int i = 0; i < 3; i++)
        assert_int_equal(ta_tensor_new(&t[i], names[i], dtypes[i], shapes[i].rank,
                                       shapes[i].shape, error), 0);
    int status = ta_problem_init(p, &t[0], &t[1], &t[2], error);
    for (int i = 0; i < 3; i++)
        ta_tensor_free(&t[i]);
    return status;
}

static void refused(void **state)
{
    static const struct {
        int dtypes[3];
        axes shapes[3];
        const char *text;
    } cases[] = {
        {{F, I, F}, {{2, {3, 4}}, {2, {3, 4}}, {2, {3, 4}}},
         "k.npy: dtype: found int8, expected floating point as q.npy has float32 (int8 is not "
         "mixed with floating point)"},
        {{I, I, F}, {{2, {3, 4}}, {2, {3, 4}}, {2, {3, 4}}},
         "v.npy: dtype: found float32, expected int8 as q.npy has int8 (int8 is not mixed with "
         "floating point)"},
        {{F, F, F}, {{2, {3, 4}}, {3, {1, 3, 4}}, {2, {3, 4}}},
         "k.npy: number of axes: found 3, expected 2 as in q.npy"},
        {{F, F, F}, {{3, {1, 3, 4}}, {3, {1, 3, 4}}, {2, {3, 4}}},
         "v.npy: number of axes: found 2, expected 3 as in q.npy"},
        {{F, F, F}, {{4, {2, 1, 3, 4}}, {4, {3, 1, 3, 4}}, {4, {2, 1, 3, 4}}},
         "k.npy: batch: found 3, expected 2 as in q.npy"},
        {{F, F, F}, {{4, {2, 1, 3, 4}}, {4, {2, 1, 3, 4}}, {4, {1, 1, 3, 4}}},
         "v.npy: batch: found 1, expected 2 as in q.npy"},
        {{F, F, F}, {{2, {3, 4}}, {2, {3, 5}}, {2, {3, 4}}},
         "k.npy: D: found 5, expected 4 as in q.npy"},
        {{F, F, F}, {{2, {3, 4}}, {2, {5, 4}}, {2, {3, 4}}},
         "v.npy: N: found 3, expected 5 as in k.npy"},
        {{F, F, F}, {{3, {4, 3, 4}}, {3, {2, 3, 4}}, {3, {4, 3, 4}}},
         "v.npy: heads: found 4, expected 2 as in k.npy"},
        {{F, F, F}, {{3, {3, 3, 4}}, {3, {2, 3, 4}}, {3, {2, 3, 4}}},
         "k.npy: heads: found 2, expected a divisor of the 3 of q.npy"},
        {{F, F, F}, {{3, {2, 3, 4}}, {3, {4, 3, 4}}, {3, {4, 3, 4}}},
         "k.npy: heads: found 4, expected a divisor of the 2 of q.npy"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ta_problem p;
        assert_fails(init(&p, cases[i].dtypes, cases[i].shapes, error), TA_ERROR_INPUT,
                     cases[i].text);
    }
}

static void shapes(void **state)
{
    static const int floats[3] = {F, F, F};
    static const int mixed_floats[3] = {TA_F16, TA_F64, TA_BF16};
    static const int integers[3] = {I, I, I};
    static const axes flat[3] = {{2, {7, 5}}, {2, {9, 5}}, {2, {9, 3}}};
    static const axes heads[3] = {{3, {6, 7, 5}}, {3, {2, 9, 5}}, {3, {2, 9, 13}}};
    static const axes batch[3] = {{4, {2, 6, 7, 5}}, {4, {2, 3, 9, 5}}, {4, {2, 3, 9, 8}}};
    static const int expected_kv[12] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5};
    ta_problem p;
    int shape[TA_RANK_MAX];
    (void)state;

    assert_ok(init(&p, mixed_floats, flat, error));
    assert_int_equal(p.is_int8, 0);
    assert_int_equal(p.heads, 1);
    assert_int_equal(p.kv_heads, 1);
    assert_int_equal(p.nq, 7);
    assert_int_equal(p.nk, 9);
    assert_int_equal(p.d, 5);
    assert_int_equal(p.dv, 3);
    assert_int_equal(ta_problem_padded_d(&p, 4), 8);
    assert_int_equal(ta_problem_out_shape(&p, shape), 2);
    assert_int_equal(shape[0], 7);
    assert_int_equal(shape[1], 3);
    assert_int_equal(ta_problem_lse_shape(&p, shape), 1);
    assert_int_equal(shape[0], 7);
    assert_true(ta_problem_default_scale(&p) == 1 / sqrt(5));

    assert_ok(init(&p, integers, heads, error));
    assert_int_equal(p.is_int8, 1);
    assert_int_equal(p.heads, 6);
    assert_int_equal(p.kv_heads, 2);
    for (int h = 0; h < 6; h++)
        assert_int_equal(ta_problem_kv_head(&p, h), h * 2 / 6);
    assert_int_equal(ta_problem_padded_d(&p, 4), 16);
    assert_int_equal(ta_problem_padded_d(&p, 8), 16);

    assert_ok(init(&p, floats, batch, error));
    assert_int_equal(p.batch, 2);
    assert_int_equal(p.heads, 12);
    assert_int_equal(p.kv_heads, 6);
    for (int h = 0; h < 12; h++)
        assert_int_equal(ta_problem_kv_head(&p, h), expected_kv[h]);
    assert_int_equal(ta_problem_padded_d(&p, 8), 8);
    assert_int_equal(ta_problem_out_shape(&p, shape), 4);
    assert_int_equal(shape[0], 2);
    assert_int_equal(shape[1], 6);
    assert_int_equal(shape[2], 7);
    assert_int_equal(shape[3], 8);
    assert_int_equal(ta_problem_lse_shape(&p, shape), 3);
    assert_int_equal(shape[2], 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refused), cmocka_unit_test(shapes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
