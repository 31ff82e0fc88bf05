/* SPDX-License-Identifier: MIT
 *
 * One sentence about the present cycle, from the record and what the row has met.
 */
#include <math.h>
#include <stdio.h>

#include "golden/stages.h"
#include "wasm/page.h"

static const char *const causes[] = {
#define TA_STALL(id, meaning) meaning,
#include "spec/stalls.def"
#undef TA_STALL
};

static long long get(const ta_run *r, enum ta_field_id field, int index)
{
    return (long long)ta_record_get(r->table, r->record, field, index);
}

#define GET(name) ((int)get(r, TA_FIELD_##name, 0))

/* A value of a field's format with at most so many decimals. */
static void value(char *dst, size_t size, const ta_run *r, enum ta_field_id field, int64_t raw, int decimals)
{
    const ta_field *f = &r->table->field[field];
    if (f->format == TA_FORMAT_logit && raw == TA_Z_MASKED)
        ta_value_text(dst, size, f, raw);
    else
        snprintf(dst, size, "%.*f", decimals, ldexp((double)raw, -f->fraction));
}

/* ---- 1: the softmax of a row ---- */

static void softmax(text *t, const ta_run *r, int row, int now)
{
    char old[64], new[64], alpha[64], sum[64];
    const int is_naive = r->config.mode == TA_NAIVE;
    const int seen = ta_row_keys(&r->config, row);
    int z = -1, m = -1, p = -1, l = -1, o = -1, last = -1;
    for (int i = 0; i < r->tiles && ta_sees(r, row / r->build.a, i); i++) {
        const step *s = ta_step_at(r, row, i);
        last = i;
#define MET(cycle) (s->cycle >= 0 && s->cycle <= now)
        z = MET(z_cycle) ? i : z;
        m = MET(m_cycle) ? i : m;
        p = MET(p_cycle) ? i : p;
        l = MET(l_cycle) ? i : l;
        o = MET(o_cycle) ? i : o;
#undef MET
    }
    if (seen == 0) {
        text_put(t, "Row %d sees no key: its output is 0.", row);
        return;
    }
    if (z < 0) {
        text_put(t, "Row %d has met no key yet.", row);
        return;
    }
    if (o == last) {
        const step *s = ta_step_at(r, row, last);
        value(new, sizeof new, r, TA_FIELD_m_new, ta_step_at(r, row, last)->m_new, 2);
        value(sum, sizeof sum, r, TA_FIELD_l_value, s->l, 2);
        text_put(t, "Row %d has met all its %d keys: maximum %s, sum %s; its output is divided by that sum.", row, seen,
                 new, sum);
        return;
    }
    if (m < 0) {
        if (is_naive)
            text_put(t, "Row %d's logits of %d tiles are made and go to memory; its maximum comes in the next pass.", row,
                     z + 1);
        else
            text_put(t, "Row %d's first logits are there; their maximum is next.", row);
        return;
    }
    if (m < z && !is_naive) {
        text_put(t, "Row %d's logits of tile %d are there; their maximum is next.", row, z);
        return;
    }
    const step *s = ta_step_at(r, row, m);
    value(old, sizeof old, r, TA_FIELD_m_old, s->m_old, 2);
    value(new, sizeof new, r, TA_FIELD_m_new, s->m_new, 2);
    value(alpha, sizeof alpha, r, TA_FIELD_p_alpha, s->alpha, 2);
    if (is_naive) {
        if (l >= 0) {
            value(sum, sizeof sum, r, TA_FIELD_l_value, ta_step_at(r, row, l)->l, 2);
            text_put(t, "Row %d: P of %d tiles is taken against the final maximum %s; the sum so far is %s.", row, l + 1,
                     new, sum);
        } else {
            text_put(t, "Row %d's maximum over %d tiles is %s; no sum is built before it is final.", row, m + 1, new);
        }
        return;
    }
    if (s->m_new == TA_Z_MASKED) {
        text_put(t, "Row %d sees no key of tile %d.", row, m);
    } else if (s->m_old == TA_Z_MASKED) {
        text_put(t, "Row %d meets its first keys: its maximum is %s.", row, new);
    } else if (s->m_new > s->m_old) {
        if (p < m)
            text_put(t, "Row %d's maximum rises from %s to %s, so its sum and output will shrink.", row, old, new);
        else
            text_put(t, "Row %d's maximum rose from %s to %s, so its sum and output shrink by α = %s.", row, old, new,
                     alpha);
    } else if (l < m) {
        text_put(t, "Row %d's maximum stays %s at tile %d, so nothing shrinks.", row, new, m);
    } else {
        value(sum, sizeof sum, r, TA_FIELD_l_value, s->l, 2);
        text_put(t, "Row %d's maximum stays %s at tile %d: the tile only adds to the sum, now %s.", row, new, m, sum);
    }
}

/* ---- 2: who stands where ---- */

static const char *joined(int *n)
{
    return (*n)++ ? "; " : "";
}

static void why(text *t, const ta_run *r, int array, int *n)
{
    const int cause = (int)get(r, TA_FIELD_stall_cause, array);
    if (cause != TA_STALL_compute)
        text_put(t, "%sMM%d stands: %s", joined(n), array + 1, causes[cause]);
}

static void datapath(text *t, const ta_run *r)
{
    int n = 0;
    if (GET(mm1_valid))
        text_put(t, "%srow %d enters MM1 for tile %d", joined(&n), GET(mm1_row), GET(mm1_tile));
    if (GET(s_valid) && GET(s_last))
        text_put(t, "%sthe scores of row %d are complete", joined(&n), GET(s_row));
    if (GET(z_valid))
        text_put(t, "%srow %d has its logits", joined(&n), GET(z_row));
    if (GET(m_valid))
        text_put(t, "%srow %d its maximum", joined(&n), GET(m_row));
    if (GET(p_valid))
        text_put(t, "%srow %d its probabilities", joined(&n), GET(p_row));
    if (GET(l_valid))
        text_put(t, "%srow %d its sum", joined(&n), GET(l_row));
    if (GET(mm2_valid))
        text_put(t, "%srow %d enters MM2 for tile %d", joined(&n), GET(mm2_row), GET(mm2_tile));
    if (GET(o_valid))
        text_put(t, "%sthe output of row %d grows by tile %d", joined(&n), GET(o_row), GET(o_tile));
    if (GET(norm_valid))
        text_put(t, "%srow %d is divided by its sum", joined(&n), GET(norm_row));
    if (!n) {
        why(t, r, 0, &n);
        why(t, r, 1, &n);
    }
    text_put(t, n ? "." : "Nothing moves.");
}

/* ---- 3: what moves, and who waits ---- */

static void schedule(text *t, const ta_run *r)
{
    static const char *const names[] = {"Q", "K", "V", "scores", "probabilities", "output", "scores"};
    int n = 1;
    const int word = r->build.port_bits / 8, a = r->build.a;
    const int writes = GET(wr_valid) && GET(wr_ready);
    if (GET(rd_valid) || writes) {
        static const enum ta_region regions[] = {TA_REGION_Q, TA_REGION_K, TA_REGION_V, TA_REGION_Z, TA_REGION_Z,
                                                 TA_REGION_O, TA_REGION_Z};
        const int kind = writes ? GET(wr_kind) : GET(rd_kind);
        const int byte = (writes ? GET(wr_address) : GET(rd_address)) * word -
                         (int)ta_region_base(&r->build, regions[kind]);
        const char *name = kind == TA_BURST_ring && GET(run_phase) == TA_PHASE_exp ? "probabilities" : names[kind];
        text_put(t, "The port %s %s of ", writes ? "writes" : "reads", name);
        if (kind == TA_BURST_k || kind == TA_BURST_v)
            text_put(t, "tile %d", byte / r->config.d / a);
        else if (kind == TA_BURST_q || kind == TA_BURST_o)
            text_put(t, "row %d", byte / r->config.d / (kind == TA_BURST_o ? 2 : 1));
        else
            text_put(t, "row group %d, tile %d", byte / (2 * a * a) / ((r->build.nmax + a - 1) / a),
                     byte / (2 * a * a) % ((r->build.nmax + a - 1) / a));
    } else {
        text_put(t, "The port rests");
    }
    if (GET(mm1_valid))
        text_put(t, "; MM1 is at row group %d, tile %d", GET(mm1_row) / a, GET(mm1_tile));
    else
        why(t, r, 0, &n);
    if (GET(mm2_valid))
        text_put(t, "; MM2 is at row group %d, tile %d", GET(mm2_row) / a, GET(mm2_tile));
    else
        why(t, r, 1, &n);
    text_put(t, ".");
}

/* ---- 4: how far it is ---- */

static void progress(text *t, const ta_run *r, int now)
{
    const long long bytes = get(r, TA_FIELD_count_value, TA_COUNTER_hbm_read_bytes) +
                            get(r, TA_FIELD_count_value, TA_COUNTER_hbm_write_bytes);
    const long long all = (long long)(r->result.counters.hbm_read_bytes + r->result.counters.hbm_write_bytes);
    text_put(t, "After ");
    text_count(t, now);
    text_put(t, " of ");
    text_count(t, (long long)r->result.counters.cycles);
    text_put(t, " cycles, ");
    text_count(t, bytes);
    text_put(t, " of ");
    text_count(t, all);
    text_put(t, " bytes have crossed the port.");
}

const char *ta_run_sentence(ta_run *r, int level, int row)
{
    text *t = &ta_answer;
    const int now = (int)ta_sim_cycle(r->sim);
    text_clear(t);
    if (!GET(run_busy) && level != 1) {
        text_put(t, "Done after ");
        text_count(t, (long long)r->result.counters.cycles);
        text_put(t, " cycles: every output word is in memory.");
        return text_get(t);
    }
    row = row < 0 ? 0 : row < r->config.nq ? row : r->config.nq - 1;
    switch (level) {
    case 1: softmax(t, r, row, now); break;
    case 2: datapath(t, r); break;
    case 3: schedule(t, r); break;
    default: progress(t, r, now);
    }
    if (t->n && t->s[0] >= 'a' && t->s[0] <= 'z')
        t->s[0] = (char)(t->s[0] - 'a' + 'A');
    return text_get(t);
}
