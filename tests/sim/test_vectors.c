/* SPDX-License-Identifier: MIT
 *
 * test_vectors BUILD FILE: every case of a file of test vectors on the RTL: output of both
 * schedules under several block sizes and switches, and the tile trace read from the state
 * record.
 */
#include "../golden/vectors.h"

#include "sim/record.h"
#include "sim/sim.h"
#include "sim/trace.h"

static int index_of_build;
static const char *path;

/* What the record showed of each row at each tile. */
struct seen {
    int there;
    int64_t z[TA_A_LIMIT], p[TA_A_LIMIT], m, alpha, l;
    int64_t *o;
};
struct collection {
    struct seen *seen; /* (nq, tiles) */
    int tiles, a;
};

static int collect(void *context, const ta_record_table *t, uint64_t cycle, const uint32_t *r)
{
    struct collection *c = context;
    (void)cycle;
#define GET(name, i) ta_record_get(t, r, TA_FIELD_##name, i)
#define AT(group) (&c->seen[GET(group##_row, 0) * c->tiles + GET(group##_tile, 0)])
    for (int j = 0; j < c->a; j++) {
        if (GET(z_valid, 0))
            AT(z)->z[j] = GET(z_value, j);
        if (GET(p_valid, 0))
            AT(p)->p[j] = GET(p_value, j);
        if (GET(o_valid, 0))
            AT(o)->o[GET(o_chunk, 0) * c->a + j] = GET(o_value, j);
    }
    if (GET(z_valid, 0))
        AT(z)->there = 1;
    if (GET(m_valid, 0))
        AT(m)->m = GET(m_new, 0);
    if (GET(p_valid, 0))
        AT(p)->alpha = GET(p_alpha, 0);
    if (GET(l_valid, 0))
        AT(l)->l = GET(l_value, 0);
    return 0;
}

static void trace_equals(const json_t *entry, const test_job *t, const struct collection *c)
{
    const json_t *trace = json_object_get(entry, "trace");
    const char *name = json_string_value(json_object_get(entry, "name"));
    size_t index, row_index, pairs = 0;
    const json_t *tile, *row;
    json_array_foreach(trace, index, tile) {
        int kj = (int)vectors_int(tile, "kj");
        json_array_foreach(json_object_get(tile, "rows"), row_index, row) {
            int i = (int)json_integer_value(row);
            const struct seen *s = &c->seen[i * c->tiles + kj];
            if (!s->there)
                fail_msg("%s: row %d never met tile %d", name, i, kj);
            pairs++;
#define ITEM(key) json_array_get(json_object_get(tile, key), row_index)
#define EQUAL(key, at, expected, got)                                                        \
    do {                                                                                     \
        long long e_ = (long long)json_integer_value(expected), g_ = (long long)(got);       \
        if (e_ != g_)                                                                        \
            fail_msg("%s: tile %d row %d %s[%d]: expected %lld got %lld", name, kj, i, key,  \
                     (int)(at), e_, g_);                                                     \
    } while (0)
            EQUAL("m", 0, ITEM("m"), s->m);
            EQUAL("alpha", 0, ITEM("alpha"), s->alpha);
            EQUAL("l", 0, ITEM("l"), s->l);
            for (size_t j = 0; j < json_array_size(ITEM("Z")); j++)
                EQUAL("Z", j, json_array_get(ITEM("Z"), j), s->z[j]);
            for (size_t j = 0; j < json_array_size(ITEM("P")); j++)
                EQUAL("P", j, json_array_get(ITEM("P"), j), s->p[j]);
            for (size_t j = 0; j < json_array_size(ITEM("O")); j++)
                EQUAL("O", j, json_array_get(ITEM("O"), j), s->o[j]);
        }
    }
    size_t met = 0;
    for (int i = 0; i < t->job.config.nq * c->tiles; i++)
        met += (size_t)c->seen[i].there;
    assert_int_equal(met, pairs); /* a row of the hardware is a row of the trace */
}

static void cases(void **state)
{
    (void)state;
    const ta_build *build = ta_build_at(index_of_build);
    json_t *root = vectors_load(path);
    ta_sim *sim = ta_sim_new(index_of_build), *debug = ta_sim_new_debug(index_of_build);
    assert_non_null(sim);
    assert_non_null(debug);
    size_t index, traces = 0;
    const json_t *entry;
    json_array_foreach(json_object_get(root, "cases"), index, entry) {
        test_job t;
        vectors_job(&t, entry);
        assert_int_equal(t.job.build.a, build->a);
        assert_int_equal(t.job.build.pf, build->pf);
        assert_int_equal(t.job.build.nmax, build->nmax);
        t.job.build = *build;
        ta_config *c = &t.job.config;
        for (int i = 0; i < 6; i++) {
            c->mode = i == 5 ? TA_NAIVE : TA_FLASH;
            c->q_rows = build->a << (i & 3);
            if (c->q_rows > build->nmax)
                continue;
            c->overlap = i != 1;
            c->stream = i != 2;
            c->latency = 7 * i;
            assert_int_equal(ta_sim_job(sim, &t.job, &t.result), TA_SIM_OK);
            vectors_equal(entry, i == 5 ? "out_naive" : "out_flash", t.result.out, c->d);
        }
        if (json_object_get(entry, "trace")) {
            struct collection seen = {NULL, (c->nk + build->a - 1) / build->a, build->a};
            int steps = c->nq * seen.tiles;
            seen.seen = calloc((size_t)steps, sizeof *seen.seen);
            int64_t *o = calloc((size_t)(steps * c->d), sizeof *o);
            assert_non_null(seen.seen);
            assert_non_null(o);
            for (int i = 0; i < steps; i++)
                seen.seen[i].o = o + i * c->d;
            c->mode = TA_FLASH;
            c->q_rows = 2 * build->a;
            assert_int_equal(ta_trace_run(debug, &t.job, &t.result, collect, &seen), TA_SIM_OK);
            vectors_equal(entry, "out_flash", t.result.out, c->d);
            trace_equals(entry, &t, &seen);
            free(seen.seen);
            free(o);
            traces++;
        }
        test_job_free(&t);
    }
    print_message("%zu cases, %zu traces\n", index, traces);
    assert_true(index > 0 && traces > 0);
    ta_sim_free(sim);
    ta_sim_free(debug);
    json_decref(root);
}

int main(int argc, char **argv)
{
    const ta_build *build = argc == 3 ? ta_build_find(argv[1]) : NULL;
    if (!build)
        return 2;
    index_of_build = (int)(build - ta_build_at(0));
    path = argv[2];
    const struct CMUnitTest tests[] = {cmocka_unit_test(cases)};
    return cmocka_run_group_tests_name(argv[1], tests, 0, 0);
}
