/* SPDX-License-Identifier: MIT */
#include "cli/engines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "cpu/cpu.h"
#include "golden/golden.h"
#include "sim/sim.h"

#ifdef _OPENMP
#include <omp.h>
#endif

static int refused(int config_error, ta_error *error)
{
    return ta_fail(error, TA_ERROR_USAGE, "configuration: expected %s",
                   ta_config_expected(config_error));
}

/* ---- golden ---- */

typedef struct workspace {
    void *memory;
    size_t size;
    const ta_cpu_version *version; /* cpu */
} workspace;

static int grow(workspace *w, size_t size, ta_error *error)
{
    if (size <= w->size)
        return TA_OK;
    free(w->memory);
    w->size = 0;
    w->memory = size < SIZE_MAX ? malloc(size) : NULL;
    if (!w->memory)
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory for %zu bytes of workspace", size);
    w->size = size;
    return TA_OK;
}

static void *golden_open(const ta_build *build, ta_error *error)
{
    (void)build;
    workspace *w = calloc(1, sizeof *w);
    if (!w)
        ta_fail(error, TA_ERROR_INPUT, "not enough memory");
    return w;
}

static int golden_run(void *state, const ta_job *job, ta_result *result, ta_error *error)
{
    workspace *w = state;
    int status = grow(w, ta_golden_workspace(&job->build, &job->config), error);
    if (status)
        return status;
    status = ta_golden_run(job, result, w->memory, NULL, NULL);
    if (status)
        return refused(status, error);
    ta_cycles(&job->build, &job->config, &result->counters);
    return TA_OK;
}

static void workspace_close(void *state)
{
    workspace *w = state;
    if (w)
        free(w->memory);
    free(w);
}

/* ---- cpu ---- */

static void *cpu_open(const ta_build *build, ta_error *error)
{
    const ta_cpu_version *version = ta_cpu_select();
    if (!version) {
        ta_fail(error, TA_ERROR_USAGE,
                "TINYATTN_CPU: found '%s', expected a version of the CPU engine that this "
                "machine has", getenv("TINYATTN_CPU"));
        return NULL;
    }
    workspace *w = golden_open(build, error);
    if (w)
        w->version = version;
    return w;
}

static int cpu_run(void *state, const ta_job *job, ta_result *result, ta_error *error)
{
    workspace *w = state;
    /* A single head: its blocks are spread over threads; else the heads are. */
    int threads = 1;
#ifdef _OPENMP
    if (!omp_in_parallel())
        threads = ta_cpu_max_threads();
#endif
    const size_t each = ta_cpu_workspace(&job->build, &job->config);
    int status = grow(w, each * (size_t)threads, error);
    if (status)
        return status;
    status = ta_cpu_run_many(job, result, 1, w->version, threads, w->memory, each * (size_t)threads);
    if (status < 0)
        return ta_fail(error, TA_ERROR_USAGE, "engine cpu: found schedule naive, expected flash");
    if (status)
        return refused(status, error);
    ta_cycles(&job->build, &job->config, &result->counters);
    return TA_OK;
}

/* ---- rtl ---- */

static void *rtl_open(const ta_build *build, ta_error *error)
{
    const ta_build *row = ta_build_find(build->name);
    int index = 0;
    while (ta_build_at(index) != row)
        index++;
    ta_sim *sim = ta_sim_new(index);
    if (!sim)
        ta_fail(error, TA_ERROR_INPUT, "not enough memory for the simulator of build %s",
                build->name);
    return sim;
}

/* Far beyond any run of the engine: 16 times what both arrays and the port need one after the
 * other, with the latency and the pipeline's depth at every tile. */
static uint64_t most_clocks(const ta_build *b, const ta_config *c)
{
    uint64_t groups = (uint64_t)((c->nq + b->a - 1) / b->a);
    uint64_t tiles = (uint64_t)((c->nk + b->a - 1) / b->a);
    uint64_t words = (uint64_t)(b->a * (c->d + b->a)) * 80 / (uint64_t)b->port_bits;
    return 1000000 + 16 * (groups + 1) * (tiles + 1) * (words + (uint64_t)(4 * c->d + c->latency) + 200);
}

static int rtl_run(void *state, const ta_job *job, ta_result *result, ta_error *error)
{
    static const char *const what[] = {
        [TA_SIM_REFUSED] = "refused the configuration",
        [TA_SIM_TIMEOUT] = "did not finish",
        [TA_SIM_OVERFLOW] = "reports an accumulator out of its range",
    };
    ta_sim *sim = state;
    const ta_config *c = &job->config;
    ta_sim_load(sim, job);
    ta_sim_start(sim);
    enum ta_sim_status status = ta_sim_run(sim, most_clocks(&job->build, c));
    ta_sim_step(sim, 2); /* the last events reach the counters */
    ta_sim_counters(sim, &result->counters);
    if (status != TA_SIM_OK) {
        ta_fail(error, CLI_CHECK_FAILED, "the engine %s (cfg_error %d)", what[status],
                ta_sim_config_error(sim));
        ta_sim_reset(sim);
        return CLI_CHECK_FAILED;
    }
    ta_sim_read(sim, ta_region_base(&job->build, TA_REGION_O), result->out,
                2u * (size_t)c->nq * (size_t)c->d);
    for (int i = 0; i < c->nq; i++)
        ta_sim_row_state(sim, i, &result->m[i], &result->l[i]);
    return TA_OK;
}

static void rtl_close(void *state)
{
    ta_sim_free(state);
}

/* ---- the table ---- */

static const engine engines[] = {
    {"rtl", 0, 1, 0, 1, 0, rtl_open, rtl_run, rtl_close},
    {"golden", 0, 0, 0, 0, 0, golden_open, golden_run, workspace_close},
    {"cpu", 0, 0, 1, 0, 0, cpu_open, cpu_run, workspace_close},
    {"float", 1, 0, 0, 0, 0, NULL, NULL, NULL},
};

const engine *const engine_rtl = &engines[0];
const engine *const engine_golden = &engines[1];
const engine *const engine_cpu = &engines[2];

const engine *engine_find(const char *name)
{
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++)
        if (strcmp(engines[i].name, name) == 0)
            return &engines[i];
    return engine_board(name);
}

/* ---- differences ---- */

int difference_find(const ta_config *c, const ta_result *x, const ta_result *y, difference *d)
{
    for (int i = 0; i < c->nq; i++) {
        d->row = i;
        d->tile = -1;
        if (x->m[i] != y->m[i]) {
            snprintf(d->signal, sizeof d->signal, "m");
            d->expected = x->m[i];
            d->got = y->m[i];
            return 1;
        }
        if (x->l[i] != y->l[i]) {
            snprintf(d->signal, sizeof d->signal, "l");
            d->expected = x->l[i];
            d->got = y->l[i];
            return 1;
        }
        for (int j = 0; j < c->d; j++) {
            size_t at = (size_t)i * (size_t)c->d + (size_t)j;
            if (x->out[at] != y->out[at]) {
                snprintf(d->signal, sizeof d->signal, "out[%d]", j);
                d->expected = x->out[at];
                d->got = y->out[at];
                return 1;
            }
        }
    }
    return 0;
}

void difference_locate(const engine *e, void *state, const ta_job *job, difference *d)
{
    ta_error error;
    ta_result expected;
    ta_result got;
    ta_job part = *job;
    void *golden = golden_open(&job->build, &error);
    int ok = golden && result_new(&job->config, &expected);
    if (ok && !result_new(&job->config, &got)) {
        result_free(&expected);
        ok = 0;
    }
    if (!ok) {
        workspace_close(golden);
        return;
    }
    for (int tile = 0; tile * job->build.a < job->config.nk; tile++) {
        int keys = (tile + 1) * job->build.a;
        part.config.nk = keys < job->config.nk ? keys : job->config.nk;
        if (golden_run(golden, &part, &expected, &error) || e->run(state, &part, &got, &error))
            break;
        if (difference_find(&part.config, &expected, &got, d)) {
            d->tile = tile;
            break;
        }
    }
    result_free(&expected);
    result_free(&got);
    workspace_close(golden);
}

void difference_text(char *dst, size_t capacity, const difference *d)
{
    char tile[16] = "unknown";
    if (d->tile >= 0)
        snprintf(tile, sizeof tile, "%d", d->tile);
    snprintf(dst, capacity, "head %d tile %s row %d signal %s expected %lld got %lld", d->head, tile,
             d->row, d->signal, d->expected, d->got);
}

int result_new(const ta_config *c, ta_result *r)
{
    size_t n = (size_t)c->nq;
    memset(r, 0, sizeof *r);
    r->out = calloc(n * (size_t)c->d, sizeof *r->out);
    r->m = calloc(n, sizeof *r->m);
    r->l = calloc(n, sizeof *r->l);
    if (r->out && r->m && r->l)
        return 1;
    result_free(r);
    return 0;
}

void result_free(ta_result *r)
{
    free(r->out);
    free(r->m);
    free(r->l);
    memset(r, 0, sizeof *r);
}
