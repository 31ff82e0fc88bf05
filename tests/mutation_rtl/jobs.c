/* SPDX-License-Identifier: MIT */
#include "tests/mutation_rtl/jobs.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/golden.h"
#include "golden/random_job.h"
#include "golden/stages.h"
#include "sim/sim.h"
#include "sim/sim_ops.h"

extern const struct ta_sim_ops ta_sim_ops_mutated;

/* The builds are not here; sim.c asks for their tables. */
#define TA_BUILD(id, a, dmax, nmax, pf, port, purpose)      \
    extern const struct ta_sim_ops ta_sim_ops_##id;         \
    const struct ta_sim_ops ta_sim_ops_##id = {.name = #id};
#include "spec/builds.def"
#undef TA_BUILD

enum kind {
    PLAIN,      /* a run */
    IMAGE,      /* in a memory filled before; all of it compared afterwards */
    HELD,       /* another start, and other values on the configuration's pins, while it runs */
    STALLED,    /* the port withholds at random */
    REFUSED,    /* a configuration that breaks a rule, then a run */
    RESET,      /* reset in mid-run, then a run */
    TIMEOUT,    /* no grant for 2^16 clocks, then a run */
    AFTER,      /* the run after another one, without a reset */
    COUNT,      /* counters that are moved on in mid-run */
    SWEEP,      /* each bit of each field, at its value and at its limit, as far as that is refused; then a run */
    WITHHELD,   /* no grant for a while */
};
static const char *const kind_names[] = {"plain", "image", "held", "stalled", "refused", "reset", "timeout", "after", "count", "sweep", "withheld"};

enum { JOBS = 300, MEMORY = 4096 };

static struct job {
    enum kind kind;
    uint64_t seed;
    ta_config config, other; /* other: refused, or of the run before */
    int8_t *q, *k, *v;
    int16_t *out, *m;
    int64_t *l;
    uint16_t *p; /* NAIVE: the probabilities */
    ta_counters counters;
    uint64_t ports; /* hash of the unchanged hardware; 0: not run yet */
} jobs[JOBS];
static int job_count;

static const ta_build *build;
static ta_sim *sim;
static void *fresh;
static size_t fresh_bytes;
static int16_t *out, *m;
static int64_t *l;
static unsigned long long clocks_used;
static int ports_differ;

const char *jobs_name(int job)
{
    static char text[64];
    const ta_config *c = &jobs[job].config;
    snprintf(text, sizeof text, "%s %llu: %dx%d d%d %s", kind_names[jobs[job].kind],
             (unsigned long long)jobs[job].seed, c->nq, c->nk, c->d, c->mode ? "naive" : "flash");
    return text;
}

unsigned long long jobs_clocks(void)
{
    return clocks_used;
}

static void *get(size_t bytes)
{
    void *memory = calloc(1, bytes ? bytes : 1);
    if (!memory)
        abort();
    return memory;
}

/* A job of a seed, changed by what `shape` says. */
static void add(enum kind kind, uint64_t seed, unsigned flags, int shape)
{
    struct job *j = &jobs[job_count++];
    size_t n = (size_t)build->nmax, nd = n * (size_t)build->dmax;
    ta_config *c = &j->config;
    j->kind = kind;
    j->seed = seed;
    j->q = get(nd);
    j->k = get(nd);
    j->v = get(nd);
    ta_random_job(build, seed, flags, c, j->q, j->k, j->v);
    uint64_t state = seed ^ 0x6d75;
    if (shape == 1) { /* offsets of both signs, more queries than a group */
        c->causal = 1;
        c->offset = (int)ta_random_below(&state, 2u * (unsigned)build->nmax + 1) - build->nmax;
        if (c->nq <= build->a)
            c->nq += build->a;
    } else if (shape == 2) { /* every switch */
        c->mode = TA_FLASH;
        c->q_rows = build->a << (seed & 3);
        c->overlap = (int)(seed >> 2 & 1);
        c->stream = (int)(seed >> 3 & 1);
        c->latency = (int)ta_random_below(&state, 65);
    } else if (shape == 4) { /* one or two tiles, read back as soon as may be */
        c->nq = 1 + (int)ta_random_below(&state, 2u * (unsigned)build->a);
        c->nk = 1 + (int)ta_random_below(&state, 2u * (unsigned)build->a);
        c->latency = (int)ta_random_below(&state, 4);
        c->offset = 0;
    } else if (shape == 5) { /* every logit is the lowest, and the last tile is not full */
        c->nk = 1 + (int)ta_random_below(&state, 3) + build->a * (int)ta_random_below(&state, 3);
        c->scale = 0xFFFFFF;
        for (size_t i = 0; i < nd; i++) {
            j->q[i] = 127;
            j->k[i] = -128;
            j->v[i] = (int8_t)ta_random_next(&state);
        }
    } else if (shape == 6) { /* all keys alike: every logit is 0, or the lowest that is none too low; every V is -128 */
        c->nk = build->nmax;
        c->causal = 0;
        c->scale = 0x20000;
        memset(j->q, 0, nd);
        memset(j->k, 0, nd);
        memset(j->v, -128, nd);
        for (int i = 0; i < build->nmax; i++) {
            j->q[i * c->d] = seed & 1 ? 64 : 0;
            j->k[i * c->d] = -16;
        }
    } else if (shape == 8) { /* every V is the lowest: so is every output, and as the reciprocal has it, beyond it */
        memset(j->v, -128, nd);
    } else if (shape == 7) { /* small products at a large scale: logits on both sides of the limits */
        c->scale = 0x20000 + ta_random_below(&state, 0xE0000);
        for (size_t i = 0; i < nd; i++) {
            j->q[i] = (int8_t)((int)ta_random_below(&state, 65) - 32);
            j->k[i] = (int8_t)((int)ta_random_below(&state, 65) - 32);
        }
    } else if (shape == 9) { /* the most queries, none of which sees a key: bursts of Q and O alone, as fast as may be */
        c->mode = TA_FLASH;
        c->nq = build->nmax;
        c->q_rows = build->a;
        c->causal = 1;
        c->offset = -build->nmax;
        c->overlap = 0;
        c->latency = 0;
    } else if (shape == 10) { /* groups that see no key, then some that do, and nothing overlaps: output rows of PV behind EXP */
        c->causal = 1;
        c->offset = -build->a * (1 + (int)ta_random_below(&state, 2));
        c->overlap = 0;
        c->nq = 3 * build->a + (int)ta_random_below(&state, 5);
        c->nk = 1 + (int)ta_random_below(&state, 8);
    } else if (shape == 11) { /* as many bursts under way as may be */
        c->nq = c->nk = build->nmax;
        c->causal = 0;
        c->overlap = c->stream = 1;
        c->latency = 64;
    } else if (shape == 3) { /* the largest */
        c->nq = c->nk = build->nmax;
        c->d = build->dmax;
        for (size_t i = 0; i < nd; i++) {
            uint64_t r = ta_random_next(&state);
            j->q[i] = (int8_t)r;
            j->k[i] = (int8_t)(r >> 8);
            j->v[i] = (int8_t)(r >> 16);
        }
    }
    j->other = *c;
    if (kind == REFUSED) {
        static const struct {
            int field, a, nmax, value; /* value + a * A + nmax * NMAX */
        } bad[] = {{0, 0, 0, 0}, {0, 0, 1, 1}, {0, 0, 0, 65535}, {1, 0, 0, 0}, {1, 0, 1, 1}, {2, 0, 0, 0}, {2, 1, 0, 1},
                   {2, 1, 1, 0}, {3, 0, 0, 0}, {3, 3, 0, 0}, {3, 16, 0, 0}, {4, 0, 1, 1}, {4, 0, -1, -1}, {5, 0, 0, 65},
                   {0, 0, 2, 0}, {1, 0, 2, 0}, {1, 0, 0, 32768 + 5}, {2, 0, 0, 256 + 4}, {3, 5, 0, 0}, {3, 0, 0, 256 + 4},
                   {4, 0, 0, 40000}, {5, 0, 0, 128}, {5, 0, 0, 80}};
        enum { BAD = sizeof bad / sizeof *bad };
        const int i = (int)(seed % BAD), value = bad[i].value + bad[i].a * build->a + bad[i].nmax * build->nmax;
        j->other.mode = TA_FLASH;
        j->other.q_rows = build->a;
        j->other.causal = 1;
        j->other.offset = 0;
        int *const fields[] = {&j->other.nq, &j->other.nk, &j->other.d, &j->other.q_rows, &j->other.offset,
                               &j->other.latency};
        *fields[bad[i].field] = value;
    } else if (kind == AFTER) {
        static int8_t unused[3][65536];
        ta_random_job(build, seed + 100000, TA_RANDOM_SMALL, &j->other, unused[0], unused[1], unused[2]);
    }
    j->out = get(2 * nd);
    j->m = get(2 * n);
    j->l = get(8 * n);
    ta_job job = {*build, *c, j->q, j->k, j->v};
    ta_result r = {j->out, j->m, j->l, {0}};
    void *workspace = get(ta_golden_workspace(build, c) + 16);
    if (ta_golden_run(&job, &r, workspace, NULL, NULL))
        abort();
    ta_cycles(build, c, &r.counters);
    j->counters = r.counters;
    if (c->mode == TA_NAIVE) {
        j->p = get(2 * (size_t)(c->nq * c->nk));
        memcpy(j->p, workspace, 2 * (size_t)(c->nq * c->nk));
    }
    free(workspace);
}

/* In the order in which they find mutants fastest, as measured. */
static void list(void)
{
    add(AFTER, 2, TA_RANDOM_SMALL | TA_RANDOM_FLASH | TA_RANDOM_NO_CORNERS, 1);
    add(HELD, 5, TA_RANDOM_SMALL | TA_RANDOM_NAIVE, 0);
    add(STALLED, 4, TA_RANDOM_SMALL | TA_RANDOM_FLASH, 0);
    add(PLAIN, 3, TA_RANDOM_FLASH | TA_RANDOM_NO_CORNERS, 0);
    add(IMAGE, 1, TA_RANDOM_SMALL | TA_RANDOM_NAIVE | TA_RANDOM_NO_CORNERS, 1);
    add(PLAIN, 6, TA_RANDOM_FLASH | TA_RANDOM_NO_CORNERS, 3);
    add(SWEEP, 7, TA_RANDOM_SMALL | TA_RANDOM_FLASH, 0);
    for (uint64_t i = 0; i < 23; i++)
        add(REFUSED, i, TA_RANDOM_SMALL, 0);
    for (uint64_t i = 0; i < 20; i++)
        add(AFTER, 206 + i, TA_RANDOM_SMALL, (int)(i % 3));
    for (uint64_t i = 0; i < 16; i++)
        add(STALLED, 300 + i, TA_RANDOM_SMALL, (int)(i % 3));
    for (uint64_t i = 0; i < 8; i++)
        add(RESET, 100 + i, TA_RANDOM_SMALL, 0);
    for (uint64_t i = 0; i < 8; i++)
        add(HELD, 500 + i, TA_RANDOM_SMALL, (int)(i % 3));
    for (uint64_t i = 0; i < 20; i++)
        add(PLAIN, 700 + i, TA_RANDOM_FLASH, 2);
    for (uint64_t i = 0; i < 16; i++)
        add(PLAIN, 600 + i, TA_RANDOM_ANY, 1);
    for (uint64_t i = 0; i < 16; i++)
        add(PLAIN, 900 + i, TA_RANDOM_ANY, 0);
    for (uint64_t i = 0; i < 4; i++)
        add(PLAIN, 800 + i, TA_RANDOM_ANY, 3);
    for (uint64_t i = 0; i < 5; i++)
        add(IMAGE, 400 + i, TA_RANDOM_ANY, (int)(i % 3));
    add(TIMEOUT, 60, TA_RANDOM_SMALL, 0);
    for (uint64_t i = 0; i < 6; i++)
        add(COUNT, 1000 + i, TA_RANDOM_ANY, (int)(i / 2 % 4));
    /* What the jobs above do not find, as measured. */
    for (uint64_t i = 0; i < 64; i++)
        add(STALLED, 20000 + i, TA_RANDOM_SMALL | TA_RANDOM_NAIVE, 4);
    for (uint64_t i = 0; i < 10; i++)
        add(IMAGE, 70000 + i, TA_RANDOM_SMALL | TA_RANDOM_NAIVE, 5);
    for (uint64_t i = 0; i < 15; i++)
        add(STALLED, 30000 + i, TA_RANDOM_FLASH, (int)(i % 3));
    for (uint64_t i = 0; i < 8; i++)
        add(PLAIN, 50000 + i, TA_RANDOM_FLASH, 2);
    add(PLAIN, 40013, TA_RANDOM_SMALL, 5);
    add(IMAGE, 60016, TA_RANDOM_ANY, 0);
    add(PLAIN, 80000, TA_RANDOM_FLASH, 6);
    add(PLAIN, 80001, TA_RANDOM_FLASH, 6);
    add(PLAIN, 80002, TA_RANDOM_NAIVE, 6);
    for (uint64_t i = 0; i < 8; i++)
        add(PLAIN, 81000 + i, i % 2 ? TA_RANDOM_NAIVE : TA_RANDOM_FLASH, 7);
    add(PLAIN, 82000, TA_RANDOM_FLASH, 8);
    add(PLAIN, 82001, TA_RANDOM_FLASH, 9);
    add(STALLED, 90183, TA_RANDOM_FLASH, 1);
    add(PLAIN, 101152, TA_RANDOM_FLASH, 1);
    for (uint64_t i = 0; i < 6; i++)
        add(STALLED, 90000 + i, TA_RANDOM_SMALL | TA_RANDOM_NAIVE, 10);
    add(WITHHELD, 2309, TA_RANDOM_NAIVE, 11);
    add(WITHHELD, 3009, TA_RANDOM_NAIVE, 11);
}

int jobs_init(void)
{
    build = ta_build_find("tiny");
    ta_sim *s = ta_sim_open(TA_BUILD_tiny, &ta_sim_ops_mutated);
    if (!s)
        return 0;
    sim = s;
    ta_choose_engine(0);
    ta_sim_reset(sim);
    fresh_bytes = ta_sim_checkpoint_bytes(sim);
    fresh = get(fresh_bytes);
    ta_sim_checkpoint(sim, fresh);
    size_t n = (size_t)build->nmax, nd = n * (size_t)build->dmax;
    out = get(2 * nd);
    m = get(2 * n);
    l = get(8 * n);
    list();
    return job_count;
}

static int same_counters(const ta_counters *e, const ta_counters *g, int timed)
{
    int same = 1;
    if (timed) {
#define TA_COUNTER(id, meaning) same &= e->id == g->id;
#include "spec/counters.def"
#undef TA_COUNTER
        return same && !memcmp(e->stalls, g->stalls, sizeof e->stalls);
    }
    for (int a = 0; a < 2; a++) {
        uint64_t sum = 0;
        for (int s = 0; s < TA_STALL_COUNT; s++)
            sum += g->stalls[a][s];
        same &= sum == g->cycles;
    }
    return same && e->hbm_read_bytes == g->hbm_read_bytes && e->hbm_write_bytes == g->hbm_write_bytes &&
           e->tiles == g->tiles;
}

static int same_values(const struct job *j)
{
    const ta_config *c = &j->config;
    ta_sim_read(sim, ta_region_base(build, TA_REGION_O), out, 2 * (size_t)c->nq * (size_t)c->d);
    if (memcmp(out, j->out, 2 * (size_t)c->nq * (size_t)c->d))
        return 0;
    for (int i = 0; i < c->nq; i++) {
        ta_sim_row_state(sim, i, &m[i], &l[i]);
        if (m[i] != j->m[i] || l[i] != j->l[i])
            return 0;
    }
    return 1;
}

/* The run that was started ends in time, with good flags. */
static int ends_well(const struct job *j)
{
    uint64_t limit = 4 * j->counters.cycles + 1000;
    if (ta_sim_run(sim, limit) != TA_SIM_OK || ta_sim_timed_out(sim) || !ta_sim_done(sim))
        return 0;
    ta_sim_step(sim, 2);
    return ta_sim_status(sim) == TA_SIM_OK;
}

static int finish(const struct job *j, int timed)
{
    ta_counters g;
    if (!ends_well(j))
        return 0;
    ta_sim_counters(sim, &g);
    return same_counters(&j->counters, &g, timed) && same_values(j);
}

static void load(const struct job *j)
{
    ta_job job = {*build, j->config, j->q, j->k, j->v};
    ta_sim_load(sim, &job);
}

static int plain(const struct job *j)
{
    load(j);
    ta_sim_start(sim);
    return finish(j, 1);
}

/* All of memory: what a run must not touch is as it was; NAIVE leaves P. */
static int image(const struct job *j)
{
    const ta_config *c = &j->config;
    static uint8_t before[MEMORY + 512], after[MEMORY + 512];
    const uint32_t bytes = ta_region_base(build, TA_REGION_Z) + 2u * (uint32_t)(build->nmax * build->nmax);
    uint64_t state = j->seed;
    for (uint32_t i = 0; i < bytes; i++)
        before[i] = (uint8_t)ta_random_next(&state);
    ta_sim_write(sim, 0, before, bytes);
    load(j);
    ta_sim_read(sim, 0, before, bytes);
    ta_sim_start(sim);
    if (!finish(j, 1))
        return 0;
    ta_sim_read(sim, 0, after, bytes);
    memcpy(before + ta_region_base(build, TA_REGION_O), j->out, 2 * (size_t)c->nq * (size_t)c->d);
    for (int row = 0; row < c->nq && c->mode == TA_NAIVE; row++)
        for (int key = 0; key < ta_row_keys(c, row); key++)
            memcpy(before + ta_z_address(build, row, key), &j->p[row * c->nk + key], 2);
    /* Of the tiles of Z and P that the run had, what no row sees is not looked at. */
    if (c->mode == TA_NAIVE)
        for (int row = 0; row < build->nmax; row++)
            for (int key = 0; key < build->nmax; key++)
                if (row / build->a <= (c->nq - 1) / build->a && key / build->a <= (c->nk - 1) / build->a &&
                    !(row < c->nq && key < ta_row_keys(c, row)))
                    memcpy(before + ta_z_address(build, row, key), after + ta_z_address(build, row, key), 2);
    return memcmp(before, after, bytes) == 0;
}

static int held(const struct job *j)
{
    ta_config other = j->config;
    load(j);
    ta_sim_start(sim);
    other.nq = 1 + other.nq % build->nmax;
    other.nk = 1 + other.nk % build->nmax;
    other.d = build->a;
    other.mode = !other.mode;
    other.q_rows = 2 * build->a;
    other.causal = !other.causal;
    other.offset = 3 - other.offset;
    other.overlap = !other.overlap;
    other.stream = !other.stream;
    other.latency = (other.latency + 7) % 65;
    other.scale ^= 0xFFFFFF;
    ta_sim_configure(sim, &other);
    ta_sim_step(sim, 9);
    ta_sim_start(sim);
    return finish(j, 1);
}

static int stalled(const struct job *j)
{
    load(j);
    ta_sim_start(sim);
    uint64_t state = j->seed, limit = 16 * j->counters.cycles + 2000, used = 0;
    /* By the seed one rate for all pins, or one for each. */
    const int one = j->seed < 1000;
    const unsigned rate = one ? ta_random_below(&state, 160) : 0;
    unsigned rates[3];
    for (int i = 0; i < 3; i++)
        rates[i] = one ? rate : (const unsigned[]){0, 40, 128, 240}[ta_random_below(&state, 4)];
    while (!ta_sim_done(sim) && used++ < limit) {
        unsigned pins = 0;
        for (unsigned pin = 0; pin < 3; pin++)
            pins |= ta_random_below(&state, 256) < rates[pin] ? 1u << pin : 0;
        ta_sim_set_stall(sim, pins);
        ta_sim_step(sim, 1);
    }
    clocks_used += used;
    ta_sim_set_stall(sim, 0);
    return ta_sim_done(sim) && finish(j, 0);
}

/* No grant for 600 clocks, from the clock of the seed on. */
static int withheld(const struct job *j)
{
    load(j);
    ta_sim_start(sim);
    const uint64_t limit = j->counters.cycles + 2000;
    for (uint64_t used = 0; !ta_sim_done(sim) && used < limit; used++) {
        ta_sim_set_stall(sim, used >= j->seed && used < j->seed + 600);
        ta_sim_step(sim, 1);
    }
    ta_sim_set_stall(sim, 0);
    return ta_sim_done(sim) && finish(j, 0);
}

static int refused(const struct job *j)
{
    uint8_t before[64], after[64];
    load(j);
    const uint32_t o = ta_region_base(build, TA_REGION_O);
    ta_sim_read(sim, o, before, sizeof before);
    ta_sim_configure(sim, &j->other);
    ta_sim_start(sim);
    const int code = ta_config_check(build, &j->other);
    if (ta_sim_run(sim, 100) != TA_SIM_REFUSED || ta_sim_config_error(sim) != code)
        return 0;
    ta_sim_step(sim, 100);
    if (ta_sim_done(sim) || ta_sim_config_error(sim) != code || ta_sim_status(sim) != TA_SIM_REFUSED)
        return 0;
    ta_sim_read(sim, o, after, sizeof after);
    return !memcmp(before, after, sizeof after) && plain(j);
}

static int sweep(const struct job *j)
{
    load(j);
    for (int i = 0; i < 2 * 6 * 17; i++) {
        ta_config c = j->config;
        const int limits[6] = {build->nmax, build->nmax, build->dmax, 8 * build->a, build->nmax, 64};
        int *const fields[6] = {&c.nq, &c.nk, &c.d, &c.q_rows, &c.offset, &c.latency};
        const int field = i % 6, bit = 1 << i / 6 % 17, bits = field == 4 ? 17 : field == 5 ? 8 : 16;
        c.mode = TA_FLASH;
        c.causal = 1;
        *fields[field] = i < 6 * 17 ? *fields[field] ^ bit : limits[field] + bit;
        const int code = ta_config_check(build, &c);
        if (!code || bit >> bits || *fields[field] >> bits)
            continue;
        ta_sim_configure(sim, &c);
        ta_sim_start(sim);
        if (ta_sim_run(sim, 20) != TA_SIM_REFUSED || ta_sim_config_error(sim) != code)
            return 0;
    }
    return plain(j);
}

static int reset(const struct job *j)
{
    uint64_t state = j->seed;
    load(j);
    ta_sim_start(sim);
    ta_sim_step(sim, ta_random_below(&state, (uint32_t)j->counters.cycles + 1));
    ta_sim_reset(sim);
    if (ta_sim_done(sim) || ta_sim_timed_out(sim))
        return 0;
    return plain(j);
}

static int timeout(const struct job *j)
{
    load(j);
    ta_sim_set_stall(sim, TA_STALL_GRANT);
    ta_sim_start(sim);
    ta_sim_step(sim, 65000);
    if (ta_sim_timed_out(sim) || ta_sim_run(sim, 2000) != TA_SIM_TIMEOUT || !ta_sim_timed_out(sim))
        return 0;
    ta_sim_set_stall(sim, 0);
    return plain(j);
}

static int after(const struct job *j)
{
    ta_sim_configure(sim, &j->other);
    ta_sim_start(sim);
    ta_counters c;
    ta_cycles(build, &j->other, &c);
    return ta_sim_run(sim, 4 * c.cycles + 1000) == TA_SIM_OK && plain(j);
}

/* As far as no run goes in reasonable time: again and again something is added to all counters.  Every
 * second run at a port that withholds: the causes of stalls that are rare else. */
static int count(const struct job *j)
{
    uint64_t state = j->seed, limit = 16 * j->counters.cycles + 2000;
    const int timed = j->seed % 2 == 0;
    const unsigned rate = timed ? 0 : 32 + ta_random_below(&state, 200), apart = 4 + ta_random_below(&state, 12);
    uint32_t moved = 0;
    load(j);
    ta_sim_start(sim);
    ta_sim_step(sim, 8);
    for (unsigned i = 0; !ta_sim_done(sim) && i < limit; i++) {
        const uint32_t by = i % apart == 0 ? (uint32_t)ta_random_next(&state) : 0;
        unsigned pins = 0;
        for (unsigned pin = 1; rate && pin <= 4; pin <<= 1)
            pins |= ta_random_below(&state, 256) < rate ? pin : 0;
        ta_sim_set_stall(sim, pins);
        ta_advance_engine(by);
        ta_sim_step(sim, 1);
        moved += by;
    }
    ta_advance_engine(0);
    ta_sim_set_stall(sim, 0);
    ta_counters g;
    if (!ends_well(j))
        return 0;
    ta_sim_counters(sim, &g);
#define TA_COUNTER(id, meaning) g.id = (uint32_t)(g.id - moved);
#include "spec/counters.def"
#undef TA_COUNTER
    for (int i = 0; i < 2 * TA_STALL_COUNT; i++)
        g.stalls[i / TA_STALL_COUNT][i % TA_STALL_COUNT] =
            (uint32_t)(g.stalls[i / TA_STALL_COUNT][i % TA_STALL_COUNT] - moved);
    return same_counters(&j->counters, &g, timed) && same_values(j);
}

int jobs_run(int job, unsigned mutant)
{
    static int (*const run[])(const struct job *) = {plain, image, held, stalled, refused, reset, timeout, after, count, sweep, withheld};
    struct job *j = &jobs[job];
    ta_sim_restore(sim, fresh, fresh_bytes);
    ta_choose_engine(mutant);
    ta_sim_reset(sim);
    ta_ports_begin();
    int good = run[j->kind](j);
    clocks_used += ta_sim_cycle(sim);
    const uint64_t ports = ta_ports_hash();
    if (!mutant)
        j->ports = ports;
    ports_differ = j->ports && j->ports != ports;
    return good;
}

int jobs_ports_differ(void)
{
    return ports_differ;
}
