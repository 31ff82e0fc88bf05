/* SPDX-License-Identifier: MIT
 *
 * tinyattn run: shapes, types, masks, engines, outputs, JSON.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spawn.h"

#define THREE "--q q.npy --k k.npy --v v.npy"

typedef struct floats {
    size_t count;
    int rank;
    int shape[4];
    double *x;
} floats;

/* A .npy file that the program wrote; int16 is read here, as the library does not. */
static floats load_npy(const char *path, const char *descr)
{
    size_t size;
    floats f = {1, 0, {0}, NULL};
    unsigned char *b = load_file(path, &size);
    assert_non_null(b);
    assert_memory_equal(b, "\x93NUMPY\x01\x00", 8);
    size_t header = (size_t)(b[8] + 256 * b[9]);
    char *text = calloc(header + 1, 1);
    memcpy(text, b + 10, header);
    expect_text(text, descr);
    expect_text(text, "'fortran_order': False");
    assert_int_equal((10 + header) % 64, 0);
    char *at = strstr(text, "'shape': (") + 10;
    while (*at && *at != ')') {
        char *end;
        long n = strtol(at, &end, 10);
        if (end == at)
            break;
        f.shape[f.rank++] = (int)n;
        f.count *= (size_t)n;
        at = end;
        while (*at == ',' || *at == ' ')
            at++;
    }
    size_t width = strstr(descr, "i2") ? 2 : 4;
    assert_int_equal(size, 10 + header + f.count * width);
    f.x = malloc(f.count * sizeof *f.x);
    for (size_t i = 0; i < f.count; i++) {
        float y;
        int16_t n;
        if (width == 2) {
            memcpy(&n, b + 10 + header + 2 * i, 2);
            f.x[i] = n;
        } else {
            memcpy(&y, b + 10 + header + 4 * i, 4);
            f.x[i] = (double)y;
        }
    }
    free(text);
    free(b);
    return f;
}

static void expect_shape(const floats *f, int rank, int a, int b, int c, int d)
{
    const int shape[] = {a, b, c, d};
    assert_int_equal(f->rank, rank);
    for (int i = 0; i < rank; i++)
        assert_int_equal(f->shape[i], shape[i]);
}

static double largest_difference(const floats *x, const floats *y)
{
    double most = 0;
    assert_int_equal(x->count, y->count);
    for (size_t i = 0; i < x->count; i++)
        if (x->x[i] != y->x[i]) /* -inf equals itself */
            most = fmax(most, fabs(x->x[i] - y->x[i]));
    return most;
}

static int same_file(const char *a, const char *b)
{
    size_t n;
    size_t m;
    unsigned char *x = load_file(a, &n);
    unsigned char *y = load_file(b, &m);
    int same = x && y && n == m && memcmp(x, y, n) == 0;
    free(x);
    free(y);
    return same;
}

/* Runs rtl, golden, cpu and float on the same input: the first three give the same bytes,
 * the last the same but for the error.  Leaves rtl's JSON in j.json. */
static void agree(const char *arguments, double most_out, double most_lse)
{
    static const char *const engines[] = {"golden", "cpu"};
    expect_status(spawn("run %s --out o.npy --lse l.npy --json j.json", arguments), 0);
    json_t *j = load_json("j.json");
    assert_true(json_is_true(at_path(j, "bit_exact")));
    for (int i = 0; i < 2; i++) {
        expect_status(spawn("run %s --engine %s --out o2.npy --lse l2.npy --json j2.json", arguments,
                            engines[i]), 0);
        if (!same_file("o.npy", "o2.npy") || !same_file("l.npy", "l2.npy"))
            fail_msg("%s: rtl and %s differ", arguments, engines[i]);
        json_t *k = load_json("j2.json");
        static const char *const counters[] = {"cycles", "hbm_read_bytes", "hbm_write_bytes", "tiles",
                                               "tiles_skipped", "kv_loads", "mm1_macs", "mm2_macs",
                                               "utilization", "buffer_bytes", "cfg_scale"};
        for (size_t c = 0; c < sizeof counters / sizeof counters[0]; c++)
            if (!json_equal(at_path(j, counters[c]), at_path(k, counters[c])))
                fail_msg("%s: %s of rtl and %s differ", arguments, counters[c], engines[i]);
        assert_true(json_is_null(at_path(k, "bit_exact")));
        json_decref(k);
    }
    json_decref(j);
    expect_status(spawn("run %s --engine float --out o2.npy --lse l2.npy --json j2.json", arguments), 0);
    json_t *k = load_json("j2.json");
    assert_true(json_is_null(at_path(k, "cycles")));
    assert_true(json_is_null(at_path(k, "mm1_macs")));
    assert_true(json_is_null(at_path(k, "bit_exact")));
    json_decref(k);
    int is_int8 = strstr(arguments, "--cfg-scale") != NULL;
    floats a = load_npy("o.npy", is_int8 ? "'<i2'" : "'<f4'");
    floats b = load_npy("o2.npy", is_int8 ? "'<i2'" : "'<f4'");
    floats c = load_npy("l.npy", "'<f4'");
    floats d = load_npy("l2.npy", "'<f4'");
    if (largest_difference(&a, &b) > most_out || largest_difference(&c, &d) > most_lse)
        fail_msg("%s: output off by %g, lse by %g", arguments, largest_difference(&a, &b),
                 largest_difference(&c, &d));
    free(a.x);
    free(b.x);
    free(c.x);
    free(d.x);
}

static void keys(void **state)
{
    static const struct {
        const char *name;
        int type; /* json_typeof */
    } all[] = {
        {"schema", JSON_STRING}, {"build", JSON_STRING}, {"engine", JSON_STRING},
        {"schedule", JSON_STRING}, {"nq", JSON_INTEGER}, {"nk", JSON_INTEGER}, {"d", JSON_INTEGER},
        {"d_v", JSON_INTEGER}, {"d_padded", JSON_INTEGER}, {"heads", JSON_INTEGER},
        {"q_rows", JSON_INTEGER}, {"causal", JSON_FALSE}, {"causal_offset", JSON_NULL},
        {"overlap", JSON_TRUE}, {"stream", JSON_TRUE}, {"latency", JSON_INTEGER},
        {"p_frac", JSON_INTEGER}, {"quant", JSON_STRING}, {"smooth", JSON_STRING},
        {"cfg_scale", JSON_ARRAY}, {"cycles", JSON_INTEGER}, {"hbm_read_bytes", JSON_INTEGER},
        {"hbm_write_bytes", JSON_INTEGER}, {"tiles", JSON_INTEGER}, {"tiles_skipped", JSON_INTEGER},
        {"kv_loads", JSON_INTEGER}, {"mm1_macs", JSON_INTEGER}, {"mm2_macs", JSON_INTEGER},
        {"utilization", JSON_REAL}, {"buffer_bytes", JSON_INTEGER}, {"stalls", JSON_OBJECT},
        {"bit_exact", JSON_TRUE}, {"error", JSON_OBJECT},
    };
    static const char *const causes[] = {"compute", "wait_store", "wait_q", "wait_kv", "wait_softmax",
                                         "fill", "idle"};
    static const char *const parts[] = {"total", "quantization", "datapath"};
    static const char *const metrics[] = {"max", "mean_abs", "rmse", "rel_l1", "cosine", "max_v_lsb"};
    (void)state;
    save_three(10, 20, 6, 7);
    expect_status(spawn("run " THREE " --json j.json"), 0);
    json_t *j = load_json("j.json");
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if ((int)json_typeof(at_path(j, all[i].name)) != all[i].type)
            fail_msg("%s has type %d, expected %d", all[i].name, (int)json_typeof(at_path(j, all[i].name)),
                     all[i].type);
    assert_string_equal(json_string_value(at_path(j, "schema")), "tinyattn/1");
    assert_string_equal(json_string_value(at_path(j, "build")), "lab");
    assert_string_equal(json_string_value(at_path(j, "engine")), "rtl");
    assert_string_equal(json_string_value(at_path(j, "quant")), "channel");
    assert_string_equal(json_string_value(at_path(j, "smooth")), "kv");
    assert_true(number_at(j, "nq") == 10 && number_at(j, "nk") == 20);
    assert_true(number_at(j, "d") == 6 && number_at(j, "d_v") == 7 && number_at(j, "d_padded") == 8);
    assert_true(number_at(j, "q_rows") == 16 && number_at(j, "latency") == 10);
    assert_int_equal(json_array_size(at_path(j, "cfg_scale")), 1);
    for (int array = 0; array < 2; array++) {
        double sum = 0;
        for (int i = 0; i < 7; i++) {
            char path[64];
            snprintf(path, sizeof path, "stalls.mm%d.%s", array + 1, causes[i]);
            sum += number_at(j, path);
        }
        assert_true(sum == number_at(j, "cycles"));
    }
    for (int p = 0; p < 3; p++)
        for (int m = 0; m < 6; m++) {
            char path[64];
            snprintf(path, sizeof path, "error.%s.%s", parts[p], metrics[m]);
            assert_true(isfinite(number_at(j, path)));
        }
    assert_true(fabs(number_at(j, "utilization") - (number_at(j, "mm1_macs") + number_at(j, "mm2_macs")) /
                                                       (2 * 16 * number_at(j, "cycles"))) < 1e-12);
    json_decref(j);
    expect_status(spawn("run " THREE " --schedule naive --causal-offset -3 --no-overlap --no-stream "
                        "--latency 0 --quant head --smooth none --json -"), 0);
    j = load_json("j.json");
    json_decref(j);
    j = parse_json(spawn("run " THREE " --schedule naive --causal-offset -3 --no-overlap --no-stream "
                         "--latency 0 --quant head --smooth none --json -"));
    assert_true(json_is_null(at_path(j, "q_rows")));
    assert_true(json_is_true(at_path(j, "causal")));
    assert_true(number_at(j, "causal_offset") == -3 && number_at(j, "latency") == 0);
    assert_true(json_is_false(at_path(j, "overlap")) && json_is_false(at_path(j, "stream")));
    assert_string_equal(json_string_value(at_path(j, "schedule")), "naive");
    json_decref(j);
}

/* The bytes of the documents, N = 32, D = 4. */
static void traffic(void **state)
{
    static const struct {
        const char *options;
        double bytes;
        double cycles; /* at most; 0: no bound */
    } all[] = {
        {"--schedule naive", 12672, 8500}, {"--q-rows 4", 2432, 1320},  {"", 896, 550},
        {"--q-rows 32", 640, 520},         {"--schedule naive --causal", 7296, 0},
        {"--q-rows 4 --causal", 1536, 0},  {"--causal", 768, 0},        {"--q-rows 32 --causal", 640, 0},
    };
    (void)state;
    save_three(32, 32, 4, 4);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        json_t *j = parse_json(spawn("run " THREE " %s --json -", all[i].options));
        double bytes = number_at(j, "hbm_read_bytes") + number_at(j, "hbm_write_bytes");
        if (bytes != all[i].bytes || (all[i].cycles > 0 && number_at(j, "cycles") > all[i].cycles))
            fail_msg("%s: %g bytes, %g cycles", all[i].options, bytes, number_at(j, "cycles"));
        assert_string_equal(json_string_value(at_path(j, "build")), "tiny");
        json_decref(j);
    }
}

static void shapes(void **state)
{
    static const npy_case q4 = {"<f4", 0, 4, {2, 6, 9, 12}};
    static const npy_case k4 = {"<f4", 0, 4, {2, 2, 13, 12}};
    static const npy_case v4 = {"<f4", 0, 4, {2, 2, 13, 5}};
    (void)state;
    save_three(20, 20, 16, 16);
    agree(THREE, 0.05, 0.05);
    agree(THREE " --causal", 0.1, 0.05);
    agree(THREE " --build wide --q-rows 64 --latency 64", 0.05, 0.05);
    save_three(1, 30, 15, 15); /* decoding, padded */
    agree(THREE, 0.05, 0.05);
    agree(THREE " --causal=bottom-right", 0.05, 0.05);
    save_three(30, 7, 15, 40); /* D of V beyond D */
    agree(THREE " --causal=bottom-right", 0.1, 0.05);
    floats f = load_npy("o.npy", "'<f4'");
    floats l = load_npy("l.npy", "'<f4'");
    expect_shape(&f, 2, 30, 40, 0, 0);
    expect_shape(&l, 1, 30, 0, 0, 0);
    for (int i = 0; i < 23; i++) { /* rows that see no key */
        assert_true(isinf(l.x[i]) && l.x[i] < 0);
        for (int c = 0; c < 40; c++)
            assert_true(f.x[i * 40 + c] == 0);
    }
    free(f.x);
    free(l.x);
    save_npy("q.npy", &q4, 1);
    save_npy("k.npy", &k4, 2);
    save_npy("v.npy", &v4, 3);
    agree(THREE, 0.05, 0.05); /* grouped queries, batch */
    f = load_npy("o.npy", "'<f4'");
    l = load_npy("l.npy", "'<f4'");
    expect_shape(&f, 4, 2, 6, 9, 5);
    expect_shape(&l, 3, 2, 6, 9, 0);
    free(f.x);
    free(l.x);
    json_t *j = load_json("j.json");
    assert_true(number_at(j, "heads") == 12);
    assert_int_equal(json_array_size(at_path(j, "cfg_scale")), 12);
    json_decref(j);
}

/* The same tensors in another order or byte order are the same. */
static void orders(void **state)
{
    static const struct {
        const char *descr;
        int fortran;
    } all[] = {{"<f4", 1}, {">f4", 0}, {">f4", 1}, {"<f8", 0}, {">f8", 1}};
    (void)state;
    save_three(12, 12, 8, 8);
    expect_status(spawn("run " THREE " --out o.npy"), 0);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        npy_case c = {all[i].descr, all[i].fortran, 2, {12, 8}};
        save_npy("q.npy", &c, 1);
        save_npy("k.npy", &c, 2);
        save_npy("v.npy", &c, 3);
        expect_status(spawn("run " THREE " --out o2.npy"), 0);
        assert_true(same_file("o.npy", "o2.npy"));
    }
}

static void integers(void **state)
{
    static const npy_case c = {"|i1", 0, 3, {2, 18, 6}};
    (void)state;
    save_npy("q.npy", &c, 1);
    save_npy("k.npy", &c, 2);
    save_npy("v.npy", &c, 3);
    agree(THREE " --cfg-scale 120", 60, 0.05); /* Q8.8: a quarter of a V-LSB */
    json_t *j = load_json("j.json");
    assert_true(json_is_null(at_path(j, "quant")) && json_is_null(at_path(j, "smooth")));
    assert_true(json_is_null(at_path(j, "error.total")) && json_is_null(at_path(j, "error.quantization")));
    assert_true(isfinite(number_at(j, "error.datapath.rel_l1")));
    assert_true(json_integer_value(json_array_get(at_path(j, "cfg_scale"), 1)) == 120);
    json_decref(j);
    expect_status(spawn("run " THREE " --cfg-scale 0"), 0);
}

static void standard(void **state)
{
    size_t n;
    (void)state;
    save_three(8, 8, 8, 8);
    expect_status(spawn("run " THREE " --out o.npy --lse l.npy"), 0);
    const spawned *run = spawn("run --q - --k k.npy --v v.npy --out - --lse l2.npy <q.npy");
    expect_status(run, 0);
    unsigned char *bytes = load_file("o.npy", &n);
    assert_int_equal(n, run->out_size);
    assert_memory_equal(bytes, run->out, n);
    free(bytes);
    expect_text(run->err, "bit-exact");
    assert_true(same_file("l.npy", "l2.npy"));
    run = spawn("run --q q.npy --k k.npy --v - --json - <v.npy");
    expect_status(run, 0);
    json_decref(parse_json(run));
    run = spawn("run " THREE " --out /dev/null --json /dev/stdout");
    expect_status(run, 0);
    json_decref(parse_json(run));
    run = spawn("run --preset toy");
    expect_status(run, 0);
    expect_text(run->out, "bit-exact with the golden model");
}

/* Schedule switches never change the output; threads neither. */
static void invariants(void **state)
{
    static const char *const same[] = {"--q-rows 4", "--q-rows 8", "--q-rows 32", "--no-overlap", "--no-stream",
                                       "--latency 0", "--latency 64"};
    static const npy_case c = {"<f4", 0, 3, {5, 30, 8}};
    (void)state;
    save_npy("q.npy", &c, 1);
    save_npy("k.npy", &c, 2);
    save_npy("v.npy", &c, 3);
    expect_status(spawn("run " THREE " --causal --out o.npy"), 0);
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        expect_status(spawn("run " THREE " --causal %s --out o2.npy", same[i]), 0);
        assert_true(same_file("o.npy", "o2.npy"));
    }
    spawn_environment("OMP_NUM_THREADS=1");
    expect_status(spawn("run " THREE " --causal --out o2.npy"), 0);
    spawn_environment("OMP_NUM_THREADS=5");
    expect_status(spawn("run " THREE " --causal --out o3.npy"), 0);
    spawn_environment("");
    assert_true(same_file("o.npy", "o2.npy") && same_file("o.npy", "o3.npy"));
}

/* Beyond the builds: software engines only. */
static void beyond(void **state)
{
    (void)state;
    save_three(520, 520, 8, 8);
    expect_status(spawn("run " THREE), 3);
    expect_status(spawn("run " THREE " --build tiny"), 2);
    expect_status(spawn("run " THREE " --engine golden --out o.npy --json j.json"), 0);
    json_t *j = load_json("j.json");
    assert_string_equal(json_string_value(at_path(j, "build")), "wide");
    json_decref(j);
    expect_status(spawn("run " THREE " --engine cpu --out o2.npy"), 0);
    assert_true(same_file("o.npy", "o2.npy"));
    expect_status(spawn("run " THREE " --engine cpu --build tiny --out o2.npy"), 0);
    assert_false(same_file("o.npy", "o2.npy")); /* P of 8 bits */
    expect_status(spawn("run " THREE " --engine float --scale 1e-12"), 0);
    j = parse_json(spawn("run " THREE " --engine float --scale 1e-12 --json -"));
    assert_true(json_is_null(at_path(j, "cfg_scale")) && number_at(j, "error.total.rel_l1") == 0);
    json_decref(j);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys),     cmocka_unit_test(traffic),  cmocka_unit_test(shapes),
        cmocka_unit_test(orders),   cmocka_unit_test(integers), cmocka_unit_test(standard),
        cmocka_unit_test(invariants), cmocka_unit_test(beyond),
    };
    spawn_start(argc, argv);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    spawn_end();
    return failed;
}
