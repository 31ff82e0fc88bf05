/* SPDX-License-Identifier: MIT
 *
 * rtl_counters FILE: what the simulated RTL counts in random jobs of every build, for
 * cycles_rtl, which needs no simulator.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/random_job.h"
#include "rtl_counters.h"
#include "sim/sim.h"

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "wb") : NULL;
    if (!file)
        return 2;
    for (int b = 0; b < TA_BUILD_COUNT; b++) {
        const ta_build *build = ta_build_at(b);
        const size_t n = (size_t)build->nmax, elements = n * (size_t)build->dmax;
        int8_t *data = malloc(3 * elements);
        ta_result result = {malloc(2 * elements), NULL, NULL, {0}};
        ta_sim *sim = ta_sim_new(b);
        if (!data || !result.out || !sim)
            return 1;
        for (uint64_t seed = 0; seed < 400; seed++) {
            struct recorded r;
            memset(&r, 0, sizeof r);
            r.build = b;
            ta_job job = {*build, r.config, data, data + elements, data + 2 * elements};
            /* a large job in ten, where the largest is not long */
            const unsigned flags = n * (size_t)build->dmax <= 1024 || (seed % 10 == 0 && n < 128) ? 0 : TA_RANDOM_SMALL;
            ta_random_job(build, seed, flags, &job.config, data, data + elements, data + 2 * elements);
            if (ta_sim_job(sim, &job, &result) != TA_SIM_OK)
                return 1;
            r.config = job.config;
            r.counters = result.counters;
            if (fwrite(&r, sizeof r, 1, file) != 1)
                return 1;
        }
        ta_sim_free(sim);
        free(result.out);
        free(data);
    }
    return fclose(file) != 0;
}
