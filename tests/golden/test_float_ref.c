/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "vectors.h"

static int near(double x, double y)
{
    return fabs(x - y) < 1e-12 * (1 + fabs(y));
}

/* Logits 0, ln 3: weights 1/4, 3/4; the second row sees the keys upside down. */
static void hand_example(void **state)
{
    (void)state;
    const double q[2] = {1, -1};
    const double k[2] = {0, 1};
    const double v[4] = {4, -4, 8, 0};
    double out[5], lse[2], scratch[2];
    out[4] = 77; /* not its */
    ta_float_attention(2, 2, 1, 2, q, k, v, log(3), 0, 0, out, lse, scratch);
    assert_true(near(out[0], 7) && near(out[1], -1));
    assert_true(near(out[2], 5) && near(out[3], -3));
    assert_true(near(lse[0], log(4)) && near(lse[1], log(4.0 / 3)));

    ta_float_attention(2, 2, 1, 2, q, k, v, log(3), 1, 0, out, 0, scratch);
    assert_true(near(out[0], 4) && near(out[1], -4) && near(out[2], 5));

    ta_float_attention(2, 2, 1, 2, q, k, v, log(3), 1, -1, out, lse, scratch);
    assert_true(out[0] == 0 && out[1] == 0 && isinf(lse[0]) && lse[0] < 0);
    assert_true(near(out[2], 4) && lse[1] == 0);

    ta_float_attention(2, 2, 1, 2, q, k, v, log(3), 1, -100, out, lse, scratch); /* all keys lie far behind */
    for (int i = 0; i < 4; i++)
        assert_true(out[i] == 0 && isinf(lse[i / 2]) && lse[i / 2] < 0);

    ta_float_attention(2, 2, 1, 2, q, k, v, log(3), 1, 100, out, lse, scratch);
    assert_true(near(out[0], 7) && near(out[2], 5));
    assert_true(out[4] == 77);
}

/* Large logits do not overflow. */
static void far_logits(void **state)
{
    (void)state;
    const double q = 1e4, k[2] = {1, -1}, v[2] = {3, 5};
    double out, lse, scratch[2];
    ta_float_attention(1, 2, 1, 1, &q, k, v, 1, 0, 0, &out, &lse, scratch);
    assert_true(out == 3 && lse == 1e4);
}

typedef struct error {
    double mean, max;
} error;

/* Mean and largest |golden - float| in V-LSB over seeds random jobs with normal logits,
 * half of them causal. */
static error measure(const char *name, int n, int d, int mode, int seeds)
{
    const ta_build *build = ta_build_find(name);
    error e = {0, 0};
    const size_t count = (size_t)(n * d);
    double *memory = malloc((4 * count + (size_t)n) * sizeof *memory);
    assert_non_null(memory);
    double *q = memory, *k = q + count, *v = k + count, *out = v + count, *scratch = out + count;
    test_job t;
    test_job_new(&t, build, build->nmax, build->nmax, build->dmax);
    for (int seed = 0; seed < seeds; seed++) {
        ta_random_job(build, (uint64_t)seed, TA_RANDOM_NO_CORNERS, &t.job.config, t.q, t.k, t.v);
        uint64_t random = (uint64_t)seed << 32;
        for (size_t i = 0; i < count; i++) { /* sums of four: near enough to normal */
            int x[3] = {0, 0, 0};
            for (int s = 0; s < 12; s++)
                x[s % 3] += (int)ta_random_below(&random, 64) - 32;
            t.q[i] = (int8_t)(x[0] < -127 ? -127 : x[0]);
            t.k[i] = (int8_t)(x[1] < -127 ? -127 : x[1]);
            t.v[i] = (int8_t)(x[2] < -127 ? -127 : x[2]);
            q[i] = t.q[i];
            k[i] = t.k[i];
            v[i] = t.v[i];
        }
        /* Deviation 37 stands for 1: logits q.k / sqrt(d), in units of ln. */
        uint32_t scale = (uint32_t)(1.442695 / sqrt(d) / (37 * 37) * 1048576 + 0.5);
        t.job.config = test_config(build, n, n, d, scale);
        t.job.config.mode = mode;
        t.job.config.causal = seed & 1;
        test_job_run(&t, 0, 0);
        ta_float_attention(n, n, d, d, q, k, v, scale / 1048576.0 * log(2), seed & 1, 0, out, 0,
                           scratch);
        for (size_t i = 0; i < count; i++) {
            double x = fabs(t.result.out[i] / 256.0 - out[i]);
            e.mean += x / (double)count / seeds;
            e.max = x > e.max ? x : e.max;
        }
    }
    test_job_free(&t);
    free(memory);
    print_message("%s N %d D %d %s: mean %.4f, largest %.3f V-LSB\n", name, n, d,
                  mode == TA_FLASH ? "flash" : "naive", e.mean, e.max);
    return e;
}

/* The datapath against the reference: the bounds the project sets itself. */
static void golden_is_near(void **state)
{
    (void)state;
    assert_true(measure("tiny", 32, 4, TA_FLASH, 300).mean <= 0.035);
    assert_true(measure("tiny", 32, 4, TA_NAIVE, 300).mean <= 0.045);
    assert_true(measure("lab", 32, 16, TA_FLASH, 100).mean <= 0.012);
    assert_true(measure("lab", 64, 64, TA_FLASH, 30).mean <= 0.013);
    assert_true(measure("lab", 64, 64, TA_NAIVE, 30).mean <= 0.013);
    assert_true(measure("wide", 512, 64, TA_FLASH, 2).mean <= 0.005);
    assert_true(measure("wide", 512, 64, TA_NAIVE, 2).mean <= 0.005);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hand_example),
        cmocka_unit_test(far_logits),
        cmocka_unit_test(golden_is_near),
    };
    return cmocka_run_group_tests_name("golden_float_ref", tests, 0, 0);
}
