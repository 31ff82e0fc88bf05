/* SPDX-License-Identifier: MIT */
#include "vectors.h"

static void exact_products(void **state)
{
    (void)state;
    enum { KEYS = 16, D = 64 };
    int8_t q[D], k[KEYS * D];
    int32_t s[KEYS];
    uint64_t random = 1;
    for (int round = 0; round < 200; round++) {
        int keys = 1 + (int)ta_random_below(&random, KEYS);
        int d = 1 + (int)ta_random_below(&random, D);
        for (int i = 0; i < d; i++)
            q[i] = (int8_t)ta_random_next(&random);
        for (int i = 0; i < keys * d; i++)
            k[i] = (int8_t)ta_random_next(&random);
        ta_mm1(keys, d, q, k, s);
        for (int j = 0; j < keys; j++) {
            long expected = 0;
            for (int c = 0; c < d; c++)
                expected += (long)q[c] * k[j * d + c];
            assert_int_equal(s[j], expected);
        }
    }
}

static void extremes(void **state)
{
    (void)state;
    int8_t *q = malloc(TA_D_LIMIT);
    int8_t *k = malloc(TA_D_LIMIT);
    int32_t s;
    assert_non_null(q);
    assert_non_null(k);
    memset(q, -128, TA_D_LIMIT);
    memset(k, -128, TA_D_LIMIT);
    ta_mm1(1, TA_D_LIMIT, q, k, &s);
    assert_int_equal(s, 1 << 30);
    memset(k, 127, TA_D_LIMIT);
    ta_mm1(1, TA_D_LIMIT, q, k, &s);
    assert_int_equal(s, -128 * 127 * TA_D_LIMIT);
    free(q);
    free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_products),
        cmocka_unit_test(extremes),
    };
    return cmocka_run_group_tests_name("golden_mm1", tests, 0, 0);
}
