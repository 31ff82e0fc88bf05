/* SPDX-License-Identifier: MIT */
#include "vectors.h"

/* o * r = n/2 output steps: a tie goes up, also below zero. */
static void ties_go_up(void **state)
{
    (void)state;
    for (int lw = 16; lw <= 30; lw++)
        for (int lz = 0; lz <= lw - 13; lz++) {
            int sh = lw + 6 - lz;
            if (sh < 15)
                continue;
            int64_t half = (int64_t)1 << (sh - 1 - 14); /* half * 2^14 = half a step */
            for (int n = -9; n <= 9; n += 2)
                assert_int_equal(ta_normalize_element(n * half, 16384, lz, lw), (n + 1) / 2);
            assert_int_equal(ta_normalize_element(-half - 1, 16384, lz, lw), -1);
            assert_int_equal(ta_normalize_element(half - 1, 16384, lz, lw), 0);
        }
}

static void saturates(void **state)
{
    (void)state;
    int64_t step = (int64_t)1 << 10; /* one output step at lw = 18, lz = 0, r = 2^14 */
    assert_int_equal(ta_normalize_element(32767 * step, 16384, 0, 18), 32767);
    assert_int_equal(ta_normalize_element(32768 * step, 16384, 0, 18), 32767);
    assert_int_equal(ta_normalize_element(-32768 * step, 16384, 0, 18), -32768);
    assert_int_equal(ta_normalize_element(-32769 * step, 16384, 0, 18), -32768);
    int64_t most = (int64_t)1 << 36;
    assert_int_equal(ta_normalize_element(most, 32767, 17, 30), 32767);
    assert_int_equal(ta_normalize_element(-most, 32767, 17, 30), -32768);
}

static void rows(void **state)
{
    (void)state;
    const int64_t o[4] = {4096 * 100, -4096 * 100, 0, -4096 * 128};
    int16_t out[4] = {1, 1, 1, 1};
    ta_normalize(4, o, 0, 18, out);
    assert_memory_equal(out, ((int16_t[4]){0}), sizeof out);
    ta_normalize(4, o, 4096, 18, out); /* r = 32766: 2 below one */
    assert_memory_equal(out, ((int16_t[]){25598, -25598, 0, -32766}), sizeof out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ties_go_up),
        cmocka_unit_test(saturates),
        cmocka_unit_test(rows),
    };
    return cmocka_run_group_tests_name("golden_normalize", tests, 0, 0);
}
