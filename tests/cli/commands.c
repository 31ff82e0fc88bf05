/* SPDX-License-Identifier: MIT
 *
 * compare, check, study, predict, show.
 */
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spawn.h"

#define THREE "--q q.npy --k k.npy --v v.npy"

static void compare(void **state)
{
    static const char *const engines[] = {"rtl", "golden", "cpu", "float"};
    (void)state;
    save_three(32, 32, 4, 4);
    for (int e = 0; e < 4; e++) {
        json_t *j = parse_json(spawn("compare " THREE " --engine %s --json -", engines[e]));
        json_t *runs = at_path(j, "runs");
        assert_string_equal(json_string_value(at_path(j, "schema")), "tinyattn/1");
        assert_int_equal(json_array_size(runs), 5);
        for (size_t i = 0; i < 5; i++) {
            json_t *r = json_array_get(runs, i);
            assert_string_equal(json_string_value(at_path(r, "schedule")), i ? "flash" : "naive");
            assert_string_equal(json_string_value(at_path(r, "engine")), e == 2 && i == 0 ? "golden" : engines[e]);
            if (i)
                assert_true(number_at(r, "q_rows") == 2 << i);
            if (e == 0)
                assert_true(json_is_true(at_path(r, "bit_exact")));
        }
        json_decref(j);
    }
    const spawned *run = spawn("compare " THREE " --causal");
    expect_status(run, 0);
    expect_text(run->out, "7,296");
    expect_text(run->out, "1,536");
    expect_text(run->out, "768");
    run = spawn("compare " THREE " --engine cpu");
    expect_text(run->out, "naive: golden");
}

static void check(void **state)
{
    static const char *const builds[] = {"tiny", "tiny32", "lab", "x8", "x16"};
    (void)state;
    for (int i = 0; i < 5; i++) {
        const spawned *run = spawn("check --build %s --seeds 40 --first 100000", builds[i]);
        expect_status(run, 0);
        expect_text(run->out, "40 jobs on build");
        expect_text(run->out, "equal");
    }
    expect_status(spawn("check --build wide --seeds 4"), 0);
    const spawned *run = spawn("check --seeds 10 --first 5 --shard 1/4"); /* 5, 9, 13 */
    expect_status(run, 0);
    expect_text(run->out, "3 jobs on build tiny");
    run = spawn("check --seeds 3 --shard 7/9");
    expect_status(run, 0);
    expect_text(run->out, "0 jobs on build tiny: nothing was compared");
    run = spawn("check --seeds 30 --both-streams --json -");
    expect_status(run, 0);
    json_t *j = parse_json(run);
    assert_true(json_is_true(at_path(j, "bit_exact")));
    assert_true(number_at(j, "flash_stream") > 0 && number_at(j, "naive_stream") > 0);
    assert_true(number_at(j, "flash_stream") == number_at(j, "flash_no_stream"));
    assert_true(number_at(j, "flash_stream") + number_at(j, "naive_stream") == 30);
    json_decref(j);
    expect_status(spawn("check --seeds 20 --schedule naive --causal=bottom-right --q-rows 8 --no-overlap "
                        "--no-stream --latency 3"), 0);
}

/* Fewer seeds than the bounds are stated for, with a margin for that. */
static void study(void **state)
{
    static const struct {
        const char *options;
        double flash;
        double naive;
    } all[] = {
        {"", 0.035, 0.045},
        {"--engine rtl --seeds 20", 0.040, 0.050},
        {"--engine cpu", 0.035, 0.045},
        {"--build lab --n 32 --d 16", 0.012, 0.013},
        {"--build lab --n 64 --d 64 --seeds 40", 0.013, 0.014},
        {"--build wide --n 512 --d 64 --seeds 3", 0.005, 0.006},
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        json_t *j = parse_json(spawn("study --seeds 200 %s --json -", all[i].options));
        if (number_at(j, "flash.mean_abs") > all[i].flash || number_at(j, "naive.mean_abs") > all[i].naive)
            fail_msg("study %s: flash %g, naive %g", all[i].options, number_at(j, "flash.mean_abs"),
                     number_at(j, "naive.mean_abs"));
        assert_true(number_at(j, "flash.p9999") >= number_at(j, "flash.mean_abs"));
        assert_true(number_at(j, "flash.worst") >= number_at(j, "flash.p9999"));
        json_decref(j);
    }
    json_t *a = parse_json(spawn("study --seeds 60 --json -")); /* golden and rtl agree */
    json_t *b = parse_json(spawn("study --seeds 60 --engine rtl --json -"));
    assert_true(json_equal(at_path(a, "flash.worst"), at_path(b, "flash.worst")));
    assert_true(json_equal(at_path(a, "naive.mean_abs"), at_path(b, "naive.mean_abs")));
    json_decref(a);
    json_decref(b);
    expect_text(spawn("study --seeds 10")->out, "naive");
}

static void predict(void **state)
{
    static const char *const sizes[][2] = {
        {"--nq 32 --nk 32 --d 4", "32 32 4"},
        {"--nq 32 --d 4 --q-rows 4 --causal", "32 32 4"},
        {"--nq 17 --nk 30 --d 6 --schedule naive --causal-offset -2", "17 30 6"},
        {"--nq 64 --nk 64 --d 64 --no-overlap --build lab", "64 64 64"},
        {"--nq 100 --nk 300 --d 33 --no-stream --latency 40", "100 300 33"},
    };
    static const char *const equal[] = {"cycles", "hbm_read_bytes", "hbm_write_bytes", "tiles", "tiles_skipped",
                                        "kv_loads", "mm1_macs", "mm2_macs", "utilization", "buffer_bytes",
                                        "stalls", "build", "q_rows", "d_padded", "causal_offset"};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        int nq;
        int nk;
        int d;
        char config[128] = "";
        sscanf(sizes[i][1], "%d %d %d", &nq, &nk, &d);
        save_three(nq, nk, d, d);
        const char *from = strstr(sizes[i][0], "--d ") + 4;
        snprintf(config, sizeof config, "%s", from + strspn(from, "0123456789"));
        json_t *p = parse_json(spawn("predict %s --json -", sizes[i][0]));
        json_t *r = parse_json(spawn("run " THREE " %s --json -", config));
        for (size_t k = 0; k < sizeof equal / sizeof equal[0]; k++)
            if (!json_equal(at_path(p, equal[k]), at_path(r, equal[k])))
                fail_msg("predict %s: %s differs from the run", sizes[i][0], equal[k]);
        const char *key;
        json_t *value;
        json_object_foreach(r, key, value)
            at_path(p, key);
        json_decref(p);
        json_decref(r);
    }
    json_t *p = parse_json(spawn("predict --nq 131072 --nk 131072 --d 128 --json -"));
    assert_string_equal(json_string_value(at_path(p, "build")), "wide");
    assert_string_equal(json_string_value(at_path(p, "bound")), "compute");
    assert_true(number_at(p, "cycles") > 34359738368.0 && number_at(p, "utilization") > 0.99);
    assert_true(number_at(p, "mm1_macs") == 131072.0 * 131072.0 * 128.0);
    json_decref(p);
    p = parse_json(spawn("predict --nq 131072 --d 128 --schedule naive --json -"));
    assert_string_equal(json_string_value(at_path(p, "bound")), "port");
    json_decref(p);
    expect_status(spawn("predict --nq 1 --nk 16777216 --d 4 --causal=bottom-right"), 0);
    expect_status(spawn("predict --nq 16777216 --nk 16777216 --d 65536"), 2);
}

enum { WHITE, BLACK, COLOR };

static int color_at(const png_image *image, const unsigned char *rgb, int x, int y)
{
    const unsigned char *p = rgb + 3 * ((size_t)y * image->width + (size_t)x);
    return p[0] == 255 && p[1] == 255 && p[2] == 255 ? WHITE : p[0] + p[1] + p[2] == 0 ? BLACK : COLOR;
}

/* How many of n squares from (x, y) on, in steps of (dx, dy), have a black pixel. */
static int written(const png_image *image, const unsigned char *rgb, int n, int x, int y, int dx, int dy, int size)
{
    int count = 0;
    for (int i = 0; i < n; i++, x += dx, y += dy) {
        int found = 0;
        for (int j = 0; j < size * size; j++)
            found |= color_at(image, rgb, x + j % size, y + j / size) == BLACK;
        count += found;
    }
    return count;
}

/* A picture has a title, a label at each row and above each column, and the largest weight. */
static void labels(void **state)
{
    enum { CELL = 24, N = 16 };
    size_t size;
    png_image image = {.version = PNG_IMAGE_VERSION};
    (void)state;
    expect_status(spawn("show --preset trophy-l3h1 --png p.png"), 0);
    unsigned char *bytes = load_file("p.png", &size);
    assert_true(png_image_begin_read_from_memory(&image, bytes, size));
    image.format = PNG_FORMAT_RGB;
    unsigned char *rgb = malloc(PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, rgb, 0, NULL));
    int x = 0, y = 0;
    while (color_at(&image, rgb, x, y) != COLOR)
        if (++x == (int)image.width) {
            x = 0;
            assert_true(++y < (int)image.height);
        }
    assert_true(x >= CELL && y >= 3 * CELL);
    assert_int_equal(written(&image, rgb, N, x - CELL, y, 0, CELL, CELL), N);
    assert_int_equal(written(&image, rgb, N, x, y - CELL, CELL, 0, CELL), N);
    assert_int_equal(written(&image, rgb, N, x, y, CELL, CELL, CELL), 0);
    assert_int_equal(written(&image, rgb, 3, 12, 12, CELL, 0, CELL), 3);
    assert_int_equal(written(&image, rgb, 1, x + 206, (int)image.height - 36, 0, 0, CELL), 1);
    free(rgb);
    free(bytes);
}

static void show(void **state)
{
    size_t size;
    (void)state;
    const spawned *run = spawn("show --preset trophy-l3h1");
    expect_status(run, 0);
    expect_text(run->out, "  trophy ");
    expect_text(run->out, "16 tiles done");
    assert_null(strchr(run->out, '\033'));
    expect_text(spawn("show --preset toy --causal --schedule naive --color always")->out, "\033[48;2;");
    expect_text(spawn("show --preset toy --causal")->out, "6 tiles done (#; / partly masked), 3 skipped");
    expect_status(spawn("show --preset toy --svg s.svg --png p.png"), 0);
    unsigned char *bytes = load_file("s.svg", &size);
    expect_text((char *)bytes, "<svg xmlns");
    expect_text((char *)bytes, "because");
    free(bytes);
    bytes = load_file("p.png", &size);
    assert_memory_equal(bytes, "\x89PNG\r\n\x1a\n", 8);
    free(bytes);
    run = spawn("show --preset toy --png -");
    expect_status(run, 0);
    assert_memory_equal(run->out, "\x89PNG\r\n\x1a\n", 8);
    static const npy_case q = {"<f4", 0, 3, {2, 700, 4}};
    save_npy("q.npy", &q, 1);
    save_npy("k.npy", &q, 2);
    save_npy("v.npy", &q, 3);
    expect_status(spawn("show " THREE " --head 1 --svg s.svg --png p.png"), 0);
    expect_text(spawn("show " THREE " --head 1 --causal-offset -20")->out, "q.npy, head 1");
}

/* What a command says in words is said with JSON in a file too, and not where the JSON goes to standard output. */
static void words(void **state)
{
    static const char *const all[][2] = {
        {"run --preset toy", "bytes    "},       {"compare --preset toy", "naive/"},
        {"check --seeds 2", "2 jobs on build"},   {"study --seeds 2", "error of the datapath"},
        {"predict --n 8 --d 4", "bound    port"}, {"bench --n 8 --rounds 1", "GMAC/s"},
        {"check --seeds 1", "1 job on build"},    {"bench --n 8 --rounds 1", "heads 1, N 8"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const spawned *run = spawn("%s --json j.json", all[i][0]);
        expect_status(run, 0);
        expect_text(run->out, all[i][1]);
        json_decref(load_json("j.json"));
        json_decref(parse_json(spawn("%s --json -", all[i][0])));
        json_decref(parse_json(spawn("%s --json /dev/stdout | cat", all[i][0])));
    }
    const spawned *run = spawn("run --preset toy --out - --json j.json");
    expect_text(run->err, "bytes    ");
    assert_memory_equal(run->out, "\x93NUMPY", 6);
    assert_true((run->out_size - 12 * 4 * 4) % 64 == 0); /* nothing behind the array */
    run = spawn("run --preset toy --engine float");
    expect_text(run->out, "error    none: this is the attention");
    assert_null(strstr(run->out, "datapath"));
    expect_text(spawn("run --preset toy --engine golden")->out, "result   not compared: this is the golden model\n");
    expect_text(spawn("run --preset toy --engine cpu")->out, "result   not compared: --engine golden gives");
    save_three(8, 8, 6, 6);
    assert_null(strstr(spawn("run " THREE " --engine float")->out, "padded"));
    expect_text(spawn("run " THREE " --engine golden")->out, "padded to 8");
    /* One of a kind; why an error has no relative value; predict in the words of run. */
    save_three(1, 1, 4, 4);
    expect_text(spawn("run " THREE)->out, "heads    1, 1 query, 1 key, D 4\n");
    run = spawn("predict --nq 1 --nk 8 --d 4 --no-overlap --latency 3");
    expect_text(run->out, "size     1 query, 8 keys, D 4\n");
    expect_text(run->out, "tiny (4 lanes, 8-bit P, 16-bit port), flash 16 rows, no overlap, latency 3\n");
    assert_null(strstr(run->out, "skipped"));
    expect_text(spawn("predict --n 8 --d 4 --causal")->out, ", 1 skipped\n");
    static const npy_case ones = {"|i1", 0, 2, {4, 4}};
    save_npy("z.npy", &ones, 1);
    size_t size;
    unsigned char *bytes = load_file("z.npy", &size);
    memset(bytes + size - 16, 0, 16);
    save_file("z.npy", bytes, size);
    free(bytes);
    run = spawn("run --q z.npy --k z.npy --v z.npy --cfg-scale 1000");
    expect_text(run->out, "error    not relative: float attention on the integers is 0 everywhere; at most 0 V-LSB\n");
    run = spawn("--version");
    expect_status(run, 0);
    expect_text(run->out, "tinyattn ");
    assert_true(run->out_size > 10);
    /* A dash where a column has no meaning, no blanks at the end of a line. */
    static const char *const engines[] = {"rtl", "golden", "cpu", "float"};
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++) {
        run = spawn("compare --preset toy --engine %s", engines[i]);
        expect_status(run, 0);
        assert_null(strstr(run->out, " \n"));
    }
    expect_text(run->out, "engine float\n");
    expect_text(run->out, " -\n"); /* of the datapath */
    assert_null(strstr(run->out, "build"));
}

/* Sizes beyond a build's hardware are said, with the build that holds them. */
static void beyond(void **state)
{
    static const npy_case n40 = {"<f4", 0, 2, {40, 4}};
    (void)state;
    expect_text(spawn("predict --n 40 --d 4 --build tiny")->out,
                "beyond   the hardware of build tiny (N 32, D 4): its lanes, P and port with larger memories; large "
                "enough is lab\n");
    expect_text(spawn("predict --n 600 --d 4")->out, "build wide (N 512, D 64)");
    expect_text(spawn("predict --n 600 --d 4")->out, "; no build is large enough\n");
    expect_text(spawn("predict --n 8 --d 3")->out, "8 keys, D 3, padded to 4\n");
    assert_null(strstr(spawn("predict --n 512 --d 64")->out, "beyond"));
    save_npy("q.npy", &n40, 1);
    save_npy("k.npy", &n40, 2);
    save_npy("v.npy", &n40, 3);
    expect_text(spawn("run " THREE " --engine golden --build tiny")->out, "large enough is lab\n");
    expect_text(spawn("compare " THREE " --engine cpu --build tiny")->out, "large enough is lab\n");
    assert_null(strstr(spawn("run " THREE " --engine golden")->out, "beyond"));
    assert_null(strstr(spawn("run " THREE " --engine float --build tiny")->out, "beyond"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compare), cmocka_unit_test(check), cmocka_unit_test(study),
        cmocka_unit_test(predict), cmocka_unit_test(show), cmocka_unit_test(labels),
        cmocka_unit_test(words), cmocka_unit_test(beyond),
    };
    spawn_start(argc, argv);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    spawn_end();
    return failed;
}
