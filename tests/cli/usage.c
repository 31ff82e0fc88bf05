/* SPDX-License-Identifier: MIT
 *
 * Misuse (exit 2) and bad input (exit 3): each with its message, and nothing written.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spawn.h"

typedef struct bad {
    int status;
    const char *arguments; /* @: --q q.npy --k k.npy --v v.npy; #: every output */
    const char *message;
} bad;

#define OUTPUTS "--out o.npy --lse l.npy --json j.json"

static void expand(char *to, size_t capacity, const char *from)
{
    size_t w = 0;
    *to = 0;
    for (; *from; from++)
        w += (size_t)snprintf(to + w, capacity - w, *from == '@' ? "--q q.npy --k k.npy --v v.npy"
                                                    : *from == '#' ? OUTPUTS : "%c", *from);
}

static void all_fail(const bad *table, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char arguments[1024];
        char *before = spawn_listing();
        expand(arguments, sizeof arguments, table[i].arguments);
        const spawned *run = spawn("%s", arguments);
        if (run->status != table[i].status || !strstr(run->err, table[i].message))
            fail_msg("tinyattn %s: status %d, expected %d; expected \"%s\" in: %s", arguments, run->status,
                     table[i].status, table[i].message, run->err);
        if (run->out_size)
            fail_msg("tinyattn %s: wrote to standard output: %.200s", arguments, run->out);
        char *after = spawn_listing();
        if (strcmp(before, after) != 0)
            fail_msg("tinyattn %s: changed files:\n%s\nbefore:\n%s", arguments, after, before);
        free(before);
        free(after);
    }
}

static const npy_case i1_16x8 = {"|i1", 0, 2, {16, 8}};

static void misuse(void **state)
{
    static const bad table[] = {
        {2, "", "found no command"},
        {2, "fly", "found command 'fly'"},
        {2, "--build tiny run", "found option '--build' where a command stands"},
        {2, "help fly", "found command 'fly'"},
        {2, "run --fly", "unrecognized option"},
        {2, "run", "found no input"},
        {2, "run --preset", "requires an argument"},
        {2, "run --preset none #", "--preset: found 'none', expected one of toy, previous, "},
        {2, "run --preset trophy #", "trophy-l1h11, "},
        {2, "run --preset nurse #", ", ocr-line0-l0h7\n"}, /* the last one: nothing is cut */
        {2, "run --preset toy word", "found 'word'"},
        {2, "run --q q.npy --k k.npy #", "found no --v"},
        {2, "run --preset toy --q q.npy #", "found --preset and --q"},
        {2, "run --q - --k - --v v.npy #", "found 2 inputs from -"},
        {2, "run @ --engine gpu #", "found 'gpu'"},
        {2, "run @ --engine board: #", "board"},
        {2, "run @ --build huge #", "--build: found 'huge', expected tiny, tiny32, lab, wide, x8 or x16"},
        {2, "run @ --schedule fast #", "found 'fast'"},
        {2, "run @ --engine cpu --schedule naive #", "found --schedule naive"},
        {2, "run @ --q-rows 12 #", "--q-rows: found 12, expected 4, 8, 16 or 32"},
        {2, "run @ --q-rows 0 #", "found '0'"},
        {2, "run @ --q-rows four #", "found 'four'"},
        {2, "run @ --build tiny --q-rows 64 #", "expected at most 4"}, /* D does not fit */
        {2, "run @ --causal=middle #", "found 'middle'"},
        {2, "run @ --causal bottom-right #", "found 'bottom-right', expected --causal=bottom-right"},
        {2, "run @ --quant top-left", "--quant: found 'top-left'"},
        {2, "run @ top-left", "found 'top-left', expected an option"},
        {2, "run --q --k k.npy --v v.npy #", "--q: found '--k', expected a value"},
        {2, "run @ --scale --no-overlap", "--scale: found '--no-overlap', expected a value"},
        {2, "run --q '' --k k.npy --v v.npy #", "--q: found '', expected the name of a file"},
        {2, "run @ --causal --causal-offset 1 #", "two causal options"},
        {2, "run @ --causal --causal=bottom-right #", "two causal options"},
        {2, "run @ --causal-offset x #", "found 'x'"},
        {2, "run @ --causal-offset 65 #", "--causal-offset: found 65, expected -64 to 64"},
        {2, "run @ --latency 65 #", "--latency: found '65', expected an integer from 0 to 64"},
        {2, "run @ --latency -1 #", "found '-1'"},
        {2, "run @ --scale 0 #", "--scale: found '0'"},
        {2, "run @ --scale nan #", "found 'nan'"},
        {2, "run @ --scale -1 #", "found '-1'"},
        {2, "run @ --quant row #", "found 'row'"},
        {2, "run @ --smooth v #", "found 'v'"},
        {2, "run @ --cfg-scale 100 #", "q.npy: found --cfg-scale with floating-point tensors"},
        {2, "run @ --cfg-scale 16777216 #", "found '16777216'"},
        {2, "run @ --scale 1 --cfg-scale 100 #", "found --scale and --cfg-scale"},
        {2, "run @ --out - --json -", "found 2 outputs to -"},
        {2, "run @ --out x --lse x", "found x for --out and --lse"},
        {2, "run @ --out x --json ./x", "found ./x for --out and --json"},
        {2, "run @ --out q.npy --lse \"$PWD/q.npy\"", "/q.npy for --out and --lse, expected two files"},
        {2, "run @ --out $(ln -sf none link; echo link) --lse none", "found none for --out and --lse"},
        {2, "run @ --out ''", "--out: found '', expected the name of a file"},
        {2, "run @ --build tiny #", "q.npy: D: found 8, expected at most 4 for the rtl of build tiny; --build lab is large enough"},
        {2, "run --q qi.npy --k ki.npy --v vi.npy #", "qi.npy: found int8 tensors without --cfg-scale"},
        {2, "run --q qi.npy --k ki.npy --v vi.npy --scale 1 #", "without --cfg-scale"},
        {2, "run --q qi.npy --k ki.npy --v vi.npy --cfg-scale 9 --quant head #", "found --quant with int8"},
        {2, "compare @ --q-rows 3 --json j.json", "--q-rows: found 3"},
        {2, "check --shard 2/2", "found '2/2'"},
        {2, "check --both-streams --no-stream", "found --both-streams and --no-stream"},
        {2, "check --shard 1", "found '1'"},
        {2, "study --data .", "found --data without --sweep, expected both"},
        {2, "check --seeds 0", "found '0'"},
        {2, "check --build tiny --q-rows 64", "--q-rows: found 64, expected 4, 8, 16 or 32, at most 32 (build tiny)"},
        {2, "check --causal-offset 33", "--causal-offset: found 33, expected -32 to 32 (build tiny)"},
        {2, "study --n 0", "found '0'"},
        {2, "study --engine cpu --schedule naive", "found --schedule naive"},
        {2, "study --engine rtl --build tiny --n 33 --json j.json",
         "N: found 33, expected at most 32 for the rtl of build tiny; --build lab is large enough"},
        {2, "predict", "found no --n or --nq, expected --n N (or --nq N and --nk N) and --d D"},
        {2, "predict --nq 8", "found no --d"},
        {2, "predict --n 8 --nq 16 --d 4", "found --n and --nq, expected one of them"},
        {2, "predict --nk 16 --n 8 --d 4", "found --n and --nk, expected one of them"},
        {2, "run @ --engine golden --causal-offset 131073 #", ": --causal-offset: found 131073, expected -131072 to 131072"},
        {2, "predict --nq 8 --d 0", "found '0'"},
        {2, "show --preset toy --head 1", "--head: found 1, expected 0 to 0"},
        {2, "show --preset toy --svg - --png -", "found 2 outputs to -"},
        {2, "compare --json -", "found no input"},
        {2, "trace --preset toy", "found no output"},
        {2, "trace --preset toy --head 1 --vcd t.vcd", "--head: found 1, expected 0 to 0"},
        {2, "measure", "found command 'measure'"},
        {2, "bench --peer ''", "--peer: found '', expected the name of a file"},
        {2, "study --sweep --data ''", "--data: found '', expected the name of a folder"},
        {2, "bench --threads 0", "--threads: found '0', expected an integer from 1"},
        {2, "bench --n 200000", "expected N at most 131072"},
    };
    (void)state;
    save_three(16, 16, 8, 8);
    save_npy("qi.npy", &i1_16x8, 4);
    save_npy("ki.npy", &i1_16x8, 5);
    save_npy("vi.npy", &i1_16x8, 6);
    all_fail(table, sizeof table / sizeof table[0]);
}

static void bad_input(void **state)
{
    static const bad table[] = {
        {3, "run --q none.npy --k k.npy --v v.npy #", "none.npy: cannot open"},
        {3, "run --q short.npy --k k.npy --v v.npy #", "short.npy: offset"},
        {3, "run --q magic.npy --k k.npy --v v.npy #", "magic.npy: offset 0: found"},
        {3, "run --q nan.npy --k k.npy --v v.npy #", "nan.npy: element [1, 2]: found nan, expected a finite"},
        {3, "run --q q.npy --k huge.npy --v v.npy #", "l.npy: row 1: found 5.24012e+38, expected a float32"},
        {3, "run --q q.npy --k k.npy --v big.npy #", "o.npy: row 0: found "},
        {3, "run --q rank1.npy --k k.npy --v v.npy #", "rank1.npy: shape: found 1 axis, expected 2, 3 or 4"},
        {3, "run --q q.npy --k d7.npy --v v.npy #", "d7.npy: D: found 7, expected 8 as in q.npy"},
        {3, "run --q q.npy --k k.npy --v n9.npy #", "n9.npy: N: found 9, expected 16 as in k.npy"},
        {3, "run --q q.npy --k h.npy --v v.npy #", "h.npy: number of axes: found 3, expected 2"},
        {3, "run --q h6.npy --k h4.npy --v h4.npy #", "h4.npy: heads: found 4, expected a divisor of the 6"},
        {3, "run --q b2.npy --k b3.npy --v b3.npy #", "b3.npy: batch: found 3, expected 2"},
        {3, "run --q qi.npy --k k.npy --v v.npy --cfg-scale 9 #", "k.npy: dtype: found float32, expected int8"},
        {3, "run --q q.npy --k k.npy --v v.npy --scale 1e-12 #", "cfg_scale of head 0: found 0 (scales"},
        {3, "run --q q.npy --k dust.npy --v v.npy #", "of dust.npy without its mean, softmax scale"},
        {3, "run --q q.npy --k k.npy --v v.npy --scale 1e-12 --smooth none #", "of k.npy, softmax scale 1e-12)"},
        {3, "run --q q.npy --k k.npy --v v.npy --scale 1e9 #", "cfg_scale of head 0: found"},
        {3, "run --q long.npy --k long.npy --v long.npy #", "N: found 600, expected at most 512 for the rtl of build wide, the "
         "largest; --engine golden and cpu take N up to 131072, D up to 65536"},
        {3, "run --q vast.npy --k vast.npy --v vast.npy --engine golden #",
         ": vast.npy: N: found 131073, expected at most 131072\n"},
        {3, "trace --q long.npy --k long.npy --v long.npy --vcd t.vcd", "for the rtl of build wide, the largest\n"},
        {3, "run --q broad.npy --k broad.npy --v broad.npy #", "D: found 72 (padded from 66), expected at most 64"},
        {3, "run --q x.safetensors:q --k k.npy --v v.npy #", "x.safetensors"},
        {3, "run --q q.npy --k k.npy --v v.npy --out none/o.npy --json j.json", "none/o.npy: cannot open"},
        {3, "run --q q.npy --k k.npy --v v.npy --json j.json --out .", ".: cannot write: Is a directory"},
        {3, "compare --q q.npy --k d7.npy --v v.npy --json j.json", "d7.npy: D: found 7"},
        {3, "show --q q.npy --k d7.npy --v v.npy --svg s.svg --png p.png", "d7.npy: D: found 7"},
        {3, "run --q - --k k.npy --v v.npy # </dev/null", "standard input"},
        {3, "run --q - --k k.npy --v v.npy # </dev/zero", "standard input: offset 0: found"},
        {3, "run --q /dev/zero --k k.npy --v v.npy #", "/dev/zero: offset 0: found"},
        {3, "run @ --json j.json --out /dev/full", "/dev/full: cannot write: No space left"},
        {3, "bench --n 8 --rounds 1 --peer none.so --json j.json", "--peer: none.so: "},
    };
    static const npy_case d7 = {"<f4", 0, 2, {16, 7}};
    static const npy_case n9 = {"<f4", 0, 2, {9, 8}};
    static const npy_case h = {"<f4", 0, 3, {2, 16, 8}};
    static const npy_case h6 = {"<f4", 0, 3, {6, 16, 8}};
    static const npy_case h4 = {"<f4", 0, 3, {4, 16, 8}};
    static const npy_case b2 = {"<f4", 0, 4, {2, 1, 4, 8}};
    static const npy_case b3 = {"<f4", 0, 4, {3, 1, 4, 8}};
    static const npy_case longer = {"<f4", 0, 2, {600, 4}};
    static const npy_case vast = {"<f4", 0, 2, {131073, 1}};
    static const npy_case broad = {"<f4", 0, 2, {16, 66}};
    static const npy_case rank1 = {"<f4", 0, 1, {128}};
    size_t size;
    (void)state;
    save_three(16, 16, 8, 8);
    save_npy("qi.npy", &i1_16x8, 4);
    save_npy("d7.npy", &d7, 5);
    save_npy("n9.npy", &n9, 6);
    save_npy("h.npy", &h, 7);
    save_npy("h6.npy", &h6, 7);
    save_npy("h4.npy", &h4, 7);
    save_npy("b2.npy", &b2, 8);
    save_npy("b3.npy", &b3, 8);
    save_npy("long.npy", &longer, 8);
    save_npy("vast.npy", &vast, 8);
    save_npy("broad.npy", &broad, 8);
    save_npy("rank1.npy", &rank1, 8);
    static const npy_case f8 = {"<f8", 0, 2, {16, 8}};
    save_npy("big.npy", &f8, 8);
    unsigned char *big = load_file("big.npy", &size);
    const double beyond = 1e300; /* of float32 */
    for (size_t i = 0; i < 128; i++)
        memcpy(big + size - 1024 + 8 * i, &beyond, sizeof beyond);
    save_file("big.npy", big, size);
    free(big);
    unsigned char *bytes = load_file("q.npy", &size);
    save_file("short.npy", bytes, size - 5);
    const float most = 3e38F, dust[] = {1, 1.0000001F};
    unsigned char *almost = load_file("k.npy", &size); /* constant but for float32's rounding */
    for (size_t i = 0; i < 128; i++)
        memcpy(almost + size - 512 + 4 * i, &dust[i % 3 == 0], sizeof *dust);
    save_file("dust.npy", almost, size);
    free(almost);
    unsigned char *huge = load_file("k.npy", &size);
    for (size_t i = 0; i < 128; i++)
        memcpy(huge + size - 512 + 4 * i, &most, sizeof most);
    save_file("huge.npy", huge, size);
    free(huge);
    bytes[size - 512 + 40] = 0; /* element 10 */
    bytes[size - 512 + 41] = 0;
    bytes[size - 512 + 42] = 0xC0;
    bytes[size - 512 + 43] = 0x7F;
    save_file("nan.npy", bytes, size);
    bytes[0] = 'X';
    save_file("magic.npy", bytes, size);
    save_file("x.safetensors", "\xff\xff\xff\xff\xff\xff\xff\x7f{}", 10);
    free(bytes);
    all_fail(table, sizeof table / sizeof table[0]);
}

/* Help is on standard output, begins with an example, and is no error. */
static void help(void **state)
{
    static const char *const commands[] = {"", "run", "compare", "check", "study", "trace", "predict",
                                           "presets", "show", "bench"};
    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const spawned *run = spawn("%s --help", commands[i]);
        expect_status(run, 0);
        if (strncmp(run->out, "Example: tinyattn ", 18) != 0)
            fail_msg("%s --help begins with: %.80s", commands[i], run->out);
        assert_string_equal(run->err, "");
    }
    expect_text(spawn("--help")->out, "3 bad input, an output that cannot be written");
    expect_status(spawn("run --usage"), 0);
    char *text = strdup(spawn("run --help")->out);
    assert_string_equal(text, spawn("run -h")->out);
    assert_string_equal(text, spawn("help run")->out);
    free(text);
    text = strdup(spawn("--help")->out);
    assert_string_equal(text, spawn("-h")->out);
    assert_string_equal(text, spawn("help")->out);
    free(text);
}

/* The help of a command names the defaults that the command has, and every build. */
static void defaults(void **state)
{
    static const char *const all[][3] = {
        {"run", "tensor, head or channel (default)", "none, k or kv (default)"},
        {"run", "tiny, tiny32, lab, wide, x8 or x16 (default: the first of", "rtl (the simulated hardware; default)"},
        {"check", "x16 (default: tiny)", "flash or naive (default: as the seed draws)"},
        {"study", "tensor (default), head or channel", "none (default), k or kv"},
        {"study", "queries and keys (default 32)", "golden (the hardware's model; default)"},
        {"bench", "x16 (default: wide)", "queries and keys (default 512)"},
        {"predict", "fits, else wide)", "in place of --nq and --nk"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char text[8192];
        size_t n = 0;
        for (const char *at = spawn("%s --help", all[i][0])->out; *at; at++) /* spaces and ends of lines as one space */
            if (n + 1 < sizeof text && !(strchr(" \n", *at) && n && text[n - 1] == ' '))
                text[n++] = *at == '\n' ? ' ' : *at;
        text[n] = 0;
        for (int k = 1; k < 3; k++)
            expect_text(text, all[i][k]);
    }
}

/* Standard output that takes nothing is an error, whatever was to be written to it. */
static void full(void **state)
{
    static const char *const commands[] = {"presets", "run --help", "--help", "show --preset toy", "run --preset toy",
                                           "run --preset toy --json -", "run --preset toy --out -",
                                           "show --preset toy --svg -", "check --seeds 1", "predict --n 8 --d 4"};
    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        for (int closed = 0; closed < 2; closed++) {
            const spawned *run = spawn("%s %s 2>message; echo $?", commands[i], closed ? ">&-" : ">/dev/full");
            if (strcmp(run->out, "3\n") != 0)
                fail_msg("%s to %s: status %s", commands[i], closed ? "nowhere" : "a full disk", run->out);
        }
    size_t size;
    unsigned char *message = load_file("message", &size);
    assert_non_null(strstr((char *)message, "standard output: Bad file"));
    free(message);
}

/* An old output stays as it was when a run fails, and is replaced when it does not. */
static void replaced(void **state)
{
    size_t size;
    (void)state;
    save_three(4, 4, 4, 4);
    save_file("old.json", "old", 3);
    expect_status(spawn("run --q q.npy --k k.npy --v v.npy --json old.json --latency 70"), 2);
    unsigned char *bytes = load_file("old.json", &size);
    assert_string_equal((char *)bytes, "old");
    free(bytes);
    expect_status(spawn("run --q q.npy --k k.npy --v v.npy --json old.json"), 0);
    json_decref(load_json("old.json"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(misuse),
        cmocka_unit_test(bad_input),
        cmocka_unit_test(help),
        cmocka_unit_test(defaults),
        cmocka_unit_test(full),
        cmocka_unit_test(replaced),
    };
    spawn_start(argc, argv);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    spawn_end();
    return failed;
}
