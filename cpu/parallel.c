/* SPDX-License-Identifier: MIT
 *
 * Threads: the blocks of all jobs, in any order.  Without OpenMP, one after another.
 */
#ifdef _OPENMP
#include <omp.h>
#endif

#include "cpu/cpu.h"

int ta_cpu_max_threads(void)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

int ta_cpu_run_many(const ta_job *jobs, ta_result *results, int count,
                    const ta_cpu_version *version, int threads, void *workspace,
                    size_t workspace_bytes)
{
    if (threads < 1)
        threads = 1;
    const size_t each = workspace_bytes / (size_t)threads;
    int64_t blocks = 0;
    for (int i = 0; i < count; i++) {
        int error = ta_cpu_check(&jobs[i], each);
        if (error)
            return error;
        blocks += ta_cpu_blocks(&jobs[i].config);
    }

#ifdef _OPENMP
#pragma omp parallel num_threads(threads)
#endif
    {
#ifdef _OPENMP
        unsigned char *mine = (unsigned char *)workspace + (size_t)omp_get_thread_num() * each;
#else
        unsigned char *mine = workspace;
#endif
        int job = 0;       /* blocks come to a thread in increasing order */
        int64_t first = 0; /* the first block of the job */

#ifdef _OPENMP
#pragma omp for schedule(monotonic : dynamic, 1)
#endif
        for (int64_t block = 0; block < blocks; block++) {
            while (block >= first + ta_cpu_blocks(&jobs[job].config)) {
                first += ta_cpu_blocks(&jobs[job].config);
                job++;
            }
            ta_cpu_run_block(&jobs[job], &results[job], version, (int)(block - first), mine);
        }
    }
    for (int i = 0; i < count; i++)
        ta_cpu_count(&jobs[i], &results[i]);
    return 0;
}
