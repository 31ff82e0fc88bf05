/* SPDX-License-Identifier: MIT
 *
 * Q, K and V that belong together: the rules of shapes, and one head after another.
 */
#ifndef TA_PROBLEM_H
#define TA_PROBLEM_H

#include "host/tensor.h"

typedef struct ta_problem {
    const ta_tensor *q; /* (nq, d), (H, nq, d) or (B, H, nq, d) */
    const ta_tensor *k; /* (nk, d), (Hkv, nk, d) or (B, Hkv, nk, d) */
    const ta_tensor *v; /* (nk, dv), ... as k */
    int is_int8;
    int batch;    /* B */
    int heads;    /* B * H: every query head */
    int kv_heads; /* B * Hkv */
    int nq;
    int nk;
    int d;  /* of Q and K */
    int dv; /* of V */
} ta_problem;

/* Checks that the three tensors fit together; keeps pointers to them. */
int ta_problem_init(ta_problem *problem, const ta_tensor *q, const ta_tensor *k,
                    const ta_tensor *v, ta_error *error);

/* The K/V head (0..kv_heads-1) that query head `head` (0..heads-1) uses: within a batch
 * floor(h * Hkv / H), grouped-query attention. */
int ta_problem_kv_head(const ta_problem *problem, int head);

/* The larger of d and dv rounded up to a multiple of a: cfg_d. */
int ta_problem_padded_d(const ta_problem *problem, int a);

/* Shape of the output (Q's leading axes, nq, dv) and of the log-sum-exp (Q's shape without
 * its last axis).  Each returns the rank. */
int ta_problem_out_shape(const ta_problem *problem, int shape[TA_RANK_MAX]);
int ta_problem_lse_shape(const ta_problem *problem, int shape[TA_RANK_MAX]);

/* 1 / sqrt(d), the softmax scale where none is given. */
double ta_problem_default_scale(const ta_problem *problem);

#endif
