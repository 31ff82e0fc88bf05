/* SPDX-License-Identifier: MIT
 *
 * What a core could do at most with 16-bit products: vpmaddwd and vpaddd, nothing else.
 */
#include "cpu/bench.h"

#if defined(__AVX2__) && defined(__GNUC__)

double ta_roof_pmaddwd(long steps)
{
    if (!__builtin_cpu_supports("avx2"))
        return 0;
    for (long i = 0; i < steps; i++)
        __asm__ volatile(
            "vpmaddwd %%ymm12, %%ymm13, %%ymm8\n\tvpaddd %%ymm8, %%ymm0, %%ymm0\n\t"
            "vpmaddwd %%ymm12, %%ymm13, %%ymm9\n\tvpaddd %%ymm9, %%ymm1, %%ymm1\n\t"
            "vpmaddwd %%ymm12, %%ymm13, %%ymm10\n\tvpaddd %%ymm10, %%ymm2, %%ymm2\n\t"
            "vpmaddwd %%ymm12, %%ymm13, %%ymm11\n\tvpaddd %%ymm11, %%ymm3, %%ymm3\n\t"
            "vpmaddwd %%ymm12, %%ymm13, %%ymm8\n\tvpaddd %%ymm8, %%ymm4, %%ymm4\n\t"
            "vpmaddwd %%ymm12, %%ymm13, %%ymm9\n\tvpaddd %%ymm9, %%ymm5, %%ymm5\n\t"
            "vpmaddwd %%ymm12, %%ymm13, %%ymm10\n\tvpaddd %%ymm10, %%ymm6, %%ymm6\n\t"
            "vpmaddwd %%ymm12, %%ymm13, %%ymm11\n\tvpaddd %%ymm11, %%ymm7, %%ymm7\n\t"
            ::: "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                "xmm10", "xmm11", "xmm12", "xmm13");
    return (double)steps * 8 * 16;
}

#else

double ta_roof_pmaddwd(long steps)
{
    (void)steps;
    return 0;
}

#endif
