/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "vectors.h"

static double relative_error(int64_t l, int lw)
{
    int lz;
    uint16_t r = ta_recip(l, lw, &lz);
    assert_in_range(r, 16384, 32767);
    assert_in_range(lz, 0, lw - 1);
    assert_true(l >> (lw - 1 - lz) == 1);
    return ldexp((double)r, -15) * ldexp((double)l, lz - (lw - 1)) - 1;
}

/* LW = 18: every mantissa, the bound of numerics.md. */
static void every_mantissa(void **state)
{
    (void)state;
    double low = 0, high = 0;
    for (int64_t l = 131072; l < 262144; l++) {
        double e = relative_error(l, 18);
        low = e < low ? e : low;
        high = e > high ? e : high;
    }
    print_message("relative error at LW = 18: %.3e .. %.3e\n", low, high);
    assert_true(low > -8.95e-5 && low < -8.8e-5);
    assert_true(high < 5.35e-5 && high > 5.2e-5);
}

/* Other widths: r depends on the 16 leading bits, so both ends of each decide. */
static void every_width(void **state)
{
    (void)state;
    for (int lw = 16; lw <= 30; lw++)
        for (int64_t x = 32768; x <= 65535; x++) {
            double first = relative_error(x << (lw - 16), lw);
            double last = relative_error(((x + 1) << (lw - 16)) - 1, lw);
            assert_true(first > -8.95e-5 && last < 6.1e-5);
        }
}

/* A shorter l is a longer one shifted. */
static void shifts(void **state)
{
    (void)state;
    for (int lw = 16; lw <= 30; lw++)
        for (int64_t l = 1; l < 4096; l++)
            for (int up = 0; l << up < (int64_t)1 << lw; up++) {
                int lz, lz_up;
                assert_int_equal(ta_recip(l, lw, &lz), ta_recip(l << up, lw, &lz_up));
                assert_int_equal(lz - up, lz_up);
            }
}

static void widths(void **state)
{
    (void)state;
    assert_int_equal(ta_l_width(8), 16);
    assert_int_equal(ta_l_width(9), 17);
    assert_int_equal(ta_l_width(32), 18);
    assert_int_equal(ta_l_width(33), 19);
    assert_int_equal(ta_l_width(512), 22);
    assert_int_equal(ta_l_width(131071), 30);
    assert_int_equal(ta_l_width(131072), 30);
}

static void vectors(void **state)
{
    (void)state;
    json_t *root = vectors_load("tests/vectors/units.json");
    const json_t *unit = json_object_get(root, "recip");
    const json_t *sample;
    size_t i;
    json_array_foreach(json_object_get(unit, "samples"), i, sample) {
        int lz;
        uint16_t r = ta_recip(json_integer_value(json_array_get(sample, 0)), 18, &lz);
        assert_int_equal(r, json_integer_value(json_array_get(sample, 1)));
        assert_int_equal(lz, json_integer_value(json_array_get(sample, 2)));
    }
    assert_true(i > 0);
    uint32_t crc = 0;
    for (int64_t l = 131072; l < 262144; l++) {
        int lz;
        crc = crc32_u16(crc, ta_recip(l, 18, &lz));
    }
    assert_int_equal(crc, vectors_int(unit, "crc32_le_u16"));
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mantissa), cmocka_unit_test(every_width),
        cmocka_unit_test(shifts),         cmocka_unit_test(widths),
        cmocka_unit_test(vectors),
    };
    return cmocka_run_group_tests_name("golden_recip", tests, 0, 0);
}
