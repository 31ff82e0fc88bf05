/* SPDX-License-Identifier: MIT */
#include "bench/points.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/golden.h"
#include "golden/random_job.h"
#include "sim/sim.h"

static void die(const ta_build *b, const ta_config *c, const char *what)
{
    fprintf(stderr, "%s nq %d nk %d d %d %s q_rows %d causal %d offset %d overlap %d stream %d latency %d: %s\n",
            b->name, c->nq, c->nk, c->d, c->mode == TA_NAIVE ? "naive" : "flash", c->q_rows, c->causal,
            c->offset, c->overlap, c->stream, c->latency, what);
    exit(1);
}

static void *allocate(size_t n)
{
    void *p = calloc(1, n ? n : 1);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

void point_model(const ta_build *build, const ta_config *config, ta_counters *counters)
{
    memset(counters, 0, sizeof *counters);
    if (ta_config_check(build, config))
        die(build, config, ta_config_expected(ta_config_check(build, config)));
    ta_traffic(build, config, counters);
    ta_cycles(build, config, counters);
}

void point_rtl(int index, const ta_config *c, ta_counters *counters)
{
    static ta_sim *sims[TA_BUILD_COUNT]; /* until the program ends */
    const ta_build *build = ta_build_at(index);
    if (!sims[index])
        sims[index] = ta_sim_new(index);
    if (!sims[index])
        die(build, c, "no simulator");
    const size_t q = (size_t)c->nq * (size_t)c->d, kv = (size_t)c->nk * (size_t)c->d;
    int8_t *data = allocate(q + 2 * kv);
    uint64_t seed = 1;
    for (size_t i = 0; i < q + 2 * kv; i++)
        data[i] = (int8_t)((int)ta_random_below(&seed, 255) - 127);
    ta_job job = {*build, *c, data, data + q, data + q + kv};
    job.config.scale = 5000;
    ta_result golden = {allocate(2 * q), allocate(2u * (size_t)c->nq), allocate(8u * (size_t)c->nq), {0}};
    ta_result rtl = {allocate(2 * q), NULL, NULL, {0}};
    void *workspace = allocate(ta_golden_workspace(build, &job.config));
    if (ta_golden_run(&job, &golden, workspace, NULL, NULL))
        die(build, c, "refused");
    if (ta_sim_job(sims[index], &job, &rtl) != TA_SIM_OK)
        die(build, c, "the run failed");
    if (memcmp(golden.out, rtl.out, 2 * q) != 0)
        die(build, c, "the output differs from golden");
    ta_counters model;
    point_model(build, &job.config, &model);
    if (model.cycles != rtl.counters.cycles || model.hbm_read_bytes != rtl.counters.hbm_read_bytes ||
        model.hbm_write_bytes != rtl.counters.hbm_write_bytes ||
        memcmp(model.stalls, rtl.counters.stalls, sizeof model.stalls) != 0)
        die(build, c, "cycles, bytes or ledger differ from the closed forms");
    *counters = rtl.counters;
    void *all[] = {data, golden.out, golden.m, golden.l, rtl.out, workspace};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]);
}

ta_config point_flash(int n, int d, int q_rows)
{
    return (ta_config){.nq = n, .nk = n, .d = d, .mode = TA_FLASH, .q_rows = q_rows, .overlap = 1,
                       .stream = 1, .latency = 10, .scale = 1};
}

json_t *point_json(const ta_build *build, const ta_config *c)
{
    return json_pack("{s:s, s:i, s:i, s:i, s:s, s:o, s:o, s:b, s:b, s:i}", "build", build->name, "nq", c->nq,
                     "nk", c->nk, "d", c->d, "schedule", c->mode == TA_NAIVE ? "naive" : "flash", "q_rows",
                     c->mode == TA_NAIVE ? json_null() : json_integer(c->q_rows), "causal_offset",
                     c->causal ? json_integer(c->offset) : json_null(), "overlap", c->overlap, "stream",
                     c->stream, "latency", c->latency);
}
