/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "vectors.h"

/* Every e at both PF: half up. */
static void probability(void **state)
{
    (void)state;
    for (int pf = 8; pf <= 12; pf += 4)
        for (int e = 0; e <= 32768; e++)
            assert_int_equal(ta_probability((uint16_t)e, pf), floor(ldexp(e, pf - 15) + 0.5));
    assert_int_equal(ta_probability(63, 8), 0);
    assert_int_equal(ta_probability(64, 8), 1); /* a tie goes up */
    assert_int_equal(ta_probability(32768, 8), 256);
    assert_int_equal(ta_probability(32768, 12), 4096);
}

static void alpha(void **state)
{
    (void)state;
    assert_int_equal(ta_alpha(5, 5), 32768);
    assert_int_equal(ta_alpha(-256, 0), 16384);
    assert_int_equal(ta_alpha(-32768, -32768), 32768); /* its formula, always */
    assert_int_equal(ta_alpha(-32768, -32767), 32679);
    assert_int_equal(ta_alpha(-32768, 32767), 0);
}

static void row_sum(void **state)
{
    (void)state;
    assert_int_equal(ta_row_sum(0, 32768, 256, 8), 4096);
    assert_int_equal(ta_row_sum(4097, 16384, 3, 12), 2048 + 3);
    assert_int_equal(ta_row_sum(1 << 29, 32768, 0, 12), 1 << 29);
    assert_int_equal(ta_row_sum(1 << 29, 0, 1, 8), 16);
}

static void masked_rows(void **state)
{
    (void)state;
    int16_t m = TA_Z_MASKED;
    int64_t l = 0;
    uint16_t p[4];
    const int16_t none[4] = {-32768, -32768, -32768, -32768};
    const int16_t low[4] = {-32767, -32768, -32767, -32768};
    assert_int_equal(ta_softmax(4, none, 8, &m, &l, p), 32768);
    assert_int_equal(m, -32768);
    assert_int_equal(l, 0);
    assert_memory_equal(p, ((uint16_t[4]){0}), sizeof p);

    /* Visible logits at the lowest value: the masked ones, one step below, get nothing. */
    assert_int_equal(ta_softmax(4, low, 8, &m, &l, p), 32679);
    assert_int_equal(m, -32767);
    assert_int_equal(l, 8192);
    assert_memory_equal(p, ((uint16_t[]){256, 0, 256, 0}), sizeof p);

    /* A masked tile afterwards changes nothing. */
    assert_int_equal(ta_softmax(4, none, 8, &m, &l, p), 32768);
    assert_int_equal(m, -32767);
    assert_int_equal(l, 8192);
}

/* l >= 4096 as soon as a key was seen, at most 4096 per key; P in place of Z. */
static void bounds(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (int round = 0; round < 500; round++) {
        int pf = ta_random_below(&random, 2) ? 8 : 12;
        int spread = 1 << (1 + ta_random_below(&random, 15));
        int16_t m = TA_Z_MASKED;
        int64_t l = 0;
        for (int tile = 1; tile <= 20; tile++) {
            union {
                int16_t z[8];
                uint16_t p[8];
            } x;
            uint16_t p[8];
            for (int j = 0; j < 8; j++)
                x.z[j] = (int16_t)((int)ta_random_below(&random, (uint32_t)spread * 2 - 1) -
                                   spread + 1);
            uint16_t a = ta_softmax(8, x.z, pf, &m, &l, p);
            assert_true(a <= 32768);
            assert_true(l >= 4096 && l <= 4096 * 8 * tile);
            ta_probabilities(8, x.z, m, pf, x.p);
            assert_memory_equal(x.p, p, sizeof p);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probability), cmocka_unit_test(alpha),  cmocka_unit_test(row_sum),
        cmocka_unit_test(masked_rows), cmocka_unit_test(bounds),
    };
    return cmocka_run_group_tests_name("golden_softmax", tests, 0, 0);
}
