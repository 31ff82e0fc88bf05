/* SPDX-License-Identifier: MIT
 *
 * The cycle model on chosen configurations, walked and with its periods skipped: every read is
 * of a place that was written, every index within its ring.
 */
#include "golden/golden.h"
#include "golden/random_job.h"
#include "tests/eva/unknown.h"

static void run(int build, int nq, int nk, int d, int mode, int q_rows, int causal, int offset, int overlap, int stream,
                int latency)
{
    ta_config config = {nq, nk, d, mode, q_rows, causal, offset, overlap, stream, latency, 4096};
    ta_counters walked, skipped;
    int error = ta_config_check(ta_build_at(build), &config);
    //@ assert error == 0;
    ta_cycles_walk(ta_build_at(build), &config, &walked);
    ta_cycles(ta_build_at(build), &config, &skipped);
    uint64_t more = walked.cycles - skipped.cycles, sum = 0;
    //@ assert more == 0;
    for (int c = 0; c < TA_STALL_COUNT; c++)
        sum += walked.stalls[0][c];
    uint64_t cycles = walked.cycles;
    //@ assert sum == cycles;
}

int main(void)
{
    run(TA_BUILD_tiny, 1, 1, 4, TA_FLASH, 4, 0, 0, 0, 0, 0);
    run(TA_BUILD_tiny, 6, 32, 4, TA_FLASH, 4, 0, 0, 1, 1, 4);
    run(TA_BUILD_tiny, 9, 7, 4, TA_NAIVE, 4, 1, 5, 1, 1, 64);
    run(TA_BUILD_x16, 27, 20, 32, TA_FLASH, 16, 1, -7, 0, 0, 8);
    return 0;
}
