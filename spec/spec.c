/* SPDX-License-Identifier: MIT */
#include "spec/job.h"

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

static const char *const config_expected[] = {
#define TA_CONFIG_ERROR(id, expected) expected,
#include "config_errors.def"
#undef TA_CONFIG_ERROR
};

const char *ta_config_expected(int error)
{
    return error >= 0 && error < TA_CONFIG_ERROR_COUNT ? config_expected[error] : 0;
}

int ta_config_check(const ta_build *b, const ta_config *c)
{
    if (c->nq < 1 || c->nq > b->nmax)
        return TA_CONFIG_ERROR_nq;
    if (c->nk < 1 || c->nk > b->nmax)
        return TA_CONFIG_ERROR_nk;
    if (c->d < b->a || c->d > b->dmax || c->d % b->a)
        return TA_CONFIG_ERROR_d;
    if (c->mode == TA_FLASH) {
        int r = c->q_rows;
        if ((r != b->a && r != 2 * b->a && r != 4 * b->a && r != 8 * b->a) || r > b->nmax)
            return TA_CONFIG_ERROR_q_rows;
    }
    if (c->causal && (c->offset < -b->nmax || c->offset > b->nmax))
        return TA_CONFIG_ERROR_offset;
    if (c->latency < 0 || c->latency > 64)
        return TA_CONFIG_ERROR_latency;
    return TA_CONFIG_ERROR_none;
}
