/* SPDX-License-Identifier: MIT
 *
 * Clocks a second of the simulated engine, one thread, by the thread's own time, with and
 * without the debug vector, and the size of what Verilator generated.  One program for each
 * Verilator, and one compiled by a profile; each adds its rows to the file.
 *
 *   sim_speed [--rounds R] [--json FILE]
 *   sim_speed --clocks N     the first engine for N clocks, no measurement: for a profiler
 *
 * Compiled with TA_SPEED_MODELS, a list of X(build, ops, debug, library, directory), and
 * TA_SPEED_PROFILED.
 */
#define _POSIX_C_SOURCE 200809L
#include <glob.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "bench/json_memory.h"
#include "bench/machine.h"
#include "bench/rows.h"
#include "golden/random_job.h"
#include "sim/sim_ops.h"

enum { ROUNDS_MAX = 101 };

#define X(build, ops, debug, library, directory) extern const struct ta_sim_ops ops;
TA_SPEED_MODELS
#undef X

static struct model {
    const char *build;
    const struct ta_sim_ops *ops;
    int debug;
    const char *library, *directory;
    void *state;
    struct ta_pins pins;
    double rate[ROUNDS_MAX];
} models[] = {
#define X(build, ops, debug, library, directory) {#build, &ops, debug, library, directory, NULL, {0}, {0}},
    TA_SPEED_MODELS
#undef X
};

enum { MODELS = sizeof models / sizeof models[0] };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void clock_once(struct model *m)
{
    m->ops->set(m->state, &m->pins);
    m->ops->clock(m->state, 1);
}

/* The largest FLASH run of the build, random data. */
static void prepare(struct model *m)
{
    const ta_build *b = ta_build_find(m->build);
    struct ta_pins *p = &m->pins;
    const uint32_t bytes = (uint32_t)b->port_bits / 8, words = 4 * (uint32_t)(b->nmax * b->dmax) / bytes;
    uint64_t random = 1;
    m->state = m->ops->create();
    if (!m->state)
        exit(1);
    clock_once(m);
    clock_once(m);
    p->rst_n = 1;
    p->nq = p->nk = (uint32_t)b->nmax;
    p->d = (uint32_t)b->dmax;
    p->qrows = (uint32_t)(8 * b->a < b->nmax ? 8 * b->a : b->nmax);
    p->overlap = p->stream = 1;
    p->latency = 10;
    p->scale = 5000;
    p->h_en = p->h_we = 1;
    for (p->h_addr = 0; p->h_addr < words; p->h_addr++) {
        for (uint32_t i = 0; i < bytes; i++)
            p->h_wdata[i] = (uint8_t)ta_random_below(&random, 256);
        clock_once(m);
    }
    p->h_en = p->h_we = 0;
}

/* One run after the other. */
static void run_clocks(struct model *m, uint64_t clocks)
{
    while (clocks) {
        m->pins.start = 1;
        clock_once(m);
        m->pins.start = 0;
        m->ops->set(m->state, &m->pins);
        clocks--;
        clocks -= m->ops->until(m->state, clocks);
    }
}

static double measure(struct model *m)
{
    const double start = now();
    double time;
    uint64_t clocks = 0;
    do {
        m->pins.start = 1;
        clock_once(m);
        m->pins.start = 0;
        m->ops->set(m->state, &m->pins);
        clocks += 1 + m->ops->until(m->state, 1u << 30);
        time = now() - start;
    } while (time < 0.1);
    return (double)clocks / time;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Bytes of the files that match. */
static json_int_t bytes_of(const char *pattern)
{
    glob_t found;
    struct stat s;
    json_int_t bytes = 0;
    if (glob(pattern, 0, NULL, &found) != 0)
        return 0;
    for (size_t i = 0; i < found.gl_pathc; i++)
        if (stat(found.gl_pathv[i], &s) == 0)
            bytes += s.st_size;
    globfree(&found);
    return bytes;
}

int main(int argc, char **argv)
{
    const char *path = NULL;
    int rounds = 9, clocks = 0;
    ta_json_must();
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--json"))
            path = argv[i + 1];
        else if (!strcmp(argv[i], "--rounds"))
            rounds = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--clocks"))
            clocks = atoi(argv[i + 1]);
        else
            argc = 0;
    }
    if (argc % 2 == 0 || clocks < 0 || rounds < 1 || rounds > ROUNDS_MAX) {
        fprintf(stderr, "usage: sim_speed [--rounds R] [--json FILE] | sim_speed --clocks N\n");
        return 2;
    }
    if (clocks) {
        prepare(&models[0]);
        run_clocks(&models[0], (uint64_t)clocks);
        return 0;
    }
    for (int i = 0; i < MODELS; i++) {
        prepare(&models[i]);
        measure(&models[i]); /* warm */
    }
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < MODELS; i++)
            models[i].rate[r] = measure(&models[i]);

    json_t *old = path ? json_load_file(path, 0, NULL) : NULL, *row;
    json_t *rows = json_is_object(old) ? json_deep_copy(json_object_get(old, "rows")) : json_array();
    json_decref(old);
    json_t *machine = ta_machine();
    for (int i = 0; i < MODELS; i++) {
        struct model *m = &models[i];
        char pattern[1024];
        snprintf(pattern, sizeof pattern, "%s/*.cpp", m->directory);
        qsort(m->rate, (size_t)rounds, sizeof m->rate[0], by_value);
        row = json_pack("{s:s, s:s, s:b, s:b, s:f, s:f, s:i, s:I, s:I}", "verilator", TA_VERILATOR, "build", m->build, "debug",
                        m->debug, "profiled", TA_SPEED_PROFILED, "million_clocks_per_s", m->rate[rounds / 2] * 1e-6, "best", m->rate[rounds - 1] * 1e-6,
                        "rounds", rounds, "generated_bytes", bytes_of(pattern), "object_bytes", bytes_of(m->library));
        json_object_set(row, "cpu", json_object_get(machine, "cpu"));
        json_object_set(row, "compiler", json_object_get(machine, "compiler"));
        json_object_set(row, "date", json_object_get(machine, "date"));
        json_object_set(row, "rtl_commit", json_object_get(machine, "rtl_commit"));
        json_array_append_new(rows, row);
        printf("Verilator %-6s %-7s debug %s%s  %.3f million clocks/s, best %.3f\n", TA_VERILATOR, m->build,
               m->debug ? "on " : "off", TA_SPEED_PROFILED ? ", profiled" : "", m->rate[rounds / 2] * 1e-6, m->rate[rounds - 1] * 1e-6);
        m->ops->destroy(m->state);
    }
    json_decref(machine);
    char *out = points_text("tinyattn-sim-speed/1", "./run evidence sim", NULL, rows);
    const int status = path ? points_file(path, out, 0) : 0;
    free(out);
    return status;
}
