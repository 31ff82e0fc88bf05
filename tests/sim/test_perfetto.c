/* SPDX-License-Identifier: MIT
 *
 * The Perfetto file of a run: trace-event JSON with the right phases and names, times that
 * never go back, slices of a track that nest; and sums per track that equal the counters and
 * the ledger.
 *
 *   test_perfetto BUILD
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "golden/golden.h"
#include "golden/random_job.h"
#include "sim/trace.h"

enum { TRACKS = 64, DEPTH = 4, COUNTERS_MAX = 64 };

static int index_of_build;

/* What a reader finds in a file. */
typedef struct found {
    char track[TRACKS][48];
    uint64_t sum[TRACKS][8];          /* by category: see category() */
    uint64_t cause[TRACKS][TA_STALL_COUNT];
    uint64_t end[TRACKS][DEPTH];      /* of the slices that are open */
    int depth[TRACKS];
    char counter[COUNTERS_MAX][48];
    uint64_t value[COUNTERS_MAX];     /* the last */
    int counters;
    uint64_t last;
} found;

static int category(const char *name)
{
    static const char *const names[] = {"step", "rows", "burst", "cause", "held"};
    for (int i = 0; i < 5; i++)
        if (!strcmp(name, names[i]))
            return i;
    fail_msg("category \"%s\"", name);
    return 0;
}

static uint64_t whole(json_t *event, const char *key)
{
    json_t *x = json_object_get(event, key);
    if (!json_is_integer(x) || json_integer_value(x) < 0)
        fail_msg("\"%s\" is not a whole number", key);
    return (uint64_t)json_integer_value(x);
}

static const char *text(json_t *object, const char *key)
{
    const char *x = json_string_value(json_object_get(object, key));
    if (!x || !*x)
        fail_msg("\"%s\" is not a text", key);
    return x;
}

static void read_meta(found *f, json_t *event)
{
    const char *name = text(event, "name");
    if (!strcmp(name, "thread_name")) {
        const uint64_t tid = whole(event, "tid");
        assert_true(tid < TRACKS && !f->track[tid][0]);
        snprintf(f->track[tid], sizeof f->track[tid], "%s", text(json_object_get(event, "args"), "name"));
    } else {
        assert_true(!strcmp(name, "process_name") || !strcmp(name, "thread_sort_index"));
    }
}

static void read_slice(found *f, json_t *event)
{
    const uint64_t tid = whole(event, "tid"), from = whole(event, "ts"), to = from + whole(event, "dur");
    const char *name = text(event, "name");
    assert_true(tid < TRACKS && f->track[tid][0]); /* the track has a name */
    assert_true(to > from);
    while (f->depth[tid] && f->end[tid][f->depth[tid] - 1] <= from)
        f->depth[tid]--;
    if (f->depth[tid] && to > f->end[tid][f->depth[tid] - 1])
        fail_msg("track %s: \"%s\" at %llu ends after the slice that holds it", f->track[tid], name,
                 (unsigned long long)from);
    assert_true(f->depth[tid] < DEPTH);
    f->end[tid][f->depth[tid]++] = to;
    const int kind = category(text(event, "cat"));
    f->sum[tid][kind] += to - from;
    if (kind == 3) {
        int cause = 0;
        while (cause < TA_STALL_COUNT && strcmp(ta_stall_name(cause), name) != 0)
            cause++;
        assert_true(cause < TA_STALL_COUNT);
        f->cause[tid][cause] += to - from;
    }
    json_t *args = json_object_get(event, "args");
    assert_true(json_is_object(args));
    if (kind == 0)
        assert_true(json_is_integer(json_object_get(args, "tile")) && json_is_integer(json_object_get(args, "block")));
    if (kind == 1)
        assert_true(json_is_integer(json_object_get(args, "row")));
}

static void read_counter(found *f, json_t *event)
{
    const char *name = text(event, "name");
    int i = 0;
    while (i < f->counters && strcmp(f->counter[i], name) != 0)
        i++;
    assert_true(i < COUNTERS_MAX);
    if (i == f->counters)
        snprintf(f->counter[f->counters++], sizeof f->counter[0], "%s", name);
    f->value[i] = whole(json_object_get(event, "args"), "value");
}

static void read_file(FILE *in, found *f)
{
    json_error_t error;
    size_t i;
    json_t *event;
    rewind(in);
    json_t *root = json_loadf(in, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        fail_msg("line %d: %s", error.line, error.text);
    memset(f, 0, sizeof *f);
    assert_true(json_array_size(json_object_get(root, "traceEvents")) > 20);
    json_array_foreach(json_object_get(root, "traceEvents"), i, event) {
        const char *phase = text(event, "ph");
        assert_int_equal(whole(event, "pid"), 1);
        if (!strcmp(phase, "M")) {
            read_meta(f, event);
            continue;
        }
        const uint64_t time = whole(event, "ts");
        assert_true(time >= f->last); /* never back */
        f->last = time;
        if (!strcmp(phase, "X"))
            read_slice(f, event);
        else if (!strcmp(phase, "C"))
            read_counter(f, event);
        else
            fail_msg("phase \"%s\"", phase);
    }
    json_decref(root);
}

static int track_of(const found *f, const char *name)
{
    for (int i = 0; i < TRACKS; i++)
        if (!strcmp(f->track[i], name))
            return i;
    fail_msg("no track \"%s\"", name);
    return 0;
}

static uint64_t counter_of(const found *f, const char *name)
{
    for (int i = 0; i < f->counters; i++)
        if (!strcmp(f->counter[i], name))
            return f->value[i];
    return 0; /* it never moved */
}

static void expect(const char *what, uint64_t expected, uint64_t got)
{
    if (expected != got)
        fail_msg("%s: expected %llu, got %llu", what, (unsigned long long)expected, (unsigned long long)got);
}

static void run(ta_sim *sim, const ta_job *job, ta_result *result)
{
    static found f;
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(ta_trace_perfetto(file, sim, job, result), TA_SIM_OK);
    assert_int_equal(ferror(file), 0);
    read_file(file, &f);
    fclose(file);
    const ta_counters *c = &result->counters;
    expect("words on the port", c->busy_dma, f.sum[track_of(&f, "memory port")][2]);
    expect("rows into MM1", c->busy_mm1, f.sum[track_of(&f, "MM1")][1]);
    expect("rows into the softmax", c->busy_softmax, f.sum[track_of(&f, "softmax")][1]);
    expect("rows into MM2", c->busy_mm2, f.sum[track_of(&f, "MM2")][1]);
    assert_true(f.sum[track_of(&f, "MM1")][0] >= c->busy_mm1);
    for (int i = 0; i < 2; i++) {
        const int track = track_of(&f, i ? "MM2: cause" : "MM1: cause");
        expect("causes", c->cycles, f.sum[track][3]);
        for (int cause = 0; cause < TA_STALL_COUNT; cause++)
            expect(ta_stall_name(cause), c->stalls[i][cause], f.cause[track][cause]);
    }
    expect("rows of output", (uint64_t)job->config.nq * (uint64_t)(job->config.d / job->build.a),
           f.sum[track_of(&f, "store: rows to the normalizer")][1]);
#define TA_COUNTER(id, meaning) expect(#id, c->id, counter_of(&f, #id));
#include "spec/counters.def"
#undef TA_COUNTER
    static const char *const buffers[] = {
#define TA_BUFFER(id, name, tag, fill) "buffer " name,
#include "spec/buffers.def"
#undef TA_BUFFER
    };
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
        track_of(&f, buffers[i]);
    expect("fill of Q at the end", 0, counter_of(&f, "Q fill"));
}

static void runs(void **state)
{
    (void)state;
    const ta_build *b = ta_build_at(index_of_build);
    ta_sim *sim = ta_sim_new_debug(index_of_build);
    const size_t nd = (size_t)b->nmax * (size_t)b->dmax;
    int8_t *data = malloc(3 * nd);
    ta_result result = {malloc(2 * nd), malloc(2 * (size_t)b->nmax), malloc(8 * (size_t)b->nmax), {0}};
    assert_true(sim && data && result.out && result.m && result.l);
    ta_job job = {.build = *b, .q = data, .k = data + nd, .v = data + 2 * nd};
    const int n = b->nmax < 64 ? b->nmax : 64;
    for (int seed = 0; seed < 12; seed++) { /* of any shape: seeds of both schedules */
        ta_random_job(b, (uint64_t)seed, (seed & 1 ? TA_RANDOM_NAIVE : TA_RANDOM_FLASH) | (b->nmax > 64 ? TA_RANDOM_SMALL : 0),
                      &job.config, data, data + nd, data + 2 * nd);
        run(sim, &job, &result);
    }
    for (int naive = 0; naive < 2; naive++)
        for (int off = 0; off < 2; off++) {
            job.config = (ta_config){n, n, b->dmax, naive, 2 * b->a, off, 0, !off, !off, 10, 5000};
            run(sim, &job, &result);
        }
    free(data);
    free(result.out);
    free(result.m);
    free(result.l);
    ta_sim_free(sim);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(runs)};
    const ta_build *build = argc == 2 ? ta_build_find(argv[1]) : NULL;
    if (!build)
        return 2;
    while (ta_build_at(index_of_build) != build)
        index_of_build++;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
