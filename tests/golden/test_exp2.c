/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "vectors.h"

/* All 65,537 inputs.  The table is within 1/2 before the shift and the shift truncates, so
 * true - 1 - 2^-(s+1) < result <= true + 2^-(s+1). */
static void every_input(void **state)
{
    (void)state;
    uint16_t last = 0;
    for (int32_t x = -65536; x <= 0; x++) {
        uint16_t e = ta_exp2(x);
        assert_true(e >= last);
        last = e;
        if (x <= -4096) {
            assert_int_equal(e, 0);
            continue;
        }
        int shift = -(x >> 8);
        double exact = ldexp(exp2(x / 256.0), 15);
        double half = ldexp(0.5 + 1e-9, -shift);
        assert_true(e <= exact + half);
        assert_true(e > exact - 1 - half);
        assert_true((e == 32768) == (x == 0));
    }
}

/* The table itself: twice what ta_exp2 gives one shift below. */
static void entries(void **state)
{
    (void)state;
    for (int i = 0; i < 256; i++)
        assert_int_equal(ta_exp2_entry(i) >> 1, ta_exp2(i - 256));
    assert_int_equal(ta_exp2_entry(0), 32768);
}

static void vectors(void **state)
{
    (void)state;
    json_t *root = vectors_load("tests/vectors/units.json");
    const json_t *unit = json_object_get(root, "exp2");
    const json_t *sample;
    size_t i;
    json_array_foreach(json_object_get(unit, "samples"), i, sample)
        assert_int_equal(ta_exp2((int32_t)json_integer_value(json_array_get(sample, 0))),
                         json_integer_value(json_array_get(sample, 1)));
    assert_true(i > 0);
    uint32_t crc = 0;
    for (int32_t x = -65536; x <= 0; x++)
        crc = crc32_u16(crc, ta_exp2(x));
    assert_int_equal(crc, vectors_int(unit, "crc32_le_u16"));
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_input),
        cmocka_unit_test(entries),
        cmocka_unit_test(vectors),
    };
    return cmocka_run_group_tests_name("golden_exp2", tests, 0, 0);
}
