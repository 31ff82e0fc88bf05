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

static int clog2(int n)
{
    int bits = 0;
    while (1 << bits < n)
        bits++;
    return bits;
}

static int at_least_1(int n)
{
    return n < 1 ? 1 : n;
}

void ta_sizes(const ta_build *b, int size[TA_SIZE_COUNT])
{
    const int A = b->a, DMax = b->dmax, NMax = b->nmax, PF = b->pf, PortBits = b->port_bits;
#define TA_SIZE(id, expression, meaning) \
    const int id = (expression);         \
    size[TA_SIZE_##id] = id;
#include "sizes.def"
#undef TA_SIZE
}

uint32_t ta_region_base(const ta_build *b, enum ta_region region)
{
    const int A = b->a, DMax = b->dmax, NMax = b->nmax;
    const int Tiles = (NMax + A - 1) / A;
    const int bytes[] = {
#define TA_REGION(id, bytes, contents) bytes,
#include "memory.def"
#undef TA_REGION
    };
    uint32_t base = 0;
    for (int i = 0; i < (int)region; i++)
        base += (uint32_t)bytes[i];
    return base;
}

#ifdef TA_TABLES_WITHOUT_TEXT /* where every byte counts and nothing is compared */

uint32_t ta_tables_crc(void)
{
    return 0;
}

#else

static const char *const rows[] = {
#define TA_BUILD(...) "build " #__VA_ARGS__,
#include "builds.def"
#undef TA_BUILD
#define TA_CONFIG(...) "config " #__VA_ARGS__,
#include "config.def"
#undef TA_CONFIG
#define TA_CONFIG_ERROR(...) "config_error " #__VA_ARGS__,
#include "config_errors.def"
#undef TA_CONFIG_ERROR
#define TA_COUNTER(...) "counter " #__VA_ARGS__,
#include "counters.def"
#undef TA_COUNTER
#define TA_STALL(...) "stall " #__VA_ARGS__,
#include "stalls.def"
#undef TA_STALL
#define TA_PHASE(...) "phase " #__VA_ARGS__,
#include "phases.def"
#undef TA_PHASE
#define TA_BURST(...) "burst " #__VA_ARGS__,
#include "bursts.def"
#undef TA_BURST
#define TA_UNIT(...) "unit " #__VA_ARGS__,
#define TA_UNIT_STATE(...) "state " #__VA_ARGS__,
#include "units.def"
#undef TA_UNIT
#undef TA_UNIT_STATE
#define TA_BUFFER(...) "buffer " #__VA_ARGS__,
#include "buffers.def"
#undef TA_BUFFER
#define TA_REGION(...) "region " #__VA_ARGS__,
#include "memory.def"
#undef TA_REGION
#define TA_SIZE(...) "size " #__VA_ARGS__,
#include "sizes.def"
#undef TA_SIZE
#define TA_FORMAT(...) "format " #__VA_ARGS__,
#include "formats.def"
#undef TA_FORMAT
#define TA_FIELD(...) "field " #__VA_ARGS__,
#include "record.def"
#undef TA_FIELD
#define TA_EXP2(...) "exp2 " #__VA_ARGS__,
#include "exp2.def"
#undef TA_EXP2
#define TA_RECIP(...) "recip " #__VA_ARGS__,
#include "recip.def"
#undef TA_RECIP
};

uint32_t ta_tables_crc(void)
{
    uint32_t crc = 0xffffffffu;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (const char *c = rows[i]; *c; c++) {
            crc ^= (unsigned char)*c;
            for (int bit = 0; bit < 8; bit++)
                crc = (crc >> 1) ^ (0xEDB88320u & (0u - (crc & 1)));
        }
    }
    return ~crc;
}

#endif
