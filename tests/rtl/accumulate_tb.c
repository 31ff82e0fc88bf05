/* SPDX-License-Identifier: MIT
 *
 * ta_accumulate at three sizes against golden's accumulator: the new value of every row and chunk
 * when the unit says that it is there, the output buffer after the run, the events.  alpha 1, near
 * 1, small and 0; sums of both signs and at their largest; values that reach the ends of their
 * range, and go beyond them, which must be flagged; a row and chunk that returns after 2A cycles; a
 * clear in mid-run.
 * TB_FAULT=n: what the unit gets or gives is wrong in one place (negative control).
 */
#include "Vtb__Dpi.h"
#include "golden/stages.h"
#include "tb.h"

#include <string.h>

enum { CASES = 3, WIDEST = 16, ROWS = 512, CHUNKS = 8, INPUTS = 16384, RUNS = 200, PATIENCE = 200, HOLD = 8 };
enum { F_VALID = 1, F_CLEAR = 2, F_INIT = 4, F_FIRST = 8, F_LAST = 16, F_BLOCK_LAST = 32, F_STEP_END = 64,
       F_TILE_END = 128 };
enum { O_VALID = 1, O_FINAL = 2, O_STEP = 4, O_TILE = 8, O_BUSY = 16, O_OVERFLOW = 32 };
enum { START, FEED, DRAIN, READ };

typedef struct input {
    int row, chunk, flags, alpha;
    int32_t pv[WIDEST];
    int64_t o[WIDEST]; /* expected */
    int over;          /* a value has left its range by now */
} input;

static struct {
    int n, state, since;
    int runs, unseen, nq, chunks, dense, clear_at;
    int count, fed, next, steps, tiles, done_limit;
    int fed_at[ROWS][CHUNKS];
    int64_t o[ROWS][CHUNKS][WIDEST];
    int read_row, read_chunk, held;
    int fed_ring[TB_RING]; /* what was fed at a call, -1: nothing */
    input list[INPUTS];
} cases[CASES];

static struct {
    int one, zero, small, plus, minus, largest, tight, cleared, edge[2], overflow[2];
} reached;

static int fault = -1;

static int64_t bits(const svBitVecVal *v, int at, int width)
{
    uint64_t value = 0;
    for (int i = 0; i < width; i++)
        value |= (uint64_t)(v[(at + i) / 32] >> (at + i) % 32 & 1) << i;
    return tb_sign(value, width);
}

static void set_bits(svBitVecVal *v, int at, int width, uint64_t value)
{
    for (int i = 0; i < width; i++) {
        const svBitVecVal bit = (svBitVecVal)1 << (at + i) % 32;
        v[(at + i) / 32] = value >> i & 1 ? v[(at + i) / 32] | bit : v[(at + i) / 32] & ~bit;
    }
}

static int o_width(int nmax)
{
    return ta_l_width(nmax) + 8;
}

/* edge 1, -1: alpha 1 and the largest sums of that sign. */
static void add(int id, int a, int nmax, int pf, int row, int chunk, int flags, int edge)
{
    input *x = &cases[id].list[cases[id].count++];
    if (cases[id].count > INPUTS)
        TB_EQUAL(INPUTS, cases[id].count, "inputs of a run");
    const int32_t low = -(a << (pf + 7)), high = a * 127 * (1 << pf);
    const uint32_t kind = tb_below(8);
    x->row = row;
    x->chunk = chunk;
    x->flags = F_VALID | flags;
    x->alpha = edge || kind < 3 ? (int)TA_ALPHA_ONE
               : kind == 3      ? 0
               : kind == 4      ? (int)tb_below(4)
               : kind == 5      ? (int)TA_ALPHA_ONE - 1 - (int)tb_below(4)
                                : (int)tb_below(TA_ALPHA_ONE + 1);
    const uint32_t sums = tb_below(4);
    x->over = x > cases[id].list && x[-1].over;
    for (int j = 0; j < a; j++) {
        x->pv[j] = edge        ? (edge < 0 ? low : high)
                   : sums == 0 ? (tb_below(2) ? low : high)
                   : sums == 1 ? (int32_t)tb_below(9) - 4
                               : low + (int32_t)tb_below((uint32_t)(high - low) + 1);
        int64_t *o = &cases[id].o[row][chunk][j];
        if (flags & F_FIRST)
            *o = 0;
        *o = ta_accumulate_element(*o, (uint16_t)x->alpha, x->pv[j], pf);
        x->o[j] = *o;
        x->over |= *o != tb_sign((uint64_t)*o, o_width(nmax));
        reached.plus += *o > 0;
        reached.minus += *o < 0;
        reached.largest += x->pv[j] == low || x->pv[j] == high;
    }
    reached.one += x->alpha == (int)TA_ALPHA_ONE;
    reached.zero += x->alpha == 0;
    reached.small += x->alpha > 0 && x->alpha < 4;
}

/* Runs as MM2's feed makes them: blocks, tiles, chunks, rows. */
static void new_run(int id, int a, int dmax, int nmax, int pf)
{
    const int number = cases[id].runs++, full = nmax / a;
    const int edge = number % 8 == 3 ? -1 : number % 8 == 7 ? 1 : 0, beyond = edge && number % 16 < 8;
    const int blocks = 1 << tb_below(4);
    int tiles = 1 + (int)tb_below((uint32_t)full < 6 ? (uint32_t)full : 6);
    cases[id].chunks = 1 + (int)tb_below((uint32_t)(dmax / a));
    cases[id].nq = 1 + (int)tb_below((uint32_t)nmax < 8 * (uint32_t)a ? (uint32_t)nmax : 8 * (uint32_t)a);
    cases[id].dense = (int)tb_below(2);
    cases[id].count = cases[id].fed = cases[id].next = cases[id].steps = cases[id].tiles = 0;
    memset(cases[id].fed_at, 0x80, sizeof cases[id].fed_at);
    for (int i = 0; i < TB_RING; i++)
        cases[id].fed_ring[i] = -1;
    cases[id].unseen = 0;
    if (edge) { /* 2 * NMAX keys of weight 1 and value -128: -2^(OW - 1), the least; 1 tile more: beyond */
        cases[id].nq = 1 + (int)tb_below((uint32_t)a);
        tiles = 2 * full + (edge > 0 ? full / 32 : 0) + beyond;
        for (int t = tiles; edge > 0 && t > 0; t--) { /* the most tiles of 127 that fit; with beyond, one more */
            const int64_t value = (int64_t)t * a * 127 * 4096;
            if (value == tb_sign((uint64_t)value, o_width(nmax))) {
                tiles = t + beyond;
                break;
            }
        }
        reached.edge[edge > 0] += !beyond;
        reached.overflow[edge > 0] += beyond;
    } else if (tb_below(3) == 0) {
        cases[id].unseen = (int)tb_below((uint32_t)((cases[id].nq + a - 1) / a)) * a;
    }
    const int nq = cases[id].nq, per_block = blocks * a < nmax ? blocks * a : nmax;
    for (int row0 = cases[id].unseen; row0 < nq; row0 += per_block) {
        const int end = row0 + per_block < nq ? row0 + per_block : nq;
        int last[ROWS], least = edge ? tiles - 1 : 0;
        for (int row = row0; row < end; row++) {
            if ((row - row0) % a == 0)
                least += (int)tb_below((uint32_t)(tiles - least));
            last[row] = end - row <= a - (row - row0) % a ? tiles - 1 : least;
        }
        for (int tile = 0; tile < tiles; tile++)
            for (int chunk = 0; chunk < cases[id].chunks; chunk++)
                for (int row = row0; row < end; row++) {
                    if (last[row] < tile)
                        continue;
                    const int final = chunk == cases[id].chunks - 1;
                    add(id, a, nmax, pf, row, chunk,
                        (tile == 0) * F_FIRST | (tile == last[row]) * F_LAST |
                            (tile == tiles - 1 && final) * F_BLOCK_LAST |
                            (row == end - 1 && final) * (F_STEP_END | F_TILE_END),
                        edge);
                }
    }
    cases[id].clear_at = tb_below(8) ? -1 : (int)tb_below((uint32_t)cases[id].count);
    cases[id].done_limit = cases[id].unseen;
    cases[id].state = START;
    cases[id].since = 0;
}

/* The input that was given `cycles` before this call's inputs; null: none. */
static const input *before(int id, int n, int cycles)
{
    const int i = n - cycles < 0 ? -1 : cases[id].fed_ring[(n - cycles) % TB_RING];
    return i < 0 ? NULL : &cases[id].list[i];
}

int tb_accumulate(int id, int a, int dmax, int nmax, int pf, int alpha_after, int pv_after, int *flags, int *unseen,
                  int *row, int *chunk, int *alpha, svBitVecVal *pv, int *b_row, int *b_chunk, const svBitVecVal *b,
                  int out, int o_done, int o_row, int o_chunk, const svBitVecVal *o)
{
    const int n = cases[id].n++, width = o_width(nmax), pv_width = pf + 8 + (a > 8 ? 4 : a > 4 ? 3 : 2);
    if (fault < 0)
        fault = getenv("TB_FAULT") ? atoi(getenv("TB_FAULT")) : 0;
    if (n == 0)
        new_run(id, a, dmax, nmax, pf);
    const int run = cases[id].runs;

    /* Outputs: those of a run that is under way. */
    if (cases[id].state != START) {
        if (out & O_VALID) {
            const input *x = &cases[id].list[cases[id].next];
            TB_EQUAL(1, cases[id].next++ < cases[id].fed, "case %d, run %d: a value is of an input", id, run);
            TB_EQUAL(x->row, o_row, "case %d, run %d: row", id, run);
            TB_EQUAL(x->chunk, o_chunk, "case %d, run %d, row %d: chunk", id, run, o_row);
            TB_EQUAL((x->flags & F_LAST) != 0, (out & O_FINAL) != 0, "case %d, run %d, row %d: final", id, run, o_row);
            for (int j = 0; j < a && !x->over; j++)
                TB_EQUAL(x->o[j], bits(o, width * j, width) ^ (fault == 5 && j == a - 1),
                         "case %d, run %d, row %d, chunk %d: O of column %d", id, run, o_row, o_chunk, j);
            cases[id].steps += (x->flags & F_STEP_END) != 0;
            cases[id].tiles += (x->flags & F_TILE_END) != 0;
        }
        if (out & O_STEP)
            cases[id].steps--;
        if (out & O_TILE)
            cases[id].tiles--;
        TB_EQUAL(1, cases[id].steps >= 0 && cases[id].steps <= 1, "case %d, run %d: a step's end", id, run);
        TB_EQUAL(1, cases[id].tiles >= 0 && cases[id].tiles <= 1, "case %d, run %d: a tile's end", id, run);
        TB_EQUAL(1, o_done <= cases[id].done_limit, "case %d, run %d: rows done before they were given", id, run);
        if (cases[id].next < cases[id].fed && cases[id].since > 2)
            TB_EQUAL(1, (out & O_BUSY) != 0, "case %d, run %d: busy while a row is under way", id, run);
    }

    /* Inputs. */
    *flags = 0;
    *unseen = cases[id].unseen;
    *row = *chunk = *b_row = *b_chunk = 0;
    cases[id].fed_ring[n % TB_RING] = -1;
    cases[id].since++;
    switch (cases[id].state) {
    case START:
        *flags = cases[id].since == 1 ? F_CLEAR : cases[id].since == 4 ? F_INIT : 0;
        if (cases[id].since == 8) {
            cases[id].state = FEED;
            cases[id].since = 0;
        }
        break;
    case FEED:
        if (cases[id].clear_at == cases[id].fed) {
            reached.cleared++;
            new_run(id, a, dmax, nmax, pf);
        } else if (cases[id].fed < cases[id].count) {
            const input *x = &cases[id].list[cases[id].fed];
            const int64_t gap = (int64_t)n - cases[id].fed_at[x->row][x->chunk];
            if (gap >= 2 * a && (cases[id].dense || tb_below(3))) {
                reached.tight += gap == 2 * a;
                *row = x->row;
                *chunk = x->chunk;
                *flags = x->flags;
                if (fault == 1 && cases[id].fed % 50 == 0)
                    *flags &= ~F_FIRST;
                if (fault == 2)
                    *flags &= ~F_LAST;
                if (x->flags & F_BLOCK_LAST)
                    cases[id].done_limit = x->row + 1;
                cases[id].fed_at[x->row][x->chunk] = n;
                cases[id].fed_ring[n % TB_RING] = cases[id].fed;
                cases[id].fed++;
                cases[id].since = 0;
            }
        } else {
            cases[id].state = DRAIN;
            cases[id].since = 0;
        }
        break;
    case DRAIN:
        if (!(out & O_BUSY) && cases[id].since > 4) {
            const input *x = &cases[id].list[cases[id].count - 1];
            TB_EQUAL(cases[id].count, cases[id].next, "case %d, run %d: values", id, run);
            TB_EQUAL(0, cases[id].steps | cases[id].tiles, "case %d, run %d: ends of steps and tiles", id, run);
            TB_EQUAL(cases[id].nq, o_done, "case %d, run %d: rows done", id, run);
            TB_EQUAL(x->over, (out & O_OVERFLOW) != 0, "case %d, run %d: overflow", id, run);
            cases[id].read_row = cases[id].unseen;
            cases[id].read_chunk = cases[id].held = 0;
            cases[id].state = READ;
        }
        TB_EQUAL(1, cases[id].since < PATIENCE, "case %d, run %d: the unit comes to rest", id, run);
        break;
    default: /* READ: the last 16A rows */
        *b_row = cases[id].read_row;
        *b_chunk = cases[id].read_chunk;
        if (cases[id].held++ == HOLD) {
            const int64_t *expected = cases[id].o[*b_row][*b_chunk];
            for (int j = 0; j < a && !cases[id].list[cases[id].count - 1].over; j++)
                TB_EQUAL(expected[j], bits(b, width * j, width), "case %d, run %d, row %d, chunk %d: output, column %d",
                         id, run, *b_row, *b_chunk, j);
            cases[id].held = 0;
            if (++cases[id].read_chunk == cases[id].chunks) {
                cases[id].read_chunk = 0;
                cases[id].read_row++;
            }
            if (cases[id].read_row == cases[id].nq) {
                if (id == 0 && cases[id].runs >= RUNS) {
                    TB_EQUAL(1, reached.one > 1000 && reached.zero > 500 && reached.small > 500,
                             "alpha 1 (%d), 0 (%d), near 0 (%d)", reached.one, reached.zero, reached.small);
                    TB_EQUAL(1, reached.plus > 1000 && reached.minus > 1000 && reached.largest > 1000,
                             "values above (%d) and below 0 (%d), largest sums (%d)", reached.plus, reached.minus,
                             reached.largest);
                    TB_EQUAL(1, reached.tight > 1000 && reached.cleared > 10, "rows after 2A cycles (%d), clears (%d)",
                             reached.tight, reached.cleared);
                    for (int i = 0; i < 2; i++)
                        TB_EQUAL(1, reached.edge[i] > 4 && reached.overflow[i] > 4,
                                 "values at (%d) and beyond (%d) end %d of their range", reached.edge[i],
                                 reached.overflow[i], i);
                    return 1;
                }
                new_run(id, a, dmax, nmax, pf);
            }
        }
        break;
    }

    /* alpha and the sums follow their row. */
    const input *weighed = before(id, n, alpha_after), *summed = before(id, n, pv_after);
    *alpha = weighed ? weighed->alpha : (int)tb_below(TA_ALPHA_ONE + 1);
    if (weighed && fault == 3 && weighed->alpha > 1)
        *alpha ^= 1;
    for (int j = 0; j < a; j++) {
        uint64_t value = summed ? (uint64_t)summed->pv[j] : tb_random();
        if (summed && fault == 4 && j == 1)
            value ^= 1;
        set_bits(pv, pv_width * j, pv_width, value);
    }
    return 0;
}
