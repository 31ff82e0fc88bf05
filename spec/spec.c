/* SPDX-License-Identifier: MIT */
#include "spec.h"

static const ta_build builds[] = {
#define TA_BUILD(id, a, dmax, nmax, pf, port, purpose) {#id, a, dmax, nmax, pf, port},
#include "builds.def"
#undef TA_BUILD
};

static const char *const stall_names[] = {
#define TA_STALL(id, meaning) #id,
#include "stalls.def"
#undef TA_STALL
};

const ta_build *ta_build_at(int index)
{
    return index >= 0 && index < TA_BUILD_COUNT ? &builds[index] : 0;
}

const ta_build *ta_build_find(const char *name)
{
    for (int i = 0; i < TA_BUILD_COUNT; i++) {
        const char *a = builds[i].name;
        const char *b = name;
        while (*a && *a == *b) {
            a++;
            b++;
        }
        if (*a == *b)
            return &builds[i];
    }
    return 0;
}

const char *ta_stall_name(int cause)
{
    return cause >= 0 && cause < TA_STALL_COUNT ? stall_names[cause] : 0;
}
