/* SPDX-License-Identifier: MIT
 *
 * Which version runs: the one place that asks the machine and the environment.
 */
#include <stdlib.h>

#include "cpu/versions.h"

/* TA_CPU_X86: the versions for x86-64 are part of the program (CMakeLists.txt). */
#ifdef TA_CPU_X86

static int has_v3(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

static int has_v4(void)
{
    return has_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}

const ta_cpu_version *ta_cpu_version_at(int id)
{
    switch (id) {
    case TA_CPU_portable_v1:
        return &ta_cpu_portable_v1;
    case TA_CPU_portable_v3:
        return has_v3() ? &ta_cpu_portable_v3 : 0;
    case TA_CPU_portable_v4:
        return has_v4() ? &ta_cpu_portable_v4 : 0;
    case TA_CPU_portable:
        return has_v4() ? &ta_cpu_portable_v4 : has_v3() ? &ta_cpu_portable_v3 : &ta_cpu_portable_v1;
    case TA_CPU_avx2:
        return __builtin_cpu_supports("avx2") ? &ta_cpu_avx2 : 0;
    case TA_CPU_avx512:
        return has_v4() && __builtin_cpu_supports("avx512vnni") ? &ta_cpu_avx512 : 0;
    default:
        return 0;
    }
}

#else

const ta_cpu_version *ta_cpu_version_at(int id)
{
    return id == TA_CPU_portable || id == TA_CPU_portable_v1 ? &ta_cpu_portable_v1 : 0;
}

#endif

const char *ta_cpu_version_id_name(int id)
{
    static const char *const names[] = {
#define TA_CPU_VERSION(id, needs, meaning) #id,
#include "cpu/versions.def"
#undef TA_CPU_VERSION
    };
    return id >= 0 && id < TA_CPU_VERSION_COUNT ? names[id] : 0;
}

const char *ta_cpu_version_name(const ta_cpu_version *version)
{
    return version->name;
}

static int same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

const ta_cpu_version *ta_cpu_select(void)
{
    const char *wanted = getenv("TINYATTN_CPU");
    const ta_cpu_version *best = 0;
    for (int id = 0; id < TA_CPU_VERSION_COUNT; id++) {
        const ta_cpu_version *version = ta_cpu_version_at(id);
        if (!wanted || !*wanted)
            best = version ? version : best;
        else if (same(wanted, ta_cpu_version_id_name(id)))
            return version;
    }
    return best;
}
