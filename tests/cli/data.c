/* SPDX-License-Identifier: MIT
 *
 * Every shipped line, sentence and layer on the simulated hardware: bit-exact, within the
 * bounds for real heads.  Every preset runs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spawn.h"

#ifndef TA_SOURCE_DIR
#error "TA_SOURCE_DIR: where data/ is"
#endif

static void run_one(const char *format, int layer, const char *options, double bound)
{
    char source[3][256];
    for (int i = 0; i < 3; i++) {
        snprintf(source[i], sizeof source[i], format, layer, "qkv"[i]);
        if (strlen(source[i]) > 240)
            fail_msg("path too long");
    }
    const spawned *run = spawn("run --q '%s/%s' --k '%s/%s' --v '%s/%s' %s --json -", TA_SOURCE_DIR, source[0],
                               TA_SOURCE_DIR, source[1], TA_SOURCE_DIR, source[2], options);
    expect_status(run, 0);
    json_t *j = parse_json(run);
    assert_true(json_is_true(at_path(j, "bit_exact")));
    double error = number_at(j, "error.total.rel_l1");
    if (error > bound)
        fail_msg("%s layer %d: relative L1 %g, at most %g expected", format, layer, error, bound);
    json_decref(j);
}

static void ocr(void **state)
{
    (void)state;
    for (int layer = 0; layer < 2; layer++) {
        run_one("data/ocr/line0_layer%d_%c.npy", layer, "--scale 1", 0.0070);
        run_one("data/ocr/line5_layer%d_%c.npy", layer, "--scale 1", 0.0070);
    }
}

static void minilm(void **state)
{
    (void)state;
    for (int layer = 0; layer < 6; layer++) {
        run_one("data/minilm/nurse.safetensors:layer%d.%c", layer, "", 0.0165);
        run_one("data/minilm/trophy.safetensors:layer%d.%c", layer, "", 0.0165);
        run_one("data/minilm/tiles.safetensors:layer%d.%c", layer, "", 0.0165);
    }
}

static void presets(void **state)
{
    (void)state;
    const spawned *run = spawn("presets");
    char *list = strdup(run->out);
    int count = 0;
    expect_status(run, 0);
    for (char *line = list; *line; count++) {
        char *end = strchr(line, '\n');
        *end = 0;
        line[strcspn(line, " ")] = 0;
        run = spawn("run --preset %s --json -", line);
        expect_status(run, 0);
        json_t *j = parse_json(run);
        assert_true(json_is_true(at_path(j, "bit_exact")));
        json_decref(j);
        line = end + 1;
    }
    free(list);
    assert_true(count >= 14);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ocr), cmocka_unit_test(minilm),
                                       cmocka_unit_test(presets)};
    spawn_start(argc, argv);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    spawn_end();
    return failed;
}
