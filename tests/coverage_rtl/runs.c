/* SPDX-License-Identifier: MIT */
#include "tests/coverage_rtl/runs.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/golden.h"
#include "golden/random_job.h"
#include "sim/sim.h"
#include "sim/sim_ops.h"
#include "tests/coverage_rtl/models.h"
#include "tests/fpga/pins.h"

extern const struct ta_sim_ops ta_sim_ops_mutated;
extern const ta_fpga_ops ta_fpga_ops_tiny_16;

extern const struct ta_sim_ops ta_sim_ops_covered_lab, ta_sim_ops_covered_tiny32;

enum { N = 64, D = 64 }; /* the most of all builds here */
_Static_assert(TA_COVERAGE_COUNTERS == TA_COUNTER_COUNT + 2 * TA_STALL_COUNT, "counters_o");

static int8_t q[N * D], k[N * D], v[N * D];
static int16_t out[2][N * D], m[2][N];
static int64_t l[2][N], workspace[N * N / 4 + 16 * (D + 1)];

static ta_sim *engine(int build)
{
    static const struct {
        int build;
        const struct ta_sim_ops *ops;
    } engines[] = {{TA_BUILD_tiny, &ta_sim_ops_mutated},
                   {TA_BUILD_lab, &ta_sim_ops_covered_lab},
                   {TA_BUILD_tiny32, &ta_sim_ops_covered_tiny32}};
    static ta_sim *sim[sizeof engines / sizeof engines[0]];
    size_t i = 0;
    while (engines[i].build != build)
        i++;
    if (!sim[i]) {
        sim[i] = ta_sim_open(build, engines[i].ops);
        if (!sim[i])
            abort();
        ta_sim_reset(sim[i]);
    }
    return sim[i];
}

static void flatten(const ta_counters *c, uint32_t to[TA_COVERAGE_COUNTERS])
{
    int n = 0;
#define TA_COUNTER(id, meaning) to[n++] = (uint32_t)c->id;
#include "spec/counters.def"
#undef TA_COUNTER
    for (int array = 0; array < 2; array++)
        for (int cause = 0; cause < TA_STALL_COUNT; cause++)
            to[n++] = (uint32_t)c->stalls[array][cause];
}

/* The job; with `before` counted already, and a port that withholds in `rate` of 256 clocks. */
static int run(int build, const ta_job *job, const uint32_t *before, unsigned rate, uint64_t random)
{
    ta_sim *sim = engine(build);
    ta_result expected = {out[0], m[0], l[0], {0}}, got = {out[1], m[1], l[1], {0}};
    uint32_t e[TA_COVERAGE_COUNTERS], g[TA_COVERAGE_COUNTERS];
    const size_t bytes = 2 * (size_t)job->config.nq * (size_t)job->config.d;
    if (ta_golden_workspace(&job->build, &job->config) > sizeof workspace ||
        ta_golden_run(job, &expected, workspace, NULL, NULL))
        abort();
    ta_cycles(&job->build, &job->config, &expected.counters);
    ta_sim_load(sim, job);
    ta_sim_start(sim);
    if (before) {
        ta_sim_step(sim, 4);
        ta_coverage_add(before);
    }
    for (uint64_t i = 0; rate && !ta_sim_done(sim) && i < 20 * expected.counters.cycles + 10000; i++) {
        unsigned withheld = 0;
        for (unsigned pin = 1; pin <= 4; pin <<= 1)
            withheld |= ta_random_below(&random, 256) < rate ? pin : 0;
        ta_sim_set_stall(sim, withheld);
        ta_sim_step(sim, 1);
    }
    ta_sim_set_stall(sim, 0);
    if (ta_sim_run(sim, 2 * expected.counters.cycles + 70000) != TA_SIM_OK)
        return 0;
    ta_sim_step(sim, 2);
    ta_sim_result(sim, &job->config, &got);
    flatten(&expected.counters, e);
    flatten(&got.counters, g);
    for (int i = 0; i < TA_COVERAGE_COUNTERS && !rate; i++)
        if (g[i] != e[i] + (before ? before[i] : 0))
            return 0;
    return !memcmp(out[0], out[1], bytes) && !memcmp(m[0], m[1], sizeof m[0][0] * (size_t)job->config.nq) &&
           !memcmp(l[0], l[1], sizeof l[0][0] * (size_t)job->config.nq);
}

static ta_job draw(int build, uint64_t seed, unsigned flags)
{
    ta_job job = {*ta_build_at(build), {0}, q, k, v};
    ta_random_job(&job.build, seed, flags, &job.config, q, k, v);
    return job;
}

int runs_random(int count)
{
    int good = 1;
    for (uint64_t i = 0; i < (uint64_t)count; i++) {
        ta_job job = draw(TA_BUILD_tiny, 5000 + i, TA_RANDOM_ANY);
        good &= run(TA_BUILD_tiny, &job, NULL, i & 1 ? (unsigned)(i % 160) : 0, i);
    }
    return good;
}

int runs_other(int count)
{
    static const int builds[] = {TA_BUILD_lab, TA_BUILD_tiny32};
    int good = 1;
    for (uint64_t i = 0; i < (uint64_t)count; i++) {
        const int build = builds[i % 2];
        ta_job job = draw(build, 9000 + i, TA_RANDOM_ANY);
        good &= run(build, &job, NULL, i % 8 > 5 ? (unsigned)(i % 160) : 0, i);
    }
    return good;
}

/* From below each power of two to beyond it. */
int runs_long(void)
{
    int good = 1;
    for (int mode = TA_FLASH; mode <= TA_NAIVE; mode++)
        for (int bit = 0; bit < 32; bit++) {
            ta_job job = draw(TA_BUILD_tiny, 40 + (uint64_t)bit, mode == TA_FLASH ? TA_RANDOM_FLASH : TA_RANDOM_NAIVE);
            ta_counters c;
            uint32_t counted[TA_COVERAGE_COUNTERS];
            memset(&c, 0, sizeof c);
            job.config.nq = job.config.nk = job.build.nmax;
            job.config.causal = 1;
            job.config.offset = 0;
            ta_traffic(&job.build, &job.config, &c);
            ta_cycles(&job.build, &job.config, &c);
            flatten(&c, counted);
            for (int i = 0; i < TA_COVERAGE_COUNTERS; i++)
                counted[i] = ((uint32_t)1 << bit) - counted[i] / 2 - 1;
            good &= run(TA_BUILD_tiny, &job, counted, 0, 0);
        }
    return good;
}

/* ---- over the pins ---- */

static pins p;
static ta_board board;

static uint8_t reply[TA_UART_PAYLOAD];

static int ask(int command, const uint8_t *payload, size_t n)
{
    size_t length;
    int refusal;
    ta_error error;
    return ta_board_request(&board, command, payload, n, reply, &length, &refusal, &error) == TA_OK;
}

static int start(uint32_t number)
{
    uint8_t payload[4];
    ta_put(payload, 4, number);
    return ask(TA_COMMAND_start, payload, 4);
}

/* byte 1: status, 2: error, 3: refused frames, 5: the run. */
static uint32_t status(int at, int n)
{
    return ask(TA_COMMAND_status, NULL, 0) ? ta_get(reply + at, n) : 0xffffffff;
}

int runs_numbers(void)
{
    static const uint8_t config[16] = {4, 0, 4, 0, 4, 0, 4, 0, 0, 0, 0, 0, 0, 1, 10, 2}, nothing[3] = {0, 1, 0};
    ta_error error;
    int good = 1;
    if (!pins_init(&p, &ta_fpga_ops_tiny_16, 11) || ta_board_open(&board, &p.link, "pins", &error))
        return 0;
    /* 1. Runs of any number. */
    for (int bit = 0; bit < 32; bit++) {
        const uint32_t number = (uint32_t)1 << bit;
        good &= ask(TA_COMMAND_write_config, config, sizeof config) && start(number);
        pins_run(&p, 2000);
        good &= status(4, 4) == number;
        good &= start(~number);
        pins_run(&p, 2000);
        good &= status(4, 4) == ~number;
    }
    /* 2. Counters with every bit. */
    for (int odd = 0; odd < 2; odd++) {
        uint32_t counters[TA_COVERAGE_COUNTERS];
        for (int i = 0; i < TA_COVERAGE_COUNTERS; i++)
            counters[i] = i % 2 == odd ? 0xffffffff : 0;
        ta_coverage_set_line(counters);
        good &= ask(TA_COMMAND_read_counters, NULL, 0);
        for (int i = 0; i < TA_COVERAGE_COUNTERS; i++)
            good &= ta_get(reply + 4 * i, 4) == counters[i];
    }
    /* 3. Refused frames beyond every power of two, and what the lights make of them. */
    for (int bit = 0; bit < 16; bit++) {
        ta_coverage_refused((1u << bit) - 1);
        ta_coverage_clocks((1u << bit) - 1, 0);
        pins_send(&p, nothing, sizeof nothing);
        pins_run(&p, 4000);
        good &= status(2, 2) == 1u << bit;
        ta_coverage_clocks((1u << bit) - 1, 0x1ffe);
        pins_run(&p, 8);
    }
    ta_coverage_clocks(0x3fff, 0x1ffe);
    pins_run(&p, 20000);
    pins_free(&p);
    return good;
}

int runs_blocks(void)
{
    uint8_t payload[TA_UART_PAYLOAD] = {0, 0, 0, 0, 0, 1}, line[TA_UART_LINE];
    ta_frame f = {1, TA_COMMAND_identify, 0, {0}};
    ta_error error;
    int good = 1;
    if (!pins_init(&p, &ta_fpga_ops_tiny_16, 13) || ta_board_open(&board, &p.link, "pins", &error))
        return 0;
    /* 1. Bytes that are never zero, those of either kind. */
    for (int kind = 0; kind < 2; kind++) {
        memset(payload + 6, kind ? 0xff : 0x55, TA_UART_DATA);
        good &= ask(TA_COMMAND_write_memory, payload, sizeof payload);
        good &= ask(TA_COMMAND_read_memory, payload, 6) && !memcmp(reply, payload + 6, TA_UART_DATA);
    }
    /* 2. A sender so fast that a start bit is there when the stop bit is read. */
    for (int off = -60; off <= -30; off += 5) {
        pins_baud(&p, off);
        pins_send(&p, line, ta_frame_encode(&f, line));
        pins_run(&p, 20000);
    }
    pins_baud(&p, 0);
    /* 3. A frame that is broken twice. */
    for (int i = 0; i < 2; i++) {
        pins_send(&p, line, 4);
        pins_level(&p, 0, 30);
        pins_level(&p, 1, 2);
        pins_level(&p, 0, 30);
        pins_level(&p, 1, 2);
    }
    pins_run(&p, 20000);
    good &= ask(TA_COMMAND_identify, NULL, 0);
    pins_free(&p);
    return good;
}
