/* SPDX-License-Identifier: MIT
 *
 * ta_softmax at three sizes, as its stages of the golden model compute it: m, alpha, P and l of
 * every row bundle, each when the unit says that it is there, whatever its latency; the
 * reciprocals and the rows' state after the run.  Maxima that rise, fall, stay and jump, logits
 * saturated low and high, partial and masked rows, NAIVE's two passes, rows that return after 2A
 * cycles exactly, a clear in mid-run, sums at and beyond the end of their range.
 * TB_FAULT=n: what the unit gets or gives is wrong in one place (negative control).
 */
#include "Vtb__Dpi.h"
#include "golden/stages.h"
#include "tb.h"

#include <string.h>

enum { CASES = 3, WIDEST = 16, ROWS = 128, BUNDLES = 8192, RUNS = 260, PATIENCE = 400, HOLD = 8 };
enum { F_VALID = 1, F_CLEAR = 2, F_INIT = 4, F_FIRST = 8, F_LAST = 16, F_BLOCK_LAST = 32, F_END = 64,
       F_MAX_ONLY = 128, F_KEEP_M = 256, F_HOST = 512 };
enum { O_P = 1, O_BUSY = 2, O_OVERFLOW = 4, O_M = 8, O_L = 16, O_ENDS = 32 };
enum { RISING, FALLING, EQUAL, LOW, HIGH, ENDS, NEAR, FAR, RANDOM, PATTERNS };
enum { START, FEED, DRAIN, READ };

typedef struct bundle {
    int row, flags;
    int16_t z[WIDEST];
    int mask;
    int16_t max, m_old, m_new; /* expected */
    uint16_t alpha, p[WIDEST];
    int64_t l;
    int over;                  /* l has left its range by now */
} bundle;

static struct {
    int n, state, since;
    int runs, unseen, nq, dense, clear_at;
    int count, fed, m_next, p_next, l_next;
    int r_limit, r_final;
    int fed_at[ROWS];          /* call of the row's last bundle */
    int16_t m[ROWS];
    int64_t l[ROWS];
    int pattern[ROWS], seen[ROWS];
    int read_row, held;
    int ends;                  /* the step's last P was announced for this call */
    bundle list[BUNDLES];
} cases[CASES];

static struct {
    int rising, falling, equal, alpha_zero, alpha_one, masked, partial, low, tight, naive, cleared,
        edge, overflow;
} reached;

static int fault = -1;

static int16_t next_logit(int pattern, int16_t m, int seen)
{
    int value;
    switch (pattern) {
    case RISING: value = seen ? m + 1 + (int)tb_below(1200) : -32767 + (int)tb_below(2000); break;
    case FALLING: value = seen ? m - 1 - (int)tb_below(3000) : 32767 - (int)tb_below(2000); break;
    case EQUAL: value = seen ? m : (int)tb_sign(tb_pattern(16), 16); break;
    case LOW: value = -32767; break;
    case HIGH: value = 32767; break;
    case ENDS: value = tb_below(2) ? -32767 : 32767; break;
    case NEAR: value = (seen ? m : 0) + (int)tb_below(9) - 4; break;
    case FAR: value = (seen ? m : -32767) + 256 * ((int)tb_below(20) - 2) + (int)tb_below(3) - 1; break;
    default: value = (int)tb_sign(tb_pattern(16), 16); break;
    }
    return (int16_t)(value < -32767 ? -32767 : value > 32767 ? 32767 : value);
}

/* The next bundle of the list, with what the golden model says. */
static void add(int id, int a, int row, int flags, int visible)
{
    bundle *b = &cases[id].list[cases[id].count++];
    if (cases[id].count > BUNDLES)
        TB_EQUAL(BUNDLES, cases[id].count, "bundles of a run");
    b->row = row;
    b->flags = F_VALID | flags;
    b->mask = 0;
    const int16_t m = cases[id].m[row];
    const int seen = cases[id].seen[row];
    for (int j = 0; j < a; j++) {
        const int shown = visible < 0 ? (int)tb_below(2) : j < visible;
        b->z[j] = shown ? next_logit(cases[id].pattern[row], m, seen) : TA_Z_MASKED;
        b->mask |= shown << j;
    }
}

/* m, alpha, P and l; the row's state moves on. */
static void expect(int id, int a, int nmax, int pf, bundle *b)
{
    const int row = b->row, first = (b->flags & F_FIRST) != 0, keep = (b->flags & F_KEEP_M) != 0;
    int16_t *m = &cases[id].m[row];
    int64_t *l = &cases[id].l[row];
    if (first && !keep)
        *m = TA_Z_MASKED;
    if (first)
        *l = 0;
    b->m_old = *m;
    b->max = ta_row_max(a, b->z, TA_Z_MASKED);
    b->m_new = ta_row_max(a, b->z, *m);
    if (!(b->flags & F_MAX_ONLY)) {
        b->alpha = ta_softmax(a, b->z, pf, m, l, b->p);
        b->l = *l;
        reached.alpha_zero += b->alpha == 0;
        reached.alpha_one += b->alpha == TA_ALPHA_ONE;
    }
    *m = b->m_new;
    reached.rising += !first && b->max > b->m_old && b->mask;
    reached.falling += !first && b->max < b->m_old && b->mask;
    reached.equal += !first && b->max == b->m_old && b->mask;
    reached.masked += b->mask == 0;
    reached.partial += b->mask != 0 && b->mask != (1 << a) - 1;
    reached.low += b->max == -32767;
    cases[id].seen[row] |= b->mask != 0;
    b->over = *l >> ta_l_width(nmax) != 0;
}

static void new_run(int id, int a, int nmax, int pf)
{
    const int number = cases[id].runs++, full = nmax / a;
    const int naive = number % 4 == 3, edge = number % 16 == 5;
    int blocks = 1 << tb_below(4), tiles = 1 + (int)tb_below((uint32_t)full);
    cases[id].nq = 1 + (int)tb_below((uint32_t)nmax);
    cases[id].unseen = 0;
    cases[id].dense = (int)tb_below(2);
    cases[id].count = cases[id].fed = cases[id].m_next = cases[id].p_next = cases[id].l_next = 0;
    cases[id].r_final = 0;
    memset(cases[id].seen, 0, sizeof cases[id].seen);
    for (int i = 0; i < ROWS; i++) {
        cases[id].fed_at[i] = -1000;
        cases[id].pattern[i] = edge ? EQUAL : (int)tb_below(PATTERNS);
    }
    if (edge) { /* 2 * NMAX equal keys: l is 2^LW; one fewer: its largest value */
        cases[id].nq = 1 + (int)tb_below((uint32_t)a);
        tiles = 2 * full;
    } else if (!naive && tb_below(3) == 0) {
        cases[id].unseen = (int)tb_below((uint32_t)((cases[id].nq + a - 1) / a)) * a;
    }
    const int nq = cases[id].nq, one_less = edge && number % 32 == 5;
    if (naive) {
        reached.naive++;
        for (int pass = 0; pass < 2; pass++)
            for (int row0 = 0; row0 < nq; row0 += a) {
                const int end = row0 + a < nq ? row0 + a : nq;
                for (int tile = 0; tile < tiles; tile++)
                    for (int row = row0; row < end; row++) {
                        const int flags = (tile == 0) * F_FIRST | (tile == tiles - 1) * (F_LAST | F_BLOCK_LAST) |
                                          (row == end - 1) * F_END | (pass ? F_KEEP_M : F_MAX_ONLY);
                        if (pass == 0) {
                            add(id, a, row, flags,
                                tb_below(4) ? a : tb_below(2) ? -1 : (int)tb_below((uint32_t)a + 1));
                            expect(id, a, nmax, pf, &cases[id].list[cases[id].count - 1]);
                        } else { /* the same logits again */
                            bundle *b = &cases[id].list[cases[id].count];
                            *b = cases[id].list[cases[id].count - tiles * nq];
                            b->flags = F_VALID | flags;
                            cases[id].count++;
                            expect(id, a, nmax, pf, b);
                        }
                    }
            }
    } else {
        const int per_block = blocks * a < nmax ? blocks * a : nmax;
        for (int row0 = cases[id].unseen; row0 < nq; row0 += per_block) {
            const int end = row0 + per_block < nq ? row0 + per_block : nq;
            /* Each group sees at least the tiles of the group before, the last group all. */
            int last[ROWS], least = edge ? tiles - 1 : 0;
            for (int row = row0; row < end; row++) {
                if ((row - row0) % a == 0)
                    least += (int)tb_below((uint32_t)(tiles - least));
                last[row] = end - row <= a - (row - row0) % a ? tiles - 1 : least;
            }
            for (int tile = 0; tile < tiles; tile++)
                for (int row = row0; row < end; row++) {
                    if (last[row] < tile)
                        continue;
                    const int flags = (tile == 0) * F_FIRST | (tile == last[row]) * F_LAST |
                                      (tile == tiles - 1) * F_BLOCK_LAST | (row == end - 1) * F_END;
                    add(id, a, row, flags,
                        edge          ? a - (one_less && tile == tiles - 1)
                        : tb_below(3) ? a
                        : tb_below(2) ? -1
                                      : (int)tb_below((uint32_t)a + 1));
                    expect(id, a, nmax, pf, &cases[id].list[cases[id].count - 1]);
                }
        }
        reached.edge += one_less;
        reached.overflow += edge && !one_less;
    }
    cases[id].clear_at = tb_below(8) ? -1 : (int)tb_below((uint32_t)cases[id].count);
    cases[id].r_limit = cases[id].unseen;
    cases[id].state = START;
    cases[id].since = 0;
}

int tb_softmax(int id, int a, int nmax, int pf, svBitVecVal *z, int *mask, int *row, int *flags, int *unseen,
               int *r_row, int *host_row, int out, const svBitVecVal *p, int alpha, int r, int lz, int r_done,
               int host_m, int host_l, int m_row, int m_old, int m_new, int row_max, int l_row, int l)
{
    const int n = cases[id].n++;
    if (fault < 0)
        fault = getenv("TB_FAULT") ? atoi(getenv("TB_FAULT")) : 0;
    if (n == 0)
        new_run(id, a, nmax, pf);
    const int run = cases[id].runs;

    /* Outputs: those of a run that is under way. */
    if (cases[id].state != START) {
        if (out & O_M) {
            const bundle *b = &cases[id].list[cases[id].m_next];
            TB_EQUAL(1, cases[id].m_next++ < cases[id].fed, "case %d, run %d: a maximum is of a bundle", id, run);
            TB_EQUAL(b->row, m_row, "case %d, run %d: row of the maximum", id, run);
            TB_EQUAL(b->max, row_max, "case %d, run %d, row %d: maximum of the tile", id, run, m_row);
            if (!(b->flags & F_FIRST) || b->flags & F_KEEP_M)
                TB_EQUAL(b->m_old, m_old, "case %d, run %d, row %d: m before", id, run, m_row);
            TB_EQUAL(b->m_new, m_new, "case %d, run %d, row %d: m", id, run, m_row);
        }
        if (out & O_P) {
            while (cases[id].p_next < cases[id].fed && cases[id].list[cases[id].p_next].flags & F_MAX_ONLY)
                cases[id].p_next++;
            const bundle *b = &cases[id].list[cases[id].p_next];
            TB_EQUAL(1, cases[id].p_next++ < cases[id].fed, "case %d, run %d: P is of a bundle", id, run);
            TB_EQUAL((b->flags & F_END) != 0, cases[id].ends, "case %d, run %d, row %d: end of the step", id, run, b->row);
            TB_EQUAL(b->alpha, alpha ^ (fault == 6), "case %d, run %d, row %d: alpha", id, run, b->row);
            for (int j = 0; j < a; j++) {
                int got = 0;
                for (int i = 0; i <= pf; i++)
                    got |= (int)(p[((pf + 1) * j + i) / 32] >> ((pf + 1) * j + i) % 32 & 1) << i;
                TB_EQUAL(b->p[j], got ^ (fault == 5 && j == a - 1), "case %d, run %d, row %d: P of lane %d", id, run,
                         b->row, j);
            }
        }
        TB_EQUAL(1, (out & O_P) || !cases[id].ends, "case %d, run %d: P at the end of the step", id, run);
        if (out & O_L) {
            while (cases[id].l_next < cases[id].fed && cases[id].list[cases[id].l_next].flags & F_MAX_ONLY)
                cases[id].l_next++;
            const bundle *b = &cases[id].list[cases[id].l_next];
            TB_EQUAL(1, cases[id].l_next++ < cases[id].fed, "case %d, run %d: a sum is of a bundle", id, run);
            TB_EQUAL(b->row, l_row, "case %d, run %d: row of the sum", id, run);
            if (!b->over)
                TB_EQUAL(b->l, l, "case %d, run %d, row %d: l", id, run, l_row);
            if ((b->flags & (F_LAST | F_BLOCK_LAST)) == (F_LAST | F_BLOCK_LAST))
                cases[id].r_final = l_row + 1;
        }
        TB_EQUAL(1, r_done <= (cases[id].r_final > cases[id].unseen ? cases[id].r_final : cases[id].unseen),
                 "case %d, run %d: %d rows have a reciprocal, %d a sum", id, run, r_done, cases[id].r_final);
        while (cases[id].l_next < cases[id].fed && cases[id].list[cases[id].l_next].flags & F_MAX_ONLY)
            cases[id].l_next++;
        if (cases[id].l_next < cases[id].fed && cases[id].since > 4)
            TB_EQUAL(1, (out & O_BUSY) != 0, "case %d, run %d: busy while a bundle is under way", id, run);
    }

    cases[id].ends = cases[id].state != START && (out & O_ENDS) != 0;

    /* Inputs. */
    *flags = 0;
    *row = *mask = 0;
    *unseen = cases[id].unseen;
    *r_row = *host_row = 0;
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
            new_run(id, a, nmax, pf);
        } else if (cases[id].fed < cases[id].count) {
            const bundle *b = &cases[id].list[cases[id].fed];
            const int gap = n - cases[id].fed_at[b->row];
            if (gap >= 2 * a && (cases[id].dense || tb_below(3))) {
                reached.tight += gap == 2 * a;
                *row = b->row;
                *mask = b->mask;
                *flags = b->flags;
                for (int j = 0; j < a; j++)
                    ((uint16_t *)z)[j] = (uint16_t)b->z[j];
                if (fault == 1)
                    *mask |= 1;
                if (fault == 2 && cases[id].fed % 50 == 0)
                    *flags &= ~F_FIRST;
                if (fault == 3 && cases[id].fed % 50 == 0 && b->mask & 1)
                    ((uint16_t *)z)[0] ^= 1;
                if (fault == 4)
                    *flags &= ~F_KEEP_M;
                if (fault == 7)
                    *flags &= ~F_LAST;
                if (fault == 8)
                    *flags &= ~F_END;
                cases[id].fed_at[b->row] = n;
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
            const bundle *b = &cases[id].list[cases[id].count - 1];
            while (cases[id].p_next < cases[id].count && cases[id].list[cases[id].p_next].flags & F_MAX_ONLY)
                cases[id].p_next++;
            while (cases[id].l_next < cases[id].count && cases[id].list[cases[id].l_next].flags & F_MAX_ONLY)
                cases[id].l_next++;
            TB_EQUAL(cases[id].count, cases[id].m_next, "case %d, run %d: maxima", id, run);
            TB_EQUAL(cases[id].count, cases[id].p_next, "case %d, run %d: probabilities", id, run);
            TB_EQUAL(cases[id].count, cases[id].l_next, "case %d, run %d: sums", id, run);
            TB_EQUAL(b->row + 1, r_done, "case %d, run %d: rows with a reciprocal", id, run);
            int over = 0;
            for (int i = 0; i < cases[id].count; i++)
                over |= cases[id].list[i].over;
            TB_EQUAL(over, (out & O_OVERFLOW) != 0, "case %d, run %d: overflow", id, run);
            cases[id].read_row = cases[id].unseen;
            cases[id].held = 0;
            cases[id].state = READ;
        }
        TB_EQUAL(1, cases[id].since < PATIENCE, "case %d, run %d: the unit comes to rest", id, run);
        break;
    default: /* READ */
        *flags = F_HOST;
        *r_row = *host_row = cases[id].read_row;
        if (cases[id].held++ == HOLD) {
            const int i = cases[id].read_row;
            int shift;
            TB_EQUAL(cases[id].m[i], host_m, "case %d, run %d: m of row %d after the run", id, run, i);
            if (cases[id].l[i] >> ta_l_width(nmax) == 0) {
                TB_EQUAL(cases[id].l[i], host_l, "case %d, run %d: l of row %d after the run", id, run, i);
                if (cases[id].l[i]) {
                    TB_EQUAL(ta_recip(cases[id].l[i], ta_l_width(nmax), &shift), r,
                             "case %d, run %d: reciprocal of row %d", id, run, i);
                    TB_EQUAL(shift, lz, "case %d, run %d: shift of row %d", id, run, i);
                }
            }
            cases[id].held = 0;
            if (++cases[id].read_row == cases[id].nq) {
                if (id == 0 && cases[id].runs >= RUNS) {
                    TB_EQUAL(1, reached.rising > 1000 && reached.falling > 1000 && reached.equal > 1000,
                             "maxima that rise (%d), fall (%d) and stay (%d)", reached.rising, reached.falling,
                             reached.equal);
                    TB_EQUAL(1, reached.alpha_zero > 300 && reached.alpha_one > 1000, "alpha 0 (%d) and 1 (%d)",
                             reached.alpha_zero, reached.alpha_one);
                    TB_EQUAL(1, reached.masked > 300 && reached.partial > 1000 && reached.low > 300,
                             "masked (%d), partial (%d) and low (%d) rows", reached.masked, reached.partial, reached.low);
                    TB_EQUAL(1, reached.tight > 1000 && reached.naive > 20 && reached.cleared > 10,
                             "rows after 2A cycles (%d), NAIVE (%d), clears (%d)", reached.tight, reached.naive,
                             reached.cleared);
                    TB_EQUAL(1, reached.edge > 4 && reached.overflow > 4, "sums at (%d) and beyond (%d) the end",
                             reached.edge, reached.overflow);
                    return 1;
                }
                new_run(id, a, nmax, pf);
            }
        }
        break;
    }
    return 0;
}
