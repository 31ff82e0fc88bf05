/* SPDX-License-Identifier: MIT
 *
 * N = 32,768 (or the first argument), D = 64: at most 64 MB resident besides the tensors,
 * and the golden model's output.  Slow: golden takes a minute or more.
 */
#define _DEFAULT_SOURCE /* getrusage */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cpu/cpu.h"
#include "golden/golden.h"
#include "golden/random_job.h"

enum { D = 64 };

/* Peak resident memory, bytes. */
static long peak(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024;
}

static void *take(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p)
        exit(2);
    memset(p, 1, bytes);
    return p;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 32768;
    if (n < 8 || n > 131072)
        return 2;
    const size_t rows = (size_t)n, cells = rows * D;
    const ta_build build = {"long", 8, D, n, 12, 64};
    const ta_config config = {.nq = n, .nk = n, .d = D, .q_rows = 32, .scale = 150};
    int8_t *tensor[3];
    uint64_t random = 1;
    for (int t = 0; t < 3; t++) {
        tensor[t] = take(cells);
        for (size_t i = 0; i < cells; i++)
            tensor[t][i] = (int8_t)((int)ta_random_below(&random, 100) + (int)ta_random_below(&random, 100) - 99);
    }
    const ta_job job = {build, config, tensor[0], tensor[1], tensor[2]};
    ta_result result[2];
    for (int i = 0; i < 2; i++)
        result[i] = (ta_result){.out = take(cells * 2), .m = take(rows * 2), .l = take(rows * 8)};

    const ta_cpu_version *version = ta_cpu_select();
    if (!version)
        return 2;
    const long before = peak();
    const size_t bytes = ta_cpu_workspace(&build, &config);
    void *workspace = malloc(bytes);
    if (!workspace || ta_cpu_run(&job, &result[1], version, workspace, bytes))
        return 2;
    const long grown = peak() - before;
    printf("%s, N = %d, D = %d: workspace %zu bytes, resident memory grew by %ld bytes\n",
           ta_cpu_version_name(version), n, D, bytes, grown);
    if (grown > 64L << 20)
        return 1;

    void *golden = malloc(ta_golden_workspace(&build, &config));
    if (!golden || ta_golden_run(&job, &result[0], golden, 0, 0))
        return 2;
    if (memcmp(result[0].out, result[1].out, cells * 2) || memcmp(result[0].m, result[1].m, rows * 2) ||
        memcmp(result[0].l, result[1].l, rows * 8)) {
        printf("differs from golden\n");
        return 1;
    }
    printf("equals golden\n");
    return 0;
}
