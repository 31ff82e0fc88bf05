/* SPDX-License-Identifier: MIT
 *
 * native Q K V SCALE: the run of budget.test.ts on the native model of build lab; Q, K and V are
 * files of 64 x 64 INT8.  Prints its cycles and the seconds of processor time it took.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "sim/sim.h"

enum { N = 64, D = 64 };

static int8_t tensor[3][N * D];

int main(int argc, char **argv)
{
    ta_sim *sim = ta_sim_new_debug(TA_BUILD_lab);
    ta_job job = {*ta_build_at(TA_BUILD_lab), {N, N, D, TA_FLASH, 4, 0, 0, 0, 0, 64, 0}, tensor[0], tensor[1], tensor[2]};
    if (argc != 5 || !sim)
        return 2;
    for (int i = 0; i < 3; i++) {
        FILE *in = fopen(argv[1 + i], "rb");
        if (!in || fread(tensor[i], 1, sizeof tensor[i], in) != sizeof tensor[i])
            return 2;
        fclose(in);
    }
    job.config.scale = (uint32_t)strtoul(argv[4], NULL, 10);
    const clock_t start = clock();
    ta_sim_load(sim, &job);
    ta_sim_start(sim);
    if (ta_sim_run(sim, 0) != TA_SIM_OK)
        return 1;
    printf("%llu %.6f\n", (unsigned long long)ta_sim_cycle(sim), (double)(clock() - start) / CLOCKS_PER_SEC);
    ta_sim_free(sim);
    return 0;
}
