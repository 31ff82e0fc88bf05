/* SPDX-License-Identifier: MIT */
#include "vectors.h"

static void floors(void **state)
{
    (void)state;
    assert_int_equal(ta_accumulate_element(-1, 16384, 0, 8), -1);
    assert_int_equal(ta_accumulate_element(1, 16384, 0, 8), 0);
    assert_int_equal(ta_accumulate_element(-3, 16384, 0, 12), -2);
    assert_int_equal(ta_accumulate_element(-3, 32768, 0, 12), -3);
    assert_int_equal(ta_accumulate_element(-3, 0, -5, 8), -80);
    assert_int_equal(ta_accumulate_element(-3, 0, -5, 12), -5);
    int64_t most = (int64_t)1 << 36;
    assert_int_equal(ta_accumulate_element(-most, 32768, 0, 12), -most);
    assert_int_equal(ta_accumulate_element(-most, 1, 0, 12), -((int64_t)1 << 21));
    assert_int_equal(ta_accumulate_element(most, 32767, 0, 12), most - (most >> 15));
}

static void rows(void **state)
{
    (void)state;
    int64_t o[3] = {-7, 0, 7};
    const int32_t sum[3] = {1, -1, 2};
    ta_accumulate(3, 16384, sum, 8, o);
    assert_int_equal(o[0], -4 + 16);
    assert_int_equal(o[1], -16);
    assert_int_equal(o[2], 3 + 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(floors), cmocka_unit_test(rows)};
    return cmocka_run_group_tests_name("golden_accumulate", tests, 0, 0);
}
