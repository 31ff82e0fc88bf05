/* SPDX-License-Identifier: MIT */
#include "host/metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "golden/golden.h"

void ta_metrics_add(ta_metrics_sum *s, int rows, int columns, const double *value,
                    const double *reference, const double *v_lsb)
{
    for (int i = 0; i < rows; i++)
        for (int c = 0; c < columns; c++) {
            double x = *value++;
            double y = *reference++;
            double difference = fabs(x - y);
            s->count++;
            s->max = fmax(s->max, difference);
            s->max_v_lsb = fmax(s->max_v_lsb, difference / v_lsb[c]);
            s->difference += difference;
            s->difference_sq += difference * difference;
            s->reference += fabs(y);
            s->dot += x * y;
            s->value_sq += x * x;
            s->reference_sq += y * y;
        }
}

ta_metrics ta_metrics_finish(const ta_metrics_sum *s)
{
    ta_metrics m = {NAN, NAN, NAN, NAN, NAN, NAN};
    if (!s->count)
        return m;
    double n = (double)s->count;
    m.max = s->max;
    m.mean_abs = s->difference / n;
    m.rmse = sqrt(s->difference_sq / n);
    m.max_v_lsb = s->max_v_lsb;
    if (s->reference > 0)
        m.rel_l1 = s->difference / s->reference;
    double norms = sqrt(s->value_sq) * sqrt(s->reference_sq);
    if (norms > 0)
        m.cosine = fmax(-1, fmin(1, s->dot / norms)); /* rounding may pass 1 */
    return m;
}

/* x (n, d) = q (n, dp) * scale (d, or one: scale_step 0) + mean (d; may be null). */
static void dequantize_input(int n, int d, int dp, const int8_t *q, const double *scale,
                             int scale_step, const double *mean, double *x)
{
    for (int i = 0; i < n; i++)
        for (int c = 0; c < d; c++)
            *x++ = q[(size_t)i * (size_t)dp + (size_t)c] * scale[c * scale_step] +
                   (mean ? mean[c] : 0);
}

/* v_lsb (dv) of one K/V head. */
static void find_steps(const ta_quantized *z, size_t kv, double *v_lsb)
{
    for (size_t c = 0; c < (size_t)z->dv; c++) {
        const int8_t *v = z->v + kv * (size_t)z->nk * (size_t)z->dp + c;
        const double mean = fabs(z->v_mean[kv * (size_t)z->dv + c]);
        int is_zero = 1;
        for (size_t i = 0; i < (size_t)z->nk && is_zero; i++)
            is_zero = v[i * (size_t)z->dp] == 0;
        v_lsb[c] = z->sv[kv * (size_t)z->dv + c];
        if (is_zero)
            v_lsb[c] = fmax(v_lsb[c], ldexp(mean, -40));
    }
}

int ta_reference_new(const ta_problem *p, const ta_quantized *z, int causal, long offset,
                     ta_reference *r, ta_error *error)
{
    size_t nq = (size_t)z->nq;
    size_t nk = (size_t)z->nk;
    size_t d = (size_t)z->d;
    size_t dv = (size_t)z->dv;
    size_t heads = (size_t)z->heads;
    size_t kv_heads = (size_t)z->kv_heads;
    memset(r, 0, sizeof *r);
    /* nq * d, nk * d, nk * dv, heads * nq and kv_heads * dv are at most a tensor's elements, below 2^31. */
    uint64_t outputs = (uint64_t)(heads * nq) * dv; /* < 2^31 * 2^24 */
    uint64_t bytes = 8 * ((uint64_t)(nq * d) + nk * d + nk * dv + nk + heads * nq + kv_heads * dv +
                          (z->is_int8 ? 1 : 2) * outputs);
    double *at = bytes <= SIZE_MAX / 2 ? malloc((size_t)bytes) : NULL;
    if (!at)
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory for the reference of %s",
                       p->q->name);
    double *q = at;
    double *k = q + nq * d;
    double *v = k + nk * d;
    double *scratch = v + nk * dv;
    r->memory = at;
    r->lse = scratch + nk;
    r->v_lsb = r->lse + heads * nq;
    r->dequantized = r->v_lsb + kv_heads * dv;
    r->given = z->is_int8 ? NULL : r->dequantized + (size_t)outputs;
    for (size_t kv = 0; kv < kv_heads; kv++)
        find_steps(z, kv, r->v_lsb + kv * dv);
    for (size_t h = 0; h < heads; h++) {
        size_t kv = (size_t)ta_problem_kv_head(p, (int)h);
        double *lse = r->lse + h * nq;
        dequantize_input(z->nq, z->d, z->dp, z->q + h * nq * (size_t)z->dp, &z->sq[h], 0, NULL, q);
        dequantize_input(z->nk, z->d, z->dp, z->k + kv * nk * (size_t)z->dp, &z->sk[kv], 0,
                         z->k_mean + kv * d, k);
        dequantize_input(z->nk, z->dv, z->dp, z->v + kv * nk * (size_t)z->dp, z->sv + kv * dv, 1,
                         z->v_mean + kv * dv, v);
        ta_float_attention(z->nq, z->nk, z->d, z->dv, q, k, v, z->softmax_scale, causal, offset,
                           r->dequantized + h * nq * dv, lse, scratch);
        if (r->given)
            ta_float_attention(z->nq, z->nk, z->d, z->dv, p->q->f + h * nq * d,
                               p->k->f + kv * nk * d, p->v->f + kv * nk * dv, z->softmax_scale,
                               causal, offset, r->given + h * nq * dv, lse, scratch);
    }
    return TA_OK;
}

void ta_reference_free(ta_reference *r)
{
    free(r->memory);
    memset(r, 0, sizeof *r);
}

void ta_error_add(ta_error_sum *s, const ta_quantized *z, const ta_reference *r, int head,
                  const double *value)
{
    size_t size = (size_t)z->nq * (size_t)z->dv;
    size_t kv = (size_t)(head / (z->heads / z->kv_heads));
    const double *v_lsb = r->v_lsb + kv * (size_t)z->dv;
    const double *dequantized = r->dequantized + (size_t)head * size;
    ta_metrics_add(&s->datapath, z->nq, z->dv, value, dequantized, v_lsb);
    if (r->given) {
        const double *given = r->given + (size_t)head * size;
        ta_metrics_add(&s->total, z->nq, z->dv, value, given, v_lsb);
        ta_metrics_add(&s->quantization, z->nq, z->dv, dequantized, given, v_lsb);
    }
}
