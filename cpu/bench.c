/* SPDX-License-Identifier: MIT
 *
 * Speed of each version of the CPU engine, one thread, in interleaved rounds beside the
 * pmaddwd roof and, where given, a float32 peer.
 *   cpu_bench [--n N] [--d D] [--a A] [--pf PF] [--rounds R] [--ort libonnxruntime.so]
 * Time is that of the thread.  GMAC/s counts 2 * N * N * D, half of it for causal.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cpu/bench.h"
#include "cpu/cpu.h"
#include "golden/golden.h"
#include "golden/random_job.h"

enum { ROUNDS_MAX = 1000, CONTESTANTS_MAX = 32 };

enum kind { ROOF, FULL, CAUSAL, RISING, GOLDEN, PEER };

typedef struct contestant {
    char name[48];
    int kind; /* enum kind */
    const ta_cpu_version *version;
    double rate[ROUNDS_MAX]; /* GMAC/s of each round */
} contestant;

typedef struct setting {
    ta_job job[3]; /* full, causal, rising */
    ta_result result;
    void *workspace, *golden_workspace;
    size_t bytes;
    ta_peer *peer;
} setting;

/* Time of this thread, the only one that works here. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* a busy machine disturbs less */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One run; returns the multiply-accumulates that it counts for. */
static double run(const contestant *c, setting *s)
{
    const ta_config *cfg = &s->job[0].config;
    const double macs = 2.0 * cfg->nq * cfg->nk * cfg->d;
    switch (c->kind) {
    case ROOF:
        return ta_roof_pmaddwd(20000);
    case PEER:
        return ta_peer_run(s->peer) ? 0 : macs;
    case GOLDEN:
        return ta_golden_run(&s->job[0], &s->result, s->golden_workspace, 0, 0) ? 0 : macs;
    default: {
        const int which = c->kind - FULL;
        int error = ta_cpu_run(&s->job[which], &s->result, c->version, s->workspace, s->bytes);
        return error ? 0 : c->kind == CAUSAL ? macs / 2 : macs;
    }
    }
}

/* GMAC/s over at least 10 ms. */
static double measure(const contestant *c, setting *s)
{
    double macs = 0, start = now(), time;
    do {
        double more = run(c, s);
        if (more <= 0)
            return 0;
        macs += more;
        time = now() - start;
    } while (time < 0.01);
    return macs / time * 1e-9;
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

static double best(const double *x, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = x[i] > most ? x[i] : most;
    return most;
}

/* Median over rounds of the rate as a multiple of another's in the same round. */
static double ratio(const contestant *c, const contestant *to, int rounds)
{
    double x[ROUNDS_MAX];
    for (int i = 0; i < rounds; i++)
        x[i] = to->rate[i] > 0 ? c->rate[i] / to->rate[i] : 0;
    return median(x, rounds);
}

static void *take(size_t bytes)
{
    void *p = calloc(1, bytes);
    if (!p) {
        fprintf(stderr, "cpu_bench: not enough memory\n");
        exit(2);
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

int main(int argc, char **argv)
{
    int n = 512, d = 64, a = 8, pf = 12, rounds = 31;
    const char *library = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        int *number = !strcmp(argv[i], "--n")        ? &n
                      : !strcmp(argv[i], "--d")      ? &d
                      : !strcmp(argv[i], "--a")      ? &a
                      : !strcmp(argv[i], "--pf")     ? &pf
                      : !strcmp(argv[i], "--rounds") ? &rounds
                                                     : 0;
        if (number)
            *number = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--ort"))
            library = argv[i + 1];
        else
            argc = 0;
    }
    if (argc % 2 == 0 || n < 1 || n > 32768 || d < a || d % a || rounds < 1 || rounds > ROUNDS_MAX) {
        fprintf(stderr, "usage: cpu_bench [--n N] [--d D] [--a A] [--pf PF] [--rounds R] [--ort LIBRARY]\n");
        return 2;
    }

    /* Normal data in steps of 4/127, the scale that goes with them; and a rising maximum. */
    const size_t cells = (size_t)n * (size_t)d;
    float *f[4];
    int8_t *x[5];
    uint64_t random = 1;
    for (int t = 0; t < 4; t++)
        f[t] = take(cells * sizeof(float));
    for (int t = 0; t < 5; t++) {
        x[t] = take(cells);
        for (size_t i = 0; i < cells; i++) {
            double value = rint(normal(&random) * 127 / 4);
            value = value > 127 ? 127 : value < -127 ? -127 : value;
            const int tile = (int)(i / (size_t)d) / a, tiles = (n + a - 1) / a;
            if (t == 3)
                value = 1 + (double)ta_random_below(&random, 9);
            if (t == 4)
                value = -125 + 250.0 * tile / tiles;
            x[t][i] = (int8_t)value;
            if (t < 3)
                f[t][i] = (float)value * 4 / 127;
        }
    }
    const ta_build build = {"bench", a, d, n < 128 ? 128 : n, pf, 8 * a};
    ta_config config = {.nq = n, .nk = n, .d = d, .q_rows = a};
    config.scale = (uint32_t)(16.0 / 127 / 127 * 1.4426950408889634 / sqrt(d) * 1048576 + 0.5);
    setting s = {.result = {.out = take(cells * 2), .m = take((size_t)n * 2), .l = take((size_t)n * 8)}};
    for (int i = 0; i < 3; i++)
        s.job[i] = (ta_job){build, config, x[0], x[1], x[2]};
    s.job[1].config.causal = 1;
    s.job[2].q = x[3];
    s.job[2].k = x[4];
    s.bytes = ta_cpu_workspace(&build, &config);
    s.workspace = take(s.bytes);
    s.golden_workspace = take(ta_golden_workspace(&build, &config));
    if (ta_config_check(&build, &config)) {
        fprintf(stderr, "cpu_bench: no such configuration\n");
        return 2;
    }

    static contestant all[CONTESTANTS_MAX];
    int count = 0;
    all[count++] = (contestant){"roof: pmaddwd (AVX2)", ROOF, 0, {0}};
    if (library) {
        char why[256] = "";
        s.peer = ta_peer_open(library, n, d, f[0], f[1], f[2], f[3], why, sizeof why);
        if (!s.peer)
            fprintf(stderr, "cpu_bench: %s: %s\n", library, why);
        else
            snprintf(all[count].name, sizeof all[count].name, "ONNX Runtime %s float32", ta_peer_version(s.peer));
        if (s.peer)
            all[count++].kind = PEER;
    }
    const int peer = s.peer ? 1 : 0;
    static const char *const what[] = {"", ", causal", ", rising"};
    for (int id = 0; id < TA_CPU_VERSION_COUNT; id++)
        for (int kind = FULL; kind <= RISING; kind++) {
            const ta_cpu_version *version = ta_cpu_version_at(id);
            if (!version || id == TA_CPU_portable)
                continue;
            snprintf(all[count].name, sizeof all[count].name, "%s%s", ta_cpu_version_id_name(id), what[kind - FULL]);
            all[count].kind = kind;
            all[count++].version = version;
        }
    all[count++] = (contestant){"golden", GOLDEN, 0, {0}};

    for (int i = 0; i < count; i++) /* warm */
        measure(&all[i], &s);
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < count; i++)
            all[i].rate[r] = measure(&all[i], &s);

    printf("N = %d, D = %d, A = %d, PF = %d, one thread, %d interleaved rounds\n", n, d, a, pf, rounds);
    printf("%-30s %9s %9s %8s %8s %8s\n", "", "best", "median", "of roof", "of peer", "of full");
    const contestant *full = 0;
    for (int i = 0; i < count; i++) {
        const contestant *c = &all[i];
        printf("%-30s %9.2f %9.2f", c->name, best(c->rate, rounds), median(c->rate, rounds));
        printf(" %8.3f", ratio(c, &all[0], rounds));
        if (peer)
            printf(" %8.3f", ratio(c, &all[peer], rounds));
        else
            printf(" %8s", "-");
        if (c->kind == FULL)
            full = c;
        if (c->kind == CAUSAL) /* time, not rate */
            printf(" %8.3f", 0.5 / ratio(c, full, rounds));
        else if (c->kind == RISING)
            printf(" %8.3f", 1 / ratio(c, full, rounds));
        printf("\n");
    }
    printf("GMAC/s; \"of roof\", \"of peer\": medians of the ratio within a round; \"of full\": time.\n");
    ta_peer_close(s.peer);
    return 0;
}
