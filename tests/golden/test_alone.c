/* SPDX-License-Identifier: MIT
 *
 * The golden model linked with nothing below it runs a job.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "golden/golden.h"
#include "golden/random_job.h"

static void runs(void **state)
{
    (void)state;
    const ta_build *build = ta_build_find("tiny");
    int8_t q[32 * 4], k[32 * 4], v[32 * 4];
    int16_t out[32 * 4], m[32];
    int64_t l[32], workspace[512];
    ta_job job = {.build = *build, .q = q, .k = k, .v = v};
    ta_result result = {.out = out, .m = m, .l = l};
    for (uint64_t seed = 0; seed < 50; seed++) {
        ta_random_job(build, seed, TA_RANDOM_ANY, &job.config, q, k, v);
        assert_true(ta_golden_workspace(build, &job.config) <= sizeof workspace);
        assert_int_equal(ta_golden_run(&job, &result, workspace, 0, 0), TA_CONFIG_ERROR_none);
        assert_true(result.counters.hbm_read_bytes > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(runs)};
    return cmocka_run_group_tests_name("golden_alone", tests, 0, 0);
}
