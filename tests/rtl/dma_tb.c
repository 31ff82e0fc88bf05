/* SPDX-License-Identifier: MIT
 *
 * The memory path (ta_setup, ta_sequencer, ta_dma, ta_store, ta_memory) at three sizes, the bench
 * in place of the datapath: whole runs of both schedules over every latency, with the port free and
 * with random stalls, the datapath fast and slow.  Address, length and order of each burst, each
 * chunk and bundle that comes in and where it goes, the bytes counted, and after each run every byte
 * of the memory, by the C memory map.  No burst is asked for before there is room or a result for it;
 * the sequence is one for all latencies.
 * TB_FAULT=n: something around the unit is wrong in one place (negative control).
 */
#include "Vtb__Dpi.h"
#include "golden/stages.h"
#include "tb.h"

#include <string.h>

enum { CASES = 3, WIDEST = 16, BYTES = 1 << 17, LIST = 6, HISTORY = 8, LATENCIES = 65, PATIENCE = 20000, RING = 8 };
enum { D_RESET_N = 1, D_START = 2, D_IDLE = 4, D_NAIVE = 8, D_CAUSAL = 16, D_OVERLAP = 32, D_STREAM = 64,
       D_K_FREE = 256, D_V_FREE = 512, D_Q_FREE = 1024, D_TILE_DONE = 2048, D_RING_STEP = 4096, D_ALL_BYTES = 8192,
       D_HOST = 16384, D_HOST_WRITE = 32768 };
enum { O_VALID = 1, O_READY = 2, O_WRITE = 4, O_READ = 8, O_WROTE = 16, O_Q = 32, O_K = 64, O_V = 128,
       O_K_LOADED = 256, O_V_LOADED = 512, O_K_SLOT = 1024, O_V_SLOT = 2048, O_Z = 4096, O_P = 8192, O_FIRST = 1 << 14,
       O_LAST = 1 << 15, O_END = 1 << 16, O_EXP = 1 << 17, O_RING_NEXT = 1 << 19, O_ERROR = 1 << 20, O_GO = 1 << 21,
       O_DONE = 1 << 22, O_BUSY = 1 << 23, O_STORING = 1 << 24 };
enum { RESET, LOAD, BEGIN, RUN, CHECK };
enum { Z_PASS, P_PASS };

/* A place in blocks x key tiles x lines x chunks, blocks that see no key left out. */
typedef struct walk {
    int pass, block, tile, line, chunk;
} walk;

static struct {
    int n, state, at, since, runs, slow, stalling, stall;
    const ta_build *build;
    ta_config list[LIST], c;
    uint64_t order[LIST], sequence;
    uint64_t salt;
    uint8_t mem[BYTES];
    uint32_t base[TA_REGION_COUNT], words;
    int blocks, rows_block, unseen;
    /* expected: bursts, words */
    int q_burst, o_burst;
    walk k_burst, v_burst, z_burst, ring_burst;
    int q_row, q_chunk, k_tiles, v_tiles;
    walk k, v, z, p, ring;
    uint64_t bytes;
    int asked;         /* the request was there before */
    int reads, writes; /* words requested and not moved */
    int first_word;    /* call of the next read word, 0: any */
    /* the datapath */
    int begun;
    walk mm1, mm2;
    int wait1, wait2, stage2, q_left, steps1, steps2;
    int k_have, v_have, p_have;
    int k_asked, k_freed, v_asked, v_freed, blocks_asked, q_freed, tiles_done, ring_due, ring_given, ring_asked, ring_out;
    int o_done, r_done;
    struct {
        int row, chunk;
        walk ring;
    } history[HISTORY];
} cases[CASES];

static struct {
    int latency[LATENCIES], stalled, timed, partial, unseen, naive;
} reached;

static int fault = -1;
static int8_t unused[3][128 * 64];

static void set_bits(svBitVecVal *v, int at, int width, uint64_t value)
{
    for (int i = 0; i < width; i++) {
        const svBitVecVal bit = (svBitVecVal)1 << (at + i) % 32;
        v[(at + i) / 32] = value >> i & 1 ? v[(at + i) / 32] | bit : v[(at + i) / 32] & ~bit;
    }
}

/* The same number for the same place of the same run. */
static uint64_t number(int id, int a, int b, int c, int d, int e)
{
    uint64_t state = cases[id].salt + ((((uint64_t)a * 131 + (uint64_t)b) * 131 + (uint64_t)c) * 131 + (uint64_t)d) * 131 +
                     (uint64_t)e;
    (void)ta_random_next(&state);
    return ta_random_next(&state);
}

static int o_width(int id)
{
    return ta_l_width(cases[id].build->nmax) + 8;
}

static int64_t o_value(int id, int row, int chunk, int lane)
{
    const uint64_t x = number(id, 10, row, chunk, lane, 0);
    const int64_t o = tb_sign(x, o_width(id));
    return o >> (x >> 60);
}

static int recip_value(int id, int row)
{
    return 16384 + (int)(number(id, 11, row, 0, 0, 0) % 16384);
}

static int shift_value(int id, int row)
{
    return (int)(number(id, 12, row, 0, 0, 0) % (uint64_t)ta_l_width(cases[id].build->nmax));
}

static uint16_t ring_value(int id, int pass, int block, int tile, int line, int lane)
{
    return (uint16_t)number(id, pass, block, tile, line, lane);
}

/* ---- geometry ---- */

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

static int rows_of(int id, int block)
{
    return lesser(cases[id].rows_block, cases[id].c.nq - block * cases[id].rows_block);
}

static int keys_of(int id, int tile)
{
    return lesser(cases[id].build->a, cases[id].c.nk - tile * cases[id].build->a);
}

static int tiles_of(int id, int block)
{
    const int last = block * cases[id].rows_block + rows_of(id, block) - 1;
    return (ta_row_keys(&cases[id].c, last) + cases[id].build->a - 1) / cases[id].build->a;
}

static int over(int id, const walk *w)
{
    return w->block >= cases[id].blocks;
}

static void skip(int id, walk *w)
{
    while (!over(id, w) && tiles_of(id, w->block) == 0)
        w->block++;
}

static void next_tile(int id, walk *w)
{
    w->line = w->chunk = 0;
    if (++w->tile == tiles_of(id, w->block)) {
        w->tile = 0;
        w->block++;
        skip(id, w);
    }
}

static void next_line(int id, walk *w, int lines)
{
    if (++w->line == lines)
        next_tile(id, w);
}

/* A pass over the blocks after the other. */
static void next_pass(int id, walk *w, int passes)
{
    if (over(id, w) && w->pass + 1 < passes) {
        *w = (walk){.pass = w->pass + 1};
        skip(id, w);
    }
}

static uint32_t tile_address(int id, const walk *w)
{
    const int a = cases[id].build->a, tiles = (cases[id].build->nmax + a - 1) / a;
    return cases[id].base[TA_REGION_Z] + (uint32_t)((w->block * tiles + w->tile) * a * a * 2);
}

/* ---- runs ---- */

static void geometries(int id, int a, int dmax, int nmax, int port)
{
    static const char *const names[CASES] = {"tiny", "x8", "x16"};
    const ta_build *b = cases[id].build = ta_build_find(names[id]);
    TB_EQUAL(1, b && b->a == a && b->dmax == dmax && b->nmax == nmax && b->port_bits == port, "case %d is build %s", id,
             names[id]);
    for (int i = 0; i < TA_REGION_COUNT; i++)
        cases[id].base[i] = ta_region_base(b, (enum ta_region)i);
    int size[TA_SIZE_COUNT];
    ta_sizes(b, size);
    cases[id].words = (uint32_t)size[TA_SIZE_MemWords];
    TB_EQUAL(1, cases[id].words * (uint32_t)port / 8 <= BYTES, "case %d: the memory fits", id);
    const int n = id ? nmax / 2 : nmax;
    cases[id].list[0] = (ta_config){n, n, dmax, TA_FLASH, 2 * a, 0, 0, 1, 1, 0, 0};
    cases[id].list[1] = (ta_config){n, n, id ? a : dmax, TA_NAIVE, a, 0, 0, 1, 1, 0, 0};
    for (int i = 2; i < LIST; i++)
        (void)ta_random_job(b, (uint64_t)(100 * id + i),
                            (i % 2 ? TA_RANDOM_NAIVE : TA_RANDOM_FLASH) | (id == 2 ? TA_RANDOM_SMALL : 0u),
                            &cases[id].list[i], unused[0], unused[1], unused[2]);
    for (uint32_t i = 0; i < BYTES; i++)
        cases[id].mem[i] = (uint8_t)tb_below(256);
}

static int geometry(int id)
{
    const int r = cases[id].runs - 1;
    return id ? r % LIST : r % 3 < 2 ? r % 3 : 2 + r / 3 % (LIST - 2);
}

static void begin(int id)
{
    const int r = cases[id].runs++, a = cases[id].build->a;
    ta_config *c = &cases[id].c;
    *c = cases[id].list[geometry(id)];
    c->latency = id ? r * 7 % LATENCIES : r / 3 % LATENCIES;
    cases[id].salt = tb_random();
    cases[id].stalling = geometry(id) ? (int)tb_below(3) : 0;
    cases[id].slow = geometry(id) ? (int)tb_below(2) * (1 + (int)tb_below(60)) : 0;
    cases[id].rows_block = c->mode == TA_FLASH ? c->q_rows : a;
    cases[id].blocks = (c->nq + cases[id].rows_block - 1) / cases[id].rows_block;
    /* Rows below this one, a multiple of A, see no key. */
    cases[id].unseen = !c->causal || c->offset >= 0 ? 0 : -c->offset >= c->nq ? c->nq : -c->offset / a * a;
    walk start = {0};
    skip(id, &start);
    cases[id].k_burst = cases[id].v_burst = cases[id].z_burst = cases[id].ring_burst = start;
    cases[id].k = cases[id].v = cases[id].z = cases[id].p = cases[id].ring = start;
    cases[id].mm2 = start;
    cases[id].mm1 = (walk){0}; /* with the blocks that see no key */
    cases[id].q_burst = cases[id].o_burst = cases[id].q_row = cases[id].q_chunk = 0;
    cases[id].k_tiles = cases[id].v_tiles = 0;
    cases[id].bytes = 0;
    cases[id].sequence = 1;
    cases[id].asked = cases[id].reads = cases[id].writes = cases[id].first_word = 0;
    cases[id].begun = cases[id].wait1 = cases[id].wait2 = cases[id].stage2 = cases[id].q_left = 0;
    cases[id].steps1 = cases[id].steps2 = cases[id].k_have = cases[id].v_have = cases[id].p_have = 0;
    cases[id].k_asked = cases[id].k_freed = cases[id].v_asked = cases[id].v_freed = 0;
    cases[id].blocks_asked = cases[id].q_freed = cases[id].tiles_done = 0;
    cases[id].ring_due = cases[id].ring_given = cases[id].ring_asked = cases[id].ring_out = 0;
    reached.latency[c->latency]++;
    reached.stalled += cases[id].stalling > 0;
    reached.partial += c->nk % a != 0 && c->nq % a != 0;
    reached.unseen += cases[id].unseen > 0;
    reached.naive += c->mode == TA_NAIVE;
    cases[id].state = BEGIN;
    cases[id].since = 0;
}

/* What the run leaves in memory. */
static void leave(int id)
{
    const ta_config *c = &cases[id].c;
    const int a = cases[id].build->a, lw = ta_l_width(cases[id].build->nmax);
    for (int row = 0; row < c->nq; row++)
        for (int col = 0; col < c->d; col++) {
            const uint16_t out = row < cases[id].unseen
                                     ? 0
                                     : (uint16_t)ta_normalize_element(o_value(id, row, col / a, col % a),
                                                                      (uint16_t)recip_value(id, row), shift_value(id, row), lw);
            uint8_t *at = &cases[id].mem[cases[id].base[TA_REGION_O] + (uint32_t)(2 * (row * c->d + col))];
            at[0] = (uint8_t)out;
            at[1] = (uint8_t)(out >> 8);
        }
    walk w = {0};
    skip(id, &w);
    for (; c->mode == TA_NAIVE && !over(id, &w); next_line(id, &w, rows_of(id, w.block)))
        for (int j = 0; j < keys_of(id, w.tile); j++) {
            const uint16_t value = ring_value(id, P_PASS, w.block, w.tile, w.line, j);
            uint8_t *at = &cases[id].mem[tile_address(id, &w) + (uint32_t)(2 * (w.line * a + j))];
            at[0] = (uint8_t)value;
            at[1] = (uint8_t)(value >> 8);
        }
}

/* ---- checks ---- */

/* A burst is asked for: there is room, or a result, for it. */
static void check_due(int id, int write, uint32_t address)
{
    const ta_config *c = &cases[id].c;
    const uint32_t *base = cases[id].base;
    const int run = cases[id].runs;
    if (!write && address < base[TA_REGION_K]) {
        cases[id].blocks_asked += cases[id].q_burst % cases[id].rows_block == 0;
        TB_EQUAL(1, cases[id].blocks_asked - cases[id].q_freed <= 2, "case %d, run %d: room for a block of queries", id, run);
    } else if (!write && address < base[TA_REGION_V]) {
        if (!c->overlap && c->mode == TA_FLASH)
            TB_EQUAL(cases[id].k_asked, cases[id].tiles_done, "case %d, run %d: without overlap the tile before is done", id,
                     run);
        TB_EQUAL(1, ++cases[id].k_asked - cases[id].k_freed <= 2, "case %d, run %d: room for a K tile", id, run);
    } else if (!write && address < base[TA_REGION_O]) {
        if (!c->overlap && c->mode == TA_NAIVE)
            TB_EQUAL(cases[id].v_asked, cases[id].tiles_done, "case %d, run %d: without overlap the tile before is done", id,
                     run);
        TB_EQUAL(1, ++cases[id].v_asked - cases[id].v_freed <= 2, "case %d, run %d: room for a V tile", id, run);
    } else if (write && address < base[TA_REGION_Z]) {
        const int end = lesser(cases[id].o_burst + cases[id].build->a, c->nq);
        TB_EQUAL(1, end <= cases[id].o_done && end <= cases[id].r_done, "case %d, run %d: rows below %d are finished", id,
                 run, end);
    } else if (write) {
        TB_EQUAL(1, ++cases[id].ring_asked <= cases[id].ring_given, "case %d, run %d: a tile is in the ring", id, run);
    }
}

/* A burst is granted: its address and length, in the order of its kind. */
static void check_burst(int id, int write, uint32_t address, int words)
{
    const ta_config *c = &cases[id].c;
    const uint32_t *base = cases[id].base;
    const int a = cases[id].build->a, word = cases[id].build->port_bits / 8, run = cases[id].runs;
    uint32_t expected;
    int bytes;
    const char *kind;
    if (!write && address < base[TA_REGION_K]) {
        const int rows = lesser(a, c->nq - cases[id].q_burst);
        kind = "Q";
        expected = base[TA_REGION_Q] + (uint32_t)(cases[id].q_burst * c->d);
        bytes = rows * c->d;
        cases[id].q_burst += rows;
    } else if (!write && address < base[TA_REGION_O]) {
        const int v = address >= base[TA_REGION_V];
        walk *w = v ? &cases[id].v_burst : &cases[id].k_burst;
        kind = v ? "V" : "K";
        TB_EQUAL(0, over(id, w), "case %d, run %d: a %s burst too many", id, run, kind);
        expected = base[v ? TA_REGION_V : TA_REGION_K] + (uint32_t)(w->tile * a * c->d);
        bytes = keys_of(id, w->tile) * c->d;
        next_tile(id, w);
    } else if (write && address < base[TA_REGION_Z]) {
        const int rows = lesser(a, c->nq - cases[id].o_burst);
        kind = "O";
        expected = base[TA_REGION_O] + (uint32_t)(2 * cases[id].o_burst * c->d);
        bytes = 2 * rows * c->d;
        cases[id].o_burst += rows;
    } else {
        walk *w = write ? &cases[id].ring_burst : &cases[id].z_burst;
        kind = write ? "ring" : "Z or P";
        TB_EQUAL(0, over(id, w), "case %d, run %d: a %s burst too many", id, run, kind);
        expected = tile_address(id, w);
        bytes = rows_of(id, w->block) * a * 2;
        next_tile(id, w);
        next_pass(id, w, write ? 2 : 3);
    }
    TB_EQUAL(expected, address, "case %d, run %d: address of a %s burst", id, run, kind);
    TB_EQUAL(bytes / word, words, "case %d, run %d: words of a %s burst", id, run, kind);
    cases[id].sequence = (cases[id].sequence ^ address ^ (uint32_t)write << 31) * UINT64_C(0x100000001b3);
}

static void check_chunk(int id, const char *kind, uint32_t address, const uint8_t *chunk)
{
    for (int j = 0; j < cases[id].build->a; j++)
        TB_EQUAL(cases[id].mem[address + (uint32_t)j], chunk[j], "case %d, run %d: byte %d of %s at 0x%" PRIx32, id,
                 cases[id].runs, j, kind, address);
}

static void check_tile(int id, const char *kind, walk *w, int region, int tiles, int slot, int tile, int line, int chunk,
                       int loaded, const uint8_t *bytes)
{
    const ta_config *c = &cases[id].c;
    const int a = cases[id].build->a, run = cases[id].runs;
    TB_EQUAL(0, over(id, w), "case %d, run %d: a chunk of %s too many", id, run, kind);
    TB_EQUAL(w->tile, tile, "case %d, run %d: tile of %s", id, run, kind);
    TB_EQUAL(w->line, line, "case %d, run %d: key of %s", id, run, kind);
    TB_EQUAL(w->chunk, chunk, "case %d, run %d: chunk of %s", id, run, kind);
    TB_EQUAL(tiles % 2, slot, "case %d, run %d: slot of %s", id, run, kind);
    check_chunk(id, kind, cases[id].base[region] + (uint32_t)((w->tile * a + w->line) * c->d + w->chunk * a), bytes);
    const int last = w->line == keys_of(id, w->tile) - 1 && w->chunk == c->d / a - 1;
    TB_EQUAL(last, loaded, "case %d, run %d: a tile of %s is complete", id, run, kind);
    if (++w->chunk == c->d / a) {
        w->chunk = 0;
        next_line(id, w, keys_of(id, w->tile));
    }
}

static int check_bundle(int id, const char *kind, walk *w, int pass, int row, int keys, int lanes, const uint16_t *values)
{
    const int run = cases[id].runs;
    TB_EQUAL(0, over(id, w), "case %d, run %d: a row of %s too many", id, run, kind);
    const int visible = keys_of(id, w->tile), end = w->line == rows_of(id, w->block) - 1;
    TB_EQUAL(w->block * cases[id].rows_block + w->line, row, "case %d, run %d: row of %s", id, run, kind);
    TB_EQUAL(visible, keys, "case %d, run %d: keys of %s", id, run, kind);
    TB_EQUAL((1 << visible) - 1, lanes, "case %d, run %d: lanes of %s", id, run, kind);
    for (int j = 0; j < visible; j++)
        TB_EQUAL(ring_value(id, pass, w->block, w->tile, w->line, j), values[j],
                 "case %d, run %d: %s of block %d, tile %d, row %d, key %d", id, run, kind, w->block, w->tile, w->line, j);
    return end;
}

static void finish(int id)
{
    const ta_config *c = &cases[id].c;
    const int run = cases[id].runs;
    const int tiles = cases[id].steps2, flash = c->mode == TA_FLASH;
    ta_counters counters = {0};
    ta_traffic(cases[id].build, c, &counters);
    TB_EQUAL(counters.hbm_read_bytes, cases[id].bytes, "case %d, run %d: bytes read", id, run);
    TB_EQUAL(c->nq, cases[id].q_row, "case %d, run %d: rows of Q", id, run);
    TB_EQUAL(c->nq, cases[id].o_burst, "case %d, run %d: rows of O", id, run);
    TB_EQUAL(1, over(id, &cases[id].k) && over(id, &cases[id].v) && over(id, &cases[id].mm2), "case %d, run %d: tiles", id, run);
    TB_EQUAL(counters.kv_loads, tiles, "case %d, run %d: K/V loads", id, run);
    if (!flash)
        TB_EQUAL(1, over(id, &cases[id].z) && over(id, &cases[id].p) && over(id, &cases[id].ring),
                 "case %d, run %d: tiles of Z and P", id, run);
    uint64_t *order = &cases[id].order[geometry(id)];
    if (*order == 0)
        *order = cases[id].sequence;
    TB_EQUAL(*order, cases[id].sequence, "case %d, run %d: the bursts' order", id, run);
    leave(id);
}

/* ---- the datapath's events ---- */

static int datapath(int id, int q_loaded)
{
    const ta_config *c = &cases[id].c;
    const int flash = c->mode == TA_FLASH;
    int events = 0;
    walk *w = &cases[id].mm1;
    if (cases[id].q_left) { /* the block has left */
        events |= D_Q_FREE;
        cases[id].q_left = 0;
        cases[id].q_freed++;
    } else if (!over(id, w) && cases[id].wait1-- <= 0) {
        const int end = w->block * cases[id].rows_block + rows_of(id, w->block);
        if (tiles_of(id, w->block) == 0) {
            events |= D_Q_FREE;
            cases[id].q_freed++;
            w->block++;
        } else if (cases[id].k_have > 0 && q_loaded >= end &&
                   (flash ? cases[id].steps1 - cases[id].steps2
                          : cases[id].ring_given + cases[id].ring_due - cases[id].ring_out) < RING) {
            events |= D_K_FREE;
            cases[id].k_have--;
            cases[id].k_freed++;
            cases[id].steps1++;
            cases[id].ring_due += !flash;
            if (++w->tile == tiles_of(id, w->block)) {
                w->tile = 0;
                w->block++;
                cases[id].q_left = 1;
            }
            cases[id].wait1 = cases[id].slow ? (int)tb_below((uint32_t)cases[id].slow) : 0;
        }
    }
    if (cases[id].ring_due && tb_below(3)) {
        events |= D_RING_STEP;
        cases[id].ring_due--;
        cases[id].ring_given++;
    }
    w = &cases[id].mm2;
    if (cases[id].wait2-- <= 0 && !over(id, w)) {
        const int before = cases[id].stage2;
        if (before == 0 && cases[id].v_have > 0 && (flash ? cases[id].steps1 > cases[id].steps2 : cases[id].p_have > 0)) {
            events |= D_V_FREE;
            cases[id].v_have--;
            cases[id].p_have -= !flash;
            cases[id].v_freed++;
            cases[id].stage2 = 1;
        } else if (before == 1) {
            const int block = w->block;
            events |= D_TILE_DONE;
            cases[id].tiles_done++;
            cases[id].steps2++;
            cases[id].stage2 = 0;
            next_tile(id, w);
            if (w->block != block)
                cases[id].o_done = block * cases[id].rows_block + rows_of(id, block);
        }
        cases[id].wait2 = cases[id].slow ? (int)tb_below((uint32_t)cases[id].slow) : 0;
    }
    if (tb_below(4) == 0)
        cases[id].r_done = cases[id].o_done;
    return events;
}

int tb_dma(int id, int a, int dmax, int nmax, int port, int ram_latency, int out, int req_addr, int req_len,
           const svBitVecVal *chunk, const svBitVecVal *bundle, int w_row, int w_line, int w_chunk, int q_loaded,
           int z_keys, int z_lanes, int z_tile, int rbytes, int b_row, int b_chunk, const svBitVecVal *h_rdata,
           int *drive, int *nq, int *nk, int *d, int *qrows, int *offset, int *latency, int *o_done, int *r_done, int *r,
           int *lz, svBitVecVal *b, svBitVecVal *ring, int *stall, int *h_addr, svBitVecVal *h_wdata)
{
    const int n = cases[id].n++, word = port / 8;
    if (fault < 0)
        fault = getenv("TB_FAULT") ? atoi(getenv("TB_FAULT")) : 0;
    if (n == 0)
        geometries(id, a, dmax, nmax, port);
    const int run = cases[id].runs;
    const ta_config *c = &cases[id].c;
    const uint8_t *bytes = (const uint8_t *)chunk;
    const uint16_t *values = (const uint16_t *)bundle;

    if (cases[id].state == RUN && cases[id].begun) {
        const uint32_t address = (uint32_t)(req_addr * word);
        TB_EQUAL(0, out & O_ERROR, "case %d, run %d: refused", id, run);
        if (out & O_VALID) {
            if (!cases[id].asked) {
                check_due(id, (out & O_WRITE) != 0, address);
                /* The memory may take a word in the cycles in which it grants. */
                cases[id].writes += out & O_WRITE ? req_len : 0;
            }
            cases[id].asked = 1;
            if (out & O_READY) {
                check_burst(id, (out & O_WRITE) != 0, address, req_len);
                cases[id].first_word = 0;
                if (!(out & O_WRITE) && !cases[id].stalling && cases[id].reads == 0 && cases[id].writes == 0)
                    cases[id].first_word = n + 1 + c->latency;
                cases[id].reads += out & O_WRITE ? 0 : req_len;
                cases[id].asked = 0;
            }
        }
        if (out & O_WROTE)
            TB_EQUAL(1, cases[id].writes-- > 0, "case %d, run %d: a word is of a write burst", id, run);
        if (out & O_READ) {
            TB_EQUAL(1, cases[id].reads-- > 0, "case %d, run %d: a word is of a read burst", id, run);
            cases[id].bytes += (uint64_t)rbytes;
        }
        if (cases[id].first_word && (out & O_READ || n == cases[id].first_word)) {
            TB_EQUAL(cases[id].first_word, out & O_READ ? n : 0, "case %d, run %d: latency %d, call of the first word", id,
                     run, c->latency);
            reached.timed++;
            cases[id].first_word = 0;
        }
        if (out & O_Q) {
            TB_EQUAL(cases[id].q_row, w_row, "case %d, run %d: row of Q", id, run);
            TB_EQUAL(cases[id].q_chunk, w_chunk, "case %d, run %d: chunk of Q", id, run);
            check_chunk(id, "Q", cases[id].base[TA_REGION_Q] + (uint32_t)(w_row * c->d + w_chunk * a), bytes);
            if (++cases[id].q_chunk == c->d / a) {
                cases[id].q_chunk = 0;
                cases[id].q_row++;
            }
        }
        if (out & O_K) {
            check_tile(id, "K", &cases[id].k, TA_REGION_K, cases[id].k_tiles, (out & O_K_SLOT) != 0, z_tile, w_line, w_chunk,
                       (out & O_K_LOADED) != 0, bytes);
            cases[id].k_tiles += (out & O_K_LOADED) != 0;
            cases[id].k_have += (out & O_K_LOADED) != 0;
        }
        if (out & O_V) {
            check_tile(id, "V", &cases[id].v, TA_REGION_V, cases[id].v_tiles, (out & O_V_SLOT) != 0, z_tile, w_line, w_chunk,
                       (out & O_V_LOADED) != 0, bytes);
            cases[id].v_tiles += (out & O_V_LOADED) != 0;
            cases[id].v_have += (out & O_V_LOADED) != 0;
        }
        if (out & O_Z) {
            walk *w = &cases[id].z;
            const int end = check_bundle(id, "Z", w, Z_PASS, w_row, z_keys, z_lanes, values);
            TB_EQUAL(w->pass, (out & O_EXP) != 0, "case %d, run %d: pass of Z", id, run);
            TB_EQUAL(w->tile == 0, (out & O_FIRST) != 0, "case %d, run %d: first tile of Z", id, run);
            TB_EQUAL(w->tile == tiles_of(id, w->block) - 1, (out & O_LAST) != 0, "case %d, run %d: last tile of Z", id, run);
            TB_EQUAL(end, (out & O_END) != 0, "case %d, run %d: last row of Z", id, run);
            cases[id].ring_due += end && w->pass == 1;
            next_line(id, w, rows_of(id, w->block));
            next_pass(id, w, 2);
        }
        if (out & O_P) {
            walk *w = &cases[id].p;
            cases[id].p_have += check_bundle(id, "P", w, P_PASS, w_row, z_keys, z_lanes, values);
            next_line(id, w, rows_of(id, w->block));
        }
    }

    /* The buffers behind the stores, with their latency. */
    const int now = n % HISTORY, then = (n + HISTORY - (ram_latency - 1)) % HISTORY;
    cases[id].history[now].row = b_row;
    cases[id].history[now].chunk = b_chunk;
    cases[id].history[now].ring = cases[id].ring;
    if (cases[id].state == RUN && cases[id].begun && out & O_RING_NEXT) {
        walk *w = &cases[id].ring;
        TB_EQUAL(0, over(id, w), "case %d, run %d: a row of the ring too many", id, run);
        const int tile = w->tile, block = w->block;
        next_line(id, w, rows_of(id, w->block));
        cases[id].ring_out += w->tile != tile || w->block != block;
        next_pass(id, w, 2);
    }
    const int row = cases[id].history[then].row;
    const walk *w = &cases[id].history[fault == 2 ? now : then].ring;
    for (int j = 0; j < a && cases[id].state == RUN; j++) {
        set_bits(b, o_width(id) * j, o_width(id),
                 (uint64_t)o_value(id, row, cases[id].history[then].chunk, j) ^ (fault == 4 && j == 1 ? 1u << 20 : 0));
        ((uint16_t *)ring)[j] = ring_value(id, w->pass, w->block, w->tile, w->line, j);
    }
    *r = recip_value(id, row);
    *lz = shift_value(id, row);

    /* Inputs. */
    *drive = D_RESET_N | (c->mode == TA_NAIVE ? D_NAIVE : 0) | (c->causal ? D_CAUSAL : 0) | (c->overlap ? D_OVERLAP : 0) |
             (c->stream ? D_STREAM : 0);
    *nq = c->nq;
    *nk = c->nk;
    *d = c->d;
    *qrows = c->q_rows;
    *offset = c->offset;
    *latency = fault == 3 && c->latency < 64 ? c->latency + 1 : c->latency;
    *stall = 0;
    *h_addr = 0;
    cases[id].since++;
    switch (cases[id].state) {
    case RESET:
        *drive &= ~D_RESET_N;
        if (cases[id].since == 4) {
            cases[id].state = LOAD;
            cases[id].at = 0;
        }
        break;
    case LOAD:
        *drive |= D_HOST | D_HOST_WRITE;
        *h_addr = cases[id].at;
        memcpy(h_wdata, &cases[id].mem[cases[id].at * word], (size_t)word);
        if (fault == 1 && cases[id].at == (int)cases[id].base[TA_REGION_K] / word)
            h_wdata[0] ^= 1;
        if (++cases[id].at == (int)cases[id].words)
            begin(id);
        break;
    case BEGIN:
        *drive |= D_IDLE;
        if (cases[id].since == 4)
            *drive |= D_START;
        if (cases[id].since == 5) {
            cases[id].state = RUN;
            cases[id].since = 0;
        }
        break;
    case RUN:
        if (out & O_GO) {
            cases[id].begun = 1;
            cases[id].o_done = cases[id].r_done = cases[id].unseen;
            cases[id].wait1 = 8;
        }
        if (cases[id].begun) {
            *drive |= datapath(id, q_loaded);
            if (fault == 6 && cases[id].k_have > 0 && tb_below(20) == 0)
                *drive |= D_K_FREE;
            for (int i = 0; i < 3; i++)
                *stall |= (int)(tb_below(8) < (cases[id].stalling == 2 ? 5u : (uint32_t)cases[id].stalling)) << i;
            if (out & O_DONE && !(out & (O_BUSY | O_STORING | O_GO)) && cases[id].since > 20) {
                finish(id);
                cases[id].state = CHECK;
                cases[id].at = 0;
                cases[id].since = 0;
            }
        }
        if (out & (O_READ | O_WROTE | O_READY))
            cases[id].since = cases[id].since < 20 ? cases[id].since : 20;
        TB_EQUAL(1, cases[id].since < PATIENCE, "case %d, run %d: the port moves on", id, run);
        break;
    default: { /* CHECK: the address given at a call has its word 1 + latency calls later */
        const int first = run % 8 ? (int)cases[id].base[TA_REGION_O] / word : 0, seen = first + cases[id].at - 1 - ram_latency;
        *drive |= D_HOST | D_IDLE;
        *h_addr = lesser(first + cases[id].at, (int)cases[id].words - 1);
        if (seen >= first) {
            const uint8_t *expected = &cases[id].mem[seen * word], *got = (const uint8_t *)h_rdata;
            for (int i = 0; i < word; i++)
                TB_EQUAL(expected[i], got[i], "case %d, run %d: memory after the run, byte 0x%x", id, run,
                         (unsigned)(seen * word + i));
        }
        cases[id].at++;
        if (seen == (int)cases[id].words - 1) {
            if (cases[0].runs >= 3 * LATENCIES && cases[1].runs >= LATENCIES && cases[2].runs >= LATENCIES) {
                for (int i = 0; i < LATENCIES; i++)
                    TB_EQUAL(1, reached.latency[i] >= 4, "runs at latency %d", i);
                TB_EQUAL(1, reached.stalled > 60 && reached.timed > 50 && reached.partial > 30 && reached.unseen > 10 &&
                                reached.naive > 60,
                         "stalled (%d), timed (%d), partial (%d), unseen (%d), NAIVE (%d)", reached.stalled, reached.timed,
                         reached.partial, reached.unseen, reached.naive);
                return 1;
            }
            begin(id);
        }
        break;
    }
    }
    if (fault == 5)
        *drive |= D_ALL_BYTES;
    *o_done = fault == 7 ? c->nq : cases[id].o_done;
    *r_done = fault == 7 ? c->nq : cases[id].r_done;
    return 0;
}
