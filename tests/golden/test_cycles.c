/* SPDX-License-Identifier: MIT
 *
 * The cycle model against itself: skipping whole periods gives what walking every step gives.
 * (That the walk equals the RTL is the business of the end-to-end tests.)
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "golden/golden.h"
#include "golden/random_job.h"

static int pick(uint64_t *state, int low, int high)
{
    return low + (int)ta_random_below(state, (uint32_t)(high - low + 1));
}

static void compare(const ta_build *b, const ta_config *c)
{
    ta_counters skip, walk;
    memset(&skip, 0, sizeof skip);
    memset(&walk, 0, sizeof walk);
    ta_cycles(b, c, &skip);
    ta_cycles_walk(b, c, &walk);
    if (memcmp(&skip, &walk, sizeof skip) != 0) {
        print_error("%s nq %d nk %d d %d mode %d q_rows %d causal %d offset %d overlap %d stream %d "
                    "latency %d: cycles %llu skipped, %llu walked\n",
                    b->name, c->nq, c->nk, c->d, c->mode, c->q_rows, c->causal, c->offset, c->overlap,
                    c->stream, c->latency, (unsigned long long)skip.cycles,
                    (unsigned long long)walk.cycles);
        fail();
    }
}

static void random_config(uint64_t *state, const ta_build *b, int nmax, int dmax, ta_config *c)
{
    memset(c, 0, sizeof *c);
    c->nq = pick(state, 1, nmax);
    c->nk = pick(state, 0, 3) ? c->nq : pick(state, 1, nmax);
    c->d = b->a * pick(state, 1, dmax / b->a);
    c->mode = pick(state, 0, 3) == 0 ? TA_NAIVE : TA_FLASH;
    c->q_rows = b->a << pick(state, 0, 3);
    c->causal = pick(state, 0, 1);
    switch (pick(state, 0, 3)) {
    case 0: c->offset = 0; break;
    case 1: c->offset = c->nk - c->nq; break;
    default: c->offset = pick(state, -nmax, nmax);
    }
    c->overlap = pick(state, 0, 3) != 0;
    c->stream = pick(state, 0, 3) != 0;
    c->latency = pick(state, 0, 1) ? 10 : pick(state, 0, 64);
}

static void test_small(void **unused)
{
    (void)unused;
    uint64_t state = 1;
    for (int i = 0; i < 6000; i++) {
        ta_build b = *ta_build_at(i % TA_BUILD_COUNT);
        ta_config c;
        random_config(&state, &b, 40 * b.a, 8 * b.a, &c);
        b.nmax = 40 * b.a;
        b.dmax = 8 * b.a;
        compare(&b, &c);
    }
}

static void test_long(void **unused)
{
    (void)unused;
    uint64_t state = 2;
    for (int i = 0; i < 240; i++) {
        ta_build b = *ta_build_at(i % TA_BUILD_COUNT);
        ta_config c;
        random_config(&state, &b, 400 * b.a, 4 * b.a, &c);
        b.nmax = 400 * b.a;
        b.dmax = 4 * b.a;
        compare(&b, &c);
    }
}

/* 131,072 queries and keys of 128 dimensions: the model's own time is reported. */
static void test_huge(void **unused)
{
    (void)unused;
    for (int mode = 0; mode < 2; mode++)
        for (int causal = 0; causal < 2; causal++)
            for (int q_rows = 8; q_rows <= 64; q_rows *= 2) {
                ta_build b = *ta_build_find("wide");
                b.nmax = 131072;
                b.dmax = 128;
                ta_config c = {131072, 131072, 128, mode, q_rows, causal, 0, 1, 1, 10, 1};
                ta_counters n;
                memset(&n, 0, sizeof n);
                clock_t t = clock();
                ta_cycles(&b, &c, &n);
                double ms = 1e3 * (double)(clock() - t) / CLOCKS_PER_SEC;
                ta_traffic(&b, &c, &n);
                print_message("%s q_rows %2d causal %d: %llu cycles, utilization %.4f, %.2f ms\n",
                              mode ? "naive" : "flash", q_rows, causal, (unsigned long long)n.cycles,
                              (double)(n.mm1_macs + n.mm2_macs) / (2.0 * 64.0 * (double)n.cycles), ms);
                uint64_t sum[2] = {0, 0};
                for (int a = 0; a < 2; a++)
                    for (int i = 0; i < TA_STALL_COUNT; i++)
                        sum[a] += n.stalls[a][i];
                assert_int_equal(sum[0], n.cycles);
                assert_int_equal(sum[1], n.cycles);
            }
}

/* No build or mode walks all of its steps: 131,072 queries and keys take no time. */
static void test_every_build(void **unused)
{
    (void)unused;
    for (int i = 0; i < TA_BUILD_COUNT; i++)
        for (int mode = 0; mode < 2; mode++)
            for (int causal = 0; causal < 2; causal++) {
                ta_build b = *ta_build_at(i);
                b.nmax = 131072;
                const ta_config c = {131072, 131072, b.dmax, mode, 8 * b.a, causal, 0, 1, 1, 10, 1};
                ta_counters n;
                memset(&n, 0, sizeof n);
                clock_t t = clock();
                ta_cycles(&b, &c, &n);
                double ms = 1e3 * (double)(clock() - t) / CLOCKS_PER_SEC;
                if (ms > 20)
                    print_message("%s %s causal %d: %.1f ms\n", b.name, mode ? "naive" : "flash", causal, ms);
                assert_true(ms < 2000);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_long),
        cmocka_unit_test(test_huge),
        cmocka_unit_test(test_every_build),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
