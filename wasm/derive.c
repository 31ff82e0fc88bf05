/* SPDX-License-Identifier: MIT
 *
 * What is worked out from a run: results and errors, weights, references.
 */
#include <math.h>
#include <string.h>

#include "golden/golden.h"
#include "golden/stages.h"
#include "wasm/page.h"

static const char *const counter_names[] = {
#define TA_COUNTER(id, meaning) #id,
#include "spec/counters.def"
#undef TA_COUNTER
};

static uint64_t counter(const ta_counters *c, int i)
{
    const uint64_t values[] = {
#define TA_COUNTER(id, meaning) c->id,
#include "spec/counters.def"
#undef TA_COUNTER
    };
    return values[i];
}

static void put_metrics(text *t, const char *before, const char *name, const ta_metrics_sum *sum)
{
    const ta_metrics m = ta_metrics_finish(sum);
    text_put(t, "%s\"%s\":", before, name);
    if (!sum->count) {
        text_put(t, "null");
        return;
    }
    const char *const names[] = {"max", "meanAbs", "rmse", "relL1", "cosine", "maxVLsb"};
    const double values[] = {m.max, m.mean_abs, m.rmse, m.rel_l1, m.cosine, m.max_v_lsb};
    for (int i = 0; i < 6; i++) {
        text_put(t, "%s\"%s\":", i ? "," : "{", names[i]);
        text_number(t, values[i]);
    }
    text_put(t, "}");
}

const double *ta_run_value(const ta_run *r)
{
    double *value = ta_answer_array((size_t)r->config.nq * (size_t)r->input->problem.dv * sizeof *value);
    if (value)
        ta_dequantize(&r->input->quantized, r->input->head, r->result.out, r->result.m, value);
    return value;
}

const char *ta_run_result(ta_run *r)
{
    const ta_counters *c = &r->result.counters;
    ta_counters flash, naive;
    ta_config other = r->config;
    ta_error_sum sums;
    text *t = &ta_answer;
    const double *value = ta_run_value(r);
    if (!value)
        return NULL;
    memset(&sums, 0, sizeof sums);
    ta_error_add(&sums, &r->input->quantized, &r->reference, r->input->head, value);
    memset(&flash, 0, sizeof flash);
    ta_traffic(&r->build, &r->config, &flash);
    ta_cycles(&r->build, &r->config, &flash);
    other.mode = TA_NAIVE;
    memset(&naive, 0, sizeof naive);
    ta_traffic(&r->build, &other, &naive);
    ta_cycles(&r->build, &other, &naive);
    text_clear(t);
    text_put(t, "{\"cycles\":%d,\"moves\":%d,\"words\":%d,\"a\":%d,\"counters\":", r->cycles,
             r->moves.count / MOVE_WORDS, (int)r->table->words, r->build.a);
    for (int i = 0; i < TA_COUNTER_COUNT; i++)
        text_put(t, "%s\"%s\":%llu", i ? "," : "{", counter_names[i], (unsigned long long)counter(c, i));
    text_put(t, "},\"stalls\":{");
    for (int array = 0; array < 2; array++) {
        text_put(t, "%s\"mm%d\":", array ? "," : "", array + 1);
        for (int i = 0; i < TA_STALL_COUNT; i++)
            text_put(t, "%s%llu", i ? "," : "[", (unsigned long long)c->stalls[array][i]);
        text_put(t, "]");
    }
    text_put(t, "},\"utilization\":");
    text_number(t, (double)(c->mm1_macs + c->mm2_macs) / (2.0 * r->build.a * r->build.a * (double)c->cycles));
    text_put(t, ",\"bytes\":%llu,\"bytesPredicted\":%llu,\"bytesNaive\":%llu,\"cyclesPredicted\":%llu,"
                "\"cyclesNaive\":%llu,\"bufferBytes\":%lld,\"bitExact\":%s,\"error\":{",
             (unsigned long long)(c->hbm_read_bytes + c->hbm_write_bytes),
             (unsigned long long)(flash.hbm_read_bytes + flash.hbm_write_bytes),
             (unsigned long long)(naive.hbm_read_bytes + naive.hbm_write_bytes), (unsigned long long)flash.cycles,
             (unsigned long long)naive.cycles, (long long)ta_buffer_bytes(&r->build, &r->config),
             check_result(r->check, r) ? "true" : "false");
    put_metrics(t, "", "total", &sums.total);
    put_metrics(t, ",", "quantization", &sums.quantization);
    put_metrics(t, ",", "datapath", &sums.datapath);
    text_put(t, "}}");
    return text_get(t);
}

const float *ta_run_heatmap(const ta_run *r, int cycle)
{
    const int nq = r->config.nq, nk = r->config.nk, a = r->build.a;
    const size_t size = (size_t)nq * (size_t)nk;
    float *weight = ta_answer_array(size * sizeof *weight);
    if (!weight)
        return NULL;
    memset(weight, 0, size * sizeof *weight);
    for (int row = 0; row < nq; row++) {
        const int last = ta_row_tile(r, row, cycle);
        if (last < 0)
            continue;
        const step *now = ta_step_at(r, row, last);
        /* NAIVE takes every P against the final maximum. */
        const int is_flash = r->config.mode == TA_FLASH;
        for (int tile = 0; tile <= last && now->l > 0; tile++) {
            const step *then = ta_step_at(r, row, tile);
            if (then->p_cycle < 0 || then->p_cycle > cycle)
                continue;
            const int32_t *p = ta_elements_at(r, row, tile) + 2 * a;
            const double scale = (is_flash ? exp2((then->m_new - now->m_new) / 256.0) : 1) / ldexp(1, r->build.pf) /
                                 (now->l / 4096.0);
            for (int j = 0; j < a && tile * a + j < nk; j++)
                weight[(size_t)row * (size_t)nk + (size_t)(tile * a + j)] = (float)(p[j] * scale);
        }
    }
    return weight;
}

const double *ta_run_float_out(const ta_run *r)
{
    const ta_reference *f = &r->reference;
    const double *all = f->given ? f->given : f->dequantized;
    return all + (size_t)r->input->head * (size_t)r->config.nq * (size_t)r->input->problem.dv;
}

/* Attention with the unit matrix for V has the weights for output. */
const double *ta_run_float_weights(const ta_run *r)
{
    const ta_problem *p = &r->input->problem;
    const ta_quantized *z = &r->input->quantized;
    const size_t nq = (size_t)p->nq, nk = (size_t)p->nk, d = (size_t)p->d;
    const size_t head = (size_t)r->input->head, kv = (size_t)ta_problem_kv_head(p, r->input->head);
    double *out = ta_answer_array((nq * nk + nk * nk + nk + nq * d + nk * d) * sizeof *out);
    if (!out)
        return NULL;
    double *unit = out + nq * nk, *scratch = unit + nk * nk, *q = scratch + nk, *k = q + nq * d;
    for (size_t i = 0; i < nk * nk; i++)
        unit[i] = i % (nk + 1) == 0;
    for (size_t i = 0; i < nq * d; i++)
        q[i] = p->q->f ? p->q->f[head * nq * d + i] : p->q->i[head * nq * d + i];
    for (size_t i = 0; i < nk * d; i++)
        k[i] = p->k->f ? p->k->f[kv * nk * d + i] : p->k->i[kv * nk * d + i];
    ta_float_attention(p->nq, p->nk, p->d, p->nk, q, k, unit, z->softmax_scale, r->config.causal, r->config.offset,
                       out, NULL, scratch);
    return out;
}

const double *ta_run_two_pass(const ta_run *r, int row, int keys)
{
    const int d = r->config.d;
    if (row < 0 || row >= r->config.nq || keys < 0 || keys > r->config.nk) {
        ta_fail(&ta_failure, TA_ERROR_USAGE, "no such row or key");
        return NULL;
    }
    double *out = ta_answer_array((2 + (size_t)keys) * sizeof *out);
    if (!out)
        return NULL;
    double most = -INFINITY, sum = 0;
    const int visible = ta_row_keys(&r->config, row);
    for (int j = 0; j < keys; j++) { /* first pass */
        int32_t s;
        ta_mm1(1, d, r->job.q + (ptrdiff_t)row * d, r->job.k + (ptrdiff_t)j * d, &s);
        out[2 + j] = j < visible ? ldexp((double)s * r->config.scale, -20) : -INFINITY;
        most = fmax(most, out[2 + j]);
    }
    for (int j = 0; j < keys; j++) { /* second pass */
        out[2 + j] = j < visible ? exp2(out[2 + j] - most) : 0;
        sum += out[2 + j];
    }
    for (int j = 0; j < keys && sum > 0; j++)
        out[2 + j] /= sum;
    out[0] = most;
    out[1] = sum;
    return out;
}
