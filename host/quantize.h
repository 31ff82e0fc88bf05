/* SPDX-License-Identifier: MIT
 *
 * quantize and dequantize: floating-point tensors to INT8 with scales, and the engine's
 * integers back.
 */
#ifndef TA_QUANTIZE_H
#define TA_QUANTIZE_H

#include "host/problem.h"
#include "spec/job.h"

/* What shares a scale.  The names are those of --quant and --smooth. */
enum ta_quant {
    TA_QUANT_TENSOR,  /* one each for Q, K and V */
    TA_QUANT_HEAD,    /* one a head */
    TA_QUANT_CHANNEL, /* one a head for Q and K, one a head and column for V */
    TA_QUANT_COUNT
};

/* Which tensors have the mean over their keys taken away. */
enum ta_smooth { TA_SMOOTH_NONE, TA_SMOOTH_K, TA_SMOOTH_KV, TA_SMOOTH_COUNT };

const char *ta_quant_name(int quant);   /* null: out of range */
const char *ta_smooth_name(int smooth); /* null: out of range */
int ta_quant_find(const char *name);    /* -1: none */
int ta_smooth_find(const char *name);   /* -1: none */

typedef struct ta_quant_options {
    int quant;            /* enum ta_quant; float only */
    int smooth;           /* enum ta_smooth; float only */
    double softmax_scale; /* float only */
    uint32_t cfg_scale;   /* INT8 only, below 2^24 */
} ta_quant_options;

typedef struct ta_quantized {
    int is_int8;
    int quant;            /* enum ta_quant; float only */
    int smooth;           /* enum ta_smooth; float only */
    int heads;
    int kv_heads;
    int nq;
    int nk;
    int d;                /* of Q and K as given */
    int dv;               /* of V as given */
    int dp;               /* padded: cfg_d */
    double softmax_scale; /* INT8: the one that cfg_scale stands for, ln 2 * cfg_scale / 2^20 */
    int8_t *q;            /* (heads, nq, dp) */
    int8_t *k;            /* (kv_heads, nk, dp), without the mean where smoothed */
    int8_t *v;            /* (kv_heads, nk, dp), without the mean where smoothed */
    double *sq;           /* (heads); INT8: 1, as sk and sv */
    double *sk;           /* (kv_heads) */
    double *sv;           /* (kv_heads, dv) */
    double *k_mean;       /* (kv_heads, d), 0 where not smoothed */
    double *v_mean;       /* (kv_heads, dv), 0 where not smoothed */
    uint32_t *cfg_scale;  /* (heads) UQ4.20 */
    void *memory;         /* holds all of the arrays */
} ta_quantized;

/* a: lanes of the build, 4, 8 or 16.  INT8 tensors are taken as they are.
 * Errors: a value that is not finite, a cfg_scale that is not 1..2^24-1. */
int ta_quantize(const ta_problem *problem, const ta_quant_options *options, int a,
                ta_quantized *quantized, ta_error *error);
void ta_quantized_free(ta_quantized *quantized);

/* The job of one query head: pointers into *quantized; config gives what is not a size or
 * a scale. */
void ta_quantized_job(const ta_quantized *quantized, int head, const ta_build *build,
                      const ta_config *config, ta_job *job);

/* floor(sq * sk * log2(e) * softmax_scale * 2^20 + 0.5), product from left to right. */
double ta_cfg_scale(double sq, double sk, double softmax_scale);

/* out (nq, dp) Q8.8 in V-LSB and m (nq) of a result; value (nq, dv) = out * sv / 256, plus
 * mean(V) for a row that saw a key. */
void ta_dequantize(const ta_quantized *quantized, int head, const int16_t *out,
                   const int16_t *m, double *value);

/* lse (nq): ln 2 * (m / 256 + log2(l / 4096)), plus q . mean(K) * softmax_scale where K was
 * smoothed; -inf for a row that saw no key. */
void ta_log_sum_exp(const ta_problem *problem, const ta_quantized *quantized, int head,
                    const int16_t *m, const int64_t *l, double *lse);

#endif
