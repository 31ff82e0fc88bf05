/* SPDX-License-Identifier: MIT
 *
 * A run as trace-event JSON, for the Perfetto viewer: slices gathered from the records, sorted
 * by time, written at the end.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/trace.h"

/* Tracks: thread ids of the trace. */
enum track {
    PORT = 1,
    DMA,
    MM1,
    SOFTMAX,
    MM2,
    STORE,
    STALL1,
    STALL2,
    BUFFER0, /* and those of the other buffers */
#define TA_BUFFER(id, name, tag, fill) PLACE_##id,
#include "spec/buffers.def"
#undef TA_BUFFER
    PLACES_END,
    BUFFERS = PLACES_END - BUFFER0 - 1,
    TRACKS = BUFFER0 + BUFFERS
};

enum kind {
    STEP,  /* a tile of a block in an array: holds ROWS */
    ROWS,
    BURST, /* words on the port, a load of a buffer */
    CAUSE,
    HELD,  /* contents of a buffer */
    COUNT, /* a counter's new value */
    FILL   /* of a buffer */
};

/* What a slice is about; -1: does not apply. */
typedef struct subject {
    int kind; /* enum kind */
    int what; /* burst kind, cause, buffer or counter */
    int block, tile, chunk, group;
} subject;

typedef struct slice {
    uint64_t from, to;  /* clocks: [from, to) */
    int track;
    int row, row_last;  /* -1: none */
    subject is;
    uint64_t value;     /* COUNT, FILL */
    size_t order;       /* as gathered */
} slice;

enum { LANES = TRACKS + 2 }; /* MM1 and MM2 have two levels */

typedef struct gather {
    const ta_job *job;
    slice *slices;
    size_t count, capacity;
    slice open[LANES + 1];
    int is_open[LANES + 1];
    uint64_t last_count[64];
    int64_t last_fill[16];
    uint64_t clocks; /* of the run */
    int failed;
} gather;

static const char *const burst_names[] = {
#define TA_BURST(id, meaning) #id,
#include "spec/bursts.def"
#undef TA_BURST
};

enum {
#define TA_BURST(id, meaning) KIND_##id,
#include "spec/bursts.def"
#undef TA_BURST
};

static const char *const buffer_names[] = {
#define TA_BUFFER(id, name, tag, fill) name,
#include "spec/buffers.def"
#undef TA_BUFFER
};

static const char *const counter_names[] = {
#define TA_COUNTER(id, meaning) #id,
#include "spec/counters.def"
#undef TA_COUNTER
};

enum { COUNTERS = sizeof counter_names / sizeof counter_names[0], COUNT_EVERY = 16 };

static void add(gather *g, slice s)
{
    if (g->count == g->capacity && !g->failed) {
        const size_t capacity = g->capacity ? 2 * g->capacity : 4096;
        slice *more = realloc(g->slices, capacity * sizeof *more);
        if (more) {
            g->slices = more;
            g->capacity = capacity;
        } else {
            g->failed = 1;
        }
    }
    if (g->failed)
        return;
    s.order = g->count;
    g->slices[g->count++] = s;
}

static void end(gather *g, int lane, uint64_t now)
{
    if (!g->is_open[lane])
        return;
    g->open[lane].to = now;
    add(g, g->open[lane]);
    g->is_open[lane] = 0;
}

static int same(const subject *a, const subject *b)
{
    return a->kind == b->kind && a->what == b->what && a->block == b->block && a->tile == b->tile &&
           a->chunk == b->chunk && a->group == b->group;
}

/* The lane shows the subject in this clock: goes on with its slice, or begins one. */
static void show(gather *g, int lane, int track, uint64_t now, subject is, int row)
{
    if (g->is_open[lane] && same(&g->open[lane].is, &is)) {
        if (row > g->open[lane].row_last)
            g->open[lane].row_last = row;
        return;
    }
    end(g, lane, now);
    g->open[lane] = (slice){.from = now, .track = track, .row = row, .row_last = row, .is = is};
    g->is_open[lane] = 1;
}

static int get(const ta_record_table *t, const uint32_t *r, enum ta_field_id field, int index)
{
    return (int)ta_record_get(t, r, field, index);
}

#define GET(name) get(t, r, TA_FIELD_##name, 0)

/* What lies at a word address: the row of a tensor, or the tile of Z or P. */
static subject located(const gather *g, const ta_build *b, int kind, int address, int *row)
{
    static const enum ta_region regions[] = {
        [KIND_q] = TA_REGION_Q, [KIND_k] = TA_REGION_K, [KIND_v] = TA_REGION_V, [KIND_z] = TA_REGION_Z,
        [KIND_p] = TA_REGION_Z, [KIND_o] = TA_REGION_O, [KIND_ring] = TA_REGION_Z,
    };
    subject s = {BURST, kind, -1, -1, -1, -1};
    const int bytes = address * (b->port_bits / 8) - (int)ta_region_base(b, regions[kind]);
    const int d = g->job->config.d, a = b->a;
    *row = -1;
    if (regions[kind] == TA_REGION_Z) {
        const int tile = bytes / (2 * a * a), tiles = (b->nmax + a - 1) / a;
        s.group = tile / tiles;
        s.tile = tile % tiles;
    } else {
        *row = bytes / (kind == KIND_o ? 2 * d : d);
        if (kind == KIND_k || kind == KIND_v)
            s.tile = *row / a;
        else
            s.group = *row / a;
    }
    return s;
}

/* An array in this clock: the step it is in (kept over gaps), and the rows that enter. */
static void array(gather *g, int track, int lane_step, int lane_rows, uint64_t now, int valid,
                  int block, int tile, int row, int chunk)
{
    if (!valid) {
        end(g, lane_rows, now);
        return;
    }
    const subject step = {STEP, 0, block, tile, chunk, -1};
    if (g->is_open[lane_step] && !same(&g->open[lane_step].is, &step)) {
        end(g, lane_rows, now);
        end(g, lane_step, g->open[lane_step].to);
    }
    show(g, lane_step, track, now, step, -1);
    g->open[lane_step].to = now + 1; /* so far */
    const subject rows = {ROWS, 0, block, tile, chunk, row / g->job->build.a};
    show(g, lane_rows, track, now, rows, row);
}

static void counts(gather *g, const ta_record_table *t, uint64_t now, const uint32_t *r, int is_last)
{
    for (int i = 0; i < COUNTERS; i++) {
        const uint64_t value = (uint64_t)ta_record_get(t, r, TA_FIELD_count_value, i);
        if (value != g->last_count[i] && (is_last || now % COUNT_EVERY == 0)) {
            g->last_count[i] = value;
            add(g, (slice){.from = now, .to = now, .is = {COUNT, i, -1, -1, -1, -1}, .value = value});
        }
    }
    for (int i = 0; i < BUFFERS; i++) {
        const int fill = get(t, r, TA_FIELD_buffer_fill, i);
        if (fill != g->last_fill[i]) {
            g->last_fill[i] = fill;
            add(g, (slice){.from = now, .to = now, .is = {FILL, i, -1, -1, -1, -1}, .value = (uint64_t)fill});
        }
    }
}

static int clock_of(void *context, const ta_record_table *t, uint64_t now, const uint32_t *r)
{
    gather *g = context;
    const int a = t->build->a;
    int row;

    if (GET(rd_valid)) {
        const subject s = located(g, t->build, GET(rd_kind), GET(rd_address), &row);
        show(g, PORT, PORT, now, s, row);
    } else if (GET(wr_valid) && GET(wr_ready)) {
        const subject s = located(g, t->build, GET(wr_kind), GET(wr_address), &row);
        show(g, PORT, PORT, now, s, row);
    } else {
        end(g, PORT, now);
    }

    if (GET(load_valid)) {
        const int kind = GET(load_kind), is_kv = kind == KIND_k || kind == KIND_v, is_q = kind == KIND_q;
        const subject s = {BURST, kind, -1, is_q ? -1 : GET(load_tile), -1, is_kv ? -1 : GET(load_row) / a};
        show(g, DMA, DMA, now, s, is_kv ? -1 : GET(load_row));
    } else {
        end(g, DMA, now);
    }

    array(g, MM1, TRACKS, MM1, now, GET(mm1_valid), GET(mm1_block), GET(mm1_tile), GET(mm1_row), GET(mm1_chunk));
    array(g, MM2, TRACKS + 1, MM2, now, GET(mm2_valid), GET(mm2_block), GET(mm2_tile), GET(mm2_row), GET(mm2_chunk));

    /* NAIVE: what comes from memory; the scores that MM1 makes go there first. */
    if (GET(z_valid) && (g->job->config.mode == TA_FLASH || (GET(load_valid) && GET(load_kind) == KIND_z)))
        show(g, SOFTMAX, SOFTMAX, now, (subject){ROWS, 0, GET(z_block), GET(z_tile), -1, GET(z_row) / a}, GET(z_row));
    else
        end(g, SOFTMAX, now);

    if (GET(norm_valid))
        show(g, STORE, STORE, now, (subject){ROWS, 0, GET(norm_block), -1, -1, GET(norm_row) / a}, GET(norm_row));
    else
        end(g, STORE, now);

    for (int i = 0; i < 2; i++) {
        if (GET(run_busy))
            show(g, STALL1 + i, STALL1 + i, now, (subject){CAUSE, get(t, r, TA_FIELD_stall_cause, i), -1, -1, -1, -1}, -1);
        else
            end(g, STALL1 + i, now);
    }

    for (int i = 0; i < BUFFERS; i++) {
        if (get(t, r, TA_FIELD_buffer_fill, i) > 0)
            show(g, BUFFER0 + i, BUFFER0 + i, now, (subject){HELD, i, -1, get(t, r, TA_FIELD_buffer_tag, i), -1, -1}, -1);
        else
            end(g, BUFFER0 + i, now);
    }

    counts(g, t, now, r, !GET(run_busy));
    g->clocks = now;
    return g->failed;
}

/* By time; what holds others first, counters last. */
static int by_time(const void *x, const void *y)
{
    const slice *a = x, *b = y;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to - a->from != b->to - b->from)
        return a->to - a->from > b->to - b->from ? -1 : 1;
    if (a->is.kind != b->is.kind)
        return a->is.kind < b->is.kind ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static void put_rows(FILE *out, const slice *s)
{
    if (s->row == s->row_last)
        fprintf(out, "row %d", s->row);
    else
        fprintf(out, "rows %d-%d", s->row, s->row_last);
}

static void put_name(FILE *out, const slice *s)
{
    static const char *const titles[] = {
        [KIND_q] = "Q", [KIND_k] = "K", [KIND_v] = "V", [KIND_z] = "Z", [KIND_p] = "P", [KIND_o] = "O",
        [KIND_ring] = "Z, P out",
    };
    switch (s->is.kind) {
    case STEP:
        fprintf(out, "tile %d of block %d", s->is.tile, s->is.block);
        if (s->is.chunk > 0)
            fprintf(out, ", chunk %d", s->is.chunk);
        break;
    case ROWS:
        put_rows(out, s);
        if (s->track == SOFTMAX)
            fprintf(out, " of tile %d", s->is.tile);
        break;
    case BURST:
        fputs(titles[s->is.what], out);
        if (s->is.tile >= 0)
            fprintf(out, " tile %d", s->is.tile);
        if (s->is.tile < 0 && s->row >= 0) {
            putc(' ', out);
            put_rows(out, s);
        } else if (s->is.group >= 0) {
            fprintf(out, " of group %d", s->is.group);
        }
        break;
    case CAUSE: fputs(ta_stall_name(s->is.what), out); break;
    case HELD:
        if (strcmp(buffer_names[s->is.what], "Q") == 0)
            fprintf(out, "block %d", s->is.tile);
        else if (buffer_names[s->is.what][0] == 'K' || buffer_names[s->is.what][0] == 'V')
            fprintf(out, "tile %d", s->is.tile);
        else
            fprintf(out, "%s %d", buffer_names[s->is.what][0] == 'O' ? "rows done" : "from place", s->is.tile);
        break;
    case COUNT: fputs(counter_names[s->is.what], out); break;
    default: fprintf(out, "%s fill", buffer_names[s->is.what]);
    }
}

static void put_slice(FILE *out, const slice *s)
{
    static const char *const categories[] = {"step", "rows", "burst", "cause", "held"};
    fputs(",\n{\"name\":\"", out);
    put_name(out, s);
    if (s->is.kind >= COUNT) {
        fprintf(out, "\",\"ph\":\"C\",\"pid\":1,\"ts\":%llu,\"args\":{\"value\":%llu}}",
                (unsigned long long)s->from, (unsigned long long)s->value);
        return;
    }
    fprintf(out, "\",\"cat\":\"%s\",\"ph\":\"X\",\"pid\":1,\"tid\":%d,\"ts\":%llu,\"dur\":%llu,\"args\":{",
            categories[s->is.kind], s->track, (unsigned long long)s->from, (unsigned long long)(s->to - s->from));
    int n = 0;
    const int values[] = {s->is.block, s->is.tile, s->is.chunk, s->is.group, s->row, s->row_last};
    static const char *const names[] = {"block", "tile", "chunk", "group", "row", "row_last"};
    for (int i = 0; i < 6 && s->is.kind != HELD; i++)
        if (values[i] >= 0)
            fprintf(out, "%s\"%s\":%d", n++ ? "," : "", names[i], values[i]);
    if (s->is.kind == BURST)
        fprintf(out, "%s\"kind\":\"%s\"", n ? "," : "", burst_names[s->is.what]);
    fputs("}}", out);
}

static void put_track(FILE *out, int track, const char *name, const char *more)
{
    fprintf(out, ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":%d,\"args\":{\"name\":\"%s%s\"}}",
            track, name, more);
    fprintf(out, ",\n{\"name\":\"thread_sort_index\",\"ph\":\"M\",\"pid\":1,\"tid\":%d,\"args\":{\"sort_index\":%d}}",
            track, track);
}

enum ta_sim_status ta_trace_perfetto(FILE *out, ta_sim *sim, const ta_job *job, ta_result *result)
{
    static const char *const names[] = {"memory port", "DMA: loads", "MM1", "softmax", "MM2", "store: rows to the normalizer",
                                        "MM1: cause", "MM2: cause"};
    gather g = {.job = job};
    const ta_config *c = &job->config;
    enum ta_sim_status status = ta_trace_run(sim, job, result, clock_of, &g);
    for (int lane = 0; lane <= LANES; lane++)
        end(&g, lane, lane == TRACKS || lane == TRACKS + 1 ? g.open[lane].to : g.clocks + 1);
    if (g.failed || status == TA_SIM_REFUSED) {
        free(g.slices);
        return status == TA_SIM_OK ? TA_SIM_REFUSED : status;
    }
    qsort(g.slices, g.count, sizeof *g.slices, by_time);
    fprintf(out, "{\"otherData\":{\"schema\":\"tinyattn-perfetto/1\",\"build\":\"%s\",\"unit\":\"1 us stands for one clock\"},\n"
                 "\"traceEvents\":[\n{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"args\":{\"name\":\"%s, %s, %d queries, "
                 "%d keys, D %d (1 us = 1 clock)\"}}",
            job->build.name, job->build.name, c->mode == TA_NAIVE ? "NAIVE" : "FLASH", c->nq, c->nk, c->d);
    for (int i = 0; i < 8; i++)
        put_track(out, PORT + i, names[i], "");
    for (int i = 0; i < BUFFERS; i++)
        put_track(out, BUFFER0 + i, "buffer ", buffer_names[i]);
    for (size_t i = 0; i < g.count; i++)
        put_slice(out, &g.slices[i]);
    fputs("\n]}\n", out);
    free(g.slices);
    return status;
}
