/* SPDX-License-Identifier: MIT */
#include "golden/bounds.h"

size_t ta_golden_workspace(const ta_build *build, const ta_config *config)
{
    const size_t row = (size_t)config->d * sizeof(int64_t); /* a row of O */
    const size_t sum = (size_t)config->d * sizeof(int32_t); /* P.V of a tile */
    if (config->mode == TA_FLASH)
        return (size_t)build->a * row + sum;
    size_t scores = ta_score_bytes(config);
    return scores > SIZE_MAX - row - sum ? SIZE_MAX : scores + row + sum;
}

static void clear(ta_counters *counters)
{
#define TA_COUNTER(id, meaning) counters->id = 0;
#include "spec/counters.def"
#undef TA_COUNTER
    for (int array = 0; array < 2; array++)
        for (int cause = 0; cause < TA_STALL_COUNT; cause++)
            counters->stalls[array][cause] = 0;
}

int ta_golden_check(const ta_build *build, const ta_config *config)
{
    int error = ta_config_check(build, config);
    if (error)
        return error;
    return build->nmax > TA_N_LIMIT ? TA_CONFIG_ERROR_nq : config->d > TA_D_LIMIT ? TA_CONFIG_ERROR_d
                                                                                  : TA_CONFIG_ERROR_none;
}

int ta_golden_run(const ta_job *job, ta_result *result, void *workspace, ta_trace_fn *trace,
                  void *context)
{
    int error = ta_golden_check(&job->build, &job->config);
    if (error)
        return error;
    if (job->config.mode == TA_FLASH)
        ta_flash(job, result, workspace, trace, context);
    else
        ta_naive(job, result, workspace);
    clear(&result->counters);
    ta_traffic(&job->build, &job->config, &result->counters);
    return TA_CONFIG_ERROR_none;
}
