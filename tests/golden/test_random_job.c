/* SPDX-License-Identifier: MIT */
#include "vectors.h"

/* CRC-32 of the first 100 jobs of each build: every configuration, every tensor.  A change
 * here makes other jobs of old seeds: say so in the change log. */
static const struct {
    const char *build;
    uint32_t crc;
} pinned[] = {
    {"tiny", 0xf45bec55}, {"tiny32", 0xf45bec55}, {"lab", 0xfcf49a3c},
    {"wide", 0x6006caed}, {"x8", 0x952424f0},     {"x16", 0x8eef394b},
};

static uint32_t crc_int(uint32_t crc, uint32_t x)
{
    crc = crc32_u16(crc, (uint16_t)x);
    return crc32_u16(crc, (uint16_t)(x >> 16));
}

static uint32_t crc_job(uint32_t crc, const test_job *t)
{
    const ta_config *c = &t->job.config;
    const int fields[] = {c->nq,     c->nk,      c->d,      c->mode,    c->q_rows,
                          c->causal, c->offset,  c->overlap, c->stream, c->latency};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        crc = crc_int(crc, (uint32_t)fields[i]);
    crc = crc_int(crc, c->scale);
    crc = crc32_update(crc, t->q, (size_t)(c->nq * c->d));
    crc = crc32_update(crc, t->k, (size_t)(c->nk * c->d));
    return crc32_update(crc, t->v, (size_t)(c->nk * c->d));
}

static void splitmix64(void **state)
{
    (void)state;
    uint64_t random = 1234567; /* the published test values */
    assert_true(ta_random_next(&random) == UINT64_C(6457827717110365317));
    assert_true(ta_random_next(&random) == UINT64_C(3203168211198807973));
    assert_true(ta_random_next(&random) == UINT64_C(9817491932198370423));
}

static void deterministic(void **state)
{
    (void)state;
    assert_int_equal(sizeof pinned / sizeof pinned[0], TA_BUILD_COUNT);
    int wrong = 0;
    for (int b = 0; b < TA_BUILD_COUNT; b++) {
        const ta_build *build = ta_build_find(pinned[b].build);
        assert_non_null(build);
        uint32_t crc = 0;
        for (uint64_t seed = 0; seed < 100; seed++) {
            test_job t;
            test_job_new(&t, build, build->nmax, build->nmax, build->dmax);
            ta_random_job(build, seed, TA_RANDOM_ANY, &t.job.config, t.q, t.k, t.v);
            crc = crc_job(crc, &t);
            test_job_free(&t);
        }
        if (crc != pinned[b].crc) {
            print_error("{\"%s\", 0x%08x}\n", pinned[b].build, crc);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

static void legal(void **state)
{
    (void)state;
    for (int b = 0; b < TA_BUILD_COUNT; b++) {
        const ta_build *build = ta_build_at(b);
        test_job t;
        test_job_new(&t, build, build->nmax, build->nmax, build->dmax);
        int corners[TA_CORNER_COUNT] = {0};
        int naive = 0, causal = 0, square = 0, beyond = 0;
        for (uint64_t seed = 0; seed < 1000; seed++) {
            const ta_config *c = &t.job.config;
            const unsigned flags = seed < 600 ? TA_RANDOM_ANY : (unsigned)(seed & 15);
            int corner = ta_random_job(build, seed, flags, &t.job.config, t.q, t.k, t.v);
            assert_int_equal(ta_config_check(build, c), TA_CONFIG_ERROR_none);
            assert_true(c->scale <= 0xFFFFFF);
            if (flags & TA_RANDOM_NAIVE)
                assert_int_equal(c->mode, TA_NAIVE);
            else if (flags & TA_RANDOM_FLASH)
                assert_int_equal(c->mode, TA_FLASH);
            if (flags & TA_RANDOM_SMALL)
                assert_true(c->nq <= 4 * build->a && c->nk <= 4 * build->a &&
                            c->d <= 2 * build->a);
            if (flags & TA_RANDOM_NO_CORNERS)
                assert_int_equal(corner, TA_CORNER_NONE);
            if (flags)
                continue;
            corners[corner]++;
            naive += c->mode == TA_NAIVE;
            causal += c->causal;
            square += c->nq == c->nk;
            beyond += c->nq == build->nmax || c->nk == build->nmax;
        }
        assert_in_range(corners[TA_CORNER_NONE], 400, 500);
        for (int corner = 1; corner < TA_CORNER_COUNT; corner++)
            assert_in_range(corners[corner], 5, 40);
        assert_in_range(naive, 100, 200);
        assert_in_range(causal, 250, 350);
        assert_in_range(square, 250, 360);
        assert_true(build->nmax > 64 || beyond > 0);
        test_job_free(&t);
    }
}

/* Builds unlike those of the table: few row blocks are legal, or one; three chunks; many tiles.  No key beyond the last
 * is written. */
static void other_builds(void **state)
{
    (void)state;
    static const ta_build builds[] = {{"small", 4, 4, 8, 12, 16}, {"one", 8, 24, 8, 12, 16}, {"long", 4, 4, 16384, 12, 16}};
    enum { COUNT = sizeof builds / sizeof builds[0], UNTOUCHED = 85 };
    int rising[COUNT] = {0}, steep = 0, touched = 0, short_of_all = 0;
    for (int b = 0; b < COUNT; b++) {
        const int room = builds[b].nmax * builds[b].dmax;
        test_job t;
        test_job_new(&t, &builds[b], builds[b].nmax, builds[b].nmax, builds[b].dmax);
        for (uint64_t seed = 0; seed < 500; seed++) {
            const ta_config *c = &t.job.config;
            memset(t.k, UNTOUCHED, (size_t)room);
            int corner = ta_random_job(&builds[b], seed, seed & 1 ? TA_RANDOM_SMALL : TA_RANDOM_ANY, &t.job.config, t.q,
                                       t.k, t.v);
            assert_int_equal(ta_config_check(&builds[b], c), TA_CONFIG_ERROR_none);
            assert_true(c->d <= 2 * builds[b].a || !(seed & 1));
            short_of_all += corner == TA_CORNER_EQUAL && c->nk * c->d < room;
            for (int i = c->nk * c->d; i < room; i++)
                touched += t.k[i] != UNTOUCHED;
            if (corner != TA_CORNER_RISING)
                continue;
            assert_true(c->scale >= 1);
            rising[b] += c->nk > 4 * 740;
            if (c->nk > 4 * 740) /* the least that rises at every tile */
                steep += c->scale != 11u * (uint32_t)((c->nk + 3) / 4) / (uint32_t)c->d;
            for (int i = 1; i < c->nk * c->d; i++)
                assert_true(t.k[i] >= t.k[i - 1]);
            if (c->nk > 1)
                assert_true(t.k[0] == -128 && t.k[c->nk * c->d - 1] == 127);
        }
        test_job_free(&t);
    }
    assert_true(rising[COUNT - 1] > 0 && steep == 0 && touched == 0 && short_of_all > 0);
}

typedef struct rise {
    int tiles, rose, last_m;
} rise;

static void watch_first_row(void *context, const ta_tile_trace *t)
{
    rise *r = context;
    if (t->group == 0) {
        r->tiles++;
        r->rose += t->m[0] > r->last_m;
        r->last_m = t->m[0];
    }
}

/* The corners are what they say. */
static void corners(void **state)
{
    (void)state;
    const ta_build *build = ta_build_find("wide");
    int steepest = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        test_job t;
        test_job_new(&t, build, build->nmax, build->nmax, build->dmax);
        ta_config *c = &t.job.config;
        int corner = ta_random_job(build, seed, TA_RANDOM_FLASH, c, t.q, t.k, t.v);
        rise r = {0, 0, -32769};
        c->causal = 0;
        test_job_run(&t, watch_first_row, &r);
        if (corner == TA_CORNER_RISING && c->nk > 8)
            assert_true(r.rose >= r.tiles - 1); /* a last tile of one key may only equal */
        if (corner == TA_CORNER_FALLING || corner == TA_CORNER_EQUAL ||
            corner == TA_CORNER_ZERO || corner == TA_CORNER_MINIMUM)
            assert_int_equal(r.rose, 1);
        if (corner == TA_CORNER_ZERO)
            assert_int_equal(c->scale, 0);
        steepest += corner == TA_CORNER_SATURATE && c->scale == 0xFFFFFF;
        if (corner == TA_CORNER_SATURATE && c->nk >= 64)
            assert_int_equal(t.result.m[0], 32767);
        if (corner == TA_CORNER_SHORT)
            assert_true(c->nq <= build->a || c->nk <= build->a);
        test_job_free(&t);
    }
    assert_true(steepest > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splitmix64),
        cmocka_unit_test(deterministic),
        cmocka_unit_test(legal),
        cmocka_unit_test(other_builds),
        cmocka_unit_test(corners),
    };
    return cmocka_run_group_tests_name("golden_random_job", tests, 0, 0);
}
