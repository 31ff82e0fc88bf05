/* SPDX-License-Identifier: MIT
 *
 * Cycles, bytes, utilisation and stalls of the simulated engine at the sizes of the README's
 * tables.  Each run's output is compared with the golden model.
 *
 *   figures                prints a table
 *   figures --json FILE    writes it as JSON (evidence/figures.json)
 *   figures --check FILE   measures again; exit 1 when FILE says something else
 */
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/json_memory.h"
#include "golden/golden.h"
#include "golden/random_job.h"
#include "sim/sim.h"

/* The table that a row belongs to: the smallest engine; utilisation by size; the rest. */
enum { SELF = 1, SIZE, REST };

static const struct figure {
    int set;
    int build;
    int n, d;
    int mode, q_rows, causal, overlap, stream, latency;
} figures[] = {
    {SELF, TA_BUILD_tiny, 32, 4, TA_FLASH, 32, 0, 1, 1, 10},
    {SELF, TA_BUILD_tiny, 32, 4, TA_FLASH, 16, 0, 1, 1, 10},
    {SELF, TA_BUILD_tiny, 32, 4, TA_FLASH, 4, 0, 1, 1, 10},
    {SELF, TA_BUILD_tiny, 32, 4, TA_NAIVE, 4, 0, 1, 1, 10},
    {SELF, TA_BUILD_tiny, 32, 4, TA_FLASH, 16, 0, 0, 0, 10},
    {SELF, TA_BUILD_tiny, 32, 4, TA_FLASH, 4, 0, 0, 0, 10},
    {SIZE, TA_BUILD_tiny, 32, 4, TA_FLASH, 32, 0, 1, 1, 10},
    {SIZE, TA_BUILD_tiny32, 32, 4, TA_FLASH, 32, 0, 1, 1, 10},
    {SIZE, TA_BUILD_lab, 64, 64, TA_FLASH, 32, 0, 1, 1, 10},
    {SIZE, TA_BUILD_wide, 128, 64, TA_FLASH, 64, 0, 1, 1, 10},
    {SIZE, TA_BUILD_wide, 256, 64, TA_FLASH, 64, 0, 1, 1, 10},
    {SIZE, TA_BUILD_wide, 512, 64, TA_FLASH, 64, 0, 1, 1, 10},
    {SIZE, TA_BUILD_x16, 128, 64, TA_FLASH, 64, 0, 1, 1, 10},
    {REST, TA_BUILD_tiny, 32, 4, TA_FLASH, 16, 1, 1, 1, 10},
    {REST, TA_BUILD_tiny, 32, 4, TA_FLASH, 4, 1, 1, 1, 10},
    {REST, TA_BUILD_tiny, 32, 4, TA_NAIVE, 4, 1, 1, 1, 10},
    {REST, TA_BUILD_wide, 512, 64, TA_FLASH, 64, 1, 1, 1, 10},
    {REST, TA_BUILD_wide, 128, 64, TA_NAIVE, 8, 0, 1, 1, 10},
};

static void die(const char *message)
{
    fprintf(stderr, "figures: %s\n", message);
    exit(1);
}

static void *allocate(size_t n)
{
    void *p = malloc(n);
    if (!p)
        die("out of memory");
    return p;
}

/* One run on the engine, checked against golden; a new JSON object. */
static json_t *measure(const struct figure *f)
{
    const ta_build *build = ta_build_at(f->build);
    const size_t size = (size_t)f->n * (size_t)f->d;
    int8_t *data = allocate(3 * size);
    int16_t *out[2] = {allocate(2 * size), allocate(2 * size)};
    uint64_t seed = 1;
    for (size_t i = 0; i < 3 * size; i++)
        data[i] = (int8_t)((int)ta_random_below(&seed, 255) - 127);
    const ta_job job = {
        .build = *build,
        .config = {f->n, f->n, f->d, f->mode, f->q_rows, f->causal, 0, f->overlap, f->stream,
                   f->latency, 5000},
        .q = data,
        .k = data + size,
        .v = data + 2 * size,
    };
    int16_t *m = allocate((size_t)f->n * sizeof *m);
    int64_t *l = allocate((size_t)f->n * sizeof *l);
    void *workspace = allocate(ta_golden_workspace(build, &job.config) + 1);
    ta_result golden = {out[0], m, l, {0}};
    ta_result rtl = {out[1], 0, 0, {0}};
    if (ta_golden_run(&job, &golden, workspace, 0, 0))
        die("a configuration is refused");
    ta_sim *sim = ta_sim_new(f->build);
    if (!sim)
        die("no simulator");
    if (ta_sim_job(sim, &job, &rtl) != TA_SIM_OK)
        die("a run failed");
    ta_sim_free(sim);

    const ta_counters *c = &rtl.counters;
    const uint64_t bytes = c->hbm_read_bytes + c->hbm_write_bytes;
    const double macs = (double)(c->mm1_macs + c->mm2_macs);
    const double array = 2.0 * build->a * build->a;
    json_t *stalls[2];
    for (int array_index = 0; array_index < 2; array_index++) {
        stalls[array_index] = json_object();
        for (int i = 0; i < TA_STALL_COUNT; i++)
            json_object_set_new(stalls[array_index], ta_stall_name(i),
                                json_integer((json_int_t)c->stalls[array_index][i]));
    }
    json_t *row = json_pack(
        "{s:i, s:s, s:i, s:i, s:s, s:o, s:b, s:b, s:b, s:i, s:I, s:I, s:I, s:I, s:I, s:I, s:f,"
        " s:b, s:{s:o, s:o}}",
        "set", f->set, "build", build->name, "n", f->n, "d", f->d, "schedule",
        f->mode == TA_NAIVE ? "naive" : "flash", "q_rows",
        f->mode == TA_NAIVE ? json_null() : json_integer(f->q_rows), "causal", f->causal,
        "overlap", f->overlap, "stream", f->stream, "latency", f->latency, "cycles",
        (json_int_t)c->cycles, "read", (json_int_t)c->hbm_read_bytes, "written",
        (json_int_t)c->hbm_write_bytes, "bytes", (json_int_t)bytes, "port_words",
        (json_int_t)c->busy_dma, "array_cycles", (json_int_t)(macs / array), "utilization",
        macs / array / (double)c->cycles, "bit_exact",
        memcmp(out[0], out[1], 2 * size) == 0 && golden.counters.hbm_read_bytes == c->hbm_read_bytes &&
            golden.counters.hbm_write_bytes == c->hbm_write_bytes,
        "stalls", "mm1", stalls[0], "mm2", stalls[1]);
    if (!row)
        die("out of memory");
    free(workspace);
    free(l);
    free(m);
    free(out[1]);
    free(out[0]);
    free(data);
    return row;
}

static long long whole(const json_t *row, const char *key)
{
    return (long long)json_integer_value(json_object_get(row, key));
}

static const char *yes(const json_t *row, const char *key)
{
    return json_is_true(json_object_get(row, key)) ? "yes" : "no";
}

static void print_table(json_t *rows)
{
    printf("%-7s %4s %3s %-8s %6s %6s %7s %6s %8s %8s %8s %11s %s\n", "build", "n", "d",
           "schedule", "q_rows", "causal", "overlap", "stream", "cycles", "bytes", "words",
           "utilization", "bit exact");
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) {
        printf("%-7s %4lld %3lld %-8s %6lld %6s %7s %6s %8lld %8lld %8lld %11.3f %s\n",
               json_string_value(json_object_get(row, "build")), whole(row, "n"), whole(row, "d"),
               json_string_value(json_object_get(row, "schedule")), whole(row, "q_rows"),
               yes(row, "causal"), yes(row, "overlap"), yes(row, "stream"), whole(row, "cycles"),
               whole(row, "bytes"), whole(row, "port_words"),
               json_real_value(json_object_get(row, "utilization")), yes(row, "bit_exact"));
    }
}

int main(int argc, char **argv)
{
    const char *write = argc == 3 && !strcmp(argv[1], "--json") ? argv[2] : 0;
    const char *check = argc == 3 && !strcmp(argv[1], "--check") ? argv[2] : 0;
    ta_json_must();
    if (argc != 1 && !write && !check) {
        fprintf(stderr, "usage: figures [--json FILE | --check FILE]\n");
        return 2;
    }
    json_t *rows = json_array();
    int status = 0;
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        json_t *row = measure(&figures[i]);
        if (!json_is_true(json_object_get(row, "bit_exact"))) {
            fprintf(stderr, "figures: row %zu differs from the golden model\n", i);
            status = 1;
        }
        json_array_append_new(rows, row);
    }
    json_t *object = json_pack("{s:s, s:s, s:o}", "schema", "tinyattn-figures/1", "command",
                               "./run figures --json evidence/figures.json", "rows", rows);
    char *text = json_dumps(object, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
    if (!text)
        die("out of memory");
    if (write) {
        FILE *file = fopen(write, "w");
        if (!file || fprintf(file, "%s\n", text) < 0 || fclose(file)) {
            perror(write);
            status = 1;
        }
    } else if (check) {
        json_error_t error;
        json_t *before = json_load_file(check, JSON_REJECT_DUPLICATES, &error);
        json_t *now = json_loads(text, 0, &error);
        if (!before || !json_equal(before, now)) {
            fprintf(stderr, "figures: %s is stale; what holds now:\n", check);
            status = 1;
        }
        print_table(rows);
        json_decref(before);
        json_decref(now);
    } else {
        print_table(rows);
    }
    free(text);
    json_decref(object);
    return status;
}
