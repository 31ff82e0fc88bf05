/* SPDX-License-Identifier: MIT
 *
 * The golden model on a quantized problem, for the tests of host/.
 */
#ifndef TA_TEST_HOST_ATTENTION_H
#define TA_TEST_HOST_ATTENTION_H

#include <stdlib.h>

#include "golden/golden.h"
#include "host/metrics.h"
#include "testing.h"

typedef struct golden_out {
    double *value; /* (nq, dv) */
    double *lse;   /* (nq) */
} golden_out;

/* Runs one head, FLASH; value and lse are the caller's. */
static inline void run_golden(const ta_problem *p, const ta_quantized *z, const ta_build *build,
                              int head, int causal, golden_out o)
{
    const ta_config config = {0, 0, 0, TA_FLASH, 4 * build->a, causal, 0, 1, 1, 10, 0};
    ta_job job;
    ta_result result;
    memset(&result, 0, sizeof result);
    ta_quantized_job(z, head, build, &config, &job);
    size_t size = ta_golden_workspace(&job.build, &job.config);
    void *workspace = malloc(size + 1);
    result.out = malloc((size_t)z->nq * (size_t)z->dp * sizeof *result.out);
    result.m = malloc((size_t)z->nq * sizeof *result.m);
    result.l = malloc((size_t)z->nq * sizeof *result.l);
    assert_true(workspace && result.out && result.m && result.l);
    assert_int_equal(ta_golden_run(&job, &result, workspace, NULL, NULL), 0);
    ta_dequantize(z, head, result.out, result.m, o.value);
    ta_log_sum_exp(p, z, head, result.m, result.l, o.lse);
    free(workspace);
    free(result.out);
    free(result.m);
    free(result.l);
}

#endif
