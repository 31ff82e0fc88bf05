/* SPDX-License-Identifier: MIT
 *
 * lockstep BUILD FIRST COUNT: random jobs on the RTL, every clock's state record against the
 * golden model: S, Z, m, alpha, P, l, O at every tile of every row (FLASH), what enters the
 * arrays and what their cells hold, words on the port, and the stall ledger worked out again
 * from the raw flags.  NAIVE: Z in memory after pass 1, P after pass 3.  Stops at the first
 * difference.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/golden.h"
#include "golden/random_job.h"
#include "golden/stages.h"
#include "sim/record.h"
#include "sim/sim.h"

enum { CELL_ROWS = 64 };

/* One row at one tile, from the golden trace. */
struct step {
    int seen;
    int32_t s[TA_A_LIMIT];
    int16_t z[TA_A_LIMIT];
    uint16_t p[TA_A_LIMIT];
    int16_t m;
    uint16_t alpha;
    int64_t l;
    int64_t *o; /* (d) */
};

static struct {
    const ta_build *build;
    const ta_record_table *table;
    ta_job job;
    ta_result result;   /* golden's */
    int8_t *q, *k, *v;
    struct step *step;  /* (nq, tiles) */
    int64_t *o;         /* (nq, tiles, d) */
    int16_t *z;         /* NAIVE: (nq, nk) */
    uint16_t *p;        /* NAIVE: (nq, nk) */
    int tiles, keys_last;
    uint32_t *record;
    uint64_t seed, cycle, compared;
    int z_read, p_made; /* NAIVE: pass 2 has begun to read, pass 3 has made a P */
    unsigned entered[2][CELL_ROWS][3]; /* rows that entered lately: row, tile, chunk + 1 */
} t;

static void *allocate(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    if (!p)
        abort();
    return p;
}

static void differs(const char *signal, int tile, int row, int index, long long expected,
                    long long got)
{
    const ta_config *c = &t.job.config;
    printf("%s seed %llu, clock %llu: tile %d row %d %s[%d]: expected 0x%llx (%lld) got 0x%llx "
           "(%lld)\n  nq %d nk %d d %d mode %d q_rows %d causal %d offset %d overlap %d stream %d "
           "latency %d\n",
           t.build->name, (unsigned long long)t.seed, (unsigned long long)t.cycle, tile, row,
           signal, index, (unsigned long long)expected, expected, (unsigned long long)got, got,
           c->nq, c->nk, c->d, c->mode, c->q_rows, c->causal, c->offset, c->overlap, c->stream,
           c->latency);
    exit(1);
}

static long long get(enum ta_field_id field, int index)
{
    return (long long)ta_record_get(t.table, t.record, field, index);
}

#define F(name) get(TA_FIELD_##name, 0)
#define FI(name, i) get(TA_FIELD_##name, i)
#define SAME(signal, tile, row, index, expected, got)                   \
    do {                                                                \
        long long e_ = (expected), g_ = (got);                          \
        t.compared++;                                                   \
        if (e_ != g_)                                                   \
            differs(signal, (int)(tile), (int)(row), (int)(index), e_, g_); \
    } while (0)

/* ---- golden ---- */

static void keep(void *context, const ta_tile_trace *tile)
{
    (void)context;
    const int a = t.build->a, d = t.job.config.d;
    for (int i = 0; i < tile->rows; i++) {
        int row = tile->group * a + i;
        size_t at = (size_t)row * (size_t)t.tiles + (size_t)tile->tile;
        struct step *s = &t.step[at];
        s->seen = 1;
        memcpy(s->s, tile->s + i * a, sizeof *s->s * (size_t)a);
        memcpy(s->z, tile->z + i * a, sizeof *s->z * (size_t)a);
        memcpy(s->p, tile->p + i * a, sizeof *s->p * (size_t)a);
        s->m = tile->m[i];
        s->alpha = tile->alpha[i];
        s->l = tile->l[i];
        s->o = t.o + at * (size_t)d;
        memcpy(s->o, tile->o + (ptrdiff_t)i * d, sizeof *s->o * (size_t)d);
    }
}

static int row_keys(int row)
{
    return ta_row_keys(&t.job.config, row);
}

static void golden(void)
{
    const ta_config *c = &t.job.config;
    const int a = t.build->a;
    t.tiles = (c->nk + a - 1) / a;
    t.keys_last = c->nk - (t.tiles - 1) * a;
    void *workspace = allocate(ta_golden_workspace(t.build, c), 1);
    if (c->mode == TA_FLASH) {
        size_t steps = (size_t)c->nq * (size_t)t.tiles;
        t.step = allocate(steps, sizeof *t.step);
        t.o = allocate(steps * (size_t)c->d, sizeof *t.o);
    }
    ta_golden_run(&t.job, &t.result, workspace, keep, NULL);
    if (c->mode == TA_NAIVE) {
        size_t scores = (size_t)c->nq * (size_t)c->nk;
        t.p = allocate(scores, sizeof *t.p);
        t.z = allocate(scores, sizeof *t.z);
        memcpy(t.p, workspace, scores * sizeof *t.p);
        for (int i = 0; i < c->nq; i++) {
            for (int key = 0; key < c->nk; key++) {
                int32_t s;
                ta_mm1(1, c->d, t.q + (ptrdiff_t)i * c->d, t.k + (ptrdiff_t)key * c->d, &s);
                t.z[(ptrdiff_t)i * c->nk + key] =
                    key < row_keys(i) ? ta_scale(s, c->scale) : (int16_t)TA_Z_MASKED;
            }
        }
    }
    free(workspace);
}

/* ---- one clock ---- */

static int keys_of(long long tile)
{
    return tile == t.tiles - 1 ? t.keys_last : t.build->a;
}

static const struct step *step_of(const char *signal, long long tile, long long row)
{
    if (row >= t.job.config.nq || tile >= t.tiles ||
        !t.step[(size_t)row * (size_t)t.tiles + (size_t)tile].seen)
        differs(signal, (int)tile, (int)row, 0, 0, 1);
    return &t.step[(size_t)row * (size_t)t.tiles + (size_t)tile];
}

static void block_is(const char *signal, long long block, long long row)
{
    int rows = t.job.config.mode == TA_NAIVE ? t.build->a : t.job.config.q_rows;
    SAME(signal, -1, row, 0, row / rows, block);
}

static void check_flash(void)
{
    const int a = t.build->a;
    if (F(s_valid) && F(s_last)) {
        const struct step *g = step_of("s.valid", F(s_tile), F(s_row));
        for (int j = 0; j < keys_of(F(s_tile)); j++)
            SAME("S", F(s_tile), F(s_row), j, g->s[j], FI(s_value, j));
    }
    if (F(z_valid)) {
        const struct step *g = step_of("z.valid", F(z_tile), F(z_row));
        for (int j = 0; j < a; j++) {
            SAME("Z", F(z_tile), F(z_row), j, g->z[j], FI(z_value, j));
            SAME("mask", F(z_tile), F(z_row), j, g->z[j] != TA_Z_MASKED, FI(z_mask, j));
        }
        block_is("z.block", F(z_block), F(z_row));
    }
    if (F(m_valid)) {
        const struct step *g = step_of("m.valid", F(m_tile), F(m_row));
        SAME("m", F(m_tile), F(m_row), 0, g->m, F(m_new));
        SAME("m old", F(m_tile), F(m_row), 0, F(m_tile) > 0 ? g[-1].m : TA_Z_MASKED, F(m_old));
        SAME("row_max", F(m_tile), F(m_row), 0, ta_row_max(a, g->z, TA_Z_MASKED), F(m_row_max));
        block_is("m.block", F(m_block), F(m_row));
    }
    if (F(p_valid)) {
        const struct step *g = step_of("p.valid", F(p_tile), F(p_row));
        SAME("alpha", F(p_tile), F(p_row), 0, g->alpha, F(p_alpha));
        SAME("ring.wr", F(p_tile), F(p_row), 0, 1, F(ring_wr));
        SAME("ring.alpha", F(p_tile), F(p_row), 0, g->alpha, F(ring_wr_alpha));
        for (int j = 0; j < a; j++) {
            SAME("P", F(p_tile), F(p_row), j, g->p[j], FI(p_value, j));
            SAME("ring.value", F(p_tile), F(p_row), j, g->p[j], FI(ring_wr_value, j));
        }
        block_is("p.block", F(p_block), F(p_row));
    }
    if (F(l_valid)) {
        const struct step *g = step_of("l.valid", F(l_tile), F(l_row));
        SAME("l", F(l_tile), F(l_row), 0, g->l, F(l_value));
        block_is("l.block", F(l_block), F(l_row));
    }
    if (F(mm2_valid)) {
        const struct step *g = step_of("mm2.valid", F(mm2_tile), F(mm2_row));
        SAME("mm2.alpha", F(mm2_tile), F(mm2_row), 0, g->alpha, F(mm2_alpha));
        for (int j = 0; j < a; j++)
            SAME("mm2.p", F(mm2_tile), F(mm2_row), j, g->p[j], FI(mm2_p, j));
    }
    if (F(o_valid)) {
        const struct step *g = step_of("o.valid", F(o_tile), F(o_row));
        for (int j = 0; j < a; j++)
            SAME("O", F(o_tile), F(o_row), F(o_chunk) * a + j, g->o[F(o_chunk) * a + j],
                 FI(o_value, j));
        block_is("o.block", F(o_block), F(o_row));
    }
    if (F(norm_valid)) {
        int row = (int)F(norm_row), seen = row_keys(row);
        int last = row / a * a + a - 1; /* the group's tiles decide which is the last */
        last = last < t.job.config.nq ? last : t.job.config.nq - 1;
        if (row_keys(last) > 0) {
            const struct step *g = step_of("norm.valid", (row_keys(last) - 1) / a, row);
            for (int j = 0; j < a; j++)
                SAME("norm.o", -1, row, F(norm_chunk) * a + j, g->o[F(norm_chunk) * a + j],
                     FI(norm_value, j));
            if (seen > 0) {
                int lz;
                SAME("r", -1, row, 0, ta_recip(g->l, ta_l_width(t.build->nmax), &lz), F(norm_r));
                SAME("lz", -1, row, 0, lz, F(norm_lz));
            }
        }
    }
}

static void check_naive(void)
{
    const int a = t.build->a;
    const ta_config *c = &t.job.config;
    if (F(z_valid)) {
        for (int j = 0; j < keys_of(F(z_tile)); j++)
            SAME("Z", F(z_tile), F(z_row), j, t.z[F(z_row) * c->nk + F(z_tile) * a + j],
                 FI(z_value, j));
        block_is("z.block", F(z_block), F(z_row));
    }
    if (F(p_valid))
        t.p_made = 1;
    if (F(m_valid) && t.p_made)
        SAME("m", F(m_tile), F(m_row), 0, t.result.m[F(m_row)], F(m_new));
    if (F(p_valid)) {
        SAME("alpha", F(p_tile), F(p_row), 0, TA_ALPHA_ONE, F(p_alpha));
        for (int j = 0; j < keys_of(F(p_tile)); j++)
            SAME("P", F(p_tile), F(p_row), j, t.p[F(p_row) * c->nk + F(p_tile) * a + j],
                 FI(p_value, j));
    }
    if (F(mm2_valid)) {
        for (int j = 0; j < keys_of(F(mm2_tile)); j++)
            SAME("mm2.p", F(mm2_tile), F(mm2_row), j,
                 t.p[F(mm2_row) * c->nk + F(mm2_tile) * a + j], FI(mm2_p, j));
    }
}

/* Operands of the arrays, and the cells: row k of an array works k cycles after row 0. */
static void check_arrays(void)
{
    const int a = t.build->a, d = t.job.config.d;
    if (F(mm1_valid)) {
        block_is("mm1.block", F(mm1_block), F(mm1_row));
        for (int k = 0; k < a; k++)
            SAME("mm1.q", F(mm1_tile), F(mm1_row), k, t.q[F(mm1_row) * d + F(mm1_chunk) * a + k],
                 FI(mm1_q, k));
    }
    if (F(mm2_valid))
        block_is("mm2.block", F(mm2_block), F(mm2_row));
    for (int array = 0; array < 2; array++) {
        unsigned *now = t.entered[array][t.cycle % CELL_ROWS];
        memset(now, 0, sizeof t.entered[0][0]);
        if (array == 0 && F(mm1_valid)) {
            now[0] = (unsigned)F(mm1_row);
            now[1] = (unsigned)F(mm1_tile);
            now[2] = (unsigned)F(mm1_chunk) + 1;
        }
        if (array == 1 && F(mm2_valid)) {
            now[0] = (unsigned)F(mm2_row);
            now[1] = (unsigned)F(mm2_tile);
            now[2] = (unsigned)F(mm2_chunk) + 1;
        }
    }
    const int k = (int)(t.cycle % (uint64_t)a); /* one array row a clock: enough, and quick */
    for (int array = 0; array < 2; array++) {
        const unsigned *in = t.entered[array][(t.cycle - 1 - (uint64_t)k) % CELL_ROWS];
        const unsigned *sum = t.entered[array][(t.cycle - 3 - (uint64_t)k) % CELL_ROWS];
        if (t.cycle < (uint64_t)k + 4)
            continue;
        for (int j = 0; j < a; j++) {
            int cell = k * a + j;
            SAME("active", in[1], in[0], cell, in[2] != 0,
                 array == 0 ? FI(mm1_active, cell) : FI(mm2_active, cell));
            if (in[2]) {
                int chunk = (int)in[2] - 1, tile = (int)in[1], keys = keys_of(tile);
                if (array == 0) {
                    SAME("mm1.operand", tile, in[0], cell, t.q[(int)in[0] * d + chunk * a + k],
                         FI(mm1_operand, cell));
                    if (j < keys)
                        SAME("mm1.weight", tile, in[0], cell,
                             t.k[(tile * a + j) * d + chunk * a + k], FI(mm1_weight, cell));
                } else if (k < keys) {
                    SAME("mm2.weight", tile, in[0], cell,
                         t.v[(tile * a + k) * d + chunk * a + j], FI(mm2_weight, cell));
                    if (t.job.config.mode == TA_FLASH)
                        SAME("mm2.operand", tile, in[0], cell,
                             step_of("mm2", tile, in[0])->p[k], FI(mm2_operand, cell));
                }
            }
            if (sum[2]) {
                int chunk = (int)sum[2] - 1, tile = (int)sum[1], keys = keys_of(tile);
                if (array == 0 && j < keys) {
                    int32_t s;
                    ta_mm1(1, k + 1, t.q + (int)sum[0] * d + chunk * a,
                           t.k + (tile * a + j) * d + chunk * a, &s);
                    SAME("mm1.psum", tile, sum[0], cell, s, FI(mm1_psum, cell));
                }
                if (array == 1 && t.job.config.mode == TA_FLASH) {
                    int32_t s = 0;
                    for (int i = 0; i <= k && i < keys; i++)
                        s += (int32_t)step_of("mm2", tile, sum[0])->p[i] *
                             t.v[(tile * a + i) * d + chunk * a + j];
                    SAME("mm2.psum", tile, sum[0], cell, s, FI(mm2_psum, cell));
                }
            }
        }
    }
}

static void check_port(void)
{
    const ta_build *b = t.build;
    const ta_config *c = &t.job.config;
    const int a = b->a, d = c->d;
    static const enum ta_region region_of[] = {
        [TA_BURST_q] = TA_REGION_Q, [TA_BURST_k] = TA_REGION_K, [TA_BURST_v] = TA_REGION_V,
        [TA_BURST_z] = TA_REGION_Z, [TA_BURST_p] = TA_REGION_Z, [TA_BURST_o] = TA_REGION_O,
        [TA_BURST_ring] = TA_REGION_Z};
    if (F(rd_valid)) {
        long byte = F(rd_address) * b->port_bits / 8 -
                    (long)ta_region_base(b, region_of[F(rd_kind)]);
        const int8_t *from = F(rd_kind) == TA_BURST_q   ? t.q
                             : F(rd_kind) == TA_BURST_k ? t.k
                             : F(rd_kind) == TA_BURST_v ? t.v
                                                        : NULL;
        for (int h = 0; from && h < b->port_bits / 16; h++)
            SAME("rd.word", -1, byte / d, h,
                 (uint8_t)from[byte + 2 * h] | (uint8_t)from[byte + 2 * h + 1] << 8,
                 FI(rd_word, h));
        SAME("unit", -1, -1, TA_UNIT_dma_read, TA_UNIT_STATE_run, FI(unit_state, TA_UNIT_dma_read));
    }
    if (F(wr_valid) && F(wr_ready) && F(wr_kind) == TA_BURST_o) {
        long element = (F(wr_address) * b->port_bits / 8 - (long)ta_region_base(b, TA_REGION_O)) / 2;
        SAME("wr.row", -1, element / d, 0, element / d, F(wr_row));
        SAME("wr.chunk", -1, element / d, 0, element % d / a, F(wr_chunk));
        block_is("wr.block", F(wr_block), F(wr_row));
        for (int h = 0; h < b->port_bits / 16; h++)
            SAME("out", -1, F(wr_row), element % d + h, (uint16_t)t.result.out[element + h],
                 FI(wr_word, h));
    }
    if (F(wr_valid) && F(wr_ready) && F(wr_kind) == TA_BURST_ring) {
        long element = (F(wr_address) * b->port_bits / 8 - (long)ta_region_base(b, TA_REGION_Z)) / 2;
        int tiles = (b->nmax + a - 1) / a;
        long group = element / (a * a) / tiles, tile = element / (a * a) % tiles;
        long row = group * a + element / a % a;
        SAME("wr.row", tile, row, 0, row, F(wr_row));
        for (int h = 0; h < b->port_bits / 16; h++) {
            long key = tile * a + element % a + h;
            SAME("wr.strobe", tile, row, h, key < c->nk, FI(wr_strobe, h));
            if (key < c->nk)
                SAME("wr.word", tile, row, h,
                     t.z_read ? t.p[row * c->nk + key] : (uint16_t)t.z[row * c->nk + key],
                     FI(wr_word, h));
        }
    }
    if (F(load_valid) && (F(load_kind) == TA_BURST_q || F(load_kind) == TA_BURST_k ||
                          F(load_kind) == TA_BURST_v)) {
        const int8_t *from = F(load_kind) == TA_BURST_q ? t.q : F(load_kind) == TA_BURST_k ? t.k : t.v;
        long row = F(load_kind) == TA_BURST_q ? F(load_row) : F(load_tile) * a + F(load_line);
        for (int j = 0; j < a; j++)
            SAME("load", F(load_tile), row, j, from[row * d + F(load_chunk) * a + j],
                 FI(load_chunk_data, j));
    }
}

/* What a unit reads must be there; no buffer holds more than it can. */
static void check_buffers(void)
{
    const int full = t.job.config.d;
    for (int b = TA_BUFFER_k0; b <= TA_BUFFER_v1; b++) {
        if (FI(buffer_rd, b)) {
            int first = b <= TA_BUFFER_k1 ? TA_BUFFER_k0 : TA_BUFFER_v0;
            long long tile = FI(buffer_tag, b);
            SAME("buffer.fill", tile, b, first, keys_of(tile) * (full / t.build->a),
                 FI(buffer_fill, b));
        }
    }
    if (FI(buffer_rd, TA_BUFFER_q) && FI(buffer_fill, TA_BUFFER_q) == 0)
        differs("buffer.fill", -1, -1, TA_BUFFER_q, 1, 0);
    if (FI(buffer_rd, TA_BUFFER_ring) && FI(buffer_fill, TA_BUFFER_ring) == 0)
        differs("buffer.fill", -1, -1, TA_BUFFER_ring, 1, 0);
    SAME("buffer.fill", -1, -1, TA_BUFFER_ring, 1,
         FI(buffer_fill, TA_BUFFER_ring) <= 64 * t.build->a);
    SAME("buffer.fill", -1, -1, TA_BUFFER_o, 1, FI(buffer_fill, TA_BUFFER_o) <= t.job.config.nq);
}

/* ---- NAIVE: the score matrix in memory ---- */

static void compare_memory(const ta_sim *sim, int build, const char *signal, const uint16_t *scores)
{
    const ta_build *b = t.build;
    const ta_config *c = &t.job.config;
    size_t bytes = ta_sim_checkpoint_bytes(sim);
    void *checkpoint = allocate(bytes, 1);
    ta_sim *copy = ta_sim_new_debug(build);
    ta_sim_checkpoint(sim, checkpoint);
    if (!copy || !ta_sim_restore(copy, checkpoint, bytes))
        abort();
    free(checkpoint);
    /* The port is held, the copy is thrown away: the host port reads beside the engine. */
    ta_sim_set_stall(copy, TA_STALL_GRANT | TA_STALL_READ | TA_STALL_WRITE);
    uint32_t base = ta_region_base(b, TA_REGION_Z);
    size_t area = (size_t)((b->nmax + b->a - 1) / b->a);
    area = area * area * (size_t)(b->a * b->a) * 2;
    uint8_t *image = allocate(area, 1);
    ta_sim_read(copy, base, image, area);
    for (int i = 0; i < c->nq; i++) {
        int last = i / b->a * b->a + b->a - 1;
        int seen = row_keys(last < c->nq ? last : c->nq - 1);
        for (int key = 0; key < c->nk; key++) {
            if (key / b->a * b->a >= seen)
                continue; /* a skipped tile */
            const uint8_t *at = image + ta_z_address(b, i, key) - base;
            SAME(signal, key / b->a, i, key, scores[(ptrdiff_t)i * c->nk + key], at[0] | at[1] << 8);
        }
    }
    free(image);
    ta_sim_free(copy);
}

/* ---- a job ---- */

static void run(ta_sim *sim, int build)
{
    const ta_config *c = &t.job.config;
    uint64_t causes[2][TA_STALL_COUNT] = {{0}};
    long long busy = 0;
    int p_read = 0;
    t.z_read = t.p_made = 0;
    golden();
    ta_sim_load(sim, &t.job);
    ta_sim_start(sim);
    memset(t.entered, 0, sizeof t.entered);
    for (;;) {
        t.cycle = ta_sim_cycle(sim);
        if (!ta_sim_record(sim, t.record))
            abort();
        if (!F(run_busy))
            break;
        busy++;
        for (int array = 0; array < 2; array++) {
            int cause = ta_record_cause(t.table, t.record, array);
            SAME("stall", -1, -1, array, cause, FI(stall_cause, array));
            causes[array][cause]++;
        }
        if (c->mode == TA_FLASH)
            check_flash();
        else
            check_naive();
        check_arrays();
        check_port();
        check_buffers();
        if (c->mode == TA_NAIVE && F(rd_valid) && F(rd_kind) == TA_BURST_z && !t.z_read) {
            compare_memory(sim, build, "Z in memory", (const uint16_t *)t.z);
            t.z_read = 1;
        }
        if (c->mode == TA_NAIVE && F(rd_valid) && F(rd_kind) == TA_BURST_p && !p_read) {
            compare_memory(sim, build, "P in memory", t.p);
            p_read = 1;
        }
        ta_sim_step(sim, 1);
        if (busy > 20000000) {
            printf("seed %llu does not end\n", (unsigned long long)t.seed);
            exit(1);
        }
    }
    SAME("done", -1, -1, 0, 1, F(run_done));
    ta_sim_step(sim, 2);
    ta_sim_record(sim, t.record);
    ta_counters counters;
    ta_sim_counters(sim, &counters);
    SAME("cycles", -1, -1, 0, busy, (long long)counters.cycles);
    SAME("cycles in the record", -1, -1, 0, busy, F(count_value));
    for (int array = 0; array < 2; array++)
        for (int i = 0; i < TA_STALL_COUNT; i++) {
            SAME(ta_stall_name(i), -1, -1, array, (long long)causes[array][i],
                 (long long)counters.stalls[array][i]);
            SAME("ledger in the record", -1, -1, array, (long long)causes[array][i],
                 FI(count_value, TA_COUNTER_COUNT + array * TA_STALL_COUNT + i));
        }
    free(t.step);
    free(t.o);
    free(t.z);
    free(t.p);
    t.step = NULL;
    t.o = NULL;
    t.z = NULL;
    t.p = NULL;
}

int main(int argc, char **argv)
{
    t.build = argc == 4 ? ta_build_find(argv[1]) : NULL;
    if (!t.build) {
        fprintf(stderr, "usage: %s BUILD FIRST COUNT\n", argv[0]);
        return 2;
    }
    int build = (int)(t.build - ta_build_at(0));
    ta_sim *sim = ta_sim_new_debug(build);
    if (!sim)
        abort();
    size_t elements = (size_t)t.build->nmax * (size_t)t.build->dmax;
    t.table = ta_sim_record_table(sim);
    t.record = allocate(t.table->words, sizeof *t.record);
    t.q = allocate(elements, 1);
    t.k = allocate(elements, 1);
    t.v = allocate(elements, 1);
    t.result.out = allocate(elements, sizeof *t.result.out);
    t.result.m = allocate((size_t)t.build->nmax, sizeof *t.result.m);
    t.result.l = allocate((size_t)t.build->nmax, sizeof *t.result.l);
    t.job = (ta_job){.build = *t.build, .q = t.q, .k = t.k, .v = t.v};
    uint64_t first = strtoull(argv[2], NULL, 0), count = strtoull(argv[3], NULL, 0), clocks = 0;
    for (t.seed = first; t.seed < first + count; t.seed++) {
        ta_random_job(t.build, t.seed, TA_RANDOM_ANY, &t.job.config, t.q, t.k, t.v);
        run(sim, build);
        clocks += t.cycle;
    }
    printf("%s: %llu jobs, %llu clocks, %llu values equal\n", t.build->name,
           (unsigned long long)count, (unsigned long long)clocks, (unsigned long long)t.compared);
    free(t.record);
    free(t.q);
    free(t.k);
    free(t.v);
    free(t.result.out);
    free(t.result.m);
    free(t.result.l);
    ta_sim_free(sim);
    return 0;
}
