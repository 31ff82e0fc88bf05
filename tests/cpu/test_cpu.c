/* SPDX-License-Identifier: MIT
 *
 * Every version of the CPU engine equals the golden model: outputs, m, l and counters.
 *   test_cpu [jobs [first seed]]     default 20,000 jobs from seed 0
 */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/cpu.h"
#include "cpu/kernel.h"
#include "golden/golden.h"
#include "golden/random_job.h"

static long jobs = 20000;
static uint64_t first_seed = 0;

static void *take(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    assert_non_null(p);
    return p;
}

/* A job and its memory; k, v, q and the workspace start at odd addresses. */
typedef struct bench {
    ta_job job;
    int8_t *q, *k, *v;
} bench;

static void open_bench(bench *b, const ta_build *build)
{
    const size_t cells = (size_t)build->nmax * (size_t)build->dmax;
    memset(b, 0, sizeof *b);
    b->job.build = *build;
    b->q = take(cells + 1);
    b->k = take(cells + 1);
    b->v = take(cells + 1);
    b->job.q = b->q + 1;
    b->job.k = b->k + 1;
    b->job.v = b->v + 1;
}

static void close_bench(bench *b)
{
    free(b->q);
    free(b->k);
    free(b->v);
}

static ta_result new_result(const ta_config *c)
{
    ta_result r;
    memset(&r, 0, sizeof r);
    r.out = take((size_t)c->nq * (size_t)c->d * sizeof *r.out);
    r.m = take((size_t)c->nq * sizeof *r.m);
    r.l = take((size_t)c->nq * sizeof *r.l);
    memset(r.out, 0x5A, (size_t)c->nq * (size_t)c->d * sizeof *r.out);
    return r;
}

static void free_result(ta_result *r)
{
    free(r->out);
    free(r->m);
    free(r->l);
}

/* Fails with the first row that differs. */
static void compare(const ta_job *job, const ta_result *want, const ta_result *got,
                    const char *version, uint64_t seed)
{
    const ta_config *c = &job->config;
    for (int i = 0; i < c->nq; i++) {
        const size_t at = (size_t)i * (size_t)c->d;
        if (want->m[i] != got->m[i] || want->l[i] != got->l[i] ||
            memcmp(want->out + at, got->out + at, (size_t)c->d * sizeof *want->out))
            fail_msg("%s, seed %llu: a %d pf %d nmax %d nq %d nk %d d %d causal %d offset %d scale %u, "
                     "row %d: m %d, expected %d; l %lld, expected %lld",
                     version, (unsigned long long)seed, job->build.a, job->build.pf,
                     job->build.nmax, c->nq, c->nk, c->d, c->causal, c->offset, c->scale, i,
                     got->m[i], want->m[i], (long long)got->l[i], (long long)want->l[i]);
    }
    assert_memory_equal(&want->counters, &got->counters, sizeof want->counters);
}

/* Counts rows and tiles, and where alpha says that the maximum rose (golden's trace). */
typedef struct rises {
    long tiles, risen;
} rises;

static void count_rises(void *context, const ta_tile_trace *t)
{
    rises *r = context;
    for (int i = 0; i < t->rows; i++) {
        if (t->l[i] == 0) /* sees no key yet */
            continue;
        r->tiles++;
        r->risen += t->alpha[i] != 32768;
    }
}

/* Golden against every version that the machine has. */
static void check(const ta_job *job, uint64_t seed, rises *count)
{
    ta_result want = new_result(&job->config);
    void *work = take(ta_golden_workspace(&job->build, &job->config));
    assert_int_equal(ta_golden_run(job, &want, work, count ? count_rises : 0, count), 0);
    free(work);

    const size_t bytes = ta_cpu_workspace(&job->build, &job->config);
    unsigned char *space = take(bytes + 1);
    memset(space, 0xA5, bytes + 1);
    for (int id = 0; id < TA_CPU_VERSION_COUNT; id++) {
        const ta_cpu_version *version = ta_cpu_version_at(id);
        if (!version || id == TA_CPU_portable) /* one of the others */
            continue;
        ta_result got = new_result(&job->config);
        assert_int_equal(ta_cpu_run(job, &got, version, space + 1, bytes), 0);
        compare(job, &want, &got, ta_cpu_version_id_name(id), seed);
        free_result(&got);
    }
    free(space);
    free_result(&want);
}

/* The maximum of every row rises at every tile, by a step that the seed gives. */
static void make_rising(bench *b, uint64_t *state)
{
    ta_config *c = &b->job.config;
    const int a = b->job.build.a;
    const int tiles = (c->nk + a - 1) / a;
    for (int i = 0; i < c->nq * c->d; i++)
        b->q[1 + i] = (int8_t)(1 + ta_random_below(state, 127));
    for (int j = 0; j < c->nk; j++) {
        const int level = tiles > 1 ? -126 + 250 * (j / a) / (tiles - 1) : 0;
        for (int i = 0; i < c->d; i++)
            b->k[1 + j * c->d + i] = (int8_t)(level + (int)ta_random_below(state, 3));
    }
    /* From a rise of a few steps of Z to one that leaves nothing of the past; Z saturates at
     * neither end: |S| <= 127 * 127 * d. */
    c->scale = 1 + ta_random_below(state, 1 + (8000u / (unsigned)c->d >> ta_random_below(state, 7)));
}

/* Builds of every A and PF; sizes mostly small, sometimes beyond a block of rows or keys. */
static ta_build build_of(uint64_t seed)
{
    ta_build build = {.name = "random", .pf = seed / 3 % 2 ? 12 : 8, .port_bits = 16};
    build.a = 4 << seed % 3;
    build.dmax = build.a * (int)(1 + seed / 6 % 6);
    build.nmax = (build.a < 8 ? 8 : build.a) + (seed % 29 == 0 ? 400 : seed % 5 == 0 ? 160 : (int)(seed % 41));
    if (seed % 101 == 0)
        build.dmax = 144;
    return build;
}

static void random_jobs(void **state)
{
    (void)state;
    rises count = {0, 0};
    for (long i = 0; i < jobs; i++) {
        const uint64_t seed = first_seed + (uint64_t)i;
        const ta_build build = build_of(seed);
        bench b;
        open_bench(&b, &build);
        ta_random_job(&build, seed, TA_RANDOM_FLASH, &b.job.config, b.q + 1, b.k + 1, b.v + 1);
        uint64_t random = seed;
        const int rising = seed / 6 % 4 == 0;
        if (rising)
            make_rising(&b, &random);
        check(&b.job, seed, rising ? &count : 0);
        close_bench(&b);
    }
    print_message("rising jobs: the maximum rises at %ld of %ld rows and tiles\n", count.risen, count.tiles);
    assert_true(count.risen * 10 >= count.tiles * 9); /* the rest: a row's last keys, masked */
}

/* More keys than 32 bits of O hold, and the last number that they do. */
static void long_jobs(void **state)
{
    (void)state;
    static const int keys[] = {4095, 4096, 4097, 9001, 20000};
    for (unsigned i = 0; i < 30; i++) {
        const ta_build build = {"long", 4 << i % 3, 32, 131072, i % 2 ? 12 : 8, 16};
        bench b;
        open_bench(&b, &build);
        uint64_t random = i;
        b.job.config = (ta_config){.nq = 3 + (int)i % 3, .nk = keys[i % 5], .d = 16, .q_rows = build.a,
                                   .causal = i % 4 == 3, .offset = keys[i % 5] - 2, .scale = 37 * i};
        const ta_config *c = &b.job.config;
        for (int x = 0; x < c->nq * c->d; x++)
            b.q[1 + x] = (int8_t)ta_random_below(&random, 256);
        for (int x = 0; x < c->nk * c->d; x++) {
            b.k[1 + x] = i < 10 ? 5 : (int8_t)ta_random_below(&random, 256);
            b.v[1 + x] = i < 5 ? -128 : i < 10 ? 127 : (int8_t)ta_random_below(&random, 256);
        }
        if (i >= 20)
            make_rising(&b, &random);
        check(&b.job, i, 0);
        close_bench(&b);
    }
}

/* More dimensions than a float sums exactly, and all extremes. */
static void deep_jobs(void **state)
{
    (void)state;
    static const int dims[] = {1008, 1024, 1040, 2048, 4112};
    for (unsigned i = 0; i < 15; i++) {
        const ta_build build = {"deep", 4 << i % 3, 8192, 24, 12, 16};
        bench b;
        open_bench(&b, &build);
        uint64_t random = i;
        b.job.config = (ta_config){.nq = 7, .nk = 21, .d = dims[i % 5], .q_rows = build.a,
                                   .scale = i < 5 ? 0xFFFFFF : 1 + i};
        const ta_config *c = &b.job.config;
        for (int x = 0; x < c->nq * c->d; x++)
            b.q[1 + x] = i < 10 ? -128 : (int8_t)ta_random_below(&random, 256);
        for (int x = 0; x < c->nk * c->d; x++) {
            b.k[1 + x] = i < 5 ? -128 : i < 10 ? 127 : (int8_t)ta_random_below(&random, 256);
            b.v[1 + x] = (int8_t)ta_random_below(&random, 256);
        }
        check(&b.job, i, 0);
        close_bench(&b);
    }
}

/* Every scale at every corner of S: the clamp changes nothing. */
static void score_limits(void **state)
{
    (void)state;
    const ta_build build = {"limit", 4, 64, 8, 12, 16};
    bench b;
    open_bench(&b, &build);
    for (int bit = 0; bit <= 24; bit++)
        for (int off = -1; off <= 1; off++) {
            const int64_t scale = ((int64_t)1 << bit) + off;
            if (scale < 0 || scale > 0xFFFFFF)
                continue;
            b.job.config = (ta_config){.nq = 8, .nk = 8, .d = 64, .q_rows = 4, .scale = (uint32_t)scale};
            /* Key j gives every query the limit of the clamp, and 1 or 2 to either side of it,
             * of either sign (where 64 dimensions reach so far). */
            const int64_t limit = scale ? ((1 << 27) + scale - 1) / scale : 0;
            for (int i = 0; i < 8; i++)
                for (int x = 0; x < 64; x++) {
                    const int64_t want = limit + i / 2 - 2; /* S = +-want, as 127 times digits + 1 */
                    const int64_t left = want / 127 - 127 * x;
                    const int64_t digit = x == 63 ? want % 127 : left > 127 ? 127 : left < 0 ? 0 : left;
                    b.q[1 + i * 64 + x] = x == 63 ? 1 : 127;
                    b.k[1 + i * 64 + x] = (int8_t)(i % 2 ? -digit : digit);
                    b.v[1 + i * 64 + x] = (int8_t)(i * 31 + x);
                }
            check(&b.job, (uint64_t)bit, 0);
        }
    close_bench(&b);
}

/* The polynomial of kernel.h: the table up to its last bit, and P from it for every
 * difference and both PF. */
static void exp2_polynomial(void **state)
{
    (void)state;
    for (int32_t x = -65536; x <= 0; x++) {
        const uint32_t t = (uint32_t)(x & 255) << 8;
        const int s = -(x >> 8);
        uint32_t y = TA_CPU_EXP2_C4;
        y = (y * t >> 16) + TA_CPU_EXP2_C3;
        y = (y * t >> 16) + TA_CPU_EXP2_C2;
        y = (y * t >> 16) + TA_CPU_EXP2_C1;
        assert_true(y < 65536);
        y = 8192 + (((y * t >> 16) + TA_CPU_EXP2_C0) >> 3);
        assert_true(y < 32768);
        if (s == 0)
            assert_int_equal(y, 8192);
        if (x > -256)
            assert_int_equal(y >> 1, ta_exp2(x) ? ta_exp2((x & 255) - 256) >> 2 : 0);
        for (int pf = 8; pf <= 12; pf += 4) {
            const int top = pf + 2;
            const uint32_t power = s <= top ? 1u << (top - s) : 0;
            const uint32_t p = (y * power + 16384) >> 15; /* mulhrs */
            assert_int_equal(p, ta_probability(ta_exp2(x), pf));
        }
    }
}

/* (x * alpha) >> 15 in 32 bits, at corners and at random. */
static void rescale_32(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int i = 0; i < 1000000; i++) {
        int32_t x = (int32_t)ta_random_next(&random);
        int32_t alpha = (int32_t)ta_random_below(&random, 32769);
        if (i < 64) {
            static const int32_t corner[] = {INT32_MIN, INT32_MAX, 0, -1, 1, -32768, 32767, 32768};
            x = corner[i % 8];
            alpha = (int32_t[]){0, 1, 32767, 32768, 16384, 16383, 2, 32766}[i / 8];
        }
        const int64_t want = ((int64_t)x * alpha) >> 15;
        const int64_t high = (int64_t)(x >> 15) * alpha, low = (int64_t)(x & 32767) * alpha;
        assert_true(high >= INT32_MIN && high <= INT32_MAX && low <= INT32_MAX);
        assert_int_equal((int32_t)high + ((int32_t)low >> 15), want);
    }
}

/* Threads and several jobs change nothing. */
static void many_jobs(void **state)
{
    (void)state;
    enum { COUNT = 12 };
    const ta_build build = {"many", 8, 32, 700, 12, 64};
    bench b[COUNT];
    ta_job all[COUNT];
    ta_result got[COUNT];
    for (int i = 0; i < COUNT; i++) {
        open_bench(&b[i], &build);
        ta_random_job(&build, (uint64_t)i, TA_RANDOM_FLASH, &b[i].job.config, b[i].q + 1, b[i].k + 1,
                      b[i].v + 1);
        all[i] = b[i].job;
        got[i] = new_result(&all[i].config);
    }
    const ta_cpu_version *version = ta_cpu_select();
    assert_non_null(version);
    const int threads = 3;
    size_t each = 0;
    for (int i = 0; i < COUNT; i++) {
        size_t need = ta_cpu_workspace(&build, &all[i].config);
        each = need > each ? need : each;
    }
    void *space = take(each * (size_t)threads);
    assert_int_equal(ta_cpu_run_many(all, got, COUNT, version, threads, space, each * (size_t)threads), 0);
    for (int i = 0; i < COUNT; i++) {
        ta_result want = new_result(&all[i].config);
        void *work = take(ta_golden_workspace(&build, &all[i].config));
        assert_int_equal(ta_golden_run(&all[i], &want, work, 0, 0), 0);
        compare(&all[i], &want, &got[i], "many", (uint64_t)i);
        free(work);
        free_result(&want);
    }
    /* Refused: nothing is written. */
    all[COUNT - 1].config.nq = 0;
    int16_t before = got[0].out[0];
    got[0].out[0] = (int16_t)(before + 1);
    assert_int_equal(ta_cpu_run_many(all, got, COUNT, version, threads, space, each * (size_t)threads),
                     TA_CONFIG_ERROR_nq);
    assert_int_equal(got[0].out[0], (int16_t)(before + 1));
    free(space);
    for (int i = 0; i < COUNT; i++) {
        free_result(&got[i]);
        close_bench(&b[i]);
    }
}

static void refusals(void **state)
{
    (void)state;
    const ta_build build = {"no", 8, 64, 131072, 12, 64};
    ta_job job = {.build = build, .config = {.nq = 1, .nk = 1, .d = 8, .q_rows = 8}};
    ta_result none = {0};
    const ta_cpu_version *version = ta_cpu_select();
    assert_int_equal(ta_cpu_run(&job, &none, version, 0, 0), -1);
    job.config.mode = TA_NAIVE;
    assert_int_equal(ta_cpu_run(&job, &none, version, 0, SIZE_MAX), -1);
    job.config.mode = TA_FLASH;
    job.config.d = 12;
    assert_int_equal(ta_cpu_run(&job, &none, version, 0, SIZE_MAX), TA_CONFIG_ERROR_d);
    job.config.d = 8;
    job.build.nmax = 131073;
    assert_int_equal(ta_cpu_run(&job, &none, version, 0, SIZE_MAX), TA_CONFIG_ERROR_nq);
    /* The workspace does not grow with the number of keys, but for the width of O. */
    ta_config few = {.nq = 1, .nk = 5000, .d = 64}, many = {.nq = 131072, .nk = 131072, .d = 64};
    assert_int_equal(ta_cpu_workspace(&build, &few), ta_cpu_workspace(&build, &many));
}

/* The environment variable names the version, and only one that the machine has. */
static void selection(void **state)
{
    (void)state;
    for (int id = 0; id < TA_CPU_VERSION_COUNT; id++) {
        setenv("TINYATTN_CPU", ta_cpu_version_id_name(id), 1);
        assert_ptr_equal(ta_cpu_select(), ta_cpu_version_at(id));
    }
    setenv("TINYATTN_CPU", "no such version", 1);
    assert_null(ta_cpu_select());
    setenv("TINYATTN_CPU", "", 1);
    assert_non_null(ta_cpu_select());
    unsetenv("TINYATTN_CPU");
    assert_non_null(ta_cpu_select());
    assert_non_null(ta_cpu_version_at(TA_CPU_portable));
    assert_null(ta_cpu_version_at(-1));
    assert_null(ta_cpu_version_at(TA_CPU_VERSION_COUNT));
}

int main(int argc, char **argv)
{
    if (argc > 1)
        jobs = atol(argv[1]);
    if (argc > 2)
        first_seed = strtoull(argv[2], 0, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp2_polynomial), cmocka_unit_test(rescale_32),
        cmocka_unit_test(score_limits),    cmocka_unit_test(random_jobs),
        cmocka_unit_test(long_jobs),       cmocka_unit_test(deep_jobs),
        cmocka_unit_test(many_jobs),       cmocka_unit_test(refusals),
        cmocka_unit_test(selection),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
