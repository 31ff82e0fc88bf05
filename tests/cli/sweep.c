/* SPDX-License-Identifier: MIT
 *
 * study --sweep: its rows for the engine's own widths are those of `study`, of `run` on the
 * presets and of `run` on the real heads.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "spawn.h"

static void same(json_t *a, json_t *b, const char *path)
{
    if (number_at(a, path) != number_at(b, path))
        fail_msg("%s: %.17g and %.17g", path, number_at(a, path), number_at(b, path));
}

static void equals_study(void **state)
{
    static const char *const options[] = {"--seeds 40", "--seeds 9 --first 3 --n 30 --d 10 --build lab",
                                          "--seeds 6 --n 40 --d 16 --build wide --quant channel --smooth kv --causal"};
    static const char *const paths[] = {"flash.mean_abs", "flash.p9999", "flash.worst",
                                        "naive.mean_abs", "naive.p9999", "naive.worst"};
    (void)state;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        json_t *study = parse_json(spawn("study %s --json -", options[i]));
        json_t *sweep = parse_json(spawn("study --sweep %s --json -", options[i]));
        int own = 0;
        size_t r;
        json_t *row;
        json_array_foreach(at_path(sweep, "rows"), r, row) {
            if (!json_is_true(at_path(row, "engine")))
                continue;
            own++;
            for (size_t p = 0; p < sizeof paths / sizeof paths[0]; p++)
                same(study, row, paths[p]);
        }
        assert_true(own >= 4); /* once in each group */
        json_decref(study);
        json_decref(sweep);
    }
}

static void equals_run(void **state)
{
    (void)state;
    json_t *sweep = parse_json(spawn("study --sweep --seeds 1 --data %s/data --json -", TA_SOURCE_DIR));
    size_t i;
    json_t *row;
    assert_true(json_array_size(at_path(sweep, "presets")) >= 11);
    json_array_foreach(at_path(sweep, "presets"), i, row) {
        json_t *run = parse_json(spawn("run --preset %s --engine golden %s --json -",
                                       json_string_value(at_path(row, "preset")),
                                       json_is_true(at_path(row, "causal")) ? "--causal" : ""));
        assert_true(number_at(row, "max_v_lsb") == number_at(run, "error.datapath.max_v_lsb"));
        if (json_is_number(at_path(row, "datapath_rel_l1")))
            assert_true(number_at(row, "datapath_rel_l1") == number_at(run, "error.datapath.rel_l1"));
        if (json_is_number(at_path(row, "total_rel_l1")))
            assert_true(number_at(row, "total_rel_l1") == number_at(run, "error.total.rel_l1"));
        json_decref(run);
    }
    /* The worst layer of the recogniser's lines, as `run` sees them. */
    double worst = 0;
    for (int line = 0; line <= 5; line += 5)
        for (int layer = 0; layer < 2; layer++) {
            char three[1024];
            int n = 0;
            for (int t = 0; t < 3; t++)
                n += snprintf(three + n, sizeof three - (size_t)n, "--%c %s/data/ocr/line%d_layer%d_%c.npy ",
                              "qkv"[t], TA_SOURCE_DIR, line, layer, "qkv"[t]);
            json_t *run = parse_json(spawn("run %s --scale 1 --build lab --engine golden --json -", three));
            worst = fmax(worst, number_at(run, "error.total.rel_l1"));
            json_decref(run);
        }
    int own = 0;
    json_array_foreach(at_path(sweep, "heads"), i, row)
        if (json_is_true(at_path(row, "engine")) && !strcmp(json_string_value(at_path(row, "data")), "ocr")) {
            own++;
            assert_true(fabs(number_at(row, "worst_total_rel_l1") - worst) < 1e-12);
        }
    assert_true(own >= 4);
    assert_int_equal(json_array_size(at_path(sweep, "quantizers")), 18);
    json_decref(sweep);
}

static void misuse(void **state)
{
    (void)state;
    expect_status(spawn("study --sweep --engine golden"), 2);
    expect_status(spawn("study --sweep --schedule flash"), 2);
    expect_status(spawn("study --data data"), 2);
    expect_status(spawn("study --sweep --data nowhere --seeds 1 --json -"), 3);
    expect_status(spawn("study --sweep --seeds 2"), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(equals_study), cmocka_unit_test(equals_run),
                                       cmocka_unit_test(misuse)};
    spawn_start(argc, argv);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    spawn_end();
    return failed;
}
