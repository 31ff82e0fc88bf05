/* SPDX-License-Identifier: MIT
 *
 * The test of the pins in its own length, by another name for main, and one more: counters whose upper
 * bits no run reaches.
 */
int uart_thorough_main(void);
int counts_main(void);

#define main uart_thorough_main
#include "tests/fpga/uart.c"

#include "tests/mutation_rtl/jobs.h"

enum { COUNTERS = 29, ROUNDS = 12 };

static void read_counters(uint32_t *counters, uint32_t *refused)
{
    ta_frame r;
    assert_int_equal(request(TA_COMMAND_read_counters, NULL, 0, &r), 0);
    assert_int_equal(r.length, 1 + 4 * COUNTERS);
    for (int i = 0; i < COUNTERS; i++)
        counters[i] = (uint32_t)ta_get(r.payload + 1 + 4 * i, 4);
    assert_int_equal(request(TA_COMMAND_status, NULL, 0, &r), 0);
    *refused = (uint32_t)ta_get(r.payload + 3, 2);
}

/* What is added to all of them is what they are more; they stand still else. */
static void counts(void **state)
{
    (void)state;
    uint64_t random = 5;
    uint32_t before_it[COUNTERS], after_it[COUNTERS], refused, refused_then;
    ta_frame r;
    for (uint32_t n = 64; n <= 256; n += 64) /* the last bytes, in one piece */
        assert_int_equal(two(TA_COMMAND_read_memory, memory_bytes() - n, n, &r), 0);
    configure();
    assert_int_equal(start(1), 0);
    pins_run(&p, RUN);
    read_counters(before_it, &refused);
    for (int round = 0; round < ROUNDS; round++) {
        const uint32_t by = (uint32_t)ta_random_next(&random);
        ta_advance_line(p.fpga, by, 0, 0);
        pins_run(&p, 1);
        ta_advance_line(p.fpga, 0, 0, 0);
        pins_run(&p, ta_random_below(&random, 16));
        read_counters(after_it, &refused_then);
        for (int i = 0; i < COUNTERS; i++)
            assert_int_equal(after_it[i], before_it[i] + by);
        assert_int_equal(refused_then, (refused + (by >> 16)) & 0xffff);
        memcpy(before_it, after_it, sizeof before_it);
        refused = refused_then;
    }
}

int counts_main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(counts, start_up, shut_down)};
    cmocka_set_test_filter(NULL);
    return cmocka_run_group_tests_name("counts", tests, 0, 0);
}
