/* SPDX-License-Identifier: MIT
 *
 * The public header: any strides, grouped heads and padding give what quantizer, golden
 * model and dequantizer give; misuse gives a status and writes nothing.
 */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/tinyattention.h"
#include "golden/golden.h"
#include "golden/random_job.h"
#include "host/quantize.h"

static void *take(size_t bytes)
{
    void *p = calloc(1, bytes ? bytes : 1);
    assert_non_null(p);
    return p;
}

/* The same attention from its parts, one element after another. */
static void reference(const ta_attention *x, float *out, int16_t *out16, float *lse)
{
    ta_tensor t[3];
    const ta_view *view[] = {&x->q, &x->k, &x->v};
    const int shape[3][3] = {{x->heads, x->nq, x->d}, {x->kv_heads, x->nk, x->d}, {x->kv_heads, x->nk, x->d_v}};
    for (int i = 0; i < 3; i++) {
        const uint64_t s[] = {(uint64_t)shape[i][0], (uint64_t)shape[i][1], (uint64_t)shape[i][2]};
        assert_int_equal(ta_tensor_new(&t[i], "t", x->type == TA_INT8 ? TA_I8 : TA_F32, 3, s, 0), 0);
        size_t at = 0;
        for (int h = 0; h < shape[i][0]; h++)
            for (int r = 0; r < shape[i][1]; r++)
                for (int c = 0; c < shape[i][2]; c++, at++) {
                    ptrdiff_t from = h * view[i]->head_stride + r * view[i]->row_stride + c * view[i]->column_stride;
                    if (x->type == TA_INT8)
                        t[i].i[at] = ((const int8_t *)view[i]->data)[from];
                    else
                        t[i].f[at] = ((const float *)view[i]->data)[from];
                }
    }
    ta_problem p;
    ta_quantized z;
    assert_int_equal(ta_problem_init(&p, &t[0], &t[1], &t[2], 0), 0);
    ta_quant_options o = {x->quant, x->smooth, x->softmax_scale == 0 ? 1 / sqrt(x->d) : x->softmax_scale, x->cfg_scale};
    assert_int_equal(ta_quantize(&p, &o, x->a, &z, 0), 0);
    const ta_build build = {"reference", x->a, z.dp, 4096, x->p_frac, 16};
    const ta_config config = {.q_rows = x->a, .causal = x->causal, .offset = x->offset};
    for (int h = 0; h < x->heads; h++) {
        ta_job job;
        ta_quantized_job(&z, h, &build, &config, &job);
        ta_result r = {.out = take(2 * (size_t)x->nq * (size_t)z.dp), .m = take(2 * (size_t)x->nq), .l = take(8 * (size_t)x->nq)};
        void *work = take(ta_golden_workspace(&build, &job.config));
        assert_int_equal(ta_golden_run(&job, &r, work, 0, 0), 0);
        double *value = take(sizeof(double) * (size_t)x->nq * (size_t)(x->d_v + 1));
        ta_dequantize(&z, h, r.out, r.m, value);
        for (int i = 0; i < x->nq; i++)
            for (int c = 0; c < x->d_v; c++) {
                size_t at = ((size_t)h * (size_t)x->nq + (size_t)i) * (size_t)x->d_v + (size_t)c;
                if (out)
                    out[at] = (float)value[i * x->d_v + c];
                if (out16)
                    out16[at] = r.out[i * z.dp + c];
            }
        ta_log_sum_exp(&p, &z, h, r.m, r.l, value);
        for (int i = 0; i < x->nq; i++)
            lse[h * x->nq + i] = (float)value[i];
        free(value);
        free(work);
        free(r.out);
        free(r.m);
        free(r.l);
    }
    ta_quantized_free(&z);
    for (int i = 0; i < 3; i++)
        ta_tensor_free(&t[i]);
}

static float normal(uint64_t *state)
{
    int sum = 0;
    for (int i = 0; i < 12; i++)
        sum += (int)ta_random_below(state, 1001);
    return (float)(sum - 6000) / 1000;
}

/* Strides of a (heads, rows, columns) array in one of five layouts, and where it starts. */
static ptrdiff_t layout(int kind, int heads, int rows, int columns, ptrdiff_t stride[3])
{
    const ptrdiff_t h = heads, r = rows, c = columns;
    switch (kind) {
    case 0: /* heads, rows, columns */
        stride[0] = r * c, stride[1] = c, stride[2] = 1;
        return 0;
    case 1: /* rows, heads, columns: as a projection leaves them */
        stride[0] = c, stride[1] = h * c, stride[2] = 1;
        return 0;
    case 2: /* heads, columns, rows */
        stride[0] = r * c, stride[1] = 1, stride[2] = r;
        return 0;
    case 3: /* rows with a gap */
        stride[0] = r * (c + 3), stride[1] = c + 3, stride[2] = 1;
        return 0;
    default: /* backwards */
        stride[0] = -r * c, stride[1] = -c, stride[2] = -1;
        return h * r * c - 1;
    }
}

static void strides(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 400; seed++) {
        uint64_t random = seed;
        ta_attention x;
        const int kv = 1 + (int)ta_random_below(&random, 3);
        ta_attention_init(&x, kv * (1 + (int)ta_random_below(&random, 3)),
                          1 + (int)ta_random_below(&random, 40), 1 + (int)ta_random_below(&random, 40),
                          1 + (int)ta_random_below(&random, 40));
        x.kv_heads = kv;
        x.d_v = 1 + (int)ta_random_below(&random, 40);
        x.type = seed % 4 == 3 ? TA_INT8 : TA_FLOAT32;
        x.a = 4 << seed % 3;
        x.p_frac = seed / 3 % 2 ? 8 : 12;
        x.quant = (int)ta_random_below(&random, 3);
        x.smooth = (int)ta_random_below(&random, 3);
        x.causal = seed % 5 < 2;
        x.offset = x.causal ? (int)ta_random_below(&random, 41) - 20 : 0;
        x.softmax_scale = seed % 7 ? 0 : 0.3;
        x.cfg_scale = 500;
        x.threads = 1 + (int)(seed % 3);

        const size_t size = x.type == TA_INT8 ? 1 : sizeof(float);
        const size_t room = 9 * 40 * 43;
        void *data[3];
        ta_view *view[] = {&x.q, &x.k, &x.v};
        for (int i = 0; i < 3; i++) {
            ptrdiff_t s[3];
            const ptrdiff_t start = layout((int)ta_random_below(&random, 5), i ? kv : x.heads,
                                           i ? x.nk : x.nq, i == 2 ? x.d_v : x.d, s);
            data[i] = take(room * size);
            for (size_t n = 0; n < room; n++)
                if (x.type == TA_INT8)
                    ((int8_t *)data[i])[n] = (int8_t)ta_random_below(&random, 256);
                else
                    ((float *)data[i])[n] = normal(&random);
            *view[i] = (ta_view){(char *)data[i] + start * (ptrdiff_t)size, s[0], s[1], s[2]};
        }
        ptrdiff_t s[3];
        const size_t cells = (size_t)x.heads * (size_t)x.nq * (size_t)x.d_v;
        const ptrdiff_t start = layout((int)ta_random_below(&random, 5), x.heads, x.nq, x.d_v, s);
        char *out = take(room * sizeof(float));
        x.out = (ta_output){out + start * (x.type == TA_INT8 ? 2 : 4), s[0], s[1], s[2]};
        x.lse = take(sizeof(float) * (size_t)x.heads * (size_t)x.nq);
        assert_int_equal(ta_attention_run(&x), TA_STATUS_OK);

        float *want = take(cells * sizeof *want), *lse = take(sizeof(float) * (size_t)x.heads * (size_t)x.nq);
        int16_t *want16 = take(cells * sizeof *want16);
        reference(&x, want, want16, lse);
        size_t at = 0;
        for (int h = 0; h < x.heads; h++)
            for (int i = 0; i < x.nq; i++)
                for (int c = 0; c < x.d_v; c++, at++) {
                    const ptrdiff_t to = h * s[0] + i * s[1] + c * s[2];
                    if (x.type == TA_INT8)
                        assert_int_equal(((int16_t *)x.out.data)[to], want16[at]);
                    else
                        assert_memory_equal((float *)x.out.data + to, &want[at], sizeof(float));
                }
        assert_memory_equal(x.lse, lse, sizeof(float) * (size_t)x.heads * (size_t)x.nq);
        free(want);
        free(want16);
        free(lse);
        free(x.lse);
        free(out);
        for (int i = 0; i < 3; i++)
            free(data[i]);
    }
}

/* Near float attention: the plain use of the header. */
static void near_float(void **state)
{
    (void)state;
    enum { N = 64, D = 32 };
    float *data = take(4 * N * D * sizeof *data);
    double wide[3][N * D], want[N * D], scratch[N];
    uint64_t random = 5;
    for (int i = 0; i < 3 * N * D; i++)
        wide[i / (N * D)][i % (N * D)] = data[i] = normal(&random);
    ta_attention x;
    ta_attention_init(&x, 1, N, N, D);
    x.q.data = data;
    x.k.data = data + N * D;
    x.v.data = data + 2 * N * D;
    x.out.data = data + 3 * N * D;
    assert_int_equal(ta_attention_run(&x), TA_STATUS_OK);
    ta_float_attention(N, N, D, D, wide[0], wide[1], wide[2], 1 / sqrt(D), 0, 0, want, 0, scratch);
    double difference = 0, total = 0;
    for (int i = 0; i < N * D; i++) {
        difference += fabs(data[3 * N * D + i] - want[i]);
        total += fabs(want[i]);
    }
    assert_true(difference < 0.03 * total);
    free(data);
}

static void misuse(void **state)
{
    (void)state;
    float q[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8] = {42};
    ta_attention good, x;
    ta_attention_init(&good, 1, 2, 2, 4);
    good.q.data = good.k.data = good.v.data = q;
    good.out.data = out;
#define REFUSES(status, change)                                                              \
    x = good;                                                                                \
    change;                                                                                  \
    assert_int_equal(ta_attention_run(&x), TA_STATUS_##status);                              \
    assert_true(out[0] == 42)
    REFUSES(SIZE, x.nq = 0);
    REFUSES(SIZE, x.nk = 131073);
    REFUSES(SIZE, x.d = 0);
    REFUSES(SIZE, x.d_v = 65537);
    REFUSES(SIZE, x.kv_heads = 0);
    REFUSES(SIZE, x.kv_heads = 2);
    REFUSES(TYPE, x.type = 2);
    REFUSES(OPTION, x.a = 5);
    REFUSES(OPTION, x.p_frac = 15);
    REFUSES(OPTION, x.quant = 3);
    REFUSES(OPTION, x.smooth = -1);
    REFUSES(OPTION, (x.causal = 1, x.offset = 200000));
    REFUSES(POINTER, x.q.data = 0);
    REFUSES(POINTER, x.out.data = 0);
    REFUSES(SCALE, x.softmax_scale = 1e12);
    REFUSES(SCALE, x.softmax_scale = -1);
    REFUSES(SCALE, x.softmax_scale = NAN);
    REFUSES(SCALE, (x.type = TA_INT8, x.cfg_scale = 1u << 24));
    q[3] = INFINITY;
    REFUSES(NOT_FINITE, (void)0);
    q[3] = NAN;
    REFUSES(NOT_FINITE, (void)0);
    q[3] = 4;
    setenv("TINYATTN_CPU", "abacus", 1);
    REFUSES(VERSION, (void)0);
    unsetenv("TINYATTN_CPU");
    assert_int_equal(ta_attention_run(&good), TA_STATUS_OK);
    assert_true(out[0] != 42);
    for (int i = 0; i < TA_STATUS_COUNT; i++)
        assert_non_null(ta_status_text(i));
    assert_null(ta_status_text(-1));
    assert_null(ta_status_text(TA_STATUS_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strides),
        cmocka_unit_test(near_float),
        cmocka_unit_test(misuse),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
