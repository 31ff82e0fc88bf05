/* SPDX-License-Identifier: MIT */
#include "vectors.h"

static void maximum(void **state)
{
    (void)state;
    const int16_t z[5] = {-32768, -3, 7, 6, -32767};
    assert_int_equal(ta_row_max(0, z, 12), 12);
    assert_int_equal(ta_row_max(1, z, -32768), -32768); /* all masked: the state stays */
    assert_int_equal(ta_row_max(1, z, -5), -5);
    assert_int_equal(ta_row_max(2, z, -32768), -3);
    assert_int_equal(ta_row_max(5, z, -32768), 7);
    assert_int_equal(ta_row_max(5, z, 32767), 32767);
    assert_int_equal(ta_row_max(1, z + 4, -32768), -32767);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(maximum)};
    return cmocka_run_group_tests_name("golden_row_max", tests, 0, 0);
}
