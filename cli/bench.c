/* SPDX-License-Identifier: MIT
 *
 * tinyattn bench: speed of each engine on this machine, in interleaved rounds, beside the roof
 * of 16-bit products and, where they are installed, float32 peers.
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/machine.h"
#include "cli/commands.h"
#include "cli/report.h"
#include "cpu/bench.h"
#include "cpu/cpu.h"
#include "golden/golden.h"
#include "golden/random_job.h"
#include "sim/sim.h"

#ifdef _OPENMP
#include <omp.h>
#endif

enum { ROUNDS = 15, ROUNDS_MAX = 1000, ROUNDS_SLOW = 3, CONTESTANTS_MAX = 64 };

static const double SLOW = 0.5;   /* seconds of a run beyond which ROUNDS_SLOW are enough */
static const double LEAST = 0.01; /* seconds of a measurement */

/* What the keys do: all visible; causal; the maximum of every row rises at every tile. */
enum { FULL, CAUSAL, RISING, CASES };

enum kind { ROOF, PEER, CPU, GOLDEN, FLOAT, RTL };

enum { ONNX, TORCH, PEERS };

static const struct {
    const char *name, *key, *title; /* of its version; of the ratio to it */
    const char *wheel, *system;     /* the library in a wheel, and its name elsewhere */
} peers[PEERS] = {
    [ONNX] = {"ONNX", "of_onnx_runtime", "of ONNX", "onnxruntime/capi/libonnxruntime.so*", "libonnxruntime.so.1"},
    [TORCH] = {"PyTorch", "of_pytorch", "of torch", "torch/lib/libtorch_cpu.so", "libtorch_cpu.so"},
};

typedef struct contestant {
    const char *engine;
    char version[64];
    enum kind kind;
    int which; /* CPU: the case; PEER: which one */
    const ta_cpu_version *cpu;
    ta_sim *sim;
    int rounds;
    double rate[ROUNDS_MAX]; /* of each round: 10^9 multiply-accumulates, or clocks, a second */
} contestant;

typedef struct bench {
    int n, d, heads, threads, rounds;
    ta_build build;
    ta_job *jobs[CASES];  /* (heads) */
    ta_result *results;   /* (heads) */
    float *f[4];          /* (n, d): q, k, v, out of a peer */
    double *x[3], *y;     /* (n, d): q, k, v; y (heads, n, d) */
    double *scratch;      /* (threads, n) */
    double softmax_scale;
    void *cpu_memory;
    size_t cpu_bytes;
    void **golden;        /* (threads) */
    ta_peer *peer[PEERS]; /* null: not there */
    contestant all[CONTESTANTS_MAX];
    int count;
} bench;

/* One thread: its own time, which a busy machine disturbs less.  Several: the clock. */
static double now(const bench *b)
{
    struct timespec t;
    clock_gettime(b->threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int thread(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

static int run_golden(bench *b)
{
    int bad = 0;
#pragma omp parallel for schedule(dynamic) num_threads(b->threads) reduction(| : bad)
    for (int h = 0; h < b->heads; h++)
        bad |= ta_golden_run(&b->jobs[FULL][h], &b->results[h], b->golden[thread()], NULL, NULL);
    return bad;
}

static void run_float(bench *b)
{
#pragma omp parallel for schedule(dynamic) num_threads(b->threads)
    for (int h = 0; h < b->heads; h++)
        ta_float_attention(b->n, b->n, b->d, b->d, b->x[0], b->x[1], b->x[2], b->softmax_scale, 0, 0,
                           b->y + (size_t)h * (size_t)b->n * (size_t)b->d, NULL,
                           b->scratch + (size_t)thread() * (size_t)b->n);
}

/* One run; returns the multiply-accumulates (or clocks) that it counts for; 0: it failed. */
static double run_once(bench *b, contestant *c)
{
    const double macs = 2.0 * b->n * b->n * b->d * b->heads;
    switch (c->kind) {
    case ROOF:
        return ta_roof_pmaddwd(20000);
    case PEER:
        for (int h = 0; h < b->heads; h++)
            if (ta_peer_run(b->peer[c->which]))
                return 0;
        return macs;
    case GOLDEN:
        return run_golden(b) ? 0 : macs;
    case FLOAT:
        run_float(b);
        return macs;
    case RTL: {
        ta_counters counters;
        ta_sim_start(c->sim);
        if (ta_sim_run(c->sim, 0) != TA_SIM_OK)
            return 0;
        ta_sim_step(c->sim, 2);
        ta_sim_counters(c->sim, &counters);
        return (double)counters.cycles + 3;
    }
    default:
        return ta_cpu_run_many(b->jobs[c->which], b->results, b->heads, c->cpu, b->threads,
                               b->cpu_memory, b->cpu_bytes)
                   ? 0 : c->which == CAUSAL ? macs / 2 : macs;
    }
}

/* Rate over at least LEAST seconds; *one: seconds of a run. */
static double measure(bench *b, contestant *c, double *one)
{
    double amount = 0, time;
    int runs = 0;
    const double start = now(b);
    do {
        const double more = run_once(b, c);
        if (more <= 0)
            return 0;
        amount += more;
        runs++;
        time = now(b) - start;
    } while (time < LEAST);
    *one = time / runs;
    return amount / time * (c->kind == RTL ? 1 : 1e-9);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *x, int n)
{
    double copy[ROUNDS_MAX];
    memcpy(copy, x, (size_t)n * sizeof *x);
    qsort(copy, (size_t)n, sizeof *copy, by_value);
    return n % 2 ? copy[n / 2] : (copy[n / 2 - 1] + copy[n / 2]) / 2;
}

static double best(const contestant *c)
{
    double most = 0;
    for (int i = 0; i < c->rounds; i++)
        most = fmax(most, c->rate[i]);
    return most;
}

/* Median over rounds of the rate as a multiple of another's in the same round; NaN: none. */
static double ratio(const contestant *c, const contestant *to)
{
    double x[ROUNDS_MAX];
    if (!c || !to)
        return NAN;
    const int rounds = c->rounds < to->rounds ? c->rounds : to->rounds;
    for (int i = 0; i < rounds; i++)
        x[i] = to->rate[i] > 0 ? c->rate[i] / to->rate[i] : NAN;
    return median(x, rounds);
}

static const contestant *find(const bench *b, enum kind kind, const ta_cpu_version *cpu, int which)
{
    for (int i = 0; i < b->count; i++)
        if (b->all[i].kind == kind && b->all[i].cpu == cpu && b->all[i].which == which)
            return &b->all[i];
    return NULL;
}

/* ---- set-up ---- */

static void *take(size_t count, size_t size)
{
    void *p = size && count > SIZE_MAX / 2 / size ? NULL : calloc(count + 1, size);
    if (!p) {
        fprintf(stderr, "tinyattn bench: not enough memory\n");
        exit(TA_ERROR_INPUT);
    }
    return p;
}

/* Roughly normal, standard deviation 1. */
static double normal(uint64_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (double)ta_random_below(state, 1u << 20) / (1 << 20);
    return sum;
}

/* Normal data in steps of 4/127 and the scale that goes with them, the same for every head;
 * and a rising maximum. */
static void make_jobs(bench *b)
{
    const size_t cells = (size_t)b->n * (size_t)b->d;
    const double step = 4.0 / 127;
    int8_t *t[5];
    uint64_t random = 1;
    for (int i = 0; i < 5; i++) {
        t[i] = take(cells, 1);
        for (size_t j = 0; j < cells; j++) {
            double value = rint(normal(&random) / step);
            const double tile = (double)(j / (size_t)b->d / (size_t)b->build.a);
            if (i == 3)
                value = 1 + (double)ta_random_below(&random, 9);
            if (i == 4)
                value = -125 + 250.0 * tile / ((b->n + b->build.a - 1) / b->build.a);
            t[i][j] = (int8_t)fmax(-127, fmin(127, value));
        }
    }
    for (int i = 0; i < 4; i++)
        b->f[i] = take(cells, sizeof(float));
    for (int i = 0; i < 3; i++) {
        b->x[i] = take(cells, sizeof(double));
        for (size_t j = 0; j < cells; j++) {
            b->x[i][j] = t[i][j] * step;
            b->f[i][j] = (float)b->x[i][j];
        }
    }
    b->softmax_scale = 1 / sqrt(b->d);
    ta_config config = {.nq = b->n, .nk = b->n, .d = b->d, .mode = TA_FLASH, .q_rows = b->build.a,
                        .overlap = 1, .stream = 1, .latency = 10};
    config.scale = (uint32_t)(step * step * 1.4426950408889634 * b->softmax_scale * 1048576 + 0.5);
    for (int c = 0; c < CASES; c++) {
        b->jobs[c] = take((size_t)b->heads, sizeof(ta_job));
        for (int h = 0; h < b->heads; h++) {
            b->jobs[c][h] = (ta_job){b->build, config, t[c == RISING ? 3 : 0], t[c == RISING ? 4 : 1], t[2]};
            b->jobs[c][h].config.causal = c == CAUSAL;
        }
    }
    b->results = take((size_t)b->heads, sizeof(ta_result));
    for (int h = 0; h < b->heads; h++)
        b->results[h] = (ta_result){.out = take(cells, 2), .m = take((size_t)b->n, 2), .l = take((size_t)b->n, 8)};
    b->y = take((size_t)b->heads * cells, sizeof(double));
    b->scratch = take((size_t)b->threads * (size_t)b->n, sizeof(double));
    b->cpu_bytes = (size_t)b->threads * ta_cpu_workspace(&b->build, &config);
    b->cpu_memory = take(b->cpu_bytes, 1);
    b->golden = take((size_t)b->threads, sizeof *b->golden);
    for (int i = 0; i < b->threads; i++)
        b->golden[i] = take(ta_golden_workspace(&b->build, &config), 1);
}

static contestant *enter(bench *b, enum kind kind, const char *name, const char *version)
{
    contestant *c = &b->all[b->count++];
    c->kind = kind;
    c->engine = name;
    snprintf(c->version, sizeof c->version, "%s", version);
    return c;
}

/* 0: there is none; a library that was asked for says why. */
static int open_peer(bench *b, const char *library, int is_asked, ta_error *error)
{
    char why[256] = "not enough memory", version[64];
    ta_peer *peer = ta_peer_open(library, b->threads, b->n, b->d, b->f[0], b->f[1], b->f[2], b->f[3], why, sizeof why);
    if (!peer) {
        if (is_asked)
            ta_fail(error, TA_ERROR_INPUT, "--peer: %s: %s", library, why);
        return 0;
    }
    int which = 0;
    while (which < PEERS - 1 && strncmp(ta_peer_version(peer), peers[which].name, strlen(peers[which].name)) != 0)
        which++;
    if (b->peer[which]) {
        ta_peer_close(peer);
        return 0;
    }
    b->peer[which] = peer;
    snprintf(version, sizeof version, "%.48s float32", ta_peer_version(peer));
    enter(b, PEER, "peer", version)->which = which;
    return 1;
}

/* The libraries asked for, or those of wheels in build/venv, or the system's. */
static int open_peers(bench *b, const options *o, ta_error *error)
{
#ifdef _OPENMP
    omp_set_num_threads(b->threads); /* PyTorch's */
#endif
    for (int i = 0; i < o->peers; i++)
        if (!open_peer(b, o->peer[i], 1, error) && error->code)
            return error->code;
    for (int i = 0; i < PEERS && !o->peers; i++) {
        char pattern[128];
        glob_t found;
        snprintf(pattern, sizeof pattern, "build/venv/lib/python3*/site-packages/%s", peers[i].wheel);
        const int any = glob(pattern, 0, NULL, &found) == 0;
        open_peer(b, any ? found.gl_pathv[0] : peers[i].system, 0, error);
        if (any)
            globfree(&found);
    }
    return TA_OK;
}

/* Each build at its own largest size, FLASH with 8 A rows. */
static void open_simulators(bench *b)
{
    for (int i = 0; i < TA_BUILD_COUNT; i++) {
        const ta_build *build = ta_build_at(i);
        ta_sim *sim = ta_sim_new(i);
        if (!sim)
            continue;
        const size_t cells = (size_t)build->nmax * (size_t)build->dmax;
        int8_t *data = take(cells, 3);
        uint64_t random = 1;
        for (size_t j = 0; j < 3 * cells; j++)
            data[j] = (int8_t)((int)ta_random_below(&random, 255) - 127);
        const int rows = 8 * build->a < build->nmax ? 8 * build->a : build->nmax;
        const ta_job job = {*build, {build->nmax, build->nmax, build->dmax, TA_FLASH, rows, 0, 0, 1, 1, 10, 5000},
                            data, data + cells, data + 2 * cells};
        ta_sim_load(sim, &job);
        free(data);
        enter(b, RTL, "rtl", build->name)->sim = sim;
    }
}

static int open_all(bench *b, const options *o, ta_error *error)
{
    const char *forced = getenv("TINYATTN_CPU");
    if (ta_roof_pmaddwd(1) > 0 && b->threads == 1)
        enter(b, ROOF, "roof", "pmaddwd");
    if (open_peers(b, o, error))
        return error->code;
    for (int id = 0; id < TA_CPU_VERSION_COUNT; id++) {
        const ta_cpu_version *version = ta_cpu_version_at(id);
        const char *name = ta_cpu_version_id_name(id);
        if (!version || id == TA_CPU_portable || (forced && *forced && strcmp(forced, name) != 0))
            continue;
        for (int which = FULL; which < CASES; which++) {
            contestant *c = enter(b, CPU, "cpu", name);
            c->cpu = version;
            c->which = which;
        }
    }
    enter(b, GOLDEN, "golden", "C");
    enter(b, FLOAT, "float", "double precision");
    open_simulators(b);
    return TA_OK;
}

/* ---- results ---- */

static json_t *row(const bench *b, const contestant *c)
{
    const int is_clocks = c->kind == RTL;
    const double middle = median(c->rate, c->rounds);
    json_t *o = json_object();
    json_object_set_new(o, "engine", json_string(c->engine));
    json_object_set_new(o, "version", json_string(c->version));
    json_object_set_new(o, is_clocks ? "clocks_per_s" : "gmac_per_s", report_real(middle));
    json_object_set_new(o, "median", report_real(middle));
    json_object_set_new(o, "best", report_real(best(c)));
    json_object_set_new(o, "unit", json_string(is_clocks ? "clocks/s" : "GMAC/s"));
    json_object_set_new(o, "rounds", json_integer(c->rounds));
    json_object_set_new(o, "of_roof", report_real(is_clocks ? NAN : ratio(c, find(b, ROOF, NULL, 0))));
    for (int i = 0; i < PEERS; i++)
        json_object_set_new(o, peers[i].key, report_real(is_clocks ? NAN : ratio(c, find(b, PEER, NULL, i))));
    /* Times, as multiples of the full one. */
    const int is_cpu = c->kind == CPU;
    json_object_set_new(o, "causal_time", report_real(is_cpu ? 0.5 / ratio(find(b, CPU, c->cpu, CAUSAL), c) : NAN));
    json_object_set_new(o, "rising_time", report_real(is_cpu ? 1 / ratio(find(b, CPU, c->cpu, RISING), c) : NAN));
    return o;
}

static json_t *object(const bench *b)
{
    json_t *o = json_object(), *rows = json_array();
    json_object_set_new(o, "schema", json_string(TA_SCHEMA));
    json_object_set_new(o, "n", json_integer(b->n));
    json_object_set_new(o, "d", json_integer(b->d));
    json_object_set_new(o, "heads", json_integer(b->heads));
    json_object_set_new(o, "threads", json_integer(b->threads));
    json_object_set_new(o, "build", json_string(b->build.name));
    json_object_set_new(o, "rounds", json_integer(b->rounds));
    json_object_set_new(o, "clock", json_string(b->threads == 1 ? "time of the thread" : "time of day"));
    json_object_set_new(o, "verilator", json_string(TA_VERILATOR));
    json_object_set_new(o, "machine", ta_machine());
    for (int i = 0; i < b->count; i++)
        if (b->all[i].kind != CPU || b->all[i].which == FULL)
            json_array_append_new(rows, row(b, &b->all[i]));
    json_object_set_new(o, "rows", rows);
    return o;
}

static void cell(const json_t *row, const char *key, const char *format)
{
    const json_t *x = json_object_get(row, key);
    if (json_is_number(x))
        printf(format, json_number_value(x));
    else
        printf("%9s", "-");
}

static void print(const json_t *o)
{
    const json_t *machine = json_object_get(o, "machine"), *cpu = json_object_get(machine, "cpu");
    printf("%s; heads %lld, N %lld, D %lld, A and PF of %s, threads %lld, interleaved rounds %lld\n\n",
           json_is_string(cpu) ? json_string_value(cpu) : "unknown processor",
           json_integer_value(json_object_get(o, "heads")), json_integer_value(json_object_get(o, "n")),
           json_integer_value(json_object_get(o, "d")), json_string_value(json_object_get(o, "build")),
           json_integer_value(json_object_get(o, "threads")), json_integer_value(json_object_get(o, "rounds")));
    printf("%-7s %-28s %9s %9s %9s", "engine", "version", "median", "best", "of roof");
    for (int i = 0; i < PEERS; i++)
        printf(" %9s", peers[i].title);
    printf(" %9s %9s\n", "causal", "rising");
    size_t index;
    json_t *r;
    json_array_foreach(json_object_get(o, "rows"), index, r) {
        const int clocks = json_object_get(r, "clocks_per_s") != NULL;
        printf("%-7s %-28s ", json_string_value(json_object_get(r, "engine")),
               json_string_value(json_object_get(r, "version")));
        if (clocks) {
            printf("%9.3f %9.3f million clocks/s\n", json_real_value(json_object_get(r, "median")) * 1e-6,
                   json_real_value(json_object_get(r, "best")) * 1e-6);
            continue;
        }
        printf("%9.2f %9.2f ", json_real_value(json_object_get(r, "median")),
               json_real_value(json_object_get(r, "best")));
        cell(r, "of_roof", "%9.3f");
        for (int i = 0; i < PEERS; i++) {
            putchar(' ');
            cell(r, peers[i].key, "%9.3f");
        }
        putchar(' ');
        cell(r, "causal_time", "%9.3f");
        putchar(' ');
        cell(r, "rising_time", "%9.3f");
        putchar('\n');
    }
    printf("\nGMAC/s (2 N N D a head); \"of\": medians of the ratio within a round; "
           "\"causal\", \"rising\": time as a multiple of the full one\n");
}

int command_bench(const options *o)
{
    static bench b;
    ta_error error = {0, ""};
    progress p;
    int status = TA_OK;
    b.n = o->nq ? (int)o->nq : 512;
    b.d = o->d ? (int)o->d : 64;
    b.heads = o->heads ? (int)o->heads : 1;
    b.threads = o->threads ? (int)o->threads : 1;
    b.rounds = o->rounds ? (int)o->rounds : ROUNDS;
    b.build = o->build ? *o->build : *ta_build_find("wide");
    b.d = (b.d + b.build.a - 1) / b.build.a * b.build.a;
    if (b.n > 131072 || b.d > 65536 || (double)b.n * b.d * b.heads > 1e9)
        status = ta_fail(&error, TA_ERROR_USAGE, "found N %d, D %d, heads %d, expected N at most 131072, "
                         "D at most 65536 and at most 10^9 elements", b.n, b.d, b.heads);
    if (status)
        return report_error(o, &error);
    b.build.nmax = b.n > b.build.nmax ? b.n : b.build.nmax;
    b.build.dmax = b.d > b.build.dmax ? b.d : b.build.dmax;
    make_jobs(&b);
    status = open_all(&b, o, &error);
    if (status)
        b.rounds = b.count = 0;

    progress_start(&p, "rounds", (uint64_t)b.rounds);
    for (int i = 0; i < b.count; i++) { /* warm */
        double one = 0;
        measure(&b, &b.all[i], &one);
        b.all[i].rounds = one > SLOW && b.rounds > ROUNDS_SLOW ? ROUNDS_SLOW : b.rounds;
    }
    for (int r = 0; r < b.rounds; r++) {
        double one;
        for (int i = 0; i < b.count; i++)
            if (r < b.all[i].rounds)
                b.all[i].rate[r] = measure(&b, &b.all[i], &one);
        progress_add(&p, 1);
    }
    progress_end(&p);

    json_t *result = object(&b);
    if (!status && o->json)
        status = report_write(o->json, json_incref(result), &error);
    if (!status && options_text(o))
        print(result);
    json_decref(result);
    for (int i = 0; i < b.count; i++)
        ta_sim_free(b.all[i].sim);
    for (int i = 0; i < PEERS; i++)
        ta_peer_close(b.peer[i]);
    for (int h = 0; h < b.heads; h++) {
        free(b.results[h].out);
        free(b.results[h].m);
        free(b.results[h].l);
    }
    for (int i = 0; i < b.threads; i++)
        free(b.golden[i]);
    const int8_t *tensors[] = {b.jobs[FULL][0].q, b.jobs[FULL][0].k, b.jobs[FULL][0].v, b.jobs[RISING][0].q,
                               b.jobs[RISING][0].k};
    for (int i = 0; i < 5; i++)
        free((void *)(uintptr_t)tensors[i]);
    void *arrays[] = {b.jobs[0], b.jobs[1], b.jobs[2], b.results, b.f[0], b.f[1], b.f[2], b.f[3], b.x[0],
                      b.x[1], b.x[2], b.y, b.scratch, b.cpu_memory, b.golden};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
    return status ? report_error(o, &error) : 0;
}
