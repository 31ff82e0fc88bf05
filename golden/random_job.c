/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "golden/random_job.h"

uint64_t ta_random_next(uint64_t *state)
{
    uint64_t x = *state += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

uint32_t ta_random_below(uint64_t *state, uint32_t n)
{
    return (uint32_t)(((ta_random_next(state) >> 32) * n) >> 32);
}

/* Uniform low..high. */
static int between(uint64_t *state, int low, int high)
{
    return low + (int)ta_random_below(state, (uint32_t)(high - low + 1));
}

/* Sum of four uniform -32..31: mean -2, deviation 37, the whole of INT8 but -128..124. */
static int8_t bell(uint64_t *state)
{
    uint64_t x = ta_random_next(state);
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += (int)(x & 63) - 32;
        x >>= 16;
    }
    return (int8_t)sum;
}

static void fill_bell(uint64_t *state, ptrdiff_t n, int8_t *x)
{
    for (ptrdiff_t i = 0; i < n; i++)
        x[i] = bell(state);
}

static void fill_range(uint64_t *state, ptrdiff_t n, int8_t *x, int low, int high)
{
    for (ptrdiff_t i = 0; i < n; i++)
        x[i] = (int8_t)between(state, low, high);
}

static uint32_t clamp_scale(int64_t scale)
{
    return scale < 1 ? 1 : scale > 0xFFFFFF ? 0xFFFFFF : (uint32_t)scale;
}

static int square_root(int n)
{
    int root = 1;
    while ((root + 1) * (root + 1) <= n)
        root++;
    return root;
}

static void draw_config(const ta_build *build, uint64_t *state, unsigned flags, int corner,
                        ta_config *cfg)
{
    const int a = build->a;
    int nmax = build->nmax;
    int chunks = build->dmax / a;
    if (flags & TA_RANDOM_SMALL) {
        nmax = nmax > 4 * a ? 4 * a : nmax;
        chunks = chunks > 2 ? 2 : chunks;
    }

    cfg->nq = between(state, 1, nmax);
    cfg->nk = between(state, 1, nmax);
    if (ta_random_below(state, 2))
        cfg->nk = cfg->nq;
    if (corner == TA_CORNER_SHORT) {
        int which = between(state, 1, 3);
        int small = a < nmax ? a : nmax;
        if (which & 1)
            cfg->nq = between(state, 1, small);
        if (which & 2)
            cfg->nk = between(state, 1, small);
    }
    cfg->d = a * between(state, 1, chunks);

    cfg->mode = ta_random_below(state, 4) == 0 ? TA_NAIVE : TA_FLASH;
    if (flags & TA_RANDOM_FLASH)
        cfg->mode = TA_FLASH;
    if (flags & TA_RANDOM_NAIVE)
        cfg->mode = TA_NAIVE;

    int sizes = 1; /* how many of A, 2A, 4A, 8A are legal */
    while (sizes < 4 && (a << sizes) <= build->nmax)
        sizes++;
    cfg->q_rows = a << ta_random_below(state, (uint32_t)sizes);

    cfg->causal = (int)ta_random_below(state, 2);
    switch (ta_random_below(state, 3)) {
    case 0:
        cfg->offset = 0;
        break;
    case 1:
        cfg->offset = cfg->nk - cfg->nq;
        break;
    default:
        cfg->offset = between(state, -build->nmax, build->nmax);
        break;
    }
    cfg->overlap = (int)ta_random_below(state, 2);
    cfg->stream = (int)ta_random_below(state, 2);
    cfg->latency = between(state, 0, 64);
}

/* With bell-shaped Q and K, S deviates by 37^2 * sqrt(D) and Z by u * 256, u = 1/8 .. 8, when
 * cfg_scale = u * 256 * 2^12 / (37^2 * sqrt(D)), about u * 768 / sqrt(D). */
static uint32_t realistic_scale(uint64_t *state, int d)
{
    return clamp_scale(96 * between(state, 1, 64) / square_root(d));
}

int ta_random_job(const ta_build *build, uint64_t seed, unsigned flags, ta_config *config,
                  int8_t *q, int8_t *k, int8_t *v)
{
    uint64_t stream = seed;
    uint64_t *state = &stream;
    int corner = TA_CORNER_NONE;
    if (ta_random_below(state, 4) == 0)
        corner = between(state, 1, TA_CORNER_COUNT - 1);
    if (flags & TA_RANDOM_NO_CORNERS)
        corner = TA_CORNER_NONE;

    draw_config(build, state, flags, corner, config);
    const int nk = config->nk;
    const int d = config->d;
    const ptrdiff_t q_size = (ptrdiff_t)config->nq * d;
    const ptrdiff_t k_size = (ptrdiff_t)nk * d;
    const int tiles = (nk + build->a - 1) / build->a;

    config->scale = realistic_scale(state, d);
    fill_bell(state, q_size, q);
    fill_bell(state, k_size, k);
    fill_bell(state, k_size, v);

    switch (corner) {
    case TA_CORNER_EQUAL:
        for (ptrdiff_t i = d; i < k_size; i++)
            k[i] = k[i - d];
        break;
    case TA_CORNER_DOMINANT: { /* q . k = 127 * sum q, q > 0, against at most a quarter of it */
        int key = between(state, 0, nk - 1);
        fill_range(state, q_size, q, 64, 127);
        fill_range(state, k_size, k, -32, 31);
        for (int c = 0; c < d; c++)
            k[(ptrdiff_t)key * d + c] = 127;
        config->scale = clamp_scale(96 * between(state, 1, 64) / d);
        break;
    }
    case TA_CORNER_SATURATE:
        config->scale = 0xFFFFFF;
        if (ta_random_below(state, 2))
            config->scale -= ta_random_below(state, 0xF00000);
        break;
    case TA_CORNER_MINIMUM:
        for (ptrdiff_t i = 0; i < q_size; i++)
            q[i] = -128;
        for (ptrdiff_t i = 0; i < k_size; i++)
            k[i] = v[i] = -128;
        break;
    case TA_CORNER_ZERO:
        config->scale = 0;
        break;
    case TA_CORNER_RISING: /* S climbs by 255 * 96 * D over the keys, Z by u * 66 per tile */
    case TA_CORNER_FALLING: {
        int u = tiles < 740 / 16 ? 16 : tiles < 740 ? 740 / tiles : 1; /* unsaturated */
        fill_range(state, q_size, q, 64, 127);
        for (int j = 0; j < nk; j++) {
            int x = nk > 1 ? 255 * j / (nk - 1) - 128 : 0;
            for (int c = 0; c < d; c++)
                k[(ptrdiff_t)j * d + c] = (int8_t)(corner == TA_CORNER_RISING ? x : -1 - x);
        }
        config->scale = clamp_scale((int64_t)11 * tiles * between(state, 1, u) / d);
        break;
    }
    case TA_CORNER_UNIFORM:
        fill_range(state, q_size, q, -128, 127);
        fill_range(state, k_size, k, -128, 127);
        fill_range(state, k_size, v, -128, 127);
        config->scale = ta_random_below(state, 1u << between(state, 1, 24));
        break;
    default:
        break;
    }
    return corner;
}
