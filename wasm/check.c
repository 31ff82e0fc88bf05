/* SPDX-License-Identifier: MIT
 *
 * The RTL against golden, at the cycles at which the debug port shows the values.
 */
#include <stdlib.h>
#include <string.h>

#include "golden/golden.h"
#include "golden/stages.h"
#include "wasm/page.h"

/* One row at one tile, from golden. */
typedef struct expected {
    int32_t s[TA_A_LIMIT];
    int16_t z[TA_A_LIMIT];
    uint16_t p[TA_A_LIMIT];
    int16_t m;
    uint16_t alpha;
    int64_t l;
} expected;

/* Parts that are done on their own: all of a tile (FLASH), or Z, P with l, and O (NAIVE). */
enum part { PART_Z, PART_P, PART_O, PARTS };

struct check {
    expected *step;  /* (nq, tiles) */
    int64_t *o;      /* (nq, tiles, d) */
    ta_result result;
    uint8_t *bad;    /* (groups, tiles, PARTS) */
    int16_t *rows;   /* (groups, tiles, PARTS): rows not met so far */
    list done;       /* cycle, and 1 for equal: ascending */
    struct {
        int cycle, row, tile, field; /* cycle -1: none */
        int64_t expected, got;
    } first;
};

static expected *step_of(const check *c, const ta_run *r, int row, int tile)
{
    return &c->step[row * r->tiles + tile];
}

static int64_t *o_of(const check *c, const ta_run *r, int row, int tile)
{
    return c->o + (size_t)(row * r->tiles + tile) * (size_t)r->config.d;
}

struct context {
    check *c;
    const ta_run *r;
};

static void keep(void *context, const ta_tile_trace *t)
{
    const struct context *x = context;
    const ta_run *r = x->r;
    const int a = r->build.a, d = r->config.d;
    for (int i = 0; i < t->rows; i++) {
        expected *e = step_of(x->c, r, t->group * a + i, t->tile);
        memcpy(e->s, t->s + i * a, sizeof *e->s * (size_t)a);
        memcpy(e->z, t->z + i * a, sizeof *e->z * (size_t)a);
        memcpy(e->p, t->p + i * a, sizeof *e->p * (size_t)a);
        e->m = t->m[i];
        e->alpha = t->alpha[i];
        e->l = t->l[i];
        memcpy(o_of(x->c, r, t->group * a + i, t->tile), t->o + (ptrdiff_t)i * d, sizeof *t->o * (size_t)d);
    }
}

/* NAIVE's passes tile by tile, of the same stages. */
static void naive(check *c, const ta_run *r, const uint16_t *p)
{
    const ta_config *cfg = &r->config;
    const int a = r->build.a, d = cfg->d, pf = r->build.pf;
    int32_t *sum = malloc((size_t)d * sizeof *sum);
    for (int row = 0; row < cfg->nq && sum; row++) {
        int16_t m = TA_Z_MASKED;
        int64_t l = 0;
        for (int tile = 0; tile < r->tiles && ta_sees(r, row / a, tile); tile++) {
            expected *e = step_of(c, r, row, tile);
            const int keys = cfg->nk - tile * a < a ? cfg->nk - tile * a : a;
            int visible = ta_row_keys(cfg, row) - tile * a;
            visible = visible < 0 ? 0 : visible > keys ? keys : visible;
            ta_mm1(keys, d, r->job.q + (ptrdiff_t)row * d, r->job.k + (ptrdiff_t)tile * a * d, e->s);
            ta_scale_mask(a, visible, e->s, cfg->scale, e->z);
            e->m = m = ta_row_max(a, e->z, m);
            e->alpha = TA_ALPHA_ONE;
            int32_t p_sum = 0;
            for (int j = 0; j < a; j++) {
                e->p[j] = j < keys ? p[(ptrdiff_t)row * cfg->nk + tile * a + j] : 0;
                p_sum += e->p[j];
            }
            e->l = l = ta_row_sum(l, TA_ALPHA_ONE, p_sum, pf);
            int64_t *o = o_of(c, r, row, tile);
            if (tile)
                memcpy(o, o - d, (size_t)d * sizeof *o);
            ta_mm2(keys, d, e->p, r->job.v + (ptrdiff_t)tile * a * d, sum);
            ta_accumulate(d, TA_ALPHA_ONE, sum, pf, o);
        }
    }
    free(sum);
}

check *check_new(const ta_run *r)
{
    const ta_config *cfg = &r->config;
    const size_t nq = (size_t)cfg->nq, places = nq * (size_t)r->tiles, d = (size_t)cfg->d;
    const size_t parts = (size_t)(r->groups * r->tiles) * PARTS;
    check *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    void *workspace = calloc(ta_golden_workspace(&r->build, cfg), 1);
    c->step = calloc(places, sizeof *c->step);
    c->o = calloc(places * d, sizeof *c->o);
    c->bad = calloc(parts, sizeof *c->bad);
    c->rows = calloc(parts, sizeof *c->rows);
    c->result.out = calloc(nq * d, sizeof *c->result.out);
    c->result.m = calloc(nq, sizeof *c->result.m);
    c->result.l = calloc(nq, sizeof *c->result.l);
    c->first.cycle = -1;
    if (!workspace || !c->step || !c->o || !c->bad || !c->rows || !c->result.out || !c->result.m || !c->result.l) {
        free(workspace);
        check_free(c);
        return NULL;
    }
    struct context x = {c, r};
    ta_golden_run(&r->job, &c->result, workspace, keep, &x);
    if (cfg->mode == TA_NAIVE)
        naive(c, r, workspace);
    for (size_t i = 0; i < parts; i++) {
        const int group = (int)(i / PARTS) / r->tiles, left = cfg->nq - group * r->build.a;
        c->rows[i] = (int16_t)(left < r->build.a ? left : r->build.a);
    }
    free(workspace);
    return c;
}

void check_end(check *c)
{
    free(c->step);
    free(c->o);
    c->step = NULL;
    c->o = NULL;
}

void check_free(check *c)
{
    if (!c)
        return;
    check_end(c);
    free(c->bad);
    free(c->rows);
    free(c->done.item);
    free(c->result.out);
    free(c->result.m);
    free(c->result.l);
    free(c);
}

static size_t place(const ta_run *r, int row, int tile, enum part part)
{
    return (size_t)((row / r->build.a * r->tiles + tile) * PARTS) + (size_t)(r->config.mode == TA_NAIVE ? part : PART_O);
}

static void same(check *c, const ta_run *r, int cycle, enum part part, int field, int row, int tile, int64_t e,
                 int64_t got)
{
    if (e == got)
        return;
    c->bad[place(r, row, tile, part)] = 1;
    if (c->first.cycle < 0) {
        c->first.cycle = cycle;
        c->first.row = row;
        c->first.tile = tile;
        c->first.field = field;
        c->first.expected = e;
        c->first.got = got;
    }
}

/* A row is through with a part of a tile. */
static int row_done(check *c, const ta_run *r, int cycle, enum part part, int row, int tile)
{
    const size_t i = place(r, row, tile, part);
    if (--c->rows[i] > 0)
        return 1;
    const int32_t item[2] = {cycle, !c->bad[i]};
    return list_add(&c->done, item, 2);
}

#define GET(name) ((int)ta_record_peek(r->table, v, TA_FIELD_##name, 0))
#define GET_AT(name, i) ta_record_peek(r->table, v, TA_FIELD_##name, i)
#define SAME(part, name, i, row, tile, e) same(c, r, cycle, part, TA_FIELD_##name, row, tile, e, GET_AT(name, i))

int check_clock(check *c, const ta_run *r, const uint32_t *v, int cycle)
{
    const int a = r->build.a, is_flash = r->config.mode == TA_FLASH;
    int good = 1;
    if (GET(s_valid) && GET(s_last)) {
        const int row = GET(s_row), tile = GET(s_tile);
        const int keys = r->config.nk - tile * a < a ? r->config.nk - tile * a : a;
        for (int j = 0; j < keys; j++)
            SAME(PART_Z, s_value, j, row, tile, step_of(c, r, row, tile)->s[j]);
    }
    if (GET(z_valid)) {
        const int row = GET(z_row), tile = GET(z_tile);
        const int is_first = ta_step_at(r, row, tile)->z_cycle < 0;
        const int keys = r->config.nk - tile * a < a ? r->config.nk - tile * a : a;
        for (int j = 0; j < (is_flash ? a : keys); j++)
            SAME(PART_Z, z_value, j, row, tile, step_of(c, r, row, tile)->z[j]);
        if (!is_flash && is_first)
            good = row_done(c, r, cycle, PART_Z, row, tile);
    }
    if (GET(m_valid) && ta_step_at(r, GET(m_row), GET(m_tile))->m_cycle < 0)
        SAME(PART_P, m_new, 0, GET(m_row), GET(m_tile), step_of(c, r, GET(m_row), GET(m_tile))->m);
    if (GET(p_valid)) {
        const int row = GET(p_row), tile = GET(p_tile);
        const expected *e = step_of(c, r, row, tile);
        SAME(PART_P, p_alpha, 0, row, tile, e->alpha);
        const int keys = r->config.nk - tile * a < a ? r->config.nk - tile * a : a;
        for (int j = 0; j < (is_flash ? a : keys); j++)
            SAME(PART_P, p_value, j, row, tile, e->p[j]);
    }
    if (GET(l_valid)) {
        const int row = GET(l_row), tile = GET(l_tile);
        SAME(PART_P, l_value, 0, row, tile, step_of(c, r, row, tile)->l);
        if (good && !is_flash)
            good = row_done(c, r, cycle, PART_P, row, tile);
    }
    if (GET(o_valid)) {
        const int row = GET(o_row), tile = GET(o_tile), chunk = GET(o_chunk);
        for (int j = 0; j < a; j++)
            SAME(PART_O, o_value, j, row, tile, o_of(c, r, row, tile)[chunk * a + j]);
        if (good && chunk == GET(run_chunks_m1))
            good = row_done(c, r, cycle, PART_O, row, tile);
    }
    return good;
}

int check_result(const check *c, const ta_run *r)
{
    const size_t nq = (size_t)r->config.nq;
    return memcmp(c->result.out, r->result.out, nq * (size_t)r->config.d * sizeof *r->result.out) == 0 &&
           memcmp(c->result.m, r->result.m, nq * sizeof *r->result.m) == 0 &&
           memcmp(c->result.l, r->result.l, nq * sizeof *r->result.l) == 0;
}

const char *ta_run_badge(const ta_run *r, int cycle)
{
    const check *c = r->check;
    int compared = 0, equal = 0;
    for (int i = 0; i < c->done.count && c->done.item[i] <= cycle; i += 2) {
        compared++;
        equal += c->done.item[i + 1];
    }
    text *t = &ta_answer;
    text_clear(t);
    text_put(t, "{\"compared\":%d,\"equal\":%d,\"first\":", compared, equal);
    if (c->first.cycle < 0 || c->first.cycle > cycle) {
        text_put(t, "null}");
    } else {
        const ta_field *f = &r->table->field[c->first.field];
        const int rows = r->config.mode == TA_NAIVE ? r->build.a : r->config.q_rows;
        text_put(t, "{\"cycle\":%d,\"block\":%d,\"tile\":%d,\"row\":%d,\"signal\":\"%s.%s\",\"expected\":", c->first.cycle,
                 c->first.row / rows, c->first.tile, c->first.row, f->group, f->name);
        ta_put_shown(t, f, &r->build, c->first.expected);
        text_put(t, ",\"got\":");
        ta_put_shown(t, f, &r->build, c->first.got);
        text_put(t, "}}");
    }
    return text_get(t);
}
