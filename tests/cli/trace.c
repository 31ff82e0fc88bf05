/* SPDX-License-Identifier: MIT
 *
 * trace: every format, both schedules; the Perfetto file against the run's JSON.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spawn.h"

/* Sum of the slices of a category on the track of that name; name: of the slices, null: any. */
static long long sum_of(json_t *trace, const char *track, const char *category, const char *name)
{
    size_t i;
    json_t *e;
    long long tid = -1, sum = 0;
    json_array_foreach(at_path(trace, "traceEvents"), i, e) {
        const char *phase = json_string_value(json_object_get(e, "ph"));
        if (!strcmp(phase, "M") && !strcmp(json_string_value(json_object_get(e, "name")), "thread_name") &&
            !strcmp(json_string_value(at_path(e, "args.name")), track))
            tid = json_integer_value(json_object_get(e, "tid"));
        if (!strcmp(phase, "X") && json_integer_value(json_object_get(e, "tid")) == tid &&
            !strcmp(json_string_value(json_object_get(e, "cat")), category) &&
            (!name || !strcmp(json_string_value(json_object_get(e, "name")), name)))
            sum += json_integer_value(json_object_get(e, "dur"));
    }
    assert_true(tid >= 0);
    return sum;
}

static void perfetto(void **state)
{
    static const char *const options[] = {"--preset toy", "--preset toy --schedule naive", "--preset trophy-l3h1",
                                          "--preset nurse-l2h5 --schedule naive --causal --no-stream"};
    static const char *const causes[] = {"compute", "wait_store", "wait_q", "wait_kv", "wait_softmax", "fill", "idle"};
    (void)state;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        json_t *run = parse_json(spawn("run %s --json -", options[i]));
        json_t *trace = parse_json(spawn("trace %s --perfetto -", options[i]));
        for (int array = 0; array < 2; array++)
            for (int c = 0; c < 7; c++) {
                char path[64];
                snprintf(path, sizeof path, "stalls.mm%d.%s", array + 1, causes[c]);
                assert_int_equal(sum_of(trace, array ? "MM2: cause" : "MM1: cause", "cause", causes[c]),
                                 (long long)number_at(run, path));
            }
        assert_int_equal(sum_of(trace, "MM1: cause", "cause", NULL), (long long)number_at(run, "cycles"));
        json_decref(run);
        json_decref(trace);
    }
}

static void formats(void **state)
{
    size_t size;
    unsigned char *bytes;
    (void)state;
    const spawned *run = spawn("trace --preset toy --vcd a.vcd --jsonl a.jsonl --fst a.fst --perfetto a.json");
    expect_status(run, 0);
    expect_text(run->out, "head     0 of 1, build tiny: 189 cycles, bit-exact");
    expect_text(run->out, "written  a.json: timeline");
    bytes = load_file("a.vcd", &size);
    assert_true(bytes && size > 1000 && !memcmp(bytes, "$version", 8));
    free(bytes);
    bytes = load_file("a.jsonl", &size);
    assert_true(bytes && size > 1000 && bytes[0] == '{');
    free(bytes);
    bytes = load_file("a.fst", &size);
    assert_true(bytes && size > 300);
    free(bytes);
    json_decref(load_json("a.json"));
    run = spawn("trace --preset toy --vcd - --perfetto a.json");
    expect_status(run, 0);
    assert_null(strstr(run->out, "written"));
    expect_text(run->out, "$enddefinitions");
}

static void misuse(void **state)
{
    (void)state;
    char *before = spawn_listing();
    expect_status(spawn("trace --preset toy"), 2);
    expect_status(spawn("trace --preset toy --head 1 --vcd b.vcd"), 2);
    expect_status(spawn("trace --preset toy --perfetto c --vcd c"), 2);
    expect_status(spawn("trace --preset toy --vcd - --perfetto -"), 2);
    expect_status(spawn("trace --q none.npy --k none.npy --v none.npy --vcd b.vcd"), 3);
    char *after = spawn_listing();
    assert_string_equal(before, after);
    free(before);
    free(after);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(perfetto), cmocka_unit_test(formats), cmocka_unit_test(misuse)};
    spawn_start(argc, argv);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    spawn_end();
    return failed;
}
