/* SPDX-License-Identifier: MIT
 *
 * Traffic and workspace of any legal configuration up to the limits; what is checked of any
 * configuration whatever.
 */
#include "golden/golden.h"
#include "golden/stages.h"
#include "tests/eva/unknown.h"

/* Any build and any configuration, legal or not. */
static void check(void)
{
    for (int a = 4; a <= 16; a *= 2) {
        ta_build build = {"eva", a, a * any(1, 65536 / a), any(8, 1 << 20), 8, 16};
        ta_config config;
        fill(&config, sizeof config);
        int error = ta_golden_check(&build, &config);
        //@ assert 0 <= error < TA_CONFIG_ERROR_COUNT;
        const char *expected = ta_config_expected(error);
        //@ assert \valid_read(expected);
    }
}

static void traffic(void)
{
    for (int a = 4; a <= 16; a *= 2)
        for (int blocks = 1; blocks <= 8; blocks *= 2)
            for (int mode = TA_FLASH; mode <= TA_NAIVE; mode++)
                for (int causal = 0; causal <= 1; causal++) {
                    ta_build build = {"eva", a, TA_D_LIMIT, TA_N_LIMIT, 12, 16};
                    ta_config config = {any(1, TA_N_LIMIT), any(1, TA_N_LIMIT), a * any(1, TA_D_LIMIT / a),
                                        mode, a * blocks, causal, any(-TA_N_LIMIT, TA_N_LIMIT), any(0, 1), any(0, 1),
                                        any(0, 64), 4096};
                    ta_counters counters;
                    ta_traffic(&build, &config, &counters);
                    int64_t bytes = ta_buffer_bytes(&build, &config);
                    //@ assert bytes > 0;
                    size_t workspace = ta_golden_workspace(&build, &config);
                    //@ assert workspace > 0;
                    int keys = ta_row_keys(&config, any(0, TA_N_LIMIT - 1));
                    //@ assert 0 <= keys <= TA_N_LIMIT;
                }
}

int main(void)
{
    check();
    traffic();
    return 0;
}
