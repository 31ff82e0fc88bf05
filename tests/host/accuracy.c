/* SPDX-License-Identifier: MIT
 *
 * error.total.rel_l1 of the golden model on every shipped line, sentence and layer, with the
 * defaults (one scale a channel, K and V smoothed): the bounds for real heads.
 */
#include <stdio.h>

#include "attention.h"
#include "host/file.h"

/* softmax_scale 0: the default. */
static double rel_l1(const char *format, int layer, double softmax_scale)
{
    const ta_build *build = ta_build_find("lab");
    ta_quant_options o = {TA_QUANT_CHANNEL, TA_SMOOTH_KV, softmax_scale, 0};
    ta_tensor t[3];
    ta_problem p;
    ta_quantized z;
    ta_reference r;
    ta_error_sum sums;
    double value[64 * 64];
    double lse[64];
    memset(&sums, 0, sizeof sums);
    for (int i = 0; i < 3; i++) {
        char source[128];
        snprintf(source, sizeof source, format, layer, "qkv"[i]);
        assert_ok(ta_tensor_load(source, &t[i], error));
    }
    assert_ok(ta_problem_init(&p, &t[0], &t[1], &t[2], error));
    if (softmax_scale == 0)
        o.softmax_scale = ta_problem_default_scale(&p);
    assert_ok(ta_quantize(&p, &o, build->a, &z, error));
    assert_ok(ta_reference_new(&p, &z, 0, 0, &r, error));
    for (int h = 0; h < p.heads; h++) {
        run_golden(&p, &z, build, h, 0, (golden_out){value, lse});
        ta_error_add(&sums, &z, &r, h, value);
    }
    ta_reference_free(&r);
    ta_quantized_free(&z);
    for (int i = 0; i < 3; i++)
        ta_tensor_free(&t[i]);
    print_message("%s layer %d: total %.5f  quantization %.5f  datapath %.5f\n", format, layer,
                  ta_metrics_finish(&sums.total).rel_l1,
                  ta_metrics_finish(&sums.quantization).rel_l1,
                  ta_metrics_finish(&sums.datapath).rel_l1);
    return ta_metrics_finish(&sums.total).rel_l1;
}

static void ocr(void **state)
{
    (void)state;
    for (int layer = 0; layer < 2; layer++) {
        assert_true(rel_l1("data/ocr/line0_layer%d_%c.npy", layer, 1) <= 0.0070);
        assert_true(rel_l1("data/ocr/line5_layer%d_%c.npy", layer, 1) <= 0.0070);
    }
}

static void minilm(void **state)
{
    (void)state;
    for (int layer = 0; layer < 6; layer++) {
        assert_true(rel_l1("data/minilm/nurse.safetensors:layer%d.%c", layer, 0) <= 0.0165);
        assert_true(rel_l1("data/minilm/trophy.safetensors:layer%d.%c", layer, 0) <= 0.0165);
        assert_true(rel_l1("data/minilm/tiles.safetensors:layer%d.%c", layer, 0) <= 0.0165);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ocr), cmocka_unit_test(minilm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
