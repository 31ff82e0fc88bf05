/* SPDX-License-Identifier: MIT
 *
 * Error metrics: an engine's output against attention in double precision, split into what
 * INT8 costs (quantization) and what the datapath costs.
 */
#ifndef TA_METRICS_H
#define TA_METRICS_H

#include "host/quantize.h"

/* Sums over heads, rows and columns; start with zeros. */
typedef struct ta_metrics_sum {
    uint64_t count;
    double max;            /* max |difference| */
    double max_v_lsb;      /* the same, each column in its own V-LSB */
    double difference;     /* sum |value - reference| */
    double difference_sq;  /* sum (value - reference)^2 */
    double reference;      /* sum |reference| */
    double dot;            /* sum value * reference */
    double value_sq;
    double reference_sq;
} ta_metrics_sum;

/* NaN where there is no value (no element; rel_l1: the reference is all zero; cosine: either
 * side is). */
typedef struct ta_metrics {
    double max;
    double mean_abs;
    double rmse;
    double rel_l1;
    double cosine;
    double max_v_lsb;
} ta_metrics;

/* value, reference (rows, columns); v_lsb (columns): value of one step of the INT8 V. */
void ta_metrics_add(ta_metrics_sum *sum, int rows, int columns, const double *value,
                    const double *reference, const double *v_lsb);
ta_metrics ta_metrics_finish(const ta_metrics_sum *sum);

/* Attention in double precision of every head of a problem. */
typedef struct ta_reference {
    double *given;       /* (heads, nq, dv) on the tensors as given; null for INT8 */
    double *lse;         /* (heads, nq) of the tensors as given; INT8: of the integers */
    double *dequantized; /* (heads, nq, dv) on the dequantized tensors, with the unrounded
                          * softmax scale; INT8: on the integers, in V-LSB */
    double *v_lsb;       /* (kv_heads, dv) the step in which differences are counted: the scale
                          * of V; where a column is all zero without its mean, at least
                          * 2^-40 * |mean|, as what is less counts as zero there */
    void *memory;        /* holds all of the arrays */
} ta_reference;

int ta_reference_new(const ta_problem *problem, const ta_quantized *quantized, int causal,
                     long offset, ta_reference *reference, ta_error *error);
void ta_reference_free(ta_reference *reference);

/* The three parts of an engine's error; start with zeros. */
typedef struct ta_error_sum {
    ta_metrics_sum total;        /* engine - given; nothing for INT8 */
    ta_metrics_sum quantization; /* dequantized - given; nothing for INT8 */
    ta_metrics_sum datapath;     /* engine - dequantized */
} ta_error_sum;

/* value (nq, dv): the engine's output of one head, from ta_dequantize. */
void ta_error_add(ta_error_sum *sum, const ta_quantized *quantized,
                  const ta_reference *reference, int head, const double *value);

#endif
