/* SPDX-License-Identifier: MIT */
#include "vectors.h"

/* ---- vectors, with traces ---- */

typedef struct trace_check {
    const json_t *entry;
    int a, d;
    size_t rows; /* rows compared */
} trace_check;

static json_int_t cell(const json_t *tile, const char *key, size_t row, int column)
{
    const json_t *x = json_array_get(json_object_get(tile, key), row);
    if (column >= 0)
        x = json_array_get(x, (size_t)column);
    assert_true(json_is_integer(x));
    return json_integer_value(x);
}

static void check_tile(void *context, const ta_tile_trace *t)
{
    trace_check *check = context;
    const json_t *tiles = json_object_get(check->entry, "trace");
    const json_t *tile = 0;
    size_t index;
    json_array_foreach(tiles, index, tile) if (vectors_int(tile, "kj") == t->tile) break;
    assert_non_null(tile);

    const json_t *rows = json_object_get(tile, "rows");
    for (int i = 0; i < t->rows; i++) {
        size_t at = 0;
        while (at < json_array_size(rows) &&
               json_integer_value(json_array_get(rows, at)) != t->group * check->a + i)
            at++;
        assert_true(at < json_array_size(rows));
        assert_int_equal(t->m[i], cell(tile, "m", at, -1));
        assert_int_equal(t->alpha[i], cell(tile, "alpha", at, -1));
        assert_int_equal(t->l[i], cell(tile, "l", at, -1));
        for (int j = 0; j < t->keys; j++) {
            assert_int_equal(t->z[i * check->a + j], cell(tile, "Z", at, j));
            assert_int_equal(t->p[i * check->a + j], cell(tile, "P", at, j));
        }
        for (int j = t->keys; j < check->a; j++) {
            assert_int_equal(t->z[i * check->a + j], TA_Z_MASKED);
            assert_int_equal(t->p[i * check->a + j], 0);
        }
        for (int c = 0; c < check->d; c++)
            assert_int_equal(t->o[i * check->d + c], cell(tile, "O", at, c));
        check->rows++;
    }
}

static void check_file(const char *path, int traces)
{
    json_t *root = vectors_load(path);
    const json_t *entry;
    size_t i;
    int traced = 0;
    json_array_foreach(json_object_get(root, "cases"), i, entry) {
        test_job t;
        vectors_job(&t, entry);
        trace_check check = {entry, t.job.build.a, t.job.config.d, 0};
        const json_t *tiles = json_object_get(entry, "trace");
        test_job_run(&t, tiles ? check_tile : 0, &check);
        vectors_equal(entry, "out_flash", t.result.out, t.job.config.d);
        if (tiles) {
            size_t expected = 0, at;
            const json_t *tile;
            json_array_foreach(tiles, at, tile) expected +=
                json_array_size(json_object_get(tile, "rows"));
            assert_int_equal(check.rows, expected);
            traced++;
        }
        test_job_free(&t);
    }
    print_message("%s: %zu cases, %d with traces\n", path, i, traced);
    assert_true(i > 0);
    assert_int_equal(traced, traces);
    json_decref(root);
}

static void vectors(void **state)
{
    (void)state;
    check_file("tests/vectors/tiny.json", 9);
    check_file("tests/vectors/lab.json", 2);
    check_file("tests/vectors/wide.json", 1);
}

/* What lies beyond the valid rows and keys of a traced tile. */
static void check_padding(void *context, const ta_tile_trace *t)
{
    const test_job *job = context;
    const int a = job->job.build.a, d = job->job.config.d;
    for (int i = 0; i < a; i++)
        for (int j = 0; j < a; j++)
            if (i >= t->rows || j >= t->keys) {
                assert_int_equal(t->s[i * a + j], 0);
                assert_int_equal(t->z[i * a + j], TA_Z_MASKED);
                assert_int_equal(t->p[i * a + j], 0);
            }
    for (int i = t->rows; i < a; i++) {
        assert_int_equal(t->m[i], TA_Z_MASKED);
        assert_int_equal(t->alpha[i], 0);
        assert_int_equal(t->l[i], 0);
        for (int c = 0; c < d; c++)
            assert_int_equal(t->o[i * d + c], 0);
    }
}

static void padding(void **state)
{
    (void)state;
    for (int b = 0; b < TA_BUILD_COUNT; b++) {
        const ta_build *build = ta_build_at(b);
        for (uint64_t seed = 0; seed < 60; seed++) {
            test_job t;
            test_job_new(&t, build, build->nmax, build->nmax, build->dmax);
            ta_random_job(build, seed, TA_RANDOM_FLASH | TA_RANDOM_SMALL, &t.job.config, t.q, t.k, t.v);
            test_job_run(&t, check_padding, &t);
            test_job_free(&t);
        }
    }
}

/* ---- properties ---- */

/* Block size, overlap, streaming, latency, port, NMAX and DMAX never change output. */
static void switches_change_nothing(void **state)
{
    (void)state;
    for (int b = 0; b < TA_BUILD_COUNT; b++) {
        const ta_build *build = ta_build_at(b);
        for (uint64_t seed = 0; seed < 40; seed++) {
            test_job t;
            test_job_new(&t, build, build->nmax, build->nmax, build->dmax);
            ta_config *c = &t.job.config;
            ta_random_job(build, seed, TA_RANDOM_FLASH, c, t.q, t.k, t.v);
            test_job_run(&t, 0, 0);
            size_t count = (size_t)(c->nq * c->d);
            int16_t *out = malloc(count * sizeof *out);
            assert_non_null(out);
            memcpy(out, t.result.out, count * sizeof *out);
            for (int q_rows = build->a; q_rows <= build->nmax && q_rows <= 8 * build->a;
                 q_rows *= 2) {
                c->q_rows = q_rows;
                c->overlap = !c->overlap;
                c->stream ^= c->overlap;
                c->latency = 64 - c->latency;
                t.job.build.port_bits ^= 48;
                t.job.build.nmax = q_rows == build->a ? TA_N_LIMIT : 4 * build->nmax;
                t.job.build.dmax = 2 * build->dmax;
                memset(t.result.out, 0x55, count * sizeof *out);
                test_job_run(&t, 0, 0);
                assert_memory_equal(t.result.out, out, count * sizeof *out);
            }
            free(out);
            test_job_free(&t);
        }
    }
}

/* Q = K = V = -128: all logits equal, the output is -128 but for the reciprocal. */
static void minimum_everywhere(void **state)
{
    (void)state;
    for (int b = 0; b < TA_BUILD_COUNT; b++) {
        const ta_build *build = ta_build_at(b);
        test_job t;
        test_job_new(&t, build, build->nmax, build->nmax, build->dmax);
        memset(t.q, -128, (size_t)(build->nmax * build->dmax));
        memset(t.k, -128, (size_t)(build->nmax * build->dmax));
        memset(t.v, -128, (size_t)(build->nmax * build->dmax));
        for (int mode = TA_FLASH; mode <= TA_NAIVE; mode++)
            for (uint32_t scale = 1; scale <= 0xFFFFFF; scale = scale * 16 + 15) {
                t.job.config = test_config(build, build->nmax, build->nmax, build->dmax, scale);
                t.job.config.mode = mode;
                test_job_run(&t, 0, 0);
                for (int i = 0; i < build->nmax; i++) {
                    assert_int_equal(t.result.l[i], 4096 * build->nmax);
                    assert_in_range(-t.result.out[i * build->dmax], 32764, 32768);
                }
            }
        test_job_free(&t);
    }
}

static void count_tiles(void *context, const ta_tile_trace *t)
{
    (void)t;
    ++*(int *)context;
}

/* Z saturates both ways: one key at +32767 takes the row, -32767 gets nothing. */
static void saturation(void **state)
{
    (void)state;
    const ta_build *build = ta_build_find("tiny");
    test_job t;
    test_job_new(&t, build, 2, 2, 4);
    memcpy(t.q, ((int8_t[]){100, 0, 0, 0, -100, 0, 0, 0}), 8);
    memcpy(t.k, ((int8_t[]){100, 0, 0, 0, -100, 0, 0, 0}), 8);
    memcpy(t.v, ((int8_t[]){127, 1, 2, 3, -128, 4, 5, 6}), 8);
    t.job.config = test_config(build, 2, 2, 4, 0xFFFFFF);
    test_job_run(&t, 0, 0);
    assert_int_equal(t.result.m[0], 32767);
    assert_int_equal(t.result.m[1], 32767);
    assert_int_equal(t.result.out[0], 32510); /* 127 * 256 * 32766/32768 */
    assert_int_equal(t.result.out[4], -32766);
    assert_int_equal(t.result.out[5], 1024);
    test_job_free(&t);
}

/* A row that sees no key: m = -32768, l = 0, output 0, in both schedules; with a visible key
 * at -32767 it does count. */
static void unseen_rows(void **state)
{
    (void)state;
    const ta_build *build = ta_build_find("tiny");
    test_job t;
    test_job_new(&t, build, 32, 32, 4);
    memset(t.q, 127, 128);
    memset(t.k, -128, 128); /* every logit saturates at -32767 */
    memset(t.v, 64, 128);
    for (int mode = TA_FLASH; mode <= TA_NAIVE; mode++)
        for (int offset = -32; offset <= 0; offset++) {
            t.job.config = test_config(build, 32, 32, 4, 0xFFFFFF);
            t.job.config.mode = mode;
            t.job.config.causal = 1;
            t.job.config.offset = offset;
            int tiles = 0;
            memset(t.result.out, 0x55, 32 * 4 * sizeof(int16_t));
            test_job_run(&t, count_tiles, &tiles);
            for (int i = 0; i < 32; i++) {
                int keys = i + offset + 1 < 0 ? 0 : i + offset + 1;
                assert_int_equal(t.result.m[i], keys ? -32767 : -32768);
                assert_int_equal(t.result.l[i], 4096 * keys);
                const int out = keys ? 64 * 256 : 0;
                const int slack = keys ? 2 : 0; /* the reciprocal's error */
                assert_in_range(t.result.out[i * 4], out - slack, out + slack);
            }
            assert_int_equal(tiles, mode == TA_FLASH ? (int)t.result.counters.tiles : 0);
        }
    test_job_free(&t);
}

static void refusals(void **state)
{
    (void)state;
    ta_build build = *ta_build_find("tiny");
    test_job t;
    test_job_new(&t, &build, 32, 32, 4);
    ta_job *job = &t.job;
    const ta_config good = test_config(&build, 32, 32, 4, 1);
    int64_t workspace[32];
    job->config = good;
    assert_int_equal(ta_golden_run(job, &t.result, workspace, 0, 0), TA_CONFIG_ERROR_none);
    t.result.out[0] = 77;
    job->config.nq = 33;
    assert_int_equal(ta_golden_run(job, &t.result, workspace, 0, 0), TA_CONFIG_ERROR_nq);
    job->config = good;
    job->config.d = 6;
    assert_int_equal(ta_golden_run(job, &t.result, workspace, 0, 0), TA_CONFIG_ERROR_d);
    job->config = good;
    job->build.nmax = TA_N_LIMIT + 1;
    assert_int_equal(ta_golden_run(job, &t.result, workspace, 0, 0), TA_CONFIG_ERROR_nq);
    job->build.nmax = 32;
    job->build.dmax = job->config.d = TA_D_LIMIT;
    assert_int_equal(ta_golden_check(&job->build, &job->config), TA_CONFIG_ERROR_none);
    job->build.dmax = job->config.d = TA_D_LIMIT + 4;
    assert_int_equal(ta_golden_run(job, &t.result, workspace, 0, 0), TA_CONFIG_ERROR_d);
    assert_int_equal(t.result.out[0], 77);
    test_job_free(&t);
}

/* The largest sums of the software limits: l = 2^29 and |O| = 2^36 at NK = 131,072. */
static void software_limit(void **state)
{
    (void)state;
    ta_build build = *ta_build_find("wide");
    build.nmax = TA_N_LIMIT;
    test_job t;
    test_job_new(&t, &build, 2, TA_N_LIMIT, 8);
    memset(t.q, 1, 16);
    memset(t.v, -128, (size_t)TA_N_LIMIT * 8);
    for (int mode = TA_FLASH; mode <= TA_NAIVE; mode++) {
        t.job.config = test_config(&build, 2, TA_N_LIMIT, 8, 4096);
        t.job.config.mode = mode;
        test_job_run(&t, 0, 0);
        assert_int_equal(t.result.l[1], 1 << 29);
        assert_int_equal(t.result.out[15], -32766);
    }
    test_job_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(padding), cmocka_unit_test(vectors),
        cmocka_unit_test(switches_change_nothing),
        cmocka_unit_test(minimum_everywhere),
        cmocka_unit_test(saturation),
        cmocka_unit_test(unseen_rows),
        cmocka_unit_test(refusals),
        cmocka_unit_test(software_limit),
    };
    return cmocka_run_group_tests_name("golden_flash", tests, 0, 0);
}
