/* SPDX-License-Identifier: MIT
 *
 * The quantizer: rounding, clamp, all-zero rule, what shares a scale, means, cfg_scale,
 * padding, grouped queries; and the way back.
 */
#include <float.h>
#include <math.h>

#include "golden/random_job.h"
#include "host/quantize.h"
#include "testing.h"

typedef struct three {
    ta_tensor q;
    ta_tensor k;
    ta_tensor v;
    ta_problem p;
    ta_quantized z;
} three;

static void free_three(three *t)
{
    ta_tensor_free(&t->q);
    ta_tensor_free(&t->k);
    ta_tensor_free(&t->v);
    ta_quantized_free(&t->z);
}

static int quantize(three *t, int quant, int smooth, double scale, ta_error *error)
{
    const ta_quant_options o = {quant, smooth, scale, 0};
    int status = ta_problem_init(&t->p, &t->q, &t->k, &t->v, error);
    return status ? status : ta_quantize(&t->p, &o, 4, &t->z, error);
}

/* One head, the same (n, d) values for Q, K and V. */
static three same(int n, int d, const double *values)
{
    const uint64_t shape[2] = {(uint64_t)n, (uint64_t)d};
    three t;
    memset(&t, 0, sizeof t);
    t.q = make_float("Q", 2, shape, values);
    t.k = make_float("K", 2, shape, values);
    t.v = make_float("V", 2, shape, values);
    return t;
}

static void ties_to_even_and_clamp(void **state)
{
    /* the largest magnitude is 127, so the scale is 1 */
    static const double values[12] = {127, -127, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 126.5, -126.5,
                                      63.4999, -0.51};
    static const int8_t expected[12] = {127, -127, 0, 2, 2, 0, -2, -2, 126, -126, 63, -1};
    (void)state;
    three t = same(3, 4, values);
    assert_ok(quantize(&t, TA_QUANT_TENSOR, TA_SMOOTH_NONE, 0.01, error));
    assert_true(t.z.sq[0] == 1 && t.z.sk[0] == 1 && t.z.sv[3] == 1);
    assert_memory_equal(t.z.q, expected, 12);
    assert_memory_equal(t.z.k, expected, 12);
    assert_memory_equal(t.z.v, expected, 12);
    free_three(&t);
}

static void never_minus_128(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (int run = 0; run < 2000; run++) {
        double x[4];
        for (int i = 0; i < 4; i++)
            x[i] = ((double)ta_random_next(&seed) / 18446744073709551616.0 - 0.5) *
                   ldexp(1, (int)ta_random_below(&seed, 20) - 10);
        three t = same(1, 4, x);
        double most = fmax(fmax(fabs(x[0]), fabs(x[1])), fmax(fabs(x[2]), fabs(x[3])));
        assert_ok(quantize(&t, TA_QUANT_TENSOR, TA_SMOOTH_NONE, 127 / most / most, error));
        assert_true(t.z.sq[0] == most / 127);
        for (int i = 0; i < 4; i++) {
            assert_in_range(t.z.q[i] + 127, 0, 254);
            assert_true(t.z.q[i] == rint(x[i] / (most / 127)));
            if (fabs(x[i]) == most)
                assert_int_equal(t.z.q[i], x[i] < 0 ? -127 : 127);
        }
        free_three(&t);
    }
}

/* A scale of few bits: x / s would pass 127; one that underflows: as all zero. */
static void subnormal(void **state)
{
    const double least = ldexp(1, -1074);
    const double values[4] = {180 * least, -180 * least, least, 0};
    const double tiny[4] = {least, 0, 0, 0};
    const double ones[4] = {1, 1, 1, 1};
    (void)state;
    three t = same(1, 4, ones);
    memcpy(t.v.f, values, sizeof values);
    assert_ok(quantize(&t, TA_QUANT_TENSOR, TA_SMOOTH_NONE, 0.5, error));
    assert_true(t.z.sv[0] == least);
    assert_memory_equal(t.z.v, "\x7f\x81\x01\x00", 4);
    ta_quantized_free(&t.z);
    memcpy(t.v.f, tiny, sizeof tiny);
    assert_ok(quantize(&t, TA_QUANT_TENSOR, TA_SMOOTH_NONE, 0.5, error));
    assert_true(t.z.sv[0] == 1);
    assert_int_equal(t.z.v[0], 0);
    free_three(&t);
}

static void all_zero(void **state)
{
    static const double zeros[8] = {0};
    static const double ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    (void)state;
    for (int quant = 0; quant < TA_QUANT_COUNT; quant++) {
        three t = same(2, 4, zeros);
        assert_ok(quantize(&t, quant, TA_SMOOTH_KV, 1e-30, error)); /* any softmax scale */
        assert_int_equal(t.z.cfg_scale[0], 1);
        assert_true(t.z.sq[0] == 1 && t.z.sk[0] == 1 && t.z.sv[0] == 1);
        assert_memory_equal(t.z.q, zeros, 8);
        memcpy(t.q.f, ones, sizeof ones); /* Q is not zero, K is */
        ta_quantized_free(&t.z);
        assert_ok(quantize(&t, quant, TA_SMOOTH_NONE, 1e30, error));
        assert_int_equal(t.z.cfg_scale[0], 1);
        memcpy(t.q.f, zeros, sizeof zeros); /* Q is zero, K is not */
        memcpy(t.k.f, ones, sizeof ones);
        ta_quantized_free(&t.z);
        assert_ok(quantize(&t, quant, TA_SMOOTH_NONE, 1e30, error));
        assert_int_equal(t.z.cfg_scale[0], 1);
        free_three(&t);
    }
}

/* max|x - mean| against 2^-40 * max|x|: at the bound zero, above it not. */
static void all_zero_after_smoothing(void **state)
{
    static const double zero_deltas[] = {0, 0.5, 1};
    (void)state;
    for (int i = 0; i < 3; i++) {
        /* rows 1 - delta and 1 + delta: the mean is exactly 1 */
        double delta = ldexp(zero_deltas[i], -40);
        double values[8] = {1 - delta, 1, 1, 1, 1 + delta, 1, 1, 1};
        three t = same(2, 4, values);
        assert_ok(quantize(&t, TA_QUANT_TENSOR, TA_SMOOTH_KV, 1e8, error));
        assert_true(t.z.sk[0] == 1 && t.z.sv[0] == 1);
        assert_memory_equal(t.z.k, "\0\0\0\0\0\0\0\0", 8);
        assert_memory_equal(t.z.v, "\0\0\0\0\0\0\0\0", 8);
        assert_int_equal(t.z.cfg_scale[0], 1);
        free_three(&t);
    }
    /* twice the bound */
    double values[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    values[0] -= ldexp(1, -39);
    values[4] += ldexp(1, -39);
    three t = same(2, 4, values);
    assert_ok(quantize(&t, TA_QUANT_TENSOR, TA_SMOOTH_KV, 1e14, error));
    assert_true(t.z.sk[0] == ldexp(1, -39) / 127);
    assert_int_equal(t.z.k[0], -127);
    assert_int_equal(t.z.k[4], 127);
    assert_int_equal(t.z.k[1], 0);
    free_three(&t);
    /* large values whose rest is above 127 but below the bound stay 0, not 127 */
    double large[8];
    for (int i = 0; i < 8; i++)
        large[i] = 1e20 + (i < 4 ? 32768 : 0);
    t = same(2, 4, large);
    for (int i = 0; i < 8; i++)
        t.q.f[i] = i;
    assert_ok(quantize(&t, TA_QUANT_CHANNEL, TA_SMOOTH_KV, 1, error));
    for (int i = 0; i < 8; i++) {
        assert_int_equal(t.z.k[i], 0);
        assert_int_equal(t.z.v[i], 0);
    }
    free_three(&t);
}

/* Which scale each mode takes, over two heads and columns of different size. */
static void what_shares_a_scale(void **state)
{
    /* (2, 2, 2): head 0 up to 4 and 2, head 1 up to 8 and 1 a column */
    static const double values[8] = {1, 2, -4, 1, 8, -0.5, 2, 1};
    static const double sv[TA_QUANT_COUNT][4] = {{8, 8, 8, 8}, {4, 4, 8, 8}, {4, 2, 8, 1}};
    static const double sq[TA_QUANT_COUNT][2] = {{8, 8}, {4, 8}, {4, 8}};
    (void)state;
    for (int quant = 0; quant < TA_QUANT_COUNT; quant++) {
        three t;
        memset(&t, 0, sizeof t);
        t.q = make_float("Q", 3, SHAPE(2, 2, 2), values);
        t.k = make_float("K", 3, SHAPE(2, 2, 2), values);
        t.v = make_float("V", 3, SHAPE(2, 2, 2), values);
        assert_ok(quantize(&t, quant, TA_SMOOTH_NONE, 0.25, error));
        assert_int_equal(t.z.quant, quant);
        for (int h = 0; h < 2; h++) {
            assert_true(t.z.sq[h] == sq[quant][h] / 127);
            assert_true(t.z.sk[h] == sq[quant][h] / 127);
            double cfg = floor(t.z.sq[h] * t.z.sk[h] * 1.4426950408889634074 * 0.25 * 1048576 + 0.5);
            assert_int_equal(t.z.cfg_scale[h], (int)cfg);
            for (int i = 0; i < 2; i++)
                for (int c = 0; c < 4; c++) { /* columns 2 and 3 are padding */
                    int at = (h * 2 + i) * 4 + c;
                    double x = c < 2 ? values[(h * 2 + i) * 2 + c] : 0;
                    assert_int_equal(t.z.q[at], c < 2 ? rint(x / t.z.sq[h]) : 0);
                    assert_int_equal(t.z.k[at], c < 2 ? rint(x / t.z.sk[h]) : 0);
                    assert_int_equal(t.z.v[at], c < 2 ? rint(x / t.z.sv[h * 2 + c]) : 0);
                }
        }
        for (int i = 0; i < 4; i++)
            assert_true(t.z.sv[i] == sv[quant][i] / 127);
        free_three(&t);
    }
}

static void smoothing(void **state)
{
    /* columns: mean 10 with distance 2; mean -1 with distance 1 */
    static const double values[4] = {8, -2, 12, 0};
    (void)state;
    for (int smooth = 0; smooth < TA_SMOOTH_COUNT; smooth++) {
        three t = same(2, 2, values);
        assert_ok(quantize(&t, TA_QUANT_CHANNEL, smooth, 0.25, error));
        assert_int_equal(t.z.smooth, smooth);
        int k = smooth != TA_SMOOTH_NONE;
        int v = smooth == TA_SMOOTH_KV;
        assert_true(t.z.sq[0] == 12.0 / 127); /* Q is never smoothed */
        assert_true(t.z.k_mean[0] == (k ? 10 : 0) && t.z.k_mean[1] == (k ? -1 : 0));
        assert_true(t.z.v_mean[0] == (v ? 10 : 0) && t.z.v_mean[1] == (v ? -1 : 0));
        assert_true(t.z.sk[0] == (k ? 2.0 : 12.0) / 127);
        assert_true(t.z.sv[0] == (v ? 2.0 : 12.0) / 127);
        assert_true(t.z.sv[1] == (v ? 1.0 : 2.0) / 127);
        assert_int_equal(t.z.k[0], k ? -127 : 85);
        assert_int_equal(t.z.k[1], k ? -64 : -21); /* -63.5 to even */
        assert_int_equal(t.z.v[1], -127);
        free_three(&t);
    }
}

/* K and V of fewer heads: the scale and the mean are of the K/V head. */
static void grouped_queries(void **state)
{
    double q[8];
    static const double kv[4] = {1, 3, 10, 30}; /* (2, 2, 1) */
    three t;
    ta_job job;
    const ta_config config = {0, 0, 0, TA_FLASH, 16, 0, 0, 1, 1, 10, 0};
    (void)state;
    for (int i = 0; i < 8; i++)
        q[i] = 1 << i / 2; /* (4, 2, 1) */
    memset(&t, 0, sizeof t);
    t.q = make_float("Q", 3, SHAPE(4, 2, 1), q);
    t.k = make_float("K", 3, SHAPE(2, 2, 1), kv);
    t.v = make_float("V", 3, SHAPE(2, 2, 1), kv);
    assert_ok(quantize(&t, TA_QUANT_CHANNEL, TA_SMOOTH_KV, 0.25, error));
    assert_true(t.z.k_mean[0] == 2 && t.z.k_mean[1] == 20);
    assert_true(t.z.sk[0] == 1.0 / 127 && t.z.sk[1] == 10.0 / 127);
    for (int h = 0; h < 4; h++) {
        double cfg = ta_cfg_scale((1 << h) / 127.0, (h < 2 ? 1 : 10) / 127.0, 0.25);
        assert_int_equal(t.z.cfg_scale[h], (int)cfg);
        ta_quantized_job(&t.z, h, ta_build_find("lab"), &config, &job);
        assert_ptr_equal(job.q, t.z.q + h * 2 * 4);
        assert_ptr_equal(job.k, t.z.k + h / 2 * 2 * 4);
        assert_ptr_equal(job.v, t.z.v + h / 2 * 2 * 4);
        assert_int_equal(job.config.nq, 2);
        assert_int_equal(job.config.nk, 2);
        assert_int_equal(job.config.d, 4);
        assert_int_equal(job.config.latency, 10);
        assert_int_equal(job.config.scale, (int)cfg);
        assert_int_equal(ta_config_check(&job.build, &job.config), 0);
        static const int16_t m[2] = {0, 0};
        static const int64_t l[2] = {4096, 4096};
        double lse[2]; /* q . mean(K) of its K/V head alone */
        ta_log_sum_exp(&t.p, &t.z, h, m, l, lse);
        assert_true(lse[0] == (1 << h) * (h < 2 ? 2 : 20) * 0.25 && lse[1] == lse[0]);
    }
    free_three(&t);
}

static void cfg_scale_edges(void **state)
{
    static const double values[4] = {127, 0, 0, 0}; /* scales 1 */
    const double unit = 1.4426950408889634074 * 1048576;
    (void)state;
    three t = same(1, 4, values);
    assert_ok(quantize(&t, TA_QUANT_TENSOR, TA_SMOOTH_NONE, 0.5 / unit * (1 + DBL_EPSILON * 4), error));
    assert_int_equal(t.z.cfg_scale[0], 1);
    ta_quantized_free(&t.z);
    assert_ok(quantize(&t, TA_QUANT_TENSOR, TA_SMOOTH_NONE, 16777215.4 / unit, error));
    assert_int_equal(t.z.cfg_scale[0], 16777215);
    ta_quantized_free(&t.z);
#define SCALES "(scales 1 of Q, 1 of K, softmax scale "
    assert_fails(quantize(&t, TA_QUANT_TENSOR, TA_SMOOTH_NONE, 0.49 / unit, error),
                 TA_ERROR_INPUT, "cfg_scale of head 0: found 0 " SCALES "3.23908e-07), expected 1 "
                                 "to 16777215");
    assert_null(t.z.memory);
    assert_fails(quantize(&t, TA_QUANT_TENSOR, TA_SMOOTH_NONE, 16777215.5 / unit, error),
                 TA_ERROR_INPUT, "cfg_scale of head 0: found 16777216 " SCALES "11.0904), expected "
                                 "1 to 16777215");
    assert_fails(quantize(&t, TA_QUANT_TENSOR, TA_SMOOTH_NONE, -1, error), TA_ERROR_INPUT,
                 "cfg_scale of head 0: found -1512775 " SCALES "-1), expected 1 to 16777215");
    assert_fails(quantize(&t, TA_QUANT_TENSOR, TA_SMOOTH_NONE, (double)NAN, error),
                 TA_ERROR_INPUT, "cfg_scale of head 0: found nan " SCALES "nan), expected 1 to "
                                 "16777215");
    free_three(&t);
    static const double apart[4] = {254, 0, 0, 0}; /* 127 to each side of the mean */
    t = same(2, 2, apart);
    assert_fails(quantize(&t, TA_QUANT_TENSOR, TA_SMOOTH_K, -1, error), TA_ERROR_INPUT,
                 "cfg_scale of head 0: found -3025551 (scales 2 of Q, 1 of K without its mean, softmax "
                 "scale -1), expected 1 to 16777215");
    free_three(&t);
}

static void not_finite(void **state)
{
    static const double values[4] = {1, 2, 3, 4};
    static const double huge[4] = {1.7e308, 1.7e308, -1.7e308, 1.7e308};
    (void)state;
    three t = same(2, 2, values);
    t.v.f[2] = NAN;
    assert_fails(quantize(&t, TA_QUANT_CHANNEL, TA_SMOOTH_KV, 0.5, error), TA_ERROR_INPUT,
                 "V: element [1, 0]: found nan, expected a finite number");
    t.q.f[3] = -INFINITY;
    assert_fails(quantize(&t, TA_QUANT_CHANNEL, TA_SMOOTH_KV, 0.5, error), TA_ERROR_INPUT,
                 "Q: element [1, 1]: found -inf, expected a finite number");
    t.q.f[3] = 4;
    memcpy(t.v.f, huge, sizeof huge);
    assert_fails(quantize(&t, TA_QUANT_CHANNEL, TA_SMOOTH_KV, 0.5, error), TA_ERROR_INPUT,
                 "V: head 0, column 1: found values whose sum overflows, expected a finite mean");
    assert_ok(quantize(&t, TA_QUANT_CHANNEL, TA_SMOOTH_K, 0.5, error));
    free_three(&t);
    /* the mean is finite, the distance to it is not */
    double three_rows[3] = {-1.7e308, 1.7e308, 1.7e308};
    memset(&t, 0, sizeof t);
    t.q = make_float("Q", 2, SHAPE(1, 1), values);
    t.k = make_float("K", 2, SHAPE(3, 1), values);
    t.v = make_float("V", 2, SHAPE(3, 1), three_rows);
    assert_fails(quantize(&t, TA_QUANT_CHANNEL, TA_SMOOTH_KV, 0.5, error), TA_ERROR_INPUT,
                 "V: head 0: found values whose distance to their mean overflows, expected a "
                 "finite one");
    free_three(&t);
    memset(&t, 0, sizeof t); /* the same of K */
    t.q = make_float("Q", 2, SHAPE(1, 1), values);
    t.k = make_float("K", 2, SHAPE(3, 1), three_rows);
    t.v = make_float("V", 2, SHAPE(3, 1), values);
    assert_fails(quantize(&t, TA_QUANT_TENSOR, TA_SMOOTH_K, 0.5, error), TA_ERROR_INPUT,
                 "K: head 0: found values whose distance to their mean overflows, expected a "
                 "finite one");
    t.k.f[0] = 1.7e308;
    assert_fails(quantize(&t, TA_QUANT_TENSOR, TA_SMOOTH_K, 0.5, error), TA_ERROR_INPUT,
                 "K: head 0, column 0: found values whose sum overflows, expected a finite mean");
    free_three(&t);
}

static void int8_as_it_is(void **state)
{
    static const int8_t values[6] = {-128, 127, 1, -1, 0, 5};
    ta_quant_options o = {TA_QUANT_CHANNEL, TA_SMOOTH_KV, 0, 16777215};
    int16_t out[8] = {256, -512, 0, 0, 32767, -32768, 0, 0};
    const int16_t m[2] = {0, -32768};
    const int64_t l[2] = {8192, 0};
    double value[4];
    double lse[2];
    three t;
    (void)state;
    memset(&t, 0, sizeof t);
    assert_ok(ta_tensor_new(&t.q, "Q", TA_I8, 2, SHAPE(2, 3), error));
    assert_ok(ta_tensor_new(&t.k, "K", TA_I8, 2, SHAPE(2, 3), error));
    assert_ok(ta_tensor_new(&t.v, "V", TA_I8, 2, SHAPE(2, 2), error));
    memcpy(t.q.i, values, 6);
    memcpy(t.k.i, values, 6);
    memcpy(t.v.i, values, 4);
    assert_ok(ta_problem_init(&t.p, &t.q, &t.k, &t.v, error));
    assert_ok(ta_quantize(&t.p, &o, 4, &t.z, error));
    assert_memory_equal(t.z.q, "\x80\x7f\x01\x00\xff\x00\x05\x00", 8);
    assert_memory_equal(t.z.k, "\x80\x7f\x01\x00\xff\x00\x05\x00", 8);
    assert_memory_equal(t.z.v, "\x80\x7f\x00\x00\x01\xff\x00\x00", 8);
    assert_int_equal(t.z.cfg_scale[0], 16777215);
    assert_true(t.z.softmax_scale == log(2) * 16777215 / 1048576);
    ta_dequantize(&t.z, 0, out, m, value);
    assert_true(value[0] == 1 && value[1] == -2 && value[2] == 32767.0 / 256 && value[3] == -128);
    ta_log_sum_exp(&t.p, &t.z, 0, m, l, lse);
    assert_true(fabs(lse[0] - log(2)) < 1e-15);
    assert_true(isinf(lse[1]) && lse[1] < 0);
    ta_quantized_free(&t.z);
    o.cfg_scale = 0; /* legal in hardware */
    assert_ok(ta_quantize(&t.p, &o, 4, &t.z, error));
    ta_quantized_free(&t.z);
    o.cfg_scale = 16777216;
    assert_fails(ta_quantize(&t.p, &o, 4, &t.z, error), TA_ERROR_USAGE,
                 "cfg_scale: found 16777216, expected 0 to 16777215");
    free_three(&t);
    /* scales of every head and column are 1 */
    memset(&t, 0, sizeof t);
    assert_ok(ta_tensor_new(&t.q, "Q", TA_I8, 3, SHAPE(2, 1, 2), error));
    assert_ok(ta_tensor_new(&t.k, "K", TA_I8, 3, SHAPE(2, 1, 2), error));
    assert_ok(ta_tensor_new(&t.v, "V", TA_I8, 3, SHAPE(2, 1, 2), error));
    o.cfg_scale = 1;
    assert_ok(ta_problem_init(&t.p, &t.q, &t.k, &t.v, error));
    assert_ok(ta_quantize(&t.p, &o, 4, &t.z, error));
    for (int h = 0; h < 2; h++)
        assert_true(t.z.sq[h] == 1 && t.z.sk[h] == 1 && t.z.sv[2 * h] == 1 && t.z.sv[2 * h + 1] == 1);
    free_three(&t);
}

static void way_back(void **state)
{
    static const double values[4] = {8, -2, 12, 0};
    static const int16_t out[8] = {254, 127, 0, 0, 254, 127, 0, 0};
    static const int16_t m[2] = {512, -32768}; /* the second row saw no key */
    static const int64_t l[2] = {4096, 4096}; /* whatever its l is */
    double value[4];
    double lse[2];
    (void)state;
    three t = same(2, 2, values);
    assert_ok(quantize(&t, TA_QUANT_CHANNEL, TA_SMOOTH_KV, 0.25, error));
    ta_dequantize(&t.z, 0, out, m, value);
    assert_true(fabs(value[0] - (10 + 254 * 2.0 / 127 / 256)) < 1e-15);
    assert_true(fabs(value[1] - (-1 + 127 * 1.0 / 127 / 256)) < 1e-15);
    assert_true(fabs(value[2] - 254 * 2.0 / 127 / 256) < 1e-15);
    ta_log_sum_exp(&t.p, &t.z, 0, m, l, lse);
    /* m = 2 in base 2, l = 1; q . mean(K) = 8 * 10 + -2 * -1 */
    assert_true(fabs(lse[0] - (2 * log(2) + 82 * 0.25)) < 1e-13);
    assert_true(isinf(lse[1]) && lse[1] < 0);
    ta_quantized_free(&t.z);
    assert_ok(quantize(&t, TA_QUANT_CHANNEL, TA_SMOOTH_NONE, 0.25, error)); /* no mean to add */
    ta_log_sum_exp(&t.p, &t.z, 0, m, l, lse);
    assert_true(fabs(lse[0] - 2 * log(2)) < 1e-15);
    free_three(&t);
}

static void names(void **state)
{
    (void)state;
    for (int i = 0; i < TA_QUANT_COUNT; i++)
        assert_int_equal(ta_quant_find(ta_quant_name(i)), i);
    for (int i = 0; i < TA_SMOOTH_COUNT; i++)
        assert_int_equal(ta_smooth_find(ta_smooth_name(i)), i);
    assert_int_equal(ta_quant_find("row"), -1);
    assert_int_equal(ta_smooth_find(""), -1);
    for (int i = 0; i < 2; i++) {
        assert_null(ta_quant_name(i ? TA_QUANT_COUNT : -1));
        assert_null(ta_smooth_name(i ? TA_SMOOTH_COUNT : -1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ties_to_even_and_clamp),   cmocka_unit_test(never_minus_128),
        cmocka_unit_test(subnormal),                cmocka_unit_test(all_zero),
        cmocka_unit_test(all_zero_after_smoothing), cmocka_unit_test(what_shares_a_scale),
        cmocka_unit_test(smoothing),                cmocka_unit_test(grouped_queries),
        cmocka_unit_test(cfg_scale_edges),          cmocka_unit_test(not_finite),
        cmocka_unit_test(int8_as_it_is),            cmocka_unit_test(way_back),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
