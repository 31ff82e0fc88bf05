/* SPDX-License-Identifier: MIT
 *
 * The engine with TINYATTN_CPU as the environment says: a fixed job, whatever the version,
 * has the output of the golden model.  Exit 77: the machine has it not.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/cpu.h"
#include "golden/golden.h"
#include "golden/random_job.h"

enum { N = 300, D = 64 };

static int8_t q[N * D], k[N * D], v[N * D];
static int16_t out[2][N * D], m[2][N];
static int64_t l[2][N];

int main(void)
{
    const char *wanted = getenv("TINYATTN_CPU");
    const ta_cpu_version *version = ta_cpu_select();
    if (!version) {
        printf("this machine has no %s\n", wanted ? wanted : "version");
        return 77;
    }
    if (wanted && *wanted && strcmp(wanted, "portable") &&
        strcmp(wanted, ta_cpu_version_name(version))) {
        printf("%s forced, found %s\n", wanted, ta_cpu_version_name(version));
        return 1;
    }
    const ta_build build = {"forced", 8, D, N, 12, 64};
    for (uint64_t seed = 0; seed < 50; seed++) {
        ta_config config;
        ta_random_job(&build, seed, TA_RANDOM_FLASH, &config, q, k, v);
        const ta_job job = {build, config, q, k, v};
        ta_result result[2];
        for (int i = 0; i < 2; i++)
            result[i] = (ta_result){.out = out[i], .m = m[i], .l = l[i]};
        const size_t bytes = ta_cpu_workspace(&build, &config);
        void *golden = malloc(ta_golden_workspace(&build, &config)), *cpu = malloc(bytes);
        if (!golden || !cpu || ta_golden_run(&job, &result[0], golden, 0, 0) ||
            ta_cpu_run(&job, &result[1], version, cpu, bytes)) {
            printf("seed %d does not run\n", (int)seed);
            return 1;
        }
        const size_t rows = (size_t)config.nq;
        if (memcmp(out[0], out[1], rows * (size_t)config.d * sizeof out[0][0]) ||
            memcmp(m[0], m[1], rows * sizeof m[0][0]) || memcmp(l[0], l[1], rows * sizeof l[0][0])) {
            printf("%s: seed %d differs from golden\n", ta_cpu_version_name(version), (int)seed);
            return 1;
        }
        free(golden);
        free(cpu);
    }
    printf("%s: 50 jobs equal golden\n", ta_cpu_version_name(version));
    return 0;
}
