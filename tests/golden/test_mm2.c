/* SPDX-License-Identifier: MIT */
#include "vectors.h"

static void exact_products(void **state)
{
    (void)state;
    enum { KEYS = 16, D = 64 };
    uint16_t p[KEYS];
    int8_t v[KEYS * D];
    int32_t sum[D];
    uint64_t random = 4;
    for (int round = 0; round < 200; round++) {
        int keys = 1 + (int)ta_random_below(&random, KEYS);
        int d = 1 + (int)ta_random_below(&random, D);
        for (int j = 0; j < keys; j++)
            p[j] = (uint16_t)ta_random_below(&random, 4097);
        for (int i = 0; i < keys * d; i++)
            v[i] = (int8_t)ta_random_next(&random);
        ta_mm2(keys, d, p, v, sum);
        for (int c = 0; c < d; c++) {
            long expected = 0;
            for (int j = 0; j < keys; j++)
                expected += (long)p[j] * v[j * d + c];
            assert_int_equal(sum[c], expected);
        }
    }
    for (int j = 0; j < KEYS; j++)
        p[j] = 4096;
    memset(v, -128, sizeof v);
    ta_mm2(KEYS, D, p, v, sum);
    assert_int_equal(sum[D - 1], -(1 << 23));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(exact_products)};
    return cmocka_run_group_tests_name("golden_mm2", tests, 0, 0);
}
