/* SPDX-License-Identifier: MIT */
#include "host/quantize.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double log2_e = 1.4426950408889634074;
static const double ln_2 = 0.69314718055994530942;

enum { NO_KEY = -32768 }; /* m of a row that saw no key */

static const char *const quant_names[] = {"tensor", "head", "channel"};
static const char *const smooth_names[] = {"none", "k", "kv"};

const char *ta_quant_name(int quant)
{
    return quant >= 0 && quant < TA_QUANT_COUNT ? quant_names[quant] : NULL;
}

const char *ta_smooth_name(int smooth)
{
    return smooth >= 0 && smooth < TA_SMOOTH_COUNT ? smooth_names[smooth] : NULL;
}

int ta_quant_find(const char *name)
{
    for (int i = 0; i < TA_QUANT_COUNT; i++)
        if (strcmp(quant_names[i], name) == 0)
            return i;
    return -1;
}

int ta_smooth_find(const char *name)
{
    for (int i = 0; i < TA_SMOOTH_COUNT; i++)
        if (strcmp(smooth_names[i], name) == 0)
            return i;
    return -1;
}

double ta_cfg_scale(double sq, double sk, double softmax_scale)
{
    return floor(sq * sk * log2_e * softmax_scale * 1048576.0 + 0.5);
}

/* The part of a tensor that shares a scale: some heads, some columns, all rows. */
typedef struct group {
    int head0;
    int heads;
    int column0;
    int columns;
} group;

/* One tensor on its way to INT8. */
typedef struct plane {
    const double *x;    /* (heads, n, d) as given */
    const double *mean; /* (heads, d) to take away; zeros where not smoothed */
    int8_t *q;          /* (heads, n, dp) */
    int heads;
    int n;
    int d;
    int dp;
    const char *name;
} plane;

static size_t index3(int head, int row, int column, int n, int d)
{
    return ((size_t)head * (size_t)n + (size_t)row) * (size_t)d + (size_t)column;
}

/* mean (heads, d): over the n rows of each head, in order, in double precision.  On success
 * the distance of every value to its mean is finite. */
static int take_means(const plane *p, double *mean, ta_error *error)
{
    for (int h = 0; h < p->heads; h++)
        for (int c = 0; c < p->d; c++) {
            double sum = 0;
            for (int i = 0; i < p->n; i++)
                sum += p->x[index3(h, i, c, p->n, p->d)];
            mean[index3(h, 0, c, 1, p->d)] = sum / p->n;
            if (!isfinite(sum))
                return ta_fail(error, TA_ERROR_INPUT,
                               "%s: head %d, column %d: found values whose sum overflows, "
                               "expected a finite mean", p->name, h, c);
            for (int i = 0; i < p->n; i++)
                if (!isfinite(p->x[index3(h, i, c, p->n, p->d)] - sum / p->n))
                    return ta_fail(error, TA_ERROR_INPUT,
                                   "%s: head %d: found values whose distance to their mean "
                                   "overflows, expected a finite one", p->name, h);
        }
    return TA_OK;
}

/* s = max|x| / 127 and q = clamp(rint(x / s), -127, 127), ties to even, of a group of zeroed
 * q.  A group is all zero when max|x - mean| <= 2^-40 * max|x| (or when s underflows to 0):
 * then s = 1, q stays 0 and *zero is set. */
static void quantize_group(const plane *p, group g, double *scale, int *zero)
{
    double most = 0;       /* max|x - mean| */
    double most_given = 0; /* max|x| */
    for (int h = g.head0; h < g.head0 + g.heads; h++)
        for (int i = 0; i < p->n; i++)
            for (int c = g.column0; c < g.column0 + g.columns; c++) {
                double x = p->x[index3(h, i, c, p->n, p->d)];
                most = fmax(most, fabs(x - p->mean[index3(h, 0, c, 1, p->d)]));
                most_given = fmax(most_given, fabs(x));
            }
    double s = most / 127;
    *zero = most <= ldexp(most_given, -40) || s == 0;
    *scale = *zero ? 1 : s;
    if (*zero)
        return;
    for (int h = g.head0; h < g.head0 + g.heads; h++)
        for (int i = 0; i < p->n; i++)
            for (int c = g.column0; c < g.column0 + g.columns; c++) {
                double x = p->x[index3(h, i, c, p->n, p->d)];
                double q = rint((x - p->mean[index3(h, 0, c, 1, p->d)]) / s);
                p->q[index3(h, i, c, p->n, p->dp)] =
                    (int8_t)fmin(fmax(q, -127), 127); /* a tiny s may round down */
            }
}

/* Scales (heads) and zero marks (heads) of Q or K: one group, or one a head. */
static void quantize_heads(const plane *p, int quant, double *scale, uint8_t *zeros)
{
    int step = quant == TA_QUANT_TENSOR ? p->heads : 1;
    for (int h = 0; h < p->heads; h += step) {
        group g = {h, step, 0, p->d};
        int zero = 0;
        quantize_group(p, g, &scale[h], &zero);
        zeros[h] = (uint8_t)zero;
        for (int same = h + 1; same < h + step; same++) {
            scale[same] = scale[h];
            zeros[same] = zeros[h];
        }
    }
}

/* Scales (heads, d) of V: one group, one a head, or one a head and column. */
static void quantize_values(const plane *p, int quant, double *scale)
{
    int head_step = quant == TA_QUANT_TENSOR ? p->heads : 1;
    int column_step = quant == TA_QUANT_CHANNEL ? 1 : p->d;
    for (int h = 0; h < p->heads; h += head_step)
        for (int c = 0; c < p->d; c += column_step) {
            group g = {h, head_step, c, column_step};
            int zero = 0;
            double s;
            quantize_group(p, g, &s, &zero);
            for (int i = h; i < h + head_step; i++)
                for (int j = c; j < c + column_step; j++)
                    scale[index3(i, 0, j, 1, p->d)] = s;
        }
}

static void copy_int8(const int8_t *from, int heads, int n, int d, int dp, int8_t *to)
{
    for (int h = 0; h < heads; h++)
        for (int i = 0; i < n; i++)
            memcpy(to + index3(h, i, 0, n, dp), from + index3(h, i, 0, n, d), (size_t)d);
}

/* The arrays of *z in one piece of zeroed memory.  0: it does not fit. */
static int allocate(ta_quantized *z, uint8_t **zeros)
{
    uint64_t heads = (uint64_t)z->heads;
    uint64_t kv_heads = (uint64_t)z->kv_heads;
    uint64_t dv = (uint64_t)z->dv;
    uint64_t d = (uint64_t)z->d;
    uint64_t q = heads * (uint64_t)z->nq * (uint64_t)z->dp;        /* < 2^31 * 2^25 */
    uint64_t kv = kv_heads * (uint64_t)z->nk * (uint64_t)z->dp;    /* < 2^31 * 2^25 */
    uint64_t doubles = heads + kv_heads + kv_heads * d + 2 * kv_heads * dv; /* < 2^34 */
    uint64_t total = 8 * doubles + 4 * heads + q + 2 * kv + heads + kv_heads;
    char *at = total <= SIZE_MAX / 2 ? calloc(1, (size_t)total) : NULL;
    if (!at)
        return 0;
    z->memory = at;
    z->sq = (double *)z->memory;
    z->sk = z->sq + heads;
    z->sv = z->sk + kv_heads;
    z->k_mean = z->sv + kv_heads * dv;
    z->v_mean = z->k_mean + kv_heads * d;
    at += 8 * doubles;
    z->cfg_scale = (uint32_t *)(void *)at;
    at += 4 * heads;
    z->q = (int8_t *)at;
    z->k = z->q + q;
    z->v = z->k + kv;
    *zeros = (uint8_t *)(z->v + kv);
    return 1;
}

static int quantize_int8(const ta_problem *p, const ta_quant_options *o, ta_quantized *z,
                         ta_error *error)
{
    if (o->cfg_scale > 0xFFFFFF)
        return ta_fail(error, TA_ERROR_USAGE, "cfg_scale: found %lu, expected 0 to 16777215",
                       (unsigned long)o->cfg_scale);
    copy_int8(p->q->i, z->heads, z->nq, z->d, z->dp, z->q);
    copy_int8(p->k->i, z->kv_heads, z->nk, z->d, z->dp, z->k);
    copy_int8(p->v->i, z->kv_heads, z->nk, z->dv, z->dp, z->v);
    for (int h = 0; h < z->heads; h++) {
        z->sq[h] = 1;
        z->cfg_scale[h] = o->cfg_scale;
    }
    for (int h = 0; h < z->kv_heads; h++) {
        z->sk[h] = 1;
        for (int c = 0; c < z->dv; c++)
            z->sv[index3(h, 0, c, 1, z->dv)] = 1;
    }
    z->softmax_scale = ln_2 * o->cfg_scale / 1048576.0;
    return TA_OK;
}

static int quantize_float(const ta_problem *p, const ta_quant_options *o, uint8_t *zeros,
                          ta_quantized *z, ta_error *error)
{
    const ta_tensor *tensors[] = {p->q, p->k, p->v};
    uint8_t *q_zero = zeros;            /* (heads) */
    uint8_t *k_zero = zeros + z->heads; /* (kv_heads) */
    int status;
    for (int i = 0; i < 3; i++)
        if ((status = ta_tensor_check_finite(tensors[i], error)))
            return status;
    double *no_mean = calloc((size_t)z->heads * (size_t)z->d, sizeof *no_mean); /* of Q */
    if (!no_mean)
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory to quantize %s", p->q->name);
    plane q = {p->q->f, no_mean, z->q, z->heads, z->nq, z->d, z->dp, p->q->name};
    plane k = {p->k->f, z->k_mean, z->k, z->kv_heads, z->nk, z->d, z->dp, p->k->name};
    plane v = {p->v->f, z->v_mean, z->v, z->kv_heads, z->nk, z->dv, z->dp, p->v->name};
    quantize_heads(&q, o->quant, z->sq, q_zero);
    free(no_mean);
    if (o->smooth != TA_SMOOTH_NONE && (status = take_means(&k, z->k_mean, error)))
        return status;
    if (o->smooth == TA_SMOOTH_KV && (status = take_means(&v, z->v_mean, error)))
        return status;
    quantize_heads(&k, o->quant, z->sk, k_zero);
    quantize_values(&v, o->quant, z->sv);
    z->softmax_scale = o->softmax_scale;
    for (int h = 0; h < z->heads; h++) {
        int kv = ta_problem_kv_head(p, h);
        double scale = q_zero[h] || k_zero[kv]
                           ? 1 : ta_cfg_scale(z->sq[h], z->sk[kv], o->softmax_scale);
        if (!(scale >= 1 && scale < 16777216))
            return ta_fail(error, TA_ERROR_INPUT,
                           "cfg_scale of head %d: found %.9g (scales %.6g of %s, %.6g of %s%s, "
                           "softmax scale %.6g), expected 1 to 16777215", h, scale, z->sq[h],
                           p->q->name, z->sk[kv], p->k->name,
                           o->smooth == TA_SMOOTH_NONE ? "" : " without its mean", o->softmax_scale);
        z->cfg_scale[h] = (uint32_t)scale;
    }
    return TA_OK;
}

int ta_quantize(const ta_problem *p, const ta_quant_options *o, int a, ta_quantized *z,
                ta_error *error)
{
    uint8_t *zeros;
    memset(z, 0, sizeof *z);
    z->is_int8 = p->is_int8;
    z->quant = o->quant;
    z->smooth = o->smooth;
    z->heads = p->heads;
    z->kv_heads = p->kv_heads;
    z->nq = p->nq;
    z->nk = p->nk;
    z->d = p->d;
    z->dv = p->dv;
    z->dp = ta_problem_padded_d(p, a);
    if (!allocate(z, &zeros))
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory to quantize %s", p->q->name);
    int status = p->is_int8 ? quantize_int8(p, o, z, error) : quantize_float(p, o, zeros, z, error);
    if (status)
        ta_quantized_free(z);
    return status;
}

void ta_quantized_free(ta_quantized *z)
{
    free(z->memory);
    memset(z, 0, sizeof *z);
}

static int kv_head(const ta_quantized *z, int head)
{
    return head / (z->heads / z->kv_heads);
}

void ta_quantized_job(const ta_quantized *z, int head, const ta_build *build,
                      const ta_config *config, ta_job *job)
{
    job->build = *build;
    job->config = *config;
    job->config.nq = z->nq;
    job->config.nk = z->nk;
    job->config.d = z->dp;
    job->config.scale = z->cfg_scale[head];
    job->q = z->q + index3(head, 0, 0, z->nq, z->dp);
    job->k = z->k + index3(kv_head(z, head), 0, 0, z->nk, z->dp);
    job->v = z->v + index3(kv_head(z, head), 0, 0, z->nk, z->dp);
}

void ta_dequantize(const ta_quantized *z, int head, const int16_t *out, const int16_t *m,
                   double *value)
{
    const double *sv = z->sv + index3(kv_head(z, head), 0, 0, 1, z->dv);
    const double *mean = z->v_mean + index3(kv_head(z, head), 0, 0, 1, z->dv);
    for (int i = 0; i < z->nq; i++)
        for (int c = 0; c < z->dv; c++) {
            double x = out[index3(0, i, c, z->nq, z->dp)] * sv[c] / 256;
            value[index3(0, i, c, z->nq, z->dv)] = m[i] == NO_KEY ? x : x + mean[c];
        }
}

void ta_log_sum_exp(const ta_problem *p, const ta_quantized *z, int head, const int16_t *m,
                    const int64_t *l, double *lse)
{
    const double *mean = z->k_mean + index3(kv_head(z, head), 0, 0, 1, z->d);
    for (int i = 0; i < z->nq; i++) {
        if (m[i] == NO_KEY) {
            lse[i] = -INFINITY;
            continue;
        }
        double dot = 0;
        if (!z->is_int8 && z->smooth != TA_SMOOTH_NONE)
            for (int c = 0; c < z->d; c++)
                dot += p->q->f[index3(head, i, c, z->nq, z->d)] * mean[c];
        lse[i] = ln_2 * (m[i] / 256.0 + log2((double)l[i] / 4096)) + dot * z->softmax_scale;
    }
}
