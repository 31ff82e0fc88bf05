/* SPDX-License-Identifier: MIT
 *
 * The exact cycle model: when every burst, weight line and row moves, without simulating.
 *
 * Nothing in the engine's timing depends on data.  Each unit serves a fixed sequence of
 * items, and an item starts at the largest of a few times that are already known: the unit
 * is free, its operands are there, a place for its result is free.  The model walks the
 * port's sequence (ta_sequencer) burst by burst, lets both arrays' feeds (ta_feed) advance as
 * far as the bursts so far allow, and so obtains every entry time, the run's cycles, and for
 * every cycle without an entry the cause that the ledger charges it to.
 *
 * Cycle 0 is the one whose edge samples start.  A time is the cycle in which a registered
 * signal first shows the event; the constants are the registers on the way.
 *
 * Inside a block the walk is periodic: once the state after a step equals an earlier one up
 * to a shift, the steps that follow repeat it, and whole periods are skipped by adding the
 * shift (skip_steps); whole blocks likewise (skip_blocks).
 */
#include "golden/golden.h"

enum {
    A_MAX = 16,
    ROWS_MAX = 8 * A_MAX,  /* rows of a block */
    GROUPS_MAX = 8,        /* row groups of a block */
    STEPS = 16,            /* ring of steps remembered; the engine has at most 8 + 3 open */
    BLOCKS = 4,            /* ring of blocks remembered */
    QUEUE = 4,             /* descriptors between sequencer and DMA */
    BURSTS = 16,           /* bursts requested and not finished */
    RING_STEPS = 8,        /* steps between MM1 and MM2 */
    NEVER = -1,
};

typedef int64_t tick;

/* What both feeds walk through: block, tile, row range, chunk. */
typedef struct feed {
    int64_t block, tile, step;      /* step counts steps since the run began */
    int64_t row0, row_end, tile_last; /* of the block */
    int64_t r0, r1;                 /* rows of the range */
    int chunk;
    int over;                       /* no pass is left */
    tick wait;                      /* the loader waits for this pass from here on */
    tick free;                      /* the descriptor is free */
    tick last;                      /* the last row entered */
    int64_t entered, passes;        /* row chunks, passes */
    int64_t stalls[TA_STALL_COUNT];
} feed;

typedef struct step {
    tick x0, xlast;                 /* MM1's last chunk: first and last row */
    tick yend;                      /* MM2: last row of the last chunk */
    int uneven;                     /* rows do not follow each other: see x */
    tick x[ROWS_MAX];
} step;

typedef struct block {
    tick q[GROUPS_MAX];             /* first data word of each group's Q burst */
    tick o_done[GROUPS_MAX];        /* accumulated */
    tick r_done[GROUPS_MAX];        /* reciprocal */
    tick q_free;                    /* left MM1 */
} block;

typedef struct cursor {
    int64_t block, tile;
    int64_t row0, row_end, tile_last;
    int null, last;
} cursor;

/* The present phase of the sequencer. */
typedef struct walk {
    enum phase { PHASE_FLASH, PHASE_Z, PHASE_MAX, PHASE_EXP, PHASE_PV } phase;
    cursor f, d;                    /* fetch, drain */
    int f_done, d_done;
    int64_t lead, q_row, o_row;
    tick f_seen, d_seen;            /* the cursor's block is prepared from here on */
    tick f_ready, d_ready;          /* the block behind it */
    tick ring[4];                   /* NAIVE: a tile of Z or P is in the ring */
    int64_t ring_in, ring_out;
} walk;

typedef struct model {
    /* configuration */
    const ta_build *build;
    const ta_config *config;
    int64_t nq, nk, a, tiles, groups, rows_blk, blocks, off, diag, unseen;
    int chunks, rm, la, naive;
    int64_t words_row, bundle_words; /* words of a row of Q, K, V; of A 16-bit values */
    /* sequencer and DMA */
    tick g;                         /* cycle of the sequencer's present state */
    int64_t n;                      /* bursts emitted */
    tick taken[QUEUE];              /* when the DMA took the last descriptors */
    tick granted;                   /* last grant */
    tick finished[BURSTS];          /* last word of the last bursts */
    int64_t words, operand_words;   /* moved; of Q, K, V */
    /* memory */
    tick pop, put, read_end, write_end, end;
    int last_write, held;
    /* tiles */
    int64_t k_known, v_known;       /* tiles of K, V whose arrival is known */
    tick k_there[2], v_there[2], k_free[2], v_free[2];
    int64_t k_freed, v_freed;
    tick tile_done;                 /* of the last tile accumulated */
    tick p_there[STEPS];            /* NAIVE: first word of a P tile */
    tick z_end, r_all, ring_there;
    /* rows */
    int64_t q_known;                /* groups of Q whose arrival is known */
    feed f1, f2;
    int64_t steps1, steps2;         /* steps finished by each feed */
    step steps[STEPS];
    block blk[BLOCKS];
    walk w;
    int skip;                       /* whole periods are skipped */
} model;

static tick later(tick a, tick b)
{
    return a > b ? a : b;
}

static int64_t lesser(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* ---- geometry ---- */

static void block_rows(const model *m, int64_t b, int64_t *row0, int64_t *row_end,
                       int64_t *tile_last, int *null)
{
    *row0 = b * m->rows_blk;
    *row_end = lesser(*row0 + m->rows_blk, m->nq);
    *tile_last = m->tiles - 1;
    *null = 0;
    if (m->config->causal) {
        int64_t last = *row_end - 1 + m->off;
        *null = last < 0;
        *tile_last = last < 0 ? 0 : lesser(last / m->a, m->tiles - 1);
    }
}

/* First row of the block that sees the tile. */
static int64_t first_row(const model *m, int64_t row0, int64_t tile)
{
    int64_t row = tile * m->a - m->diag;
    return m->config->causal && row > row0 ? row : row0;
}

static int64_t group_rows(const model *m, int64_t row)
{
    return lesser(m->a, m->nq - row);
}

static int64_t tile_keys(const model *m, int64_t tile)
{
    return lesser(m->a, m->nk - tile * m->a);
}

/* ---- feeds ---- */

static void feed_range(const model *m, feed *f, int64_t start)
{
    f->r0 = start;
    f->r1 = f->row_end;
    if (!m->config->stream)
        f->r1 = lesser(f->r0 + m->a, f->row_end);
    f->chunk = 0;
}

/* Enters block b, or the first one behind it that sees a key; seen: the cycle in which the
 * loader finds the block prepared. */
static void feed_block(const model *m, feed *f, int64_t b, tick seen)
{
    int null = 0;
    f->over = b >= m->blocks;
    f->block = b;
    f->tile = 0;
    if (f->over)
        return;
    block_rows(m, b, &f->row0, &f->row_end, &f->tile_last, &null);
    feed_range(m, f, first_row(m, f->row0, 0));
    f->wait = seen + 2;
}

/* The pass whose lines were read from t0 on is loaded: on to the next one. */
static void feed_next(const model *m, feed *f, tick t0)
{
    tick next = t0 + m->a; /* state S_NEXT */
    f->wait = next + 2;
    if (++f->chunk < m->chunks)
        return;
    f->chunk = 0;
    if (f->r1 < f->row_end) {
        feed_range(m, f, f->r1);
    } else if (f->tile < f->tile_last) {
        f->tile++;
        feed_range(m, f, first_row(m, f->row0, f->tile));
    } else {
        feed_block(m, f, f->block + 1, next + 1);
    }
}

/* Charges the cycles between the last row and the one that enters at s: [wait_q, wait_kv,
 * wait_softmax] hold until their times, from the cycle on in which the pass is known. */
static void feed_gap(feed *f, tick wait, tick s, tick q, tick kv, tick softmax)
{
    tick t = f->last + 1;
    if (t >= s)
        return;
    tick known = later(t, wait); /* wait <= s - A */
    f->stalls[TA_STALL_fill] += known - t;
    t = known;
    tick q_end = q < s ? q : s;
    if (q_end > t) {
        f->stalls[TA_STALL_wait_q] += q_end - t;
        t = q_end;
    }
    tick kv_end = kv < s ? kv : s;
    if (kv_end > t) {
        f->stalls[TA_STALL_wait_kv] += kv_end - t;
        t = kv_end;
    }
    tick sm_end = softmax < s ? softmax : s;
    if (sm_end > t) {
        f->stalls[TA_STALL_wait_softmax] += sm_end - t;
        t = sm_end;
    }
    f->stalls[TA_STALL_fill] += s - t;
}

/* Cycle in which a row of Q can be seen in its buffer. */
static tick q_there(const model *m, int64_t row)
{
    int64_t group = row / m->a;
    const block *b = &m->blk[row / m->rows_blk % BLOCKS];
    tick first = b->q[group % (m->rows_blk / m->a)];
    return first + (row % m->a + 1) * m->words_row - 1 + 2;
}

/* MM1's next pass, if everything it waits for is known. */
static int feed1_pass(model *m)
{
    feed *f = &m->f1;
    if (f->over)
        return 0;
    int64_t tile_index = m->k_freed; /* K tiles are freed in order: this is the present one */
    if (tile_index >= m->k_known)
        return 0;
    int64_t rows = f->r1 - f->r0;
    if (f->tile == 0 && f->chunk == 0 && m->q_known * m->a < f->r1)
        return 0;
    int last_chunk = f->chunk == m->chunks - 1;
    int64_t n = m->steps1;
    tick place = 0, drained = 0;
    if (last_chunk && !m->naive && n >= RING_STEPS) {
        if (m->steps2 <= n - RING_STEPS)
            return 0;
        place = m->steps[(n - RING_STEPS) % STEPS].yend + 1;
    }
    if (!m->config->stream && f->chunk == 0 && n > 0) {
        const step *before = &m->steps[(n - 1) % STEPS];
        if (m->naive) {
            drained = before->xlast + m->a + 13;
        } else {
            if (m->steps2 < n)
                return 0;
            drained = before->yend + m->a + 6;
        }
    }
    tick kv = m->k_there[tile_index % 2];
    tick wait = f->wait;
    tick t0 = later(later(wait, kv), f->free);
    tick q = f->tile == 0 && f->chunk == 0 ? q_there(m, f->r0) : 0;
    int64_t pad = rows < 2 * m->a ? 2 * m->a - rows : 0;
    tick s = later(later(t0 + m->a, f->last + 1 + pad), later(later(q, place), drained));
    feed_gap(f, wait, s, q, kv, place);

    /* Rows: one a cycle, or as the first tile's Q rows arrive. */
    tick end = s + rows - 1;
    step *st = &m->steps[n % STEPS];
    st->uneven = 0;
    if (f->tile == 0 && f->chunk == 0) {
        int64_t r = f->r0;
        while (r < f->r1 && !st->uneven) { /* the last row of a group is the critical one */
            int64_t r_last = lesser((r / m->a + 1) * m->a, f->r1) - 1;
            st->uneven = q_there(m, r_last) > s + (r_last - f->r0);
            r = r_last + 1;
        }
        if (st->uneven) {
            tick t = s - 1;
            for (r = f->r0; r < f->r1; r++) {
                t = later(t + 1, q_there(m, r));
                st->x[r - f->r0] = t;
            }
            f->stalls[TA_STALL_wait_q] += t - end;
            end = t;
        }
        if (m->chunks > 1)
            st->uneven = 0;
    }
    f->stalls[TA_STALL_compute] += rows;
    f->entered += rows;
    f->passes++;
    f->free = s + 1;
    f->last = end;
    if (last_chunk) {
        st->x0 = s;
        st->xlast = end;
        m->steps1++;
        if (f->r1 == f->row_end) { /* the tile's last range */
            m->k_free[tile_index % 2] = t0 + m->a;
            m->k_freed++;
            if (f->tile == f->tile_last)
                m->blk[f->block % BLOCKS].q_free = end + 1;
        }
        if (f->tile == f->tile_last && !m->naive) {
            block *b = &m->blk[f->block % BLOCKS];
            int64_t lag = m->a + m->rm + m->la + 33;
            for (int64_t row = f->row0; row < f->r1; row += m->a) {
                int64_t last = lesser(row + m->a, f->row_end) - 1;
                int64_t at = last < f->r0 ? f->r0 : last;
                if (row + m->a <= f->r0 && !(f->r0 == first_row(m, f->row0, f->tile)))
                    continue; /* an earlier range's */
                tick t = st->uneven ? st->x[at - f->r0] : s + (at - f->r0);
                b->r_done[(row - f->row0) / m->a] = last < m->unseen ? 0 : t + lag;
            }
        }
        if (m->naive)
            m->ring_there = end + m->a + 13;
    }
    feed_next(m, f, t0);
    return 1;
}

/* Cycle in which P of row i of a step's range can be seen in the ring. */
static tick p_there(const model *m, int64_t n, int64_t i)
{
    if (m->naive)
        return m->p_there[n % STEPS] + (i + 1) * m->bundle_words - 1 + 2;
    const step *st = &m->steps[n % STEPS];
    return (st->uneven ? st->x[i] : st->x0 + i) + m->a + m->rm + 20;
}

/* MM2's next pass, if everything it waits for is known. */
static int feed2_pass(model *m)
{
    feed *f = &m->f2;
    if (f->over)
        return 0;
    int64_t tile_index = m->v_freed;
    int64_t n = m->steps2;
    if (tile_index >= m->v_known || n >= m->steps1)
        return 0;
    int64_t rows = f->r1 - f->r0;
    int last_chunk = f->chunk == m->chunks - 1;
    step *st = &m->steps[n % STEPS];
    tick drained = 0;
    if (!m->config->stream && f->chunk == 0 && n > 0)
        drained = m->steps[(n - 1) % STEPS].yend + m->a + 6;
    tick kv = m->v_there[tile_index % 2];
    tick wait = f->wait;
    tick t0 = later(later(wait, kv), f->free);
    tick p = f->chunk == 0 ? p_there(m, n, 0) : 0;
    int64_t pad = rows < 2 * m->a ? 2 * m->a - rows : 0;
    tick s = later(later(t0 + m->a, f->last + 1 + pad), later(p, drained));
    feed_gap(f, wait, s, 0, kv, p);

    tick end = s + rows - 1;
    int uneven = f->chunk == 0 && (st->uneven || m->naive);
    tick y[ROWS_MAX];
    if (uneven) {
        tick t = s - 1;
        for (int64_t i = 0; i < rows; i++) {
            t = later(t + 1, p_there(m, n, i));
            y[i] = t;
        }
        f->stalls[TA_STALL_wait_softmax] += t - end;
        end = t;
    }
    f->stalls[TA_STALL_compute] += rows;
    f->entered += rows;
    f->passes++;
    f->free = s + 1;
    f->last = end;
    if (last_chunk) {
        st->yend = end;
        m->steps2++;
        if (f->r1 == f->row_end) {
            m->v_free[tile_index % 2] = t0 + m->a;
            m->v_freed++;
            m->tile_done = end + m->a + 6;
        }
        if (f->tile == f->tile_last) {
            block *b = &m->blk[f->block % BLOCKS];
            for (int64_t row = f->row0; row < f->r1; row += m->a) {
                int64_t last = lesser(row + m->a, f->row_end) - 1;
                int64_t at = last < f->r0 ? f->r0 : last;
                if (row + m->a <= f->r0 && !(f->r0 == first_row(m, f->row0, f->tile)))
                    continue;
                tick t = uneven ? y[at - f->r0] : s + (at - f->r0);
                b->o_done[(row - f->row0) / m->a] = last < m->unseen ? 0 : t + m->a + 6;
            }
        }
    }
    feed_next(m, f, t0);
    return 1;
}

static void feeds_advance(model *m)
{
    for (;;) {
        int moved = m->naive ? 0 : feed1_pass(m);
        moved |= feed2_pass(m);
        if (!moved)
            return;
    }
}

/* ---- port ---- */

/* One burst: emitted in the sequencer's present state, taken by the DMA when ready (its own
 * condition), requested, and moved.  Returns its first data cycle. */
static tick burst(model *m, tick ready, int write, int64_t len)
{
    tick emitted = later(m->g, m->n >= QUEUE ? m->taken[m->n % QUEUE] + 1 : 0);
    tick take = later(later(emitted + 1, m->granted), ready);
    if (m->n >= BURSTS)
        take = later(take, m->finished[m->n % BURSTS] + 1);
    tick seen = take + 1; /* the memory sees the request */
    m->granted = seen + 3;
    tick first;
    if (write) {
        tick pop = later(later(seen + 1, m->pop + 1),
                         later(m->put, m->last_write ? m->write_end : m->write_end + 1));
        first = later(later(pop + 1, m->read_end + 1), take + 13);
        first = later(first, m->end + 1);
        m->held = 0;
        m->pop = pop;
        m->end = m->write_end = first + len - 1;
    } else {
        tick pop = later(later(seen + 1 + m->config->latency, m->pop + 1), m->put);
        if (m->last_write)
            pop = later(pop, m->read_end + 1);
        first = later(pop + 3, m->end + 1);
        /* Behind a single word that waits for a write, the stages take one more word only
         * in the very next cycle. */
        if (m->held && pop > m->pop + 1)
            first = later(first, m->end + 2);
        m->held = m->last_write && len == 1 && first > pop + 3;
        m->pop = pop;
        m->end = m->read_end = first + len - 1;
        m->put = len <= 2 ? pop + len : m->end - 2;
    }
    m->last_write = write;
    m->taken[m->n % QUEUE] = take;
    m->finished[m->n % BURSTS] = m->end;
    m->n++;
    m->words += len;
    m->g = emitted + 1;
    return first;
}

static void cursor_block(const model *m, cursor *c, int64_t b)
{
    c->block = b;
    c->tile = 0;
    c->last = b == m->blocks - 1;
    block_rows(m, b, &c->row0, &c->row_end, &c->tile_last, &c->null);
}

/* Query rows that the step loads: returns when no more are wanted. */
static void load_queries(model *m)
{
    const cursor *f = &m->w.f;
    int64_t *q_row = &m->w.q_row;
    for (;;) {
        int own = *q_row < f->row_end;
        int64_t next_end = lesser(f->row_end + m->rows_blk, m->nq);
        int64_t spare = (f->tile_last - f->tile) * m->a;
        int ahead = m->config->overlap && !f->last && *q_row < next_end && next_end > *q_row + spare;
        if (!own && !ahead) {
            m->g++;
            return;
        }
        int64_t b = *q_row / m->rows_blk;
        tick ready = 0;
        if (*q_row % m->rows_blk == 0 && b >= 2)
            ready = m->blk[(b - 2) % BLOCKS].q_free;
        int64_t rows = group_rows(m, *q_row);
        m->operand_words += rows * m->words_row;
        tick first = burst(m, ready, 0, rows * m->words_row);
        m->blk[b % BLOCKS].q[*q_row % m->rows_blk / m->a] = first;
        *q_row += rows;
        m->q_known++;
        feeds_advance(m);
    }
}

static void store_group(model *m)
{
    int64_t *o_row = &m->w.o_row;
    const block *b = &m->blk[*o_row / m->rows_blk % BLOCKS];
    int64_t g = *o_row % m->rows_blk / m->a;
    int64_t rows = group_rows(m, *o_row);
    tick ready = 0;
    if (*o_row + rows > m->unseen) {
        ready = b->o_done[g];
        if (!m->naive)
            ready = later(ready, b->r_done[g]);
        else if (*o_row + rows == m->nq)
            ready = later(ready, m->r_all);
    }
    burst(m, ready, 1, rows * m->words_row * 2);
    *o_row += rows;
}

/* One step of the sequence, state by state as in ta_sequencer: S_FETCH to S_NEXT. */
static void sequence_step(model *m)
{
    walk *w = &m->w;
    cursor *f = &w->f, *d = &w->d;
    int overlap = m->config->overlap;
    int drained = 0, once = 0;
    int fetch_k = w->phase == PHASE_FLASH || w->phase == PHASE_Z;
    int has_out = w->phase == PHASE_FLASH || w->phase == PHASE_PV;
    if (!w->f_done) {
        /* S_FETCH */
        m->g = later(m->g, w->f_seen);
        if (f->null) {
            m->g++;
        } else if (fetch_k) {
            int64_t n = m->k_known;
            tick ready = n >= 2 ? m->k_free[n % 2] : 0;
            if (!overlap && w->phase == PHASE_FLASH && n > 0)
                ready = later(ready, m->tile_done);
            int64_t len = tile_keys(m, f->tile) * m->words_row;
            m->operand_words += len;
            m->k_there[n % 2] = burst(m, ready, 0, len) + len - 1 + 2;
            m->k_known++;
            feeds_advance(m);
        } else {
            int64_t rows = group_rows(m, f->row0);
            tick ready = rows < m->a && m->z_end != NEVER ? m->z_end + 1 + 2 * m->a : 0;
            int64_t len = rows * m->bundle_words;
            m->z_end = burst(m, ready, 0, len) + len - 1;
            if (w->phase == PHASE_EXP) {
                w->ring[w->ring_in++ % 4] = m->z_end + m->rm + 10;
                m->r_all = m->z_end + 1 + m->rm + m->la + 22;
            }
        }
        /* S_QUERY */
        if (fetch_k)
            load_queries(m);
        else
            m->g++;
        if (w->phase == PHASE_Z) {
            int64_t before = m->steps1;
            while (feed1_pass(m)) {
                if (m->steps1 != before) {
                    w->ring[w->ring_in++ % 4] = m->ring_there;
                    before = m->steps1;
                }
            }
        }
    }
    /* S_DRAIN */
    if (!w->d_done && (w->f_done || !overlap || !m->config->stream || w->lead == 2)) {
        m->g = later(m->g, w->d_seen);
        drained = 1;
        if (d->null) {
            m->g++;
        } else if (has_out) {
            int64_t n = m->v_known;
            tick ready = n >= 2 ? m->v_free[n % 2] : 0;
            if (!overlap && w->phase == PHASE_PV && n > 0)
                ready = later(ready, m->tile_done);
            int64_t len = tile_keys(m, d->tile) * m->words_row;
            m->operand_words += len;
            m->v_there[n % 2] = burst(m, ready, 0, len) + len - 1 + 2;
            if (w->phase == PHASE_PV) { /* S_PROB */
                m->p_there[n % STEPS] = burst(m, 0, 0, group_rows(m, d->row0) * m->bundle_words);
                m->steps1 = n + 1;
            }
            m->v_known++;
            feeds_advance(m);
        } else {
            burst(m, w->ring[w->ring_out++ % 4], 1, group_rows(m, d->row0) * m->bundle_words);
        }
    } else {
        m->g++;
    }
    /* S_STORE */
    while (drained && has_out) {
        int any = overlap ? w->o_row < d->row0 : w->o_row < d->row_end;
        if (!any || !(d->tile == d->tile_last || (overlap && d->tile != 0 && !once)))
            break;
        store_group(m);
        once = 1;
    }
    m->g++;
    /* S_NEXT */
    w->lead += !w->f_done - drained;
    if (!w->f_done) {
        if (f->tile < f->tile_last) {
            f->tile++;
        } else if (f->last) {
            w->f_done = 1;
        } else {
            cursor_block(m, f, f->block + 1);
            w->f_seen = later(m->g, w->f_ready) + 1;
            w->f_ready = w->f_seen + 3;
        }
    }
    if (drained) {
        if (d->tile < d->tile_last) {
            d->tile++;
        } else if (d->last) {
            w->d_done = 1;
        } else {
            cursor_block(m, d, d->block + 1);
            w->d_seen = later(m->g, w->d_ready) + 1;
            w->d_ready = w->d_seen + 3;
        }
    }
    m->g++;
}

/* ---- skipping whole periods ---- */

enum { TICKS_MAX = 256, COUNTS = 12 + 2 * (2 + TA_STALL_COUNT), PERIOD_MAX = 8, EQUAL = 12 };

/* Every time that the walk's future depends on, in an order that does not depend on where
 * the rings stand; whole: those of blocks too. */
static int state_ticks(model *m, int whole, tick **t)
{
    int n = 0;
    walk *w = &m->w;
    t[n++] = &m->g;
    for (int i = 1; i <= QUEUE; i++)
        t[n++] = &m->taken[(m->n - i) & (QUEUE - 1)];
    for (int i = 1; i <= BURSTS; i++)
        t[n++] = &m->finished[(m->n - i) & (BURSTS - 1)];
    t[n++] = &m->granted;
    t[n++] = &m->pop;
    t[n++] = &m->put;
    t[n++] = &m->read_end;
    t[n++] = &m->write_end;
    t[n++] = &m->end;
    if (w->phase == PHASE_FLASH || w->phase == PHASE_Z) {
        for (int i = 1; i <= 2; i++) {
            t[n++] = &m->k_there[(m->k_known - i) & 1];
            t[n++] = &m->k_free[(m->k_known - i) & 1];
        }
        t[n++] = &m->f1.wait;
        t[n++] = &m->f1.free;
        t[n++] = &m->f1.last;
        for (int i = 1; i <= RING_STEPS + 3; i++) {
            t[n++] = &m->steps[(m->steps1 - i) & (STEPS - 1)].x0;
            t[n++] = &m->steps[(m->steps1 - i) & (STEPS - 1)].xlast;
        }
    }
    if (w->phase == PHASE_FLASH || w->phase == PHASE_PV) {
        for (int i = 1; i <= 2; i++) {
            t[n++] = &m->v_there[(m->v_known - i) & 1];
            t[n++] = &m->v_free[(m->v_known - i) & 1];
        }
        t[n++] = &m->f2.wait;
        t[n++] = &m->f2.free;
        t[n++] = &m->f2.last;
        t[n++] = &m->tile_done;
        for (int i = 1; i <= RING_STEPS + 3; i++)
            t[n++] = &m->steps[(m->steps2 - i) & (STEPS - 1)].yend;
    }
    if (w->phase == PHASE_PV)
        for (int i = 1; i <= 4; i++)
            t[n++] = &m->p_there[(m->v_known - i) & (STEPS - 1)];
    if (w->phase == PHASE_Z || w->phase == PHASE_EXP)
        for (int i = 1; i <= 4; i++)
            t[n++] = &w->ring[(w->ring_in - i) & 3];
    if (w->phase == PHASE_MAX || w->phase == PHASE_EXP)
        t[n++] = &m->z_end;
    if (w->phase == PHASE_EXP)
        t[n++] = &m->r_all;
    if (!whole)
        return n;
    t[n++] = &w->f_seen;
    t[n++] = &w->f_ready;
    t[n++] = &w->d_seen;
    t[n++] = &w->d_ready;
    int64_t head = w->phase == PHASE_PV ? w->d.block : w->f.block;
    int has_q = w->phase == PHASE_FLASH || w->phase == PHASE_Z;
    int has_o = w->phase == PHASE_FLASH || w->phase == PHASE_PV;
    for (int i = 0; i < BLOCKS; i++) {
        block *b = &m->blk[(head - i) & (BLOCKS - 1)];
        if (has_q)
            t[n++] = &b->q_free;
        for (int g = 0; g < m->rows_blk / m->a; g++) {
            if (has_q)
                t[n++] = &b->q[g];
            if (has_o) {
                t[n++] = &b->o_done[g];
                t[n++] = &b->r_done[g];
            }
        }
    }
    return n;
}

/* Everything that only counts up. */
static int state_counts(model *m, int64_t **c)
{
    int n = 0;
    c[n++] = &m->n;
    c[n++] = &m->words;
    c[n++] = &m->operand_words;
    c[n++] = &m->k_known;
    c[n++] = &m->k_freed;
    c[n++] = &m->v_known;
    c[n++] = &m->v_freed;
    c[n++] = &m->q_known;
    c[n++] = &m->steps1;
    c[n++] = &m->steps2;
    c[n++] = &m->w.ring_in;
    c[n++] = &m->w.ring_out;
    feed *feeds[2] = {&m->f1, &m->f2};
    for (int i = 0; i < 2; i++) {
        c[n++] = &feeds[i]->entered;
        c[n++] = &feeds[i]->passes;
        for (int s = 0; s < TA_STALL_COUNT; s++)
            c[n++] = &feeds[i]->stalls[s];
    }
    return n;
}

typedef struct snapshot {
    int ticks;                      /* 0: none */
    int64_t block, lag_d;           /* leading cursor; blocks of the drain's behind it */
    int64_t equal[EQUAL];           /* what else must be the same */
    tick floor;                     /* everything that still happens is later */
    tick t[TICKS_MAX];
    int64_t c[COUNTS];
} snapshot;

static void take_snapshot(model *m, int whole, snapshot *s)
{
    tick *t[TICKS_MAX];
    int64_t *c[COUNTS];
    s->ticks = state_ticks(m, whole, t);
    for (int i = 0; i < s->ticks; i++)
        s->t[i] = *t[i];
    int counts = state_counts(m, c);
    for (int i = 0; i < counts; i++)
        s->c[i] = *c[i];
    enum phase p = m->w.phase;
    int64_t head = p == PHASE_PV ? m->w.d.block : m->w.f.block;
    s->block = head;
    s->lag_d = p == PHASE_MAX ? 0 : head - m->w.d.block;
    const int64_t equal[EQUAL] = {
        s->lag_d,
        p == PHASE_FLASH || p == PHASE_Z ? head - m->f1.block : 0,
        p == PHASE_FLASH || p == PHASE_PV ? head - m->f2.block : 0,
        m->f1.chunk,
        m->f2.chunk,
        m->f1.r0 - m->f1.row0, /* rows of the feeds' ranges, relative to their blocks */
        m->f2.r0 - m->f2.row0,
        m->last_write,
        m->held,
        m->k_known - m->k_freed, /* known and not finished */
        m->v_known - m->v_freed,
        p == PHASE_FLASH ? m->steps1 - m->steps2 : 0,
    };
    for (int i = 0; i < EQUAL; i++)
        s->equal[i] = equal[i];
    /* A constant on the way of an event is below 256. */
    s->floor = s->t[1];
    if ((p == PHASE_FLASH || p == PHASE_Z) && m->f1.last < s->floor)
        s->floor = m->f1.last;
    if ((p == PHASE_FLASH || p == PHASE_PV) && m->f2.last < s->floor)
        s->floor = m->f2.last;
    s->floor -= 256;
}

/* The shift that carries a into b; NEVER if there is none.  A time that moves otherwise must
 * lie before everything that still happens, so that no maximum can see it again. */
static tick shift_between(const snapshot *a, const snapshot *b)
{
    if (a->ticks == 0) /* else as many as in b: both are of one phase */
        return NEVER;
    for (int i = 0; i < EQUAL; i++)
        if (a->equal[i] != b->equal[i])
            return NEVER;
    tick shift = b->t[0] - a->t[0];
    for (int i = 0; i < a->ticks; i++)
        if (b->t[i] - a->t[i] != shift && !(a->t[i] < a->floor && b->t[i] < b->floor))
            return NEVER;
    return shift;
}

/* Moves the state on: times that still matter by shift, counts by the given amounts, the
 * leading cursor by blocks. */
static void move_state(model *m, int whole, const snapshot *now, tick shift, const int64_t *counts,
                       int64_t blocks)
{
    tick *t[TICKS_MAX], value[TICKS_MAX];
    int64_t *c[COUNTS];
    int n = state_ticks(m, whole, t);
    for (int i = 0; i < n; i++)
        value[i] = *t[i] < now->floor ? *t[i] : *t[i] + shift;
    int nc = state_counts(m, c);
    for (int i = 0; i < nc; i++)
        *c[i] += counts[i];
    if (m->w.phase == PHASE_PV)
        m->w.d.block += blocks;
    else
        m->w.f.block += blocks;
    state_ticks(m, whole, t);
    for (int i = 0; i < n; i++)
        *t[i] = value[i];
}

/* The states after the last steps (blocks), the latest first at `at`. */
typedef struct history {
    snapshot s[PERIOD_MAX];
    int at;
} history;

static void forget(history *h)
{
    for (int i = 0; i < PERIOD_MAX; i++)
        h->s[i].ticks = 0;
}

/* The state `back` steps ago, 1..PERIOD_MAX. */
static const snapshot *ago(const history *h, int back)
{
    return &h->s[(h->at + back - 1) % PERIOD_MAX];
}

static void remember(history *h, const snapshot *now)
{
    h->at = (h->at + PERIOD_MAX - 1) % PERIOD_MAX;
    h->s[h->at] = *now;
}

/* Inside a block: once a few steps only shift the state, those that follow do too.  Returns 1
 * when it took a single step. */
static int skip_steps(model *m, history *before, int64_t *step_counts, tick *step_shift)
{
    walk *w = &m->w;
    int64_t groups = m->rows_blk / m->a;
    int has_f = w->phase != PHASE_PV, has_d = w->phase != PHASE_MAX;
    const cursor *lead = has_f ? &w->f : &w->d;
    /* The drain ends last; the feeds are between the cursors, at the drain's tile or behind. */
    int inside = !(has_f && w->f_done) && (!has_f || !has_d || w->f.block == w->d.block) &&
                 (!has_d || w->d.tile > groups + 1);
    int64_t limit = lead->tile_last - groups - 3;
    if (m->config->causal)
        limit = lesser(limit, (lead->row0 + m->diag) / m->a - 1);
    int64_t left = limit - lead->tile;
    if (!inside || left < 1) {
        forget(before);
        return 0;
    }
    snapshot now;
    take_snapshot(m, 0, &now);
    for (int period = 1; period <= PERIOD_MAX && period <= left; period++) {
        const snapshot *old = ago(before, period);
        tick shift = shift_between(old, &now);
        if (shift == NEVER)
            continue;
        int64_t counts[COUNTS], times = left / period;
        for (int i = 0; i < COUNTS; i++) {
            step_counts[i] = now.c[i] - old->c[i];
            counts[i] = step_counts[i] * times;
        }
        *step_shift = shift;
        move_state(m, 0, &now, shift * times, counts, 0);
        int64_t steps = times * period;
        if (has_f)
            w->f.tile += steps;
        if (has_d)
            w->d.tile += steps;
        if (w->phase == PHASE_FLASH || w->phase == PHASE_Z)
            m->f1.tile += steps;
        if (w->phase == PHASE_FLASH || w->phase == PHASE_PV)
            m->f2.tile += steps;
        forget(before);
        return period == 1;
    }
    remember(before, &now);
    return 0;
}

static void move_block(const model *m, int64_t blocks, int64_t grow, int lagging, int64_t *block_,
                       int64_t *tile, int64_t *row0, int64_t *row_end, int64_t *tile_last)
{
    *block_ += blocks;
    *row0 += blocks * m->rows_blk;
    *row_end += blocks * m->rows_blk;
    *tile_last += blocks * grow;
    if (lagging)
        *tile += blocks * grow;
}

/* From block to block: once a block only shifts the state, the blocks that follow do too, each
 * longer than the one before by the steps that the diagonal adds. */
static void skip_blocks(model *m, snapshot *before, int found, int was_found,
                        const int64_t *step_counts, tick step_shift)
{
    walk *w = &m->w;
    cursor *lead = w->phase == PHASE_PV ? &w->d : &w->f;
    snapshot now;
    take_snapshot(m, 1, &now);
    tick shift = now.block == before->block + 1 ? shift_between(before, &now) : NEVER;
    /* Blocks that follow are whole, and see the same number of tiles, or one row block's more
     * each, like the two that were compared. */
    int64_t grow = 0, ahead = m->blocks - 4 - lead->block;
    if (m->config->causal) {
        int64_t row0, row_end, first, last;
        int null;
        block_rows(m, lead->block - 2 < 0 ? 0 : lead->block - 2, &row0, &row_end, &first, &null);
        block_rows(m, lead->block + (ahead > 0 ? ahead : 0), &row0, &row_end, &last, &null);
        if (first != last) {
            grow = m->rows_blk / m->a;
            int64_t end = (m->tiles - 1 - m->off / m->a) * m->a / m->rows_blk - 3;
            ahead = lesser(ahead, end - lead->block);
        }
        if (null || lead->null)
            ahead = 0;
    }
    /* Here no open step is uneven: a block's Q is loaded a step ahead, but for the first's. */
    if (shift != NEVER && now.lag_d <= 1 && ahead > 0 && (grow == 0 || (found && was_found))) {
        /* A block takes shift; the k-th that follows takes shift + k * grow * step_shift. */
        int64_t extra = grow * (ahead * (ahead + 1) / 2);
        int64_t counts[COUNTS];
        for (int i = 0; i < COUNTS; i++)
            counts[i] = (now.c[i] - before->c[i]) * ahead + extra * (grow ? step_counts[i] : 0);
        int64_t head = lead->block;
        move_state(m, 1, &now, shift * ahead + extra * (grow ? step_shift : 0), counts, ahead);
        lead->block = head;
        cursor *cursors[2] = {&w->f, &w->d};
        feed *feeds[2] = {&m->f1, &m->f2};
        for (int i = 0; i < 2; i++) {
            cursor *c = cursors[i];
            int idle = i == 0 ? w->phase == PHASE_PV : w->phase == PHASE_MAX;
            if (!idle)
                move_block(m, ahead, grow, c->block < head, &c->block, &c->tile, &c->row0,
                           &c->row_end, &c->tile_last);
        }
        for (int i = 0; i < 2; i++) {
            feed *f = feeds[i];
            int idle = i == 0 ? w->phase != PHASE_FLASH && w->phase != PHASE_Z
                              : w->phase != PHASE_FLASH && w->phase != PHASE_PV;
            if (idle)
                continue;
            move_block(m, ahead, grow, f->block < head, &f->block, &f->tile, &f->row0, &f->row_end,
                       &f->tile_last);
            f->r0 += ahead * m->rows_blk;
            f->r1 += ahead * m->rows_blk;
        }
        w->q_row += ahead * m->rows_blk;
        w->o_row += ahead * m->rows_blk;
        before->ticks = 0;
    } else {
        *before = now;
    }
}

static void run_phase(model *m, enum phase phase)
{
    walk *w = &m->w;
    int has_out = phase == PHASE_FLASH || phase == PHASE_PV;
    w->phase = phase;
    w->f_done = phase == PHASE_PV;
    w->d_done = phase == PHASE_MAX;
    w->lead = w->q_row = w->o_row = w->ring_in = w->ring_out = 0;
    /* S_INIT: the cursors' first blocks take five cycles. */
    m->g += 6;
    cursor_block(m, &w->f, 0);
    cursor_block(m, &w->d, 0);
    w->f_seen = w->d_seen = m->g - 1;
    w->f_ready = w->d_ready = m->g + 2; /* the blocks behind them */

    history step_before;
    snapshot block_before;
    int64_t step_counts[COUNTS];
    tick step_shift = 0;
    int found = 0, was_found = 0;
    int64_t block_now = -1;
    forget(&step_before);
    step_before.at = 0;
    block_before.ticks = 0;
    block_before.block = -1;
    block_before.floor = 0;
    for (int i = 0; i < EQUAL; i++)
        block_before.equal[i] = 0;
    while (!w->f_done || !w->d_done) {
        if (m->skip) {
            const cursor *lead = phase == PHASE_PV ? &w->d : &w->f;
            int over = phase == PHASE_PV ? w->d_done : w->f_done;
            if (!over && lead->block != block_now) {
                skip_blocks(m, &block_before, found, was_found, step_counts, step_shift);
                block_now = lead->block;
                was_found = found;
                found = 0;
            }
            found |= skip_steps(m, &step_before, step_counts, &step_shift);
        }
        sequence_step(m);
    }
    /* S_FLUSH */
    if (has_out)
        while (w->o_row < m->nq)
            store_group(m);
    m->g++;
}

static void cycles(const ta_build *build, const ta_config *config, int skip, ta_counters *counters)
{
    model model_, *m = &model_;
    unsigned char *bytes = (unsigned char *)m;
    for (size_t i = 0; i < sizeof *m; i++)
        bytes[i] = 0;
    m->build = build;
    m->config = config;
    m->skip = skip;
    m->naive = config->mode == TA_NAIVE;
    m->a = build->a;
    m->nq = config->nq;
    m->nk = config->nk;
    m->tiles = (m->nk + m->a - 1) / m->a;
    m->groups = (m->nq + m->a - 1) / m->a;
    m->rows_blk = m->naive ? m->a : config->q_rows;
    m->blocks = (m->nq + m->rows_blk - 1) / m->rows_blk;
    m->off = config->causal ? config->offset : 0;
    m->diag = ((m->off + m->a - 1) & -m->a);
    m->chunks = (int)(config->d / m->a);
    for (m->la = 0; 1 << m->la < m->a; m->la++) {
    }
    m->rm = 2 * ((m->la + 1) / 2);
    m->words_row = config->d * 8 / build->port_bits;
    m->bundle_words = m->a * 16 / build->port_bits;
    if (m->off < 0)
        m->unseen = -m->off >= m->nq ? m->nq : -m->off & -m->a;

    /* Blocks that see no key come first; the feeds pass one in four cycles. */
    int64_t nulls = m->unseen / m->rows_blk;
    if (m->unseen == m->nq)
        nulls = m->blocks;
    for (int64_t b = 0; b < nulls && b < BLOCKS; b++)
        m->blk[b].q_free = 0;
    m->f1.free = m->f2.free = 0;
    m->f1.last = m->f2.last = 0;
    m->z_end = NEVER;
    m->pop = m->put = m->read_end = m->write_end = m->end = -8;
    feed_block(m, &m->f1, nulls, 8 + 4 * nulls);
    feed_block(m, &m->f2, nulls, 8 + 4 * nulls);
    /* The first rows owe nothing to rows before. */
    m->f1.last = m->f2.last = 0;

    m->g = 4;
    tick x_end = 0, y_end = 0;
    if (m->naive) {
        run_phase(m, PHASE_Z);
        x_end = m->f1.last;
        run_phase(m, PHASE_MAX);
        run_phase(m, PHASE_EXP);
        m->steps1 = m->steps2 = 0;
        run_phase(m, PHASE_PV);
    } else {
        run_phase(m, PHASE_FLASH);
        x_end = m->f1.last;
    }
    y_end = m->f2.last;

    /* The run ends in the cycle after the last word's; the arrays drain, then the store. */
    tick last = m->end + 1;
    feed *f1 = &m->f1, *f2 = &m->f2;
    if (nulls == m->blocks) {
        tick computed = 8 + 4 * (nulls - 1) + 1;
        f1->stalls[TA_STALL_fill] = f2->stalls[TA_STALL_fill] = computed - 1;
        f1->stalls[TA_STALL_wait_store] = f2->stalls[TA_STALL_wait_store] = last - computed + 1;
    } else {
        tick computed = y_end + m->a + 6;
        tick drained = m->naive ? x_end + m->a + 13 : computed;
        f1->stalls[TA_STALL_fill] += drained - x_end - 1;
        f1->stalls[TA_STALL_idle] += computed - drained;
        f1->stalls[TA_STALL_wait_store] += last - computed + 1;
        f2->stalls[TA_STALL_fill] += computed - y_end - 1;
        f2->stalls[TA_STALL_wait_store] += last - computed + 1;
    }
    counters->cycles = (uint64_t)last;
    for (int c = 0; c < TA_STALL_COUNT; c++) {
        counters->stalls[0][c] = (uint64_t)f1->stalls[c];
        counters->stalls[1][c] = (uint64_t)f2->stalls[c];
    }
    counters->busy_mm1 = (uint64_t)f1->entered;
    counters->busy_mm2 = (uint64_t)f2->entered;
    counters->busy_dma = (uint64_t)m->words;
    int64_t row_steps = f2->entered / m->chunks;
    counters->busy_softmax = (uint64_t)(m->naive ? 2 * row_steps : row_steps);
    /* Row accesses of the buffers: operands, weight lines, ring, output. */
    int64_t chunks_in = m->operand_words * build->port_bits / (8 * m->a);
    counters->sram_rd = (uint64_t)(f1->entered + f2->entered + m->a * (f1->passes + f2->passes) +
                                   (m->naive ? 2 * row_steps : 0) + m->nq * m->chunks);
    counters->sram_wr = (uint64_t)(chunks_in + (m->naive ? 3 : 1) * row_steps +
                                   (m->nq - m->unseen) * m->chunks);
}

void ta_cycles(const ta_build *build, const ta_config *config, ta_counters *counters)
{
    cycles(build, config, 1, counters);
}

void ta_cycles_walk(const ta_build *build, const ta_config *config, ta_counters *counters)
{
    cycles(build, config, 0, counters);
}
