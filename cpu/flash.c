/* SPDX-License-Identifier: MIT
 *
 * The schedule: blocks of query rows outside, blocks of keys inside, the same for every
 * version.  Freestanding.
 */
#include "cpu/kernel.h"
#include "golden/golden.h"

enum { ALIGNMENT = 64, MAX_LANES = 64, MAX_BYTES = 4 };

static size_t round_up(size_t n)
{
    return (n + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Bytes of each array of a block, in the order of the fields; the largest that any version
 * needs.  Sums stay far below 2^64: columns <= 65,536. */
typedef struct layout {
    size_t seen, q, k, v, k_sum, p, rise, alpha, m, l, o;
} layout;

static layout lay_out(const ta_config *config)
{
    size_t columns = ((size_t)config->d + 15) / 16 * 16;
    size_t o_bytes = config->nk > TA_CPU_NARROW_KEYS ? sizeof(int64_t) : sizeof(int32_t);
    layout a = {
        .seen = round_up(TA_CPU_ROWS * sizeof(int16_t)),
        .q = round_up(TA_CPU_ROWS * columns * MAX_BYTES),
        .k = round_up(TA_CPU_KEYS * columns * MAX_BYTES),
        .v = round_up(TA_CPU_KEYS * columns * MAX_BYTES),
        .k_sum = round_up(TA_CPU_KEYS * sizeof(int32_t)),
        .p = round_up((size_t)TA_CPU_KEYS * MAX_LANES * MAX_BYTES),
        .rise = round_up(TA_CPU_TILES * sizeof(uint64_t)),
        .alpha = round_up((size_t)TA_CPU_TILES * MAX_LANES * sizeof(int32_t)),
        .m = round_up(TA_CPU_ROWS * sizeof(int16_t)),
        .l = round_up(TA_CPU_ROWS * sizeof(int32_t)),
        .o = round_up(TA_CPU_ROWS * columns * o_bytes),
    };
    return a;
}

size_t ta_cpu_workspace(const ta_build *build, const ta_config *config)
{
    (void)build;
    if (config->d < 1 || config->d > TA_D_LIMIT)
        return 0;
    layout a = lay_out(config);
    return a.seen + a.q + a.k + a.v + a.k_sum + a.p + a.rise + a.alpha + a.m + a.l + a.o +
           ALIGNMENT;
}

/* The next array of the workspace. */
static void *carve(unsigned char **at, size_t bytes)
{
    void *array = *at;
    *at += bytes;
    return array;
}

/* The smallest limit at which S * cfg_scale >> 12 leaves -32767..32767: S = +-limit gives
 * the same Z as anything beyond.  Post: limit * scale < 2^27 + 2^24, limit <= 2^30. */
static int32_t score_limit(uint32_t scale)
{
    const int32_t largest = 1 << 30; /* no |S| is larger */
    if (scale == 0)
        return largest;
    return (int32_t)(((1u << 27) + scale - 1) / scale); /* <= 2^27 */
}

void ta_cpu_wide_add(int columns, const int32_t *sum, int64_t *o)
{
    for (int c = 0; c < columns; c++)
        o[c] += sum[c];
}

void ta_cpu_wide_rescale(int columns, int32_t alpha, int64_t *o)
{
    for (int c = 0; c < columns; c++)
        o[c] = (o[c] * alpha) >> 15; /* |o| <= 2^36: the product fits */
}

int ta_cpu_blocks(const ta_config *config)
{
    return (config->nq + TA_CPU_ROWS - 1) / TA_CPU_ROWS;
}

int ta_cpu_check(const ta_job *job, size_t workspace_bytes)
{
    int error = ta_golden_check(&job->build, &job->config);
    if (error)
        return error;
    if (job->config.mode != TA_FLASH ||
        workspace_bytes < ta_cpu_workspace(&job->build, &job->config))
        return -1;
    return TA_CONFIG_ERROR_none;
}

void ta_cpu_count(const ta_job *job, ta_result *result)
{
#define TA_COUNTER(id, meaning) result->counters.id = 0;
#include "spec/counters.def"
#undef TA_COUNTER
    for (int array = 0; array < 2; array++)
        for (int cause = 0; cause < TA_STALL_COUNT; cause++)
            result->counters.stalls[array][cause] = 0;
    ta_traffic(&job->build, &job->config, &result->counters);
}

/* out, m and l of the block's rows. */
static void store(const ta_job *job, ta_result *result, const ta_cpu_version *version,
                  const ta_cpu_block *b, int first)
{
    const int lw = ta_l_width(job->build.nmax);
    const size_t columns = (size_t)b->columns;

    for (int i = 0; i < b->rows; i++) {
        const int group = i / version->lanes * version->lanes;
        const int slot = ta_cpu_slot(version->lanes, version->interleaved, i - group);
        const int32_t l = b->l[group + slot];
        int16_t *out = result->out + (ptrdiff_t)(first + i) * b->d;
        result->m[first + i] = l ? b->m[i] : TA_Z_MASKED;
        result->l[first + i] = l;
        if (l == 0) {
            for (int c = 0; c < b->d; c++)
                out[c] = 0;
        } else if (b->wide) {
            ta_normalize(b->d, b->o_wide + (size_t)i * columns, l, lw, out);
        } else {
            int lz;
            int32_t r = ta_recip(l, lw, &lz);
            int sh = lw + 6 - lz; /* l < 2^25: 19..31 */
            version->normalize(b->d, b->o + (size_t)i * columns, r, sh, out);
        }
    }
}

void ta_cpu_run_block(const ta_job *job, ta_result *result, const ta_cpu_version *version,
                      int block, void *workspace)
{
    const ta_config *cfg = &job->config;
    const layout size = lay_out(cfg);
    const int first = block * TA_CPU_ROWS;
    const ptrdiff_t d = cfg->d;

    unsigned char *at = workspace;
    at += (ALIGNMENT - (uintptr_t)at % ALIGNMENT) % ALIGNMENT;
    ta_cpu_block b = {
        .a = job->build.a,
        .d = cfg->d,
        .columns = (cfg->d + 15) / 16 * 16,
        .pf = job->build.pf,
        .rows = cfg->nq - first < TA_CPU_ROWS ? cfg->nq - first : TA_CPU_ROWS,
        .wide = cfg->nk > TA_CPU_NARROW_KEYS,
        .scale = (int32_t)(cfg->scale & 0xFFFFFF),
        .limit = score_limit(cfg->scale & 0xFFFFFF),
    };
    b.seen = carve(&at, size.seen);
    b.q = carve(&at, size.q);
    b.k = carve(&at, size.k);
    b.v = carve(&at, size.v);
    b.k_sum = carve(&at, size.k_sum);
    b.p = carve(&at, size.p);
    b.rise = carve(&at, size.rise);
    b.alpha = carve(&at, size.alpha);
    b.m = carve(&at, size.m);
    b.l = carve(&at, size.l);
    b.o = carve(&at, size.o);
    b.o_wide = (int64_t *)(void *)b.o;

    /* 1. No key seen yet. */
    for (int i = 0; i < TA_CPU_ROWS; i++) {
        b.m[i] = TA_Z_MASKED;
        b.l[i] = 0;
    }
    const size_t cells = (size_t)((b.rows + 7) / 8 * 8) * (size_t)b.columns;
    if (b.wide)
        for (size_t i = 0; i < cells; i++)
            b.o_wide[i] = 0;
    else
        for (size_t i = 0; i < cells; i++)
            b.o[i] = 0;
    version->load_q(&b, job->q + first * d);

    /* 2. Every key that the last row sees, block by block. */
    const int keys = ta_row_keys(cfg, first + b.rows - 1);
    for (int key = 0; key < keys; key += TA_CPU_KEYS) {
        b.keys = keys - key < TA_CPU_KEYS ? keys - key : TA_CPU_KEYS;
        for (int i = 0; i < TA_CPU_ROWS; i++) {
            int row = i < b.rows ? i : b.rows - 1; /* lanes without a row follow the last */
            int seen = ta_row_keys(cfg, first + row) - key;
            b.seen[i] = (int16_t)(seen < 0 ? 0 : seen > b.keys ? b.keys : seen);
        }
        version->load_kv(&b, job->k + key * d, job->v + key * d);
        for (int row = 0; row < b.rows; row += version->lanes) {
            int last = row + version->lanes < b.rows ? row + version->lanes : b.rows;
            if (b.seen[last - 1])
                version->attend(&b, row / version->lanes);
        }
    }

    /* 3. out = O / l. */
    store(job, result, version, &b, first);
}

int ta_cpu_run(const ta_job *job, ta_result *result, const ta_cpu_version *version,
               void *workspace, size_t workspace_bytes)
{
    int error = ta_cpu_check(job, workspace_bytes);
    if (error)
        return error;
    for (int block = 0; block < ta_cpu_blocks(&job->config); block++)
        ta_cpu_run_block(job, result, version, block, workspace);
    ta_cpu_count(job, result);
    return TA_CONFIG_ERROR_none;
}
