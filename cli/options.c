/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/engines.h"
#include "cli/limits.h"
#include "cli/output.h"

enum key {
    KEY_USAGE = 256,
    KEY_PRESET, KEY_Q, KEY_K, KEY_V, KEY_CFG_SCALE,
    KEY_QUANT, KEY_SMOOTH, KEY_SCALE,
    KEY_ENGINE,
    KEY_BUILD, KEY_SCHEDULE, KEY_Q_ROWS, KEY_CAUSAL, KEY_CAUSAL_OFFSET, KEY_NO_OVERLAP,
    KEY_NO_STREAM, KEY_LATENCY,
    KEY_OUT, KEY_LSE, KEY_JSON,
    KEY_SEEDS, KEY_FIRST, KEY_SHARD, KEY_BOTH_STREAMS,
    KEY_N, KEY_D, KEY_NQ, KEY_NK,
    KEY_HEAD, KEY_SVG, KEY_PNG, KEY_COLOR,
    KEY_FST, KEY_VCD, KEY_JSONL, KEY_PERFETTO,
    KEY_HEADS, KEY_THREADS, KEY_ROUNDS, KEY_PEER,
    KEY_SWEEP, KEY_DATA
};

/* A row without a group heads the rows below it. */
static const struct {
    unsigned group;
    struct argp_option option;
} rows[] = {
    {GROUP_INPUT, {0, 0, 0, 0, "Input: a preset, or three tensors", 1}},
    {GROUP_INPUT, {"preset", KEY_PRESET, "NAME", 0, "a problem of `tinyattn presets'", 1}},
    {GROUP_INPUT, {"q", KEY_Q, "FILE", 0,
                   "queries (N, D), (H, N, D) or (B, H, N, D): a .npy file, "
                   "FILE.safetensors:TENSOR, or - for a .npy file on standard input", 1}},
    {GROUP_INPUT, {"k", KEY_K, "FILE", 0, "keys", 1}},
    {GROUP_INPUT, {"v", KEY_V, "FILE", 0, "values", 1}},
    {GROUP_INPUT, {"cfg-scale", KEY_CFG_SCALE, "INT", 0,
                   "int8 tensors: the scale of the logits, UQ4.20: scale of Q * scale of K * log2(e) * softmax "
                   "scale * 2^20", 1}},
    {GROUP_QUANT, {"quant", KEY_QUANT, "RULE", 0,
                   "what shares a scale: tensor, head or channel (default)", 1}},
    {GROUP_QUANT, {"smooth", KEY_SMOOTH, "RULE", 0,
                   "take away the mean over the keys: none, k or kv (default)", 1}},
    {GROUP_QUANT, {"scale", KEY_SCALE, "S", 0,
                   "softmax scale (default: 1/sqrt(D), or the preset's own)", 1}},

    {GROUP_ENGINE, {0, 0, 0, 0, "Engine", 2}},
    {GROUP_ENGINE, {"engine", KEY_ENGINE, "NAME", 0,
                    "rtl (the simulated hardware; default), golden (its model), cpu (the same bits, "
                    "fast), float (double precision, no quantization), board:DEVICE (an FPGA on a "
                    "serial port)", 2}},

    {GROUP_CONFIG | GROUP_BENCH, {0, 0, 0, 0, "Configuration", 3}},
    {GROUP_CONFIG | GROUP_BENCH, {"build", KEY_BUILD, "NAME", 0,
                    "the first of tiny, lab, wide that fits", 3}}, /* the default; row_of adds the names */
    {GROUP_CONFIG, {"schedule", KEY_SCHEDULE, "NAME", 0, "flash (default) or naive", 3}},
    {GROUP_CONFIG, {"q-rows", KEY_Q_ROWS, "ROWS", 0,
                    "query rows of a block: A, 2A, 4A (default) or 8A", 3}},
    {GROUP_CONFIG, {"causal", KEY_CAUSAL, "ALIGN", OPTION_ARG_OPTIONAL,
                    "query i sees the keys up to i (top-left, default), or up to i + NK - NQ "
                    "(bottom-right)", 3}},
    {GROUP_CONFIG, {"causal-offset", KEY_CAUSAL_OFFSET, "C", 0,
                    "query i sees the keys up to i + C", 3}},
    {GROUP_CONFIG, {"no-overlap", KEY_NO_OVERLAP, 0, 0,
                    "load a key tile only when the one before is done", 3}},
    {GROUP_CONFIG, {"no-stream", KEY_NO_STREAM, 0, 0,
                    "start a tile step only when the one before is done", 3}},
    {GROUP_CONFIG, {"latency", KEY_LATENCY, "CYCLES", 0,
                    "from a burst's request to its first word, 0 to 64 (default 10)", 3}},

    {GROUP_SEEDS | GROUP_SIZE | GROUP_SIZES | GROUP_HEAD | GROUP_BENCH | GROUP_SWEEP,
     {0, 0, 0, 0, "Work", 4}},
    {GROUP_SEEDS, {"seeds", KEY_SEEDS, "COUNT", 0, "how many seeds (default 1000)", 4}},
    {GROUP_SEEDS, {"first", KEY_FIRST, "SEED", 0, "the first seed (default 0)", 4}},
    {GROUP_SHARD, {"shard", KEY_SHARD, "I/M", 0, "only the seeds s with s mod M = I", 4}},
    {GROUP_SHARD, {"both-streams", KEY_BOTH_STREAMS, 0, 0, "each job with streaming and without", 4}},
    {GROUP_SIZE, {"n", KEY_N, "N", 0, "queries and keys", 4}},
    {GROUP_SIZES, {"nq", KEY_NQ, "N", 0, "queries", 4}},
    {GROUP_SIZES, {"nk", KEY_NK, "N", 0, "keys (default: as queries)", 4}},
    {GROUP_SIZE, {"d", KEY_D, "D", 0, "head dimension", 4}},
    {GROUP_BENCH, {"heads", KEY_HEADS, "H", 0, "heads, one after another or over threads (default 1)", 4}},
    {GROUP_BENCH, {"threads", KEY_THREADS, "T", 0, "threads (default 1)", 4}},
    {GROUP_BENCH, {"rounds", KEY_ROUNDS, "R", 0, "interleaved rounds (default 15)", 4}},
    {GROUP_BENCH, {"peer", KEY_PEER, "LIBRARY", 0,
                   "libonnxruntime.so or libtorch_cpu.so, twice for both (default: those of wheels in "
                   "build/venv, or the system's)", 4}},
    {GROUP_SWEEP, {"sweep", KEY_SWEEP, 0, 0,
                   "other widths and tables than the engine's, one at a time; the presets", 4}},
    {GROUP_SWEEP, {"data", KEY_DATA, "DIR", 0,
                   "sweep: the folder with the real heads, which are then measured as well", 4}},
    {GROUP_HEAD, {"head", KEY_HEAD, "H", 0, "which head, counted over the batch (default 0)", 4}},

    {GROUP_OUT | GROUP_JSON | GROUP_SHOW | GROUP_TRACE, {0, 0, 0, 0, "Output (- is standard output)", 5}},
    {GROUP_OUT, {"out", KEY_OUT, "FILE", 0, "the output, .npy", 5}},
    {GROUP_OUT, {"lse", KEY_LSE, "FILE", 0, "the log of each row's sum, .npy", 5}},
    {GROUP_JSON, {"json", KEY_JSON, "FILE", 0, "everything that was counted, as JSON; with - nothing else "
                 "is printed", 5}},
    {GROUP_SHOW, {"svg", KEY_SVG, "FILE", 0, "draw to an SVG file", 5}},
    {GROUP_SHOW, {"png", KEY_PNG, "FILE", 0, "draw to a PNG file", 5}},
    {GROUP_SHOW, {"color", KEY_COLOR, "WHEN", 0, "auto (default), always or never", 5}},
    {GROUP_TRACE, {"fst", KEY_FST, "FILE", 0, "waveform, FST", 5}},
    {GROUP_TRACE, {"vcd", KEY_VCD, "FILE", 0, "waveform, VCD", 5}},
    {GROUP_TRACE, {"jsonl", KEY_JSONL, "FILE", 0, "one JSON object a clock", 5}},
    {GROUP_TRACE, {"perfetto", KEY_PERFETTO, "FILE", 0, "trace events, for ui.perfetto.dev", 5}},

    {GROUP_ALL, {"help", 'h', 0, 0, "this text", -1}},
    {GROUP_ALL, {"usage", KEY_USAGE, 0, 0, "the options, short", -1}},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* What a command's help says of an option in place of its row. */
static const struct {
    const char *command;
    enum key key;
    const char *doc;
} own[] = {
    {"check", KEY_BUILD, "tiny"},
    {"check", KEY_SCHEDULE, "flash or naive (default: as the seed draws)"},
    {"check", KEY_Q_ROWS, "query rows of a block: A, 2A, 4A or 8A (default: as the seed draws)"},
    {"check", KEY_LATENCY, "from a burst's request to its first word, 0 to 64 (default: as the seed draws)"},
    {"compare", KEY_SCHEDULE, "checked, without effect: every schedule is run"},
    {"compare", KEY_Q_ROWS, "checked, without effect: every block size is run"},
    {"study", KEY_ENGINE, "golden (the hardware's model; default), rtl (the simulated hardware), cpu (the same "
                          "bits, fast), float (double precision, no quantization)"},
    {"study", KEY_QUANT, "what shares a scale: tensor (default), head or channel"},
    {"study", KEY_SMOOTH, "take away the mean over the keys: none (default), k or kv"},
    {"study", KEY_SCHEDULE, "flash or naive (default: both)"},
    {"study", KEY_N, "queries and keys (default 32)"},
    {"study", KEY_D, "head dimension (default 4)"},
    {"predict", KEY_BUILD, "the first of tiny, lab, wide that fits, else wide"},
    {"predict", KEY_N, "queries and keys, in place of --nq and --nk"},
    {"bench", KEY_BUILD, "wide"},
    {"bench", KEY_N, "queries and keys (default 512)"},
    {"bench", KEY_D, "head dimension (default 64)"},
};

enum { BUILD_DOC = 256 };

/* "tiny, ... or x16" */
static const char *build_names(char text[BUILD_DOC])
{
    size_t n = 0;
    for (int i = 0; i < TA_BUILD_COUNT; i++)
        n += (size_t)snprintf(text + n, BUILD_DOC - n, "%s%s", i == 0 ? "" : i == TA_BUILD_COUNT - 1 ? " or " : ", ",
                              ta_build_at(i)->name);
    return text;
}

/* The row of an option in a command's help; build: where the text of --build is put together. */
static struct argp_option row_of(const command *c, struct argp_option row, char build[BUILD_DOC])
{
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (row.key == (int)own[i].key && strcmp(c->name, own[i].command) == 0)
            row.doc = own[i].doc;
    if (row.key == KEY_BUILD) {
        const size_t n = strlen(build_names(build));
        snprintf(build + n, BUILD_DOC - n, " (default: %s)", row.doc);
        row.doc = build;
    }
    return row;
}

static long long integer(struct argp_state *state, const char *option, const char *text,
                         long long low, long long high)
{
    char *end;
    errno = 0;
    long long x = strtoll(text, &end, 10);
    if (end == text || *end || errno || x < low || x > high)
        argp_error(state, "--%s: found '%s', expected an integer from %lld to %lld", option,
                   text, low, high);
    return x;
}

static double positive(struct argp_state *state, const char *option, const char *text)
{
    char *end;
    double x = strtod(text, &end);
    if (end == text || *end || !isfinite(x) || x <= 0)
        argp_error(state, "--%s: found '%s', expected a number greater than 0", option, text);
    return x;
}

static void one_of(struct argp_state *state, const char *option, const char *text,
                   const char *expected)
{
    argp_error(state, "--%s: found '%s', expected %s", option, text, expected);
}

static void set_causal(struct argp_state *state, options *o, enum causal_rule rule)
{
    if (o->causal != CAUSAL_OFF)
        argp_error(state, "found two causal options, expected at most one");
    o->causal = rule;
}

static void set_shard(struct argp_state *state, options *o, const char *text)
{
    char *end;
    errno = 0;
    long i = strtol(text, &end, 10);
    long m = 0;
    if (end != text && *end == '/') {
        char *from = end + 1;
        m = strtol(from, &end, 10);
        if (end == from)
            m = 0;
    }
    if (errno || *end || m < 1 || i < 0 || i >= m)
        argp_error(state, "--shard: found '%s', expected I/M with 0 <= I < M", text);
    o->shard = i;
    o->shards = m;
}

static int is_standard(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* Also by another name: /dev/stdout. */
static int is_output(const char *path)
{
    struct stat x, y;
    return is_standard(path) || (path && stat(path, &x) == 0 && fstat(STDOUT_FILENO, &y) == 0 &&
                                 x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

FILE *options_text(const options *o)
{
    if (is_output(o->json))
        return NULL;
    const char *const files[] = {o->out, o->lse, o->fst, o->vcd, o->jsonl, o->perfetto};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (is_output(files[i]))
            return stderr;
    return stdout;
}

/* The two names are one file, or will be: x, ./x, a link to x. */
static int is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    char *names[2] = {NULL, NULL};
    char folder[2][PATH_MAX]; /* the system takes no longer name */
    const char *last[2];
    int is_same = 0;
    if (strcmp(a, b) == 0)
        return 1;
    if (stat(a, &x) == 0 && stat(b, &y) == 0)
        return S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
    for (int i = 0; i < 2; i++) { /* the same name in the same folder */
        names[i] = output_target(i ? b : a);
        const char *slash = names[i] ? strrchr(names[i], '/') : NULL;
        if (!names[i] || (slash && slash + 1 - names[i] >= PATH_MAX))
            goto done;
        last[i] = slash ? slash + 1 : names[i];
        snprintf(folder[i], sizeof folder[i], "%.*s", slash ? (int)(slash + 1 - names[i]) : 2, slash ? names[i] : "./");
    }
    is_same = strcmp(last[0], last[1]) == 0 && stat(folder[0], &x) == 0 && stat(folder[1], &y) == 0 &&
              x.st_dev == y.st_dev && x.st_ino == y.st_ino;
done:
    free(names[0]);
    free(names[1]);
    return is_same;
}

/* What can be said before a file is read. */
static void check_conflicts(struct argp_state *state, const options *o)
{
    const unsigned groups = o->command->groups;
    if (groups & GROUP_INPUT) {
        int files = 0;
        int standard = 0;
        for (int i = 0; i < 3; i++) {
            files += o->source[i] != NULL;
            standard += is_standard(o->source[i]);
            if (o->source[i] && !*o->source[i])
                argp_error(state, "--%c: found '', expected the name of a file", "qkv"[i]);
        }
        if (o->preset && files)
            argp_error(state, "found --preset and --%c, expected one of them",
                       "qkv"[o->source[Q] ? 0 : o->source[K] ? 1 : 2]);
        if (!o->preset && !files)
            argp_error(state, "found no input, expected --preset NAME, or --q, --k and --v");
        for (int i = 0; i < 3 && !o->preset; i++)
            if (!o->source[i])
                argp_error(state, "found no --%c, expected --q, --k and --v", "qkv"[i]);
        if (standard > 1)
            argp_error(state, "found %d inputs from -, expected at most one", standard);
        if (o->scale > 0 && o->cfg_scale >= 0)
            argp_error(state, "found --scale and --cfg-scale, expected one of them");
    }
    if (o->n && (o->nq || o->nk))
        argp_error(state, "found --n and --%s, expected one of them", o->nq ? "nq" : "nk");
    const char *paths[] = {o->out, o->lse, o->json, o->svg, o->png, o->fst, o->vcd, o->jsonl,
                           o->perfetto};
    const char *names[] = {"out", "lse", "json", "svg", "png", "fst", "vcd", "jsonl", "perfetto"};
    const int count = sizeof paths / sizeof paths[0];
    int standard = 0;
    for (int i = 0; i < count; i++) {
        standard += is_standard(paths[i]);
        if (paths[i] && !*paths[i])
            argp_error(state, "--%s: found '', expected the name of a file", names[i]);
        for (int j = 0; paths[i] && !is_standard(paths[i]) && j < i; j++)
            if (paths[j] && is_same_file(paths[i], paths[j]))
                argp_error(state, "found %s for --%s and --%s, expected two files", paths[i],
                           names[j], names[i]);
    }
    if (standard > 1)
        argp_error(state, "found %d outputs to -, expected at most one", standard);
}

static void help(const options *o, const struct argp_state *state, unsigned flags)
{
    if (flags & ARGP_HELP_LONG)
        printf("Example: %s\n\n", o->command->example);
    argp_help(state->root_argp, stdout, flags, state->name);
    if (fflush(stdout) != 0) {
        perror("tinyattn: standard output");
        exit(TA_ERROR_INPUT);
    }
    exit(0);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    options *o = state->input;
    char names[BUILD_DOC];
    if (arg && strncmp(arg, "--", 2) == 0 && key != ARGP_KEY_ARG)
        for (int i = 0; i < ROWS; i++)
            if (rows[i].option.key == key)
                argp_error(state, "--%s: found '%s', expected a value and then the next option", rows[i].option.name, arg);
    switch (key) {
    case 'h': help(o, state, ARGP_HELP_SHORT_USAGE | ARGP_HELP_DOC | ARGP_HELP_LONG); break;
    case KEY_USAGE: help(o, state, ARGP_HELP_USAGE); break;
    case KEY_PRESET: o->preset = arg; break;
    case KEY_Q: o->source[Q] = arg; break;
    case KEY_K: o->source[K] = arg; break;
    case KEY_V: o->source[V] = arg; break;
    case KEY_CFG_SCALE: o->cfg_scale = (long)integer(state, "cfg-scale", arg, 0, 0xFFFFFF); break;
    case KEY_QUANT:
        if ((o->quant = ta_quant_find(arg)) < 0)
            one_of(state, "quant", arg, "tensor, head or channel");
        break;
    case KEY_SMOOTH:
        if ((o->smooth = ta_smooth_find(arg)) < 0)
            one_of(state, "smooth", arg, "none, k or kv");
        break;
    case KEY_SCALE: o->scale = positive(state, "scale", arg); break;
    case KEY_ENGINE:
        if (!(o->engine = engine_find(arg)))
            one_of(state, "engine", arg, engine_board("board:x")
                       ? "rtl, golden, cpu, float or board:DEVICE"
                       : "rtl, golden, cpu or float (this program has no board engine)");
        break;
    case KEY_BUILD:
        if (!(o->build = ta_build_find(arg)))
            one_of(state, "build", arg, build_names(names));
        break;
    case KEY_SCHEDULE:
        if (strcmp(arg, "flash") == 0)
            o->mode = TA_FLASH;
        else if (strcmp(arg, "naive") == 0)
            o->mode = TA_NAIVE;
        else
            one_of(state, "schedule", arg, "flash or naive");
        break;
    case KEY_Q_ROWS: o->q_rows = (int)integer(state, "q-rows", arg, 1, LIMIT_N); break;
    case KEY_CAUSAL:
        if (!arg || strcmp(arg, "top-left") == 0)
            set_causal(state, o, CAUSAL_TOP_LEFT);
        else if (strcmp(arg, "bottom-right") == 0)
            set_causal(state, o, CAUSAL_BOTTOM_RIGHT);
        else
            one_of(state, "causal", arg, "top-left or bottom-right");
        break;
    case KEY_CAUSAL_OFFSET:
        set_causal(state, o, CAUSAL_OFFSET);
        o->offset = (int)integer(state, "causal-offset", arg, -LIMIT_N, LIMIT_N);
        break;
    case KEY_NO_OVERLAP: o->no_overlap = 1; break;
    case KEY_NO_STREAM: o->no_stream = 1; break;
    case KEY_LATENCY: o->latency = (int)integer(state, "latency", arg, 0, 64); break;
    case KEY_OUT: o->out = arg; break;
    case KEY_LSE: o->lse = arg; break;
    case KEY_JSON: o->json = arg; break;
    case KEY_SEEDS: o->seeds = integer(state, "seeds", arg, 1, 1000000000000); break;
    case KEY_FIRST: o->first = integer(state, "first", arg, 0, 1000000000000000000); break;
    case KEY_SHARD: set_shard(state, o, arg); break;
    case KEY_BOTH_STREAMS: o->both_streams = 1; break;
    case KEY_N: o->n = (long)integer(state, "n", arg, 1, LIMIT_N); break;
    case KEY_NQ: o->nq = (long)integer(state, "nq", arg, 1, LIMIT_N); break;
    case KEY_NK: o->nk = (long)integer(state, "nk", arg, 1, LIMIT_N); break;
    case KEY_D: o->d = (long)integer(state, "d", arg, 1, LIMIT_D); break;
    case KEY_HEAD: o->head = (int)integer(state, "head", arg, 0, 0x7fffffff); break;
    case KEY_HEADS: o->heads = (long)integer(state, "heads", arg, 1, 65536); break;
    case KEY_THREADS: o->threads = (long)integer(state, "threads", arg, 1, 1024); break;
    case KEY_ROUNDS: o->rounds = (long)integer(state, "rounds", arg, 1, 1000); break;
    case KEY_PEER:
        if (o->peers == 2)
            argp_error(state, "found three --peer, expected at most two");
        if (!*arg)
            argp_error(state, "--peer: found '', expected the name of a file");
        o->peer[o->peers++] = arg;
        break;
    case KEY_SWEEP: o->sweep = 1; break;
    case KEY_DATA:
        if (!*arg)
            argp_error(state, "--data: found '', expected the name of a folder");
        o->data = arg;
        break;
    case KEY_SVG: o->svg = arg; break;
    case KEY_PNG: o->png = arg; break;
    case KEY_COLOR:
        if (strcmp(arg, "auto") == 0)
            o->color = COLOR_AUTO;
        else if (strcmp(arg, "always") == 0)
            o->color = COLOR_ALWAYS;
        else if (strcmp(arg, "never") == 0)
            o->color = COLOR_NEVER;
        else
            one_of(state, "color", arg, "auto, always or never");
        break;
    case KEY_FST: o->fst = arg; break;
    case KEY_VCD: o->vcd = arg; break;
    case KEY_JSONL: o->jsonl = arg; break;
    case KEY_PERFETTO: o->perfetto = arg; break;
    case ARGP_KEY_ARG:
        if (o->causal == CAUSAL_TOP_LEFT && (strcmp(arg, "top-left") == 0 || strcmp(arg, "bottom-right") == 0))
            argp_error(state, "found '%s', expected --causal=%s", arg, arg);
        argp_error(state, "found '%s', expected an option", arg);
        break;
    case ARGP_KEY_END:
        check_conflicts(state, o);
        if (o->n)
            o->nq = o->nk = o->n;
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

void options_parse(const command *c, int argc, char **argv, options *o)
{
    struct argp_option table[ROWS + 1];
    struct argp argp = {table, parse, NULL, c->doc, NULL, NULL, NULL};
    char name[64], build[BUILD_DOC];
    int n = 0;
    for (int i = 0; i < ROWS; i++)
        if (rows[i].group == GROUP_ALL || (rows[i].group & c->groups))
            table[n++] = row_of(c, rows[i].option, build);
    memset(&table[n], 0, sizeof table[n]);

    memset(o, 0, sizeof *o);
    o->command = c;
    o->quant = o->smooth = o->mode = o->latency = o->head = -1;
    o->cfg_scale = -1;
    o->seeds = -1;
    o->shards = 1;

    snprintf(name, sizeof name, "tinyattn %s", c->name);
    argv[0] = name; /* for the messages of getopt and argp */
    argp_err_exit_status = TA_ERROR_USAGE;
    const error_t failed = argp_parse(&argp, argc, argv, ARGP_NO_HELP, NULL, o);
    if (failed) {
        fprintf(stderr, "%s: %s\n", name, failed == ENOMEM ? "not enough memory for the options" : strerror(failed));
        exit(TA_ERROR_INPUT);
    }
}

int report_error(const options *o, const ta_error *error)
{
    fprintf(stderr, "tinyattn %s: %s\n", o->command->name, error->text);
    return error->code;
}
