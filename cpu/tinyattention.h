/* SPDX-License-Identifier: MIT
 *
 * Attention on tensors in memory, with the bits of the hardware: quantize, run, dequantize.
 *
 *     ta_attention x;
 *     ta_attention_init(&x, heads, nq, nk, d);
 *     x.q.data = q; x.k.data = k; x.v.data = v; x.out.data = out;
 *     int status = ta_attention_run(&x);
 *
 * Needs no other header of the project.
 */
#ifndef TINYATTENTION_H
#define TINYATTENTION_H

#include <stddef.h>
#include <stdint.h>

enum ta_status {
#define TA_STATUS(id, text) TA_STATUS_##id,
#include "cpu/status.def"
#undef TA_STATUS
    TA_STATUS_COUNT
};

/* Type of q, k and v. */
enum ta_attention_type {
    TA_FLOAT32, /* quantized; out is float */
    TA_INT8     /* taken as they are, with cfg_scale; out is int16 Q8.8 in steps of V */
};

/* What shares a scale, and which tensors have the mean over their keys taken away. */
enum ta_attention_quant { TA_QUANTIZE_TENSOR, TA_QUANTIZE_HEAD, TA_QUANTIZE_CHANNEL };
enum ta_attention_smooth { TA_SMOOTHE_NONE, TA_SMOOTHE_K, TA_SMOOTHE_KV };

/* Element (head, row, column) lies at data + head * head_stride + row * row_stride +
 * column * column_stride, strides in elements, of any sign. */
typedef struct ta_view {
    const void *data;
    ptrdiff_t head_stride, row_stride, column_stride;
} ta_view;

typedef struct ta_output {
    void *data;
    ptrdiff_t head_stride, row_stride, column_stride;
} ta_output;

typedef struct ta_attention {
    int type;     /* enum ta_attention_type */
    int heads;    /* of q and out; a batch is more heads */
    int kv_heads; /* of k and v; divides heads: head h uses floor(h * kv_heads / heads) */
    int nq;       /* queries of a head */
    int nk;       /* keys of a head */
    int d;        /* dimension of a query and a key */
    int d_v;      /* dimension of a value and an output row */
    ta_view q;    /* (heads, nq, d) */
    ta_view k;    /* (kv_heads, nk, d) */
    ta_view v;    /* (kv_heads, nk, d_v) */
    ta_output out;     /* (heads, nq, d_v) float, or int16 for TA_INT8 */
    float *lse;        /* (heads, nq) log of the row's sum, -inf: no key seen; may be null */
    int causal;        /* 1: query i sees the keys j <= i + offset */
    int offset;        /* 0: top left; nk - nq: bottom right */
    int a;             /* keys of a tile, 4, 8 or 16: part of the contract of bits */
    int p_frac;        /* fraction bits of a probability, 8 or 12 */
    int quant;         /* enum ta_attention_quant */
    int smooth;        /* enum ta_attention_smooth */
    double softmax_scale; /* TA_FLOAT32; 0: 1 / sqrt(d) */
    uint32_t cfg_scale;   /* TA_INT8: UQ4.20, below 2^24 */
    int threads;          /* 0: as many as OpenMP gives */
} ta_attention;

/* float32, dense, row-major, kv_heads = heads, d_v = d, not causal, a = 8, p_frac = 12 (the
 * build "wide"), one scale per head and per column of V, means of K and V taken away. */
void ta_attention_init(ta_attention *attention, int heads, int nq, int nk, int d);

/* Runs it.  Returns an enum ta_status; out and lse are written only when it is
 * TA_STATUS_OK.  Allocates what it needs and frees it. */
int ta_attention_run(const ta_attention *attention);

/* The text of a status; null: out of range. */
const char *ta_status_text(int status);

#endif
