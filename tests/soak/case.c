/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/golden.h"
#include "golden/random_job.h"
#include "sim/sim_ops.h"
#include "tests/soak/flat.h"
#include "tests/soak/soak.h"

struct soak_options soak = {.build = -1};

/* A row's state after a tile. */
struct row_step {
    int seen;
    int16_t m;
    int64_t l;
    int64_t *o; /* (d) */
};

/* ---- builds and engines ---- */

const int soak_builds[BUILDS] = {TA_BUILD_tiny, TA_BUILD_tiny32, TA_BUILD_lab, TA_BUILD_wide};

int soak_build(uint64_t index)
{
    const uint64_t slot = index % SLOTS;
    if (soak.build >= 0)
        return soak.build;
    return slot == 0 ? TA_BUILD_wide : slot < 20 ? TA_BUILD_lab : slot < 80 ? TA_BUILD_tiny32 : TA_BUILD_tiny;
}

int soak_build_row(int build)
{
    int i = 0;
    while (soak_builds[i] != build)
        i++;
    return i;
}

#define ENGINES(kind) \
    extern const struct ta_sim_ops ta_sim_ops##kind##_tiny, ta_sim_ops##kind##_tiny32, \
        ta_sim_ops##kind##_lab, ta_sim_ops##kind##_wide;
ENGINES()
ENGINES(_debug)
ENGINES(_fst)
extern const struct ta_sim_ops ta_sim_ops_flat_tiny, ta_sim_ops_flipped_tiny;

const struct ta_sim_ops *soak_ops(const char *engine, int build)
{
#define FOUR(kind) {&ta_sim_ops##kind##_tiny, &ta_sim_ops##kind##_tiny32, &ta_sim_ops##kind##_lab, \
                    &ta_sim_ops##kind##_wide}
    static const struct {
        const char *name;
        const struct ta_sim_ops *ops[BUILDS];
    } engines[] = {
        {"plain", FOUR()}, {"debug", FOUR(_debug)}, {"fst", FOUR(_fst)}, {"flat", {&ta_sim_ops_flat_tiny}},
        {"flipped", {&ta_sim_ops_flipped_tiny}}, /* a seeded bug: one bit of EXP2 */
    };
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        for (int b = 0; b < BUILDS; b++)
            if (!strcmp(engines[i].name, engine) && soak_builds[b] == build)
                return engines[i].ops[b];
    return NULL;
}

/* ---- rigs ---- */

static rig rigs[TA_BUILD_COUNT];

static void *allocate(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (!p) {
        fprintf(stderr, "soak: not enough memory\n");
        exit(2);
    }
    return p;
}

static void open_rig(rig *r, const char *engine, int build)
{
    const ta_build *b = ta_build_at(build);
    const struct ta_sim_ops *ops = soak_ops(engine, build);
    if (!ops) {
        fprintf(stderr, "soak: no engine '%s' of build %s\n", engine, b->name);
        exit(2);
    }
    const size_t n = (size_t)b->nmax, nd = n * (size_t)b->dmax, tiles = (n + (size_t)b->a - 1) / (size_t)b->a;
    *r = (rig){.id = build, .build = b, .sim = ta_sim_open(build, ops)};
    if (!r->sim) {
        fprintf(stderr, "soak: not enough memory\n");
        exit(2);
    }
    if (flat_forget)
        flat_restore();
    r->table = ta_sim_record_table(r->sim);
    r->q = allocate(nd, 1);
    r->k = allocate(nd, 1);
    r->v = allocate(nd, 1);
    for (int i = 0; i < 2; i++) {
        ta_result *x = i ? &r->got : &r->expected;
        x->out = allocate(nd, sizeof *x->out);
        x->m = allocate(n, sizeof *x->m);
        x->l = allocate(n, sizeof *x->l);
    }
    if (r->table) {
        r->step = allocate(n * tiles, sizeof *r->step);
        r->o = allocate(n * tiles * (size_t)b->dmax, sizeof *r->o);
    }
    ta_config largest = {b->nmax, b->nmax, b->dmax, TA_NAIVE, b->a, 0, 0, 1, 1, 0, 1};
    const size_t naive = ta_golden_workspace(b, &largest);
    largest.mode = TA_FLASH;
    const size_t flash = ta_golden_workspace(b, &largest);
    r->workspace = allocate(naive > flash ? naive : flash, 1);
    r->job = (ta_job){.build = *b, .q = r->q, .k = r->k, .v = r->v};
}

rig *rig_get(const part *p, int build)
{
    rig *r = &rigs[build];
    if (!r->sim)
        open_rig(r, soak.engine ? soak.engine : p->engine, build);
    if (soak.fst && ta_sim_trace_fst(r->sim, soak.fst))
        soak.fst = NULL;
    return r;
}

void rig_drop(int build)
{
    rig *r = &rigs[build];
    if (!r->sim)
        return;
    ta_sim_free(r->sim);
    void *all[] = {r->q, r->k, r->v, r->expected.out, r->expected.m, r->expected.l, r->got.out, r->got.m,
                   r->got.l, r->step, r->o, r->workspace};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    r->sim = NULL;
}

/* ---- a job ---- */

int soak_differs(const rig *r, uint64_t index, const char *what, int64_t expected, int64_t got)
{
    const ta_config *c = &r->job.config;
    fprintf(stderr, "case %llu, build %s: %s: expected %lld, found %lld\n"
            "  nq %d nk %d d %d %s q_rows %d causal %d offset %d overlap %d stream %d latency %d scale %u\n",
            (unsigned long long)index, r->build->name, what, (long long)expected, (long long)got, c->nq, c->nk,
            c->d, c->mode == TA_NAIVE ? "naive" : "flash", c->q_rows, c->causal, c->offset, c->overlap,
            c->stream, c->latency, (unsigned)c->scale);
    return 1;
}

void rig_draw(rig *r, uint64_t seed, unsigned flags)
{
    ta_random_job(r->build, seed, flags, &r->job.config, r->q, r->k, r->v);
}

static void keep(void *context, const ta_tile_trace *tile)
{
    rig *r = context;
    const int a = r->build->a, d = r->job.config.d;
    for (int i = 0; i < tile->rows; i++) {
        const size_t at = (size_t)(tile->group * a + i) * (size_t)r->tiles + (size_t)tile->tile;
        struct row_step *s = &r->step[at];
        *s = (struct row_step){1, tile->m[i], tile->l[i], r->o + at * (size_t)d};
        memcpy(s->o, tile->o + (ptrdiff_t)i * d, sizeof *s->o * (size_t)d);
        s->l ^= soak.wrong_trace && tile->tile == 2 && i == 1;
        r->rows++;
    }
}

void rig_golden(rig *r, int trace)
{
    const ta_config *c = &r->job.config;
    trace = trace && r->table && c->mode == TA_FLASH;
    r->rows = 0;
    r->tiles = (c->nk + r->build->a - 1) / r->build->a;
    if (trace)
        memset(r->step, 0, sizeof *r->step * (size_t)c->nq * (size_t)r->tiles);
    if (ta_golden_run(&r->job, &r->expected, r->workspace, trace ? keep : NULL, r)) {
        fprintf(stderr, "soak: golden refuses a job\n");
        exit(2);
    }
    ta_cycles(r->build, c, &r->expected.counters);
}

uint64_t rig_limit(const rig *r)
{
    return 2 * r->expected.counters.cycles + 70000; /* the engine's own time-out is 2^16 */
}

/* Every clock of a run; m, l and O of each row after each tile, each of them once. */
static int watch(rig *r, uint64_t index)
{
    const ta_record_table *t = r->table;
    const int a = r->build->a, chunks = r->job.config.d / a;
    const uint64_t limit = rig_limit(r);
    uint64_t m = 0, l = 0, o = 0;
#define PEEK(field) ta_record_peek(t, v, TA_FIELD_##field, 0)
#define STEP(what, row, tile)                                                                        \
    const int64_t row_ = (row), tile_ = (tile);                                                      \
    const struct row_step *s = row_ < r->job.config.nq && tile_ < r->tiles ? &r->step[row_ * r->tiles + tile_] \
                                                                           : NULL;                   \
    if (!s || !s->seen)                                                                              \
        return soak_differs(r, index, what " of a row and tile that golden does not visit", 0, row_)
    for (;;) {
        const uint32_t *v = ta_sim_debug_vector(r->sim);
        if (!PEEK(run_busy))
            break;
        if (PEEK(m_valid)) {
            STEP("m", PEEK(m_row), PEEK(m_tile));
            m++;
            if ((int16_t)PEEK(m_new) != s->m)
                return soak_differs(r, index, "m at a tile", s->m, PEEK(m_new));
        }
        if (PEEK(l_valid)) {
            STEP("l", PEEK(l_row), PEEK(l_tile));
            l++;
            if (PEEK(l_value) != s->l)
                return soak_differs(r, index, "l at a tile", s->l, PEEK(l_value));
        }
        if (PEEK(o_valid)) {
            STEP("O", PEEK(o_row), PEEK(o_tile));
            const int64_t *e = s->o + PEEK(o_chunk) * a;
            o++;
            for (int j = 0; j < a; j++)
                if (ta_record_peek(t, v, TA_FIELD_o_value, j) != e[j])
                    return soak_differs(r, index, "O at a tile", e[j], ta_record_peek(t, v, TA_FIELD_o_value, j));
        }
        if (ta_sim_cycle(r->sim) > limit)
            return soak_differs(r, index, "clocks without an end", (int64_t)r->expected.counters.cycles, (int64_t)limit);
        ta_sim_step(r->sim, 1);
    }
    if (m != r->rows)
        return soak_differs(r, index, "rows and tiles with an m", (int64_t)r->rows, (int64_t)m);
    if (l != r->rows)
        return soak_differs(r, index, "rows and tiles with an l", (int64_t)r->rows, (int64_t)l);
    if (o != r->rows * (uint64_t)chunks)
        return soak_differs(r, index, "rows, tiles and chunks of O", (int64_t)r->rows * chunks, (int64_t)o);
    r->values += m + l + o * (uint64_t)a;
    return 0;
}

void rig_reset(rig *r)
{
    if (flat_forget)
        flat_keep();
    ta_sim_reset(r->sim);
    if (flat_forget)
        flat_restore();
}

void rig_read(rig *r)
{
    ta_sim_step(r->sim, 2); /* the last events reach the counters */
    ta_sim_result(r->sim, &r->job.config, &r->got);
}

int rig_run(rig *r, uint64_t index)
{
    ta_sim_load(r->sim, &r->job);
    ta_sim_start(r->sim);
    if (r->table && r->job.config.mode == TA_FLASH && watch(r, index))
        return 1;
    const enum ta_sim_status status = ta_sim_run(r->sim, rig_limit(r));
    if (status != TA_SIM_OK)
        return soak_differs(r, index, "status of the run", TA_SIM_OK, (int64_t)status);
    rig_read(r);
    return 0;
}

/* The first difference, or null. */
static const char *difference(const rig *r, enum rig_what what, int64_t *expected, int64_t *got)
{
    static char text[64];
    const ta_config *c = &r->job.config;
    const ta_counters *e = &r->expected.counters, *g = &r->got.counters;
    const int count = c->nq * c->d;
#define SAME(expected_, got_, ...)                       \
    do {                                                 \
        *expected = (int64_t)(expected_), *got = (int64_t)(got_); \
        if (*expected != *got) {                         \
            snprintf(text, sizeof text, __VA_ARGS__);    \
            return text;                                 \
        }                                                \
    } while (0)
    for (int i = 0; i < count; i++)
        SAME(r->expected.out[i], r->got.out[i], "output, row %d column %d", i / c->d, i % c->d);
    for (int i = 0; i < c->nq; i++) {
        SAME(r->expected.m[i], r->got.m[i], "m of row %d", i);
        SAME(r->expected.l[i], r->got.l[i], "l of row %d", i);
    }
    if (what == RIG_OUTPUT)
        return NULL;
    if (what == RIG_ALL) {
#define TA_COUNTER(id, meaning) SAME(e->id, g->id, "%s", #id);
#include "spec/counters.def"
#undef TA_COUNTER
    } else {
        SAME(e->hbm_read_bytes, g->hbm_read_bytes, "hbm_read_bytes");
        SAME(e->hbm_write_bytes, g->hbm_write_bytes, "hbm_write_bytes");
        SAME(e->tiles, g->tiles, "tiles");
    }
    for (int array = 0; array < 2; array++) {
        uint64_t sum = 0;
        for (int s = 0; s < TA_STALL_COUNT; s++) {
            sum += g->stalls[array][s];
            if (what == RIG_ALL)
                SAME(e->stalls[array][s], g->stalls[array][s], "%s of MM%d", ta_stall_name(s), array + 1);
        }
        SAME(g->cycles, sum, "sum of causes of MM%d", array + 1);
    }
    return NULL;
}

int rig_compare(rig *r, uint64_t index, enum rig_what what)
{
    int64_t expected, got;
    const char *text = difference(r, what, &expected, &got);
    return text ? soak_differs(r, index, text, expected, got) : 0;
}

int rig_equal(const rig *r, enum rig_what what)
{
    int64_t expected, got;
    return !difference(r, what, &expected, &got);
}

int rig_job(rig *r, uint64_t index, uint64_t seed, unsigned flags)
{
    rig_draw(r, seed, flags);
    rig_golden(r, 1);
    return rig_run(r, index) || rig_compare(r, index, RIG_ALL);
}
