/* SPDX-License-Identifier: MIT */
#ifndef TA_CPU_VERSIONS_H
#define TA_CPU_VERSIONS_H

#include "cpu/kernel.h"

/* portable.c, once for each level */
extern const ta_cpu_version ta_cpu_portable_v1;
extern const ta_cpu_version ta_cpu_portable_v3;
extern const ta_cpu_version ta_cpu_portable_v4;
extern const ta_cpu_version ta_cpu_avx2;   /* avx2.c */
extern const ta_cpu_version ta_cpu_avx512; /* avx512.c */

#endif
