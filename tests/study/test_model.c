/* SPDX-License-Identifier: MIT
 *
 * The model with widths as parameters: those of a build give the golden model's integers.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "golden/golden.h"
#include "golden/random_job.h"
#include "study/model.h"

enum { N = 160, D = 64 };

static int8_t q[N * D], k[N * D], v[N * D];
static int32_t s[N * N], m[N];
static int64_t l[N], o[D], golden_l[N];
static int16_t out[N * D], golden_out[N * D], golden_m[N];
static double weight[N * N];
static ta_model model;
static int64_t workspace[(2 * N * N + 16 * D * 12) / 8 + 64];

static ta_build build_of(uint64_t seed)
{
    ta_build b = *ta_build_at((int)(seed % TA_BUILD_COUNT));
    b.nmax = b.nmax > N ? N : b.nmax;
    return b;
}

static void golden_equal(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        const ta_build build = build_of(seed);
        const ta_widths widths = ta_widths_of(&build);
        ta_job job = {.build = build, .q = q, .k = k, .v = v};
        ta_random_job(&build, seed, TA_RANDOM_ANY, &job.config, q, k, v);
        ta_result expected = {golden_out, golden_m, golden_l, {0}};
        assert_true(ta_golden_workspace(&build, &job.config) <= sizeof workspace);
        assert_int_equal(ta_golden_run(&job, &expected, workspace, NULL, NULL), 0);
        ta_model_init(&model, &widths);
        ta_model_scores(&job, s);
        ta_model_run(&model, &job, s, out, m, l, NULL, o);
        for (int i = 0; i < job.config.nq; i++) {
            if (m[i] != golden_m[i] || l[i] != golden_l[i] ||
                memcmp(out + i * job.config.d, golden_out + i * job.config.d, 2u * (size_t)job.config.d))
                fail_msg("seed %llu, build %s, row %d: m %d l %lld, golden m %d l %lld",
                         (unsigned long long)seed, build.name, i, m[i], (long long)l[i], golden_m[i],
                         (long long)golden_l[i]);
        }
    }
}

/* Weights of a row that sees a key sum to 1 but for the floors of l, and give the output. */
static void weights_of_rows(void **unused)
{
    (void)unused;
    const ta_build build = build_of(TA_BUILD_lab);
    const ta_widths widths = {.p_frac = 15, .z_frac = 10, .acc_frac = 20, .recip_bits = 6, .newton = 1};
    ta_model_init(&model, &widths);
    for (uint64_t seed = 0; seed < 100; seed++) {
        ta_job job = {.build = build, .q = q, .k = k, .v = v};
        ta_random_job(&build, seed, TA_RANDOM_NO_CORNERS, &job.config, q, k, v);
        ta_model_scores(&job, s);
        ta_model_run(&model, &job, s, out, m, l, weight, o);
        for (int i = 0; i < job.config.nq; i++) {
            double sum = 0, value = 0;
            for (int j = 0; j < job.config.nk; j++) {
                sum += weight[i * job.config.nk + j];
                value += weight[i * job.config.nk + j] * v[j * job.config.d];
            }
            if (l[i])
                assert_true(fabs(sum - 1) < 1e-3);
            assert_true(fabs(out[i * job.config.d] / 256.0 - value) < 0.05);
        }
    }
}

/* More bits bring the output nearer to attention in double precision. */
static void limit(void **unused)
{
    (void)unused;
    const ta_widths coarse = {.p_frac = 4, .z_frac = 4, .acc_frac = 6, .recip_bits = 3, .newton = 0};
    const ta_widths fine = {.p_frac = 15, .z_frac = 12, .acc_frac = 24, .recip_bits = 6, .newton = 1};
    const ta_widths *const both[] = {&coarse, &fine};
    double error[2] = {0, 0};
    static double x[3][N * D], reference[N * D], scratch[N];
    const ta_build build = build_of(TA_BUILD_lab);
    for (uint64_t seed = 0; seed < 50; seed++) {
        ta_job job = {.build = build, .q = q, .k = k, .v = v};
        ta_random_job(&build, seed, TA_RANDOM_NO_CORNERS, &job.config, q, k, v);
        const ta_config *c = &job.config;
        for (int i = 0; i < N * D; i++) {
            x[0][i] = q[i];
            x[1][i] = k[i];
            x[2][i] = v[i];
        }
        ta_float_attention(c->nq, c->nk, c->d, c->d, x[0], x[1], x[2], c->scale * log(2) / 1048576,
                           c->causal, c->offset, reference, NULL, scratch);
        ta_model_scores(&job, s);
        for (int w = 0; w < 2; w++) {
            ta_model_init(&model, both[w]);
            ta_model_run(&model, &job, s, out, m, l, NULL, o);
            for (int i = 0; i < c->nq * c->d; i++)
                error[w] = fmax(error[w], fabs(out[i] / 256.0 - reference[i]));
        }
    }
    print_message("largest error, V-LSB: coarse %.4f, fine %.4f\n", error[0], error[1]);
    assert_true(error[1] < 0.1 && error[0] > 10 * error[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_equal),
        cmocka_unit_test(weights_of_rows),
        cmocka_unit_test(limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
