/* SPDX-License-Identifier: MIT
 *
 * Whole runs of the simulated engine against the golden model and the closed forms: output,
 * row state, bytes, tiles, operations, cycles and the stall ledger, all exact.
 *
 *   test_end_to_end BUILD [JOBS]
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "golden/golden.h"
#include "golden/random_job.h"
#include "sim/sim.h"

static int build_index;
static uint64_t job_count = 200;
static const ta_build *build;
static ta_sim *sim;
static int8_t *q, *k, *v;
static int16_t *out_golden, *out_rtl, *m_golden, *m_rtl;
static int64_t *l_golden, *l_rtl;
static void *workspace;

static void *allocate(size_t bytes)
{
    void *p = malloc(bytes);
    assert_non_null(p);
    return p;
}

static int set_up(void **unused)
{
    (void)unused;
    build = ta_build_at(build_index);
    sim = ta_sim_new(build_index);
    assert_non_null(sim);
    size_t n = (size_t)build->nmax, nd = n * (size_t)build->dmax;
    q = allocate(nd);
    k = allocate(nd);
    v = allocate(nd);
    out_golden = allocate(2 * nd);
    out_rtl = allocate(2 * nd);
    m_golden = allocate(2 * n);
    m_rtl = allocate(2 * n);
    l_golden = allocate(8 * n);
    l_rtl = allocate(8 * n);
    ta_config largest = {build->nmax, build->nmax, build->dmax, TA_NAIVE, build->a, 0, 0, 1, 1, 0, 1};
    ta_config flash = largest;
    flash.mode = TA_FLASH;
    size_t a = ta_golden_workspace(build, &largest), b = ta_golden_workspace(build, &flash);
    workspace = allocate((a > b ? a : b) + 16);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    ta_sim_free(sim);
    void *all[] = {q, k, v, out_golden, out_rtl, m_golden, m_rtl, l_golden, l_rtl, workspace};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    return 0;
}

static void print_job(const char *what, uint64_t seed, const ta_config *c)
{
    print_error("%s, seed %llu: %s nq %d nk %d d %d %s q_rows %d causal %d offset %d overlap %d "
                "stream %d latency %d\n",
                build->name, (unsigned long long)seed, what, c->nq, c->nk, c->d,
                c->mode ? "naive" : "flash", c->q_rows, c->causal, c->offset, c->overlap, c->stream,
                c->latency);
}

static void expect_equal(const char *what, uint64_t seed, const ta_config *c, int64_t expected, int64_t got)
{
    if (expected != got) {
        print_job(what, seed, c);
        print_error("  %s: expected %lld, got %lld\n", what, (long long)expected, (long long)got);
        fail();
    }
}

static ta_job job_of(const ta_config *c)
{
    ta_job job = {*build, *c, q, k, v};
    return job;
}

static void golden(const ta_config *c, ta_counters *counters)
{
    ta_job job = job_of(c);
    ta_result r = {out_golden, m_golden, l_golden, {0}};
    assert_int_equal(ta_golden_run(&job, &r, workspace, NULL, NULL), 0);
    ta_cycles(build, c, &r.counters);
    *counters = r.counters;
}

/* Output and row state of the last run against golden's. */
static void compare_values(uint64_t seed, const ta_config *c)
{
    size_t count = (size_t)c->nq * (size_t)c->d;
    for (size_t i = 0; i < count; i++)
        if (out_rtl[i] != out_golden[i]) {
            print_job("output", seed, c);
            print_error("  row %zu column %zu: expected %d, got %d\n", i / (size_t)c->d,
                        i % (size_t)c->d, out_golden[i], out_rtl[i]);
            fail();
        }
    for (int i = 0; i < c->nq; i++) {
        expect_equal("m", seed, c, m_golden[i], m_rtl[i]);
        expect_equal("l", seed, c, l_golden[i], l_rtl[i]);
    }
}

static void compare_counters(uint64_t seed, const ta_config *c, const ta_counters *e, const ta_counters *g)
{
#define TA_COUNTER(id, meaning) expect_equal(#id, seed, c, (int64_t)e->id, (int64_t)g->id);
#include "spec/counters.def"
#undef TA_COUNTER
    for (int a = 0; a < 2; a++) {
        uint64_t sum = 0;
        for (int s = 0; s < TA_STALL_COUNT; s++) {
            expect_equal(ta_stall_name(s), seed, c, (int64_t)e->stalls[a][s], (int64_t)g->stalls[a][s]);
            sum += g->stalls[a][s];
        }
        expect_equal("sum of causes", seed, c, (int64_t)g->cycles, (int64_t)sum);
    }
}

static void run_and_compare(uint64_t seed, const ta_config *c)
{
    ta_counters expected;
    golden(c, &expected);
    ta_job job = job_of(c);
    ta_result r = {out_rtl, m_rtl, l_rtl, {0}};
    expect_equal("status", seed, c, TA_SIM_OK, (int64_t)ta_sim_job(sim, &job, &r));
    compare_values(seed, c);
    compare_counters(seed, c, &expected, &r.counters);
}

static void test_random(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < job_count; seed++) {
        ta_config c;
        ta_random_job(build, seed, TA_RANDOM_ANY, &c, q, k, v);
        run_and_compare(seed, &c);
    }
}

/* The largest job of the build, in each schedule and every kind of block. */
static void test_largest(void **unused)
{
    (void)unused;
    for (int i = 0; i < 6; i++) {
        ta_config c;
        ta_random_job(build, 1000 + (uint64_t)i, TA_RANDOM_NO_CORNERS, &c, q, k, v);
        uint64_t state = (uint64_t)i;
        for (size_t j = 0; j < (size_t)build->nmax * (size_t)build->dmax; j++) {
            uint64_t r = ta_random_next(&state);
            q[j] = (int8_t)r;
            k[j] = (int8_t)(r >> 8);
            v[j] = (int8_t)(r >> 16);
        }
        c.nq = c.nk = build->nmax;
        c.d = build->dmax;
        c.mode = i == 5 ? TA_NAIVE : TA_FLASH;
        c.q_rows = build->a << (i % 4);
        c.causal = i & 1;
        c.offset = 0;
        c.overlap = c.stream = 1;
        c.latency = 10;
        run_and_compare(1000 + (uint64_t)i, &c);
    }
}

/* A port that withholds grants, read words and write words: the same output and bytes. */
static void test_stalled_port(void **unused)
{
    (void)unused;
    uint64_t jobs = job_count / 5, state = 7;
    for (uint64_t seed = 2000; seed < 2000 + jobs; seed++) {
        ta_config c;
        ta_random_job(build, seed, TA_RANDOM_SMALL, &c, q, k, v);
        ta_counters expected;
        golden(&c, &expected);
        ta_job job = job_of(&c);
        ta_sim_load(sim, &job);
        ta_sim_start(sim);
        unsigned rate = ta_random_below(&state, 240);
        uint64_t limit = 64 * expected.cycles + 100000, clocks = 0;
        while (!ta_sim_done(sim) && clocks++ < limit) {
            unsigned pins = 0;
            for (unsigned p = 1; p <= 4; p <<= 1)
                pins |= ta_random_below(&state, 256) < rate ? p : 0;
            ta_sim_set_stall(sim, pins);
            ta_sim_step(sim, 1);
        }
        ta_sim_set_stall(sim, 0);
        expect_equal("done", seed, &c, 1, ta_sim_done(sim));
        ta_sim_step(sim, 2);
        ta_counters g;
        ta_sim_counters(sim, &g);
        ta_sim_read(sim, ta_region_base(build, TA_REGION_O), out_rtl, 2 * (size_t)c.nq * (size_t)c.d);
        for (int i = 0; i < c.nq; i++)
            ta_sim_row_state(sim, i, &m_rtl[i], &l_rtl[i]);
        compare_values(seed, &c);
        expect_equal("hbm_read_bytes", seed, &c, (int64_t)expected.hbm_read_bytes, (int64_t)g.hbm_read_bytes);
        expect_equal("hbm_write_bytes", seed, &c, (int64_t)expected.hbm_write_bytes, (int64_t)g.hbm_write_bytes);
        expect_equal("tiles", seed, &c, (int64_t)expected.tiles, (int64_t)g.tiles);
        for (int a = 0; a < 2; a++) {
            uint64_t sum = 0;
            for (int s = 0; s < TA_STALL_COUNT; s++)
                sum += g.stalls[a][s];
            expect_equal("sum of causes", seed, &c, (int64_t)g.cycles, (int64_t)sum);
        }
    }
}

/* Block size, overlap, streaming and latency change times and traffic, never the output. */
static void test_properties(void **unused)
{
    (void)unused;
    uint64_t jobs = job_count / 20;
    for (uint64_t seed = 3000; seed < 3000 + jobs; seed++) {
        ta_config c;
        ta_random_job(build, seed, TA_RANDOM_FLASH | TA_RANDOM_SMALL, &c, q, k, v);
        for (int i = 0; i < 12; i++) {
            ta_config other = c;
            other.q_rows = build->a << (i & 3);
            if (other.q_rows > build->nmax)
                continue;
            other.overlap = i % 3 != 0;
            other.stream = i % 2;
            other.latency = i % 5 * 16;
            run_and_compare(seed, &other); /* golden's output does not know these settings */
        }
    }
}

/* A refused configuration: sticky code, no memory touched, and the next start works. */
static void test_refused(void **unused)
{
    (void)unused;
    ta_config good;
    ta_random_job(build, 4000, TA_RANDOM_SMALL | TA_RANDOM_NO_CORNERS, &good, q, k, v);
    good.mode = TA_FLASH;
    good.q_rows = build->a;
    good.causal = 1;
    good.offset = 0;
    struct {
        size_t field;
        int value, error;
    } bad[] = {
        {offsetof(ta_config, nq), 0, TA_CONFIG_ERROR_nq},
        {offsetof(ta_config, nq), build->nmax + 1, TA_CONFIG_ERROR_nq},
        {offsetof(ta_config, nq), 65535, TA_CONFIG_ERROR_nq},
        {offsetof(ta_config, nk), 0, TA_CONFIG_ERROR_nk},
        {offsetof(ta_config, nk), build->nmax + 1, TA_CONFIG_ERROR_nk},
        {offsetof(ta_config, d), 0, TA_CONFIG_ERROR_d},
        {offsetof(ta_config, d), build->a + 1, TA_CONFIG_ERROR_d},
        {offsetof(ta_config, d), build->dmax + build->a, TA_CONFIG_ERROR_d},
        {offsetof(ta_config, q_rows), 0, TA_CONFIG_ERROR_q_rows},
        {offsetof(ta_config, q_rows), 3 * build->a, TA_CONFIG_ERROR_q_rows},
        {offsetof(ta_config, q_rows), 16 * build->a, TA_CONFIG_ERROR_q_rows},
        {offsetof(ta_config, offset), build->nmax + 1, TA_CONFIG_ERROR_offset},
        {offsetof(ta_config, offset), -build->nmax - 1, TA_CONFIG_ERROR_offset},
        {offsetof(ta_config, latency), 65, TA_CONFIG_ERROR_latency},
    };
    size_t bytes = (size_t)(ta_z_address(build, build->nmax - 1, build->nmax - 1) + 2);
    uint8_t *before = allocate(bytes), *after = allocate(bytes);
    ta_job job = job_of(&good);
    ta_sim_load(sim, &job);
    ta_sim_read(sim, 0, before, bytes);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ta_config c = good;
        memcpy((char *)&c + bad[i].field, &bad[i].value, sizeof(int));
        assert_int_equal(ta_config_check(build, &c), bad[i].error);
        ta_sim_configure(sim, &c);
        ta_sim_start(sim);
        assert_int_equal(ta_sim_run(sim, 100), TA_SIM_REFUSED);
        assert_int_equal(ta_sim_config_error(sim), bad[i].error);
        ta_sim_step(sim, 100);
        assert_int_equal(ta_sim_done(sim), 0);
        assert_int_equal(ta_sim_config_error(sim), bad[i].error);
    }
    ta_sim_read(sim, 0, after, bytes);
    assert_memory_equal(before, after, bytes);
    free(before);
    free(after);
    run_and_compare(4000, &good);
}

/* Reset at any cycle of a run: the next run is exact. */
static void test_reset(void **unused)
{
    (void)unused;
    uint64_t jobs = job_count / 5, state = 9;
    for (uint64_t seed = 5000; seed < 5000 + jobs; seed++) {
        ta_config c;
        ta_random_job(build, seed, TA_RANDOM_SMALL, &c, q, k, v);
        ta_counters expected;
        golden(&c, &expected);
        ta_job job = job_of(&c);
        ta_sim_load(sim, &job);
        ta_sim_start(sim);
        ta_sim_step(sim, ta_random_below(&state, (uint32_t)expected.cycles + 1));
        ta_sim_reset(sim);
        run_and_compare(seed, &c);
    }
}

/* A memory that never grants: the run aborts after 2^16 cycles, and the next one works. */
static void test_timeout(void **unused)
{
    (void)unused;
    ta_config c;
    ta_random_job(build, 6000, TA_RANDOM_SMALL, &c, q, k, v);
    ta_job job = job_of(&c);
    ta_sim_load(sim, &job);
    ta_sim_set_stall(sim, TA_STALL_GRANT);
    ta_sim_start(sim);
    ta_sim_step(sim, 65000);
    assert_int_equal(ta_sim_timed_out(sim), 0);
    assert_int_equal(ta_sim_run(sim, 2000), TA_SIM_TIMEOUT);
    assert_int_equal(ta_sim_timed_out(sim), 1);
    ta_sim_set_stall(sim, 0);
    run_and_compare(6000, &c);
}

int main(int argc, char **argv)
{
    const ta_build *named = argc > 1 ? ta_build_find(argv[1]) : NULL;
    if (!named) {
        fprintf(stderr, "usage: test_end_to_end BUILD [JOBS]\n");
        return 2;
    }
    for (build_index = 0; ta_build_at(build_index) != named; build_index++) {
    }
    if (argc > 2)
        job_count = strtoull(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),  cmocka_unit_test(test_largest), cmocka_unit_test(test_stalled_port),
        cmocka_unit_test(test_properties), cmocka_unit_test(test_refused), cmocka_unit_test(test_reset),
        cmocka_unit_test(test_timeout),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
