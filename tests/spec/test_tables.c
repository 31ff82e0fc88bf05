/* SPDX-License-Identifier: MIT
 *
 * Every entry of exp2.def and recip.def against MPFR, rounded half up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <mpfr.h>

#include "spec/spec.h"

static const int exp2_rows[][9] = {
#define TA_EXP2(i, e0, e1, e2, e3, e4, e5, e6, e7) {i, e0, e1, e2, e3, e4, e5, e6, e7},
#include "spec/exp2.def"
#undef TA_EXP2
};

static const int recip_rows[][9] = {
#define TA_RECIP(i, r0, r1, r2, r3, r4, r5, r6, r7) {i, r0, r1, r2, r3, r4, r5, r6, r7},
#include "spec/recip.def"
#undef TA_RECIP
};

/* floor(x + 1/2); x is destroyed.  The addition is rounded at 256 bits, and x is never so
 * near a tie that this matters: the distance is checked. */
static long round_half_up(mpfr_t x)
{
    mpfr_t distance;
    mpfr_init2(distance, 256);
    mpfr_add_d(x, x, 0.5, MPFR_RNDN);
    mpfr_frac(distance, x, MPFR_RNDN);
    double fraction = mpfr_get_d(distance, MPFR_RNDN);
    if (fraction != 0.5) { /* 0.5: x was an integer, exact */
        assert_true(fraction > 1e-9);
        assert_true(fraction < 1 - 1e-9);
    }
    mpfr_clear(distance);
    mpfr_floor(x, x);
    return mpfr_get_si(x, MPFR_RNDN);
}

static void exp2_entries(void **state)
{
    (void)state;
    mpfr_t x;
    mpfr_init2(x, 256);
    assert_int_equal(sizeof exp2_rows / sizeof exp2_rows[0], 256 / 8);
    for (int i = 0; i < 256; i++) {
        assert_int_equal(exp2_rows[i / 8][0], i / 8 * 8);
        mpfr_set_si(x, 15 * 256 + i, MPFR_RNDN);
        mpfr_div_si(x, x, 256, MPFR_RNDN);
        mpfr_exp2(x, x, MPFR_RNDN);
        assert_int_equal(exp2_rows[i / 8][1 + i % 8], round_half_up(x));
    }
    mpfr_clear(x);
}

static void recip_entries(void **state)
{
    (void)state;
    mpfr_t x, y;
    mpfr_init2(x, 256);
    mpfr_init2(y, 256);
    assert_int_equal(sizeof recip_rows / sizeof recip_rows[0], 64 / 8);
    for (int i = 0; i < 64; i++) {
        assert_int_equal(recip_rows[i / 8][0], i / 8 * 8);
        mpfr_set_d(x, 1 + (i + 0.5) / 64, MPFR_RNDN); /* exact */
        mpfr_set_si(y, 32768, MPFR_RNDN);
        mpfr_div(x, y, x, MPFR_RNDN);
        assert_int_equal(recip_rows[i / 8][1 + i % 8], round_half_up(x));
    }
    mpfr_clear(x);
    mpfr_clear(y);
    mpfr_free_cache();
}

/* Sizes that count the rows of other tables. */
static void counted_sizes(void **state)
{
    (void)state;
    for (int build = 0; build < TA_BUILD_COUNT; build++) {
        int size[TA_SIZE_COUNT];
        ta_sizes(ta_build_at(build), size);
        assert_int_equal(size[TA_SIZE_Buffers], TA_BUFFER_COUNT);
        assert_int_equal(size[TA_SIZE_Units], TA_UNIT_COUNT);
        assert_int_equal(size[TA_SIZE_Counters], TA_COUNTER_COUNT + 2 * TA_STALL_COUNT);
    }
}

/* The regions fill the memory without a gap, and each starts on a word. */
static void memory_map(void **state)
{
    (void)state;
    for (int build = 0; build < TA_BUILD_COUNT; build++) {
        const ta_build *b = ta_build_at(build);
        int size[TA_SIZE_COUNT];
        ta_sizes(b, size);
        assert_int_equal(ta_region_base(b, 0), 0);
        for (int region = 0; region < TA_REGION_COUNT; region++)
            assert_int_equal(ta_region_base(b, (enum ta_region)region) * 8 % (unsigned)b->port_bits, 0);
        assert_int_equal(ta_region_base(b, TA_REGION_COUNT) * 8, size[TA_SIZE_MemWords] * b->port_bits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counted_sizes),
        cmocka_unit_test(memory_map),
        cmocka_unit_test(exp2_entries),
        cmocka_unit_test(recip_entries),
    };
    return cmocka_run_group_tests_name("spec_tables", tests, 0, 0);
}
