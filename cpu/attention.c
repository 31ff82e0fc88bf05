/* SPDX-License-Identifier: MIT
 *
 * Tensors in memory around the engine: the host's quantizer, one job a head, dequantize.
 */
#include "cpu/tinyattention.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/cpu.h"
#include "golden/stages.h"
#include "host/quantize.h"

_Static_assert((int)TA_QUANTIZE_TENSOR == TA_QUANT_TENSOR && (int)TA_QUANTIZE_HEAD == TA_QUANT_HEAD &&
               (int)TA_QUANTIZE_CHANNEL == TA_QUANT_CHANNEL, "as in host/quantize.h");
_Static_assert((int)TA_SMOOTHE_NONE == TA_SMOOTH_NONE && (int)TA_SMOOTHE_K == TA_SMOOTH_K &&
               (int)TA_SMOOTHE_KV == TA_SMOOTH_KV, "as in host/quantize.h");

const char *ta_status_text(int status)
{
    static const char *const texts[] = {
#define TA_STATUS(id, text) text,
#include "cpu/status.def"
#undef TA_STATUS
    };
    return status >= 0 && status < TA_STATUS_COUNT ? texts[status] : 0;
}

void ta_attention_init(ta_attention *x, int heads, int nq, int nk, int d)
{
    *x = (ta_attention){.type = TA_FLOAT32, .heads = heads, .kv_heads = heads, .nq = nq, .nk = nk,
                        .d = d, .d_v = d, .a = 8, .p_frac = 12, .quant = TA_QUANTIZE_CHANNEL,
                        .smooth = TA_SMOOTHE_KV};
    x->q.column_stride = x->k.column_stride = x->v.column_stride = x->out.column_stride = 1;
    x->q.row_stride = x->k.row_stride = x->v.row_stride = x->out.row_stride = d;
    x->q.head_stride = x->out.head_stride = (ptrdiff_t)nq * d;
    x->k.head_stride = x->v.head_stride = (ptrdiff_t)nk * d;
}

static int check(const ta_attention *x)
{
    if (x->heads < 1 || x->kv_heads < 1 || x->heads % x->kv_heads || x->nq < 1 || x->nk < 1 ||
        x->nq > TA_N_LIMIT || x->nk > TA_N_LIMIT || x->d < 1 || x->d_v < 1 ||
        x->d > TA_D_LIMIT || x->d_v > TA_D_LIMIT)
        return TA_STATUS_SIZE;
    if (x->type != TA_FLOAT32 && x->type != TA_INT8)
        return TA_STATUS_TYPE;
    if ((x->a != 4 && x->a != 8 && x->a != 16) || (x->p_frac != 8 && x->p_frac != 12) ||
        x->quant < 0 || x->quant >= TA_QUANT_COUNT || x->smooth < 0 ||
        x->smooth >= TA_SMOOTH_COUNT ||
        (x->causal && (x->offset < -TA_N_LIMIT || x->offset > TA_N_LIMIT)))
        return TA_STATUS_OPTION;
    if (!x->q.data || !x->k.data || !x->v.data || !x->out.data)
        return TA_STATUS_POINTER;
    if (x->type == TA_INT8 && x->cfg_scale > 0xFFFFFF)
        return TA_STATUS_SCALE;
    if (x->type == TA_FLOAT32 && !isfinite(x->softmax_scale))
        return TA_STATUS_SCALE;
    return TA_STATUS_OK;
}

/* A view as a tensor (heads, rows, columns) of the host library. */
static int gather(const ta_view *view, int type, const char *name, int heads, int rows,
                  int columns, ta_tensor *tensor)
{
    const uint64_t shape[] = {(uint64_t)heads, (uint64_t)rows, (uint64_t)columns};
    if (ta_tensor_new(tensor, name, type == TA_INT8 ? TA_I8 : TA_F32, 3, shape, 0))
        return TA_STATUS_MEMORY;
    size_t at = 0;
    for (int h = 0; h < heads; h++)
        for (int i = 0; i < rows; i++) {
            const ptrdiff_t row = h * view->head_stride + i * view->row_stride;
            for (int c = 0; c < columns; c++, at++) {
                const ptrdiff_t from = row + c * view->column_stride;
                if (type == TA_INT8) {
                    tensor->i[at] = ((const int8_t *)view->data)[from];
                } else {
                    tensor->f[at] = ((const float *)view->data)[from];
                    if (!isfinite(tensor->f[at]))
                        return TA_STATUS_NOT_FINITE;
                }
            }
        }
    return TA_STATUS_OK;
}

/* Everything that a run allocates. */
typedef struct run {
    ta_tensor q, k, v;
    ta_problem problem;
    ta_quantized quantized;
    ta_job *jobs;
    ta_result *results;
    int16_t *out;
    int16_t *m;
    int64_t *l;
    void *workspace;
    double *row;
} run;

static void write(const ta_attention *x, const run *r, int head)
{
    const ta_quantized *z = &r->quantized;
    const ta_result *result = &r->results[head];
    if (x->type == TA_FLOAT32)
        ta_dequantize(z, head, result->out, result->m, r->row);
    for (int i = 0; i < x->nq; i++)
        for (int c = 0; c < x->d_v; c++) {
            const ptrdiff_t to = head * x->out.head_stride + i * x->out.row_stride +
                                 c * x->out.column_stride;
            if (x->type == TA_FLOAT32)
                ((float *)x->out.data)[to] = (float)r->row[(ptrdiff_t)i * x->d_v + c];
            else
                ((int16_t *)x->out.data)[to] = result->out[(ptrdiff_t)i * z->dp + c];
        }
    if (x->lse) {
        ta_log_sum_exp(&r->problem, z, head, result->m, result->l, r->row);
        for (int i = 0; i < x->nq; i++)
            x->lse[(ptrdiff_t)head * x->nq + i] = (float)r->row[i];
    }
}

static int run_all(const ta_attention *x, const ta_cpu_version *version, run *r)
{
    int status = gather(&x->q, x->type, "q", x->heads, x->nq, x->d, &r->q);
    if (!status)
        status = gather(&x->k, x->type, "k", x->kv_heads, x->nk, x->d, &r->k);
    if (!status)
        status = gather(&x->v, x->type, "v", x->kv_heads, x->nk, x->d_v, &r->v);
    if (status)
        return status;
    if (ta_problem_init(&r->problem, &r->q, &r->k, &r->v, 0))
        return TA_STATUS_SIZE;

    /* 1. Quantize. */
    ta_quant_options options = {.quant = x->quant, .smooth = x->smooth, .cfg_scale = x->cfg_scale,
                                .softmax_scale = x->softmax_scale};
    if (x->softmax_scale == 0) /* exactly: the default was asked for */
        options.softmax_scale = ta_problem_default_scale(&r->problem);
    ta_error error = {0};
    if (ta_quantize(&r->problem, &options, x->a, &r->quantized, &error))
        return strncmp(error.text, "cfg_scale", 9) ? TA_STATUS_MEMORY : TA_STATUS_SCALE;

    /* 2. One job a head. */
    const ta_quantized *z = &r->quantized;
    const int n = x->nq > x->nk ? x->nq : x->nk;
    const ta_build build = {"attention", x->a, z->dp, n < 8 * x->a ? 8 * x->a : n, x->p_frac, 8 * x->a};
    const ta_config config = {.nq = x->nq, .nk = x->nk, .d = z->dp, .mode = TA_FLASH,
                              .q_rows = 4 * x->a, .causal = x->causal != 0,
                              .offset = !x->causal           ? 0
                                        : x->offset > build.nmax ? build.nmax
                                        : x->offset < -build.nmax ? -build.nmax
                                                                  : x->offset};
    const size_t heads = (size_t)x->heads, rows = heads * (size_t)x->nq;
    const int threads = x->threads > 0 ? x->threads : ta_cpu_max_threads();
    const size_t workspace = ta_cpu_workspace(&build, &config) * (size_t)threads;
    const size_t row = (size_t)x->nq * (size_t)x->d_v;
    r->jobs = calloc(heads, sizeof *r->jobs);
    r->results = calloc(heads, sizeof *r->results);
    r->out = calloc(rows, (size_t)z->dp * sizeof *r->out);
    r->m = calloc(rows, sizeof *r->m);
    r->l = calloc(rows, sizeof *r->l);
    r->workspace = malloc(workspace);
    r->row = calloc(row, sizeof *r->row);
    if (!r->jobs || !r->results || !r->out || !r->m || !r->l || !r->workspace || !r->row)
        return TA_STATUS_MEMORY;
    for (size_t h = 0; h < heads; h++) {
        ta_quantized_job(z, (int)h, &build, &config, &r->jobs[h]);
        r->results[h].out = r->out + h * (size_t)x->nq * (size_t)z->dp;
        r->results[h].m = r->m + h * (size_t)x->nq;
        r->results[h].l = r->l + h * (size_t)x->nq;
    }
    if (ta_cpu_run_many(r->jobs, r->results, x->heads, version, threads, r->workspace, workspace))
        return TA_STATUS_SIZE;

    /* 3. Dequantize. */
    for (int h = 0; h < x->heads; h++)
        write(x, r, h);
    return TA_STATUS_OK;
}

int ta_attention_run(const ta_attention *attention)
{
    int status = check(attention);
    if (status)
        return status;
    const ta_cpu_version *version = ta_cpu_select();
    if (!version)
        return TA_STATUS_VERSION;
    run *r = calloc(1, sizeof *r);
    if (!r)
        return TA_STATUS_MEMORY;
    status = run_all(attention, version, r);
    free(r->row);
    free(r->workspace);
    free(r->l);
    free(r->m);
    free(r->out);
    free(r->results);
    free(r->jobs);
    ta_quantized_free(&r->quantized);
    ta_tensor_free(&r->v);
    ta_tensor_free(&r->k);
    ta_tensor_free(&r->q);
    free(r);
    return status;
}
