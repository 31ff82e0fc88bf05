/* SPDX-License-Identifier: MIT
 *
 * Error metrics on examples done by hand, and the three parts of an engine's error.
 */
#include <math.h>

#include "golden/golden.h"
#include "host/metrics.h"
#include "testing.h"

static void near(double found, double expected)
{
    if (fabs(found - expected) > 1e-12 * fmax(1, fabs(expected)))
        fail_msg("found %.17g, expected %.17g", found, expected);
}

static void by_hand(void **state)
{
    static const double value[4] = {1, 2, 3, 0};
    static const double reference[4] = {1, 4, 0, 0};
    static const double v_lsb[2] = {0.5, 0.25};
    ta_metrics_sum s = {0};
    (void)state;
    ta_metrics_add(&s, 2, 2, value, reference, v_lsb);
    ta_metrics m = ta_metrics_finish(&s);
    near(m.max, 3);              /* row 1, column 0 */
    near(m.max_v_lsb, 8);        /* row 0, column 1: 2 / 0.25; the other is 3 / 0.5 */
    near(m.mean_abs, 5.0 / 4);
    near(m.rmse, sqrt(13.0 / 4));
    near(m.rel_l1, 5.0 / 5);
    near(m.cosine, 9 / sqrt(14 * 17));

    /* a second head of another size: sums, not means of means */
    static const double more[1] = {-1};
    static const double more_reference[1] = {1};
    static const double one[1] = {1};
    ta_metrics_add(&s, 1, 1, more, more_reference, one);
    m = ta_metrics_finish(&s);
    near(m.mean_abs, 7.0 / 5);
    near(m.rmse, sqrt(17.0 / 5));
    near(m.rel_l1, 7.0 / 6);
    near(m.cosine, 8 / sqrt(15 * 18));
    near(m.max_v_lsb, 8);
}

static void no_value(void **state)
{
    static const double zeros[2] = {0};
    static const double ones[3] = {1, 1, 1};
    ta_metrics_sum s = {0};
    (void)state;
    ta_metrics m = ta_metrics_finish(&s);
    assert_true(isnan(m.max) && isnan(m.mean_abs) && isnan(m.rmse) && isnan(m.rel_l1) &&
                isnan(m.cosine) && isnan(m.max_v_lsb));
    ta_metrics_add(&s, 1, 2, ones, zeros, ones);
    m = ta_metrics_finish(&s);
    near(m.max, 1);
    assert_true(isnan(m.rel_l1) && isnan(m.cosine));
    memset(&s, 0, sizeof s);
    ta_metrics_add(&s, 1, 2, zeros, ones, ones);
    m = ta_metrics_finish(&s);
    near(m.rel_l1, 1);
    assert_true(isnan(m.cosine));
    memset(&s, 0, sizeof s);
    ta_metrics_add(&s, 1, 3, ones, ones, ones); /* sqrt(3) * sqrt(3) < 3 */
    m = ta_metrics_finish(&s);
    assert_true(m.cosine == 1 && m.max == 0 && m.rel_l1 == 0);
}

/* Four heads on two K/V heads, causal so that row 0 of each sees nothing: the references
 * against ta_float_attention on tensors dequantized here. */
static void references(void **state)
{
    static const double qs[24] = {1, -2, 0.5, 3, 2, 1, -1, 0.25, 4, -3, 0.5, 0.75,
                                  2, 2, -1, 1, 3, 0, 0.5, -0.5, 1, 4, -2, 1.5};
    static const double ks[8] = {1, 5, 2, 4, -3, 1, 2, 0.5};
    static const double vs[12] = {10, -1, 0.5, 12, 3, 1.5, -4, 2, 1, -6, 1, 0.25};
    ta_tensor q = make_float("Q", 3, SHAPE(4, 3, 2), qs);
    ta_tensor k = make_float("K", 3, SHAPE(2, 2, 2), ks);
    ta_tensor v = make_float("V", 3, SHAPE(2, 2, 3), vs);
    const ta_quant_options o = {TA_QUANT_CHANNEL, TA_SMOOTH_KV, 0.7, 0};
    ta_problem p;
    ta_quantized z;
    ta_reference r;
    ta_error_sum sums;
    (void)state;
    memset(&sums, 0, sizeof sums);
    assert_ok(ta_problem_init(&p, &q, &k, &v, error));
    assert_ok(ta_quantize(&p, &o, 4, &z, error));
    assert_ok(ta_reference_new(&p, &z, 1, -1, &r, error));
    double worst = 0;
    for (int h = 0; h < 4; h++) {
        const int kv = h / 2;
        double dq[6], dk[4], dv[6], out[9], lse[3], scratch[2], value[9];
        for (int i = 0; i < 6; i++)
            dq[i] = z.q[(h * 3 + i / 2) * 4 + i % 2] * z.sq[h];
        for (int i = 0; i < 4; i++) /* the mean of K is left out: softmax cancels it */
            dk[i] = z.k[(kv * 2 + i / 2) * 4 + i % 2] * z.sk[kv];
        for (int i = 0; i < 6; i++)
            dv[i] = z.v[(kv * 2 + i / 3) * 4 + i % 3] * z.sv[kv * 3 + i % 3] +
                    z.v_mean[kv * 3 + i % 3];
        ta_float_attention(3, 2, 2, 3, dq, dk, dv, 0.7, 1, -1, out, NULL, scratch);
        for (int i = 0; i < 9; i++)
            near(r.dequantized[h * 9 + i], out[i]);
        for (int c = 0; c < 3; c++)
            assert_true(r.dequantized[h * 9 + c] == 0 && r.given[h * 9 + c] == 0);
        ta_float_attention(3, 2, 2, 3, qs + h * 6, ks + kv * 4, vs + kv * 6, 0.7, 1, -1, out, lse, scratch);
        for (int i = 0; i < 9; i++)
            assert_true(r.given[h * 9 + i] == out[i]);
        assert_true(isinf(r.lse[h * 3]));
        assert_true(r.lse[h * 3 + 1] == lse[1] && r.lse[h * 3 + 2] == lse[2]);
        for (int i = 0; i < 9; i++) {
            value[i] = out[i] + 0.5 * (kv + 1); /* an engine that is off by 0.5 and 1 */
            worst = fmax(worst, 0.5 * (kv + 1) / z.sv[kv * 3 + i % 3]);
        }
        ta_error_add(&sums, &z, &r, h, value);
    }
    ta_metrics total = ta_metrics_finish(&sums.total);
    near(total.max, 1);
    near(total.mean_abs, 0.75);
    near(total.rmse, sqrt((0.25 + 1) / 2));
    near(total.max_v_lsb, worst);
    assert_int_equal(sums.quantization.count, 36);
    assert_int_equal(sums.datapath.count, 36);
    ta_metrics quantization = ta_metrics_finish(&sums.quantization);
    assert_true(quantization.max > 0 && quantization.max < 0.2);
    ta_reference_free(&r);
    ta_quantized_free(&z);
    ta_tensor_free(&q);
    ta_tensor_free(&k);
    ta_tensor_free(&v);
}

/* INT8: only the datapath, in V-LSB, against 2^(S * cfg_scale / 2^20). */
static void int8(void **state)
{
    ta_tensor q, k, v;
    const ta_quant_options o = {0, 0, 0, 1 << 18}; /* a quarter */
    ta_problem p;
    ta_quantized z;
    ta_reference r;
    ta_error_sum sums;
    double value[1] = {42};
    (void)state;
    memset(&sums, 0, sizeof sums);
    assert_ok(ta_tensor_new(&q, "Q", TA_I8, 2, SHAPE(1, 1), error));
    assert_ok(ta_tensor_new(&k, "K", TA_I8, 2, SHAPE(2, 1), error));
    assert_ok(ta_tensor_new(&v, "V", TA_I8, 2, SHAPE(2, 1), error));
    q.i[0] = 2;
    k.i[0] = 4; /* weights 2^2 and 2^0 */
    v.i[0] = 50;
    assert_ok(ta_problem_init(&p, &q, &k, &v, error));
    assert_ok(ta_quantize(&p, &o, 4, &z, error));
    assert_ok(ta_reference_new(&p, &z, 0, 0, &r, error));
    assert_null(r.given);
    near(r.dequantized[0], 40);
    near(r.lse[0], log(5));
    ta_error_add(&sums, &z, &r, 0, value);
    assert_int_equal(sums.total.count, 0);
    assert_int_equal(sums.quantization.count, 0);
    near(ta_metrics_finish(&sums.datapath).max_v_lsb, 2);
    near(ta_metrics_finish(&sums.datapath).max, 2);
    ta_reference_free(&r);
    ta_quantized_free(&z);
    ta_tensor_free(&q);
    ta_tensor_free(&k);
    ta_tensor_free(&v);
}

/* Double precision cannot hold 3e37 better than 2^70: that is no error of 2^70 steps.  Beside it a column whose
 * step is known: there, and beyond the rounding, every difference counts. */
static void constant(void **state)
{
    static const double one[1] = {1};
    static const double two[2] = {1, 1};
    static const double vs[4] = {3e37, 127, 3e37, -127};
    ta_tensor q = make_float("Q", 2, SHAPE(1, 1), one);
    ta_tensor k = make_float("K", 2, SHAPE(2, 1), two);
    ta_tensor v = make_float("V", 2, SHAPE(2, 2), vs);
    const ta_quant_options o = {TA_QUANT_CHANNEL, TA_SMOOTH_KV, 1, 0};
    ta_problem p;
    ta_quantized z;
    ta_reference r;
    (void)state;
    assert_ok(ta_problem_init(&p, &q, &k, &v, error));
    assert_ok(ta_quantize(&p, &o, 4, &z, error));
    assert_true(z.sv[0] == 1 && z.sv[1] == 1);
    assert_ok(ta_reference_new(&p, &z, 0, 0, &r, error));
    const struct {
        double off[2];
        double steps;
    } all[] = {{{ldexp(1, 73), 0}, ldexp(1, 73 + 40) / 3e37}, {{ldexp(1, 73), 0.5}, 0.5}, {{3e37, 0}, ldexp(1, 40)}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const double value[2] = {r.given[0] + all[i].off[0], r.given[1] + all[i].off[1]};
        ta_error_sum sums;
        memset(&sums, 0, sizeof sums);
        ta_error_add(&sums, &z, &r, 0, value);
        near(ta_metrics_finish(&sums.total).max_v_lsb, all[i].steps);
    }
    ta_reference_free(&r);
    ta_quantized_free(&z);
    ta_tensor_free(&q);
    ta_tensor_free(&k);
    ta_tensor_free(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(no_value),
        cmocka_unit_test(references),
        cmocka_unit_test(int8),
        cmocka_unit_test(constant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
