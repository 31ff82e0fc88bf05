/* SPDX-License-Identifier: MIT */
#include "vectors.h"

static void floors_and_saturates(void **state)
{
    (void)state;
    assert_int_equal(ta_scale(0, 0xFFFFFF), 0);
    assert_int_equal(ta_scale(12345, 0), 0);
    assert_int_equal(ta_scale(-12345, 0), 0);
    assert_int_equal(ta_scale(1, 4095), 0);
    assert_int_equal(ta_scale(1, 4096), 1);
    assert_int_equal(ta_scale(-1, 1), -1); /* a negative product floors */
    assert_int_equal(ta_scale(-1, 4096), -1);
    assert_int_equal(ta_scale(-1, 4097), -2);
    assert_int_equal(ta_scale(32767, 4096), 32767);
    assert_int_equal(ta_scale(32768, 4096), 32767);
    assert_int_equal(ta_scale(-32767, 4096), -32767);
    assert_int_equal(ta_scale(-32768, 4096), -32767); /* -32768 is the mask's */
    assert_int_equal(ta_scale(1 << 30, 0xFFFFFF), 32767);
    assert_int_equal(ta_scale(-(1 << 30), 0xFFFFFF), -32767);
}

static void equals_wide_arithmetic(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (int round = 0; round < 100000; round++) {
        int32_t s = (int32_t)(ta_random_next(&random) >> 32) >> (1 + ta_random_below(&random, 30));
        uint32_t scale = (uint32_t)(ta_random_next(&random) >> 40) >> ta_random_below(&random, 24);
        int64_t product = (int64_t)s * scale;
        int64_t z = product / 4096 - (product % 4096 < 0);
        z = z > 32767 ? 32767 : z < -32767 ? -32767 : z;
        assert_int_equal(ta_scale(s, scale), z);
    }
}

static void masks(void **state)
{
    (void)state;
    const int32_t s[4] = {-40000, -1, 5, 40000};
    int16_t z[4];
    int16_t behind[5] = {9, 9, 9, 9, 9}; /* no element more than asked for */
    ta_scale_mask(2, 2, s, 4096, behind);
    assert_memory_equal(behind, ((int16_t[]){-32767, -1, 9, 9, 9}), sizeof behind);
    ta_scale_mask(3, 1, s + 1, 4096, behind);
    assert_memory_equal(behind, ((int16_t[]){-1, -32768, -32768, 9, 9}), sizeof behind);
    ta_scale_mask(4, 4, s, 4096, z);
    assert_memory_equal(z, ((int16_t[]){-32767, -1, 5, 32767}), sizeof z);
    ta_scale_mask(4, 1, s, 4096, z);
    assert_memory_equal(z, ((int16_t[]){-32767, -32768, -32768, -32768}), sizeof z);
    ta_scale_mask(4, 0, s, 4096, z);
    assert_memory_equal(z, ((int16_t[]){-32768, -32768, -32768, -32768}), sizeof z);
}

static void visible_keys(void **state)
{
    (void)state;
    ta_config c = {.nq = 20, .nk = 9, .causal = 0, .offset = -20};
    assert_int_equal(ta_row_keys(&c, 0), 9);
    c.causal = 1;
    for (c.offset = -32; c.offset <= 32; c.offset++)
        for (int row = 0; row < c.nq; row++) {
            int keys = 0;
            for (int j = 0; j < c.nk; j++)
                keys += j <= row + c.offset;
            assert_int_equal(ta_row_keys(&c, row), keys);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floors_and_saturates),
        cmocka_unit_test(equals_wide_arithmetic),
        cmocka_unit_test(masks),
        cmocka_unit_test(visible_keys),
    };
    return cmocka_run_group_tests_name("golden_scale_mask", tests, 0, 0);
}
