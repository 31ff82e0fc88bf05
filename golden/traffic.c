/* SPDX-License-Identifier: MIT
 *
 * Closed forms of memory traffic and operation counts: constant time, whatever the size.
 *
 * Rows come in units (a row group of A rows, or a block of q_rows rows; the last may be
 * partial).  Unit u sees the key tiles that its last valid row sees.  For a whole unit of
 * R = g*A rows and a causal offset c that is
 *     tiles(u) = clamp(floor((u*R + R - 1 + c) / A) + 1, 0, T),   T = ceil(NK / A),
 * an arithmetic progression with step g, clamped: its sum is a trapezium.
 */
#include "golden/golden.h"

/* What the units of one size see, summed over them. */
typedef struct unit_sums {
    uint64_t tiles;      /* key tiles */
    uint64_t keys;       /* valid keys of those tiles */
    uint64_t row_tiles;  /* tiles times the unit's valid rows */
    uint64_t row_keys;   /* keys times the unit's valid rows */
} unit_sums;

static int64_t clamp(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

/* floor(x / y), y > 0 */
static int64_t floor_div(int64_t x, int64_t y)
{
    return x / y - (x % y < 0);
}

static int64_t ceil_div(int64_t x, int64_t y)
{
    return -floor_div(-x, y);
}

/* Key tiles visible to a unit whose last valid row is last. */
static int64_t tiles_seen(const ta_build *build, const ta_config *config, int64_t last)
{
    int64_t all = ceil_div(config->nk, build->a);
    if (!config->causal)
        return all;
    return clamp(floor_div(last + config->offset, build->a) + 1, 0, all);
}

/* Adds count units of rows valid rows each that see tiles key tiles together, full of which
 * see every tile. */
static void add(unit_sums *sums, const ta_build *build, const ta_config *config, int64_t rows,
                int64_t tiles, int64_t full)
{
    int64_t missing = ceil_div(config->nk, build->a) * build->a - config->nk;
    int64_t keys = tiles * build->a - full * missing; /* the last tile may be partial */
    sums->tiles += (uint64_t)tiles;
    sums->keys += (uint64_t)keys;
    sums->row_tiles += (uint64_t)(tiles * rows);
    sums->row_keys += (uint64_t)(keys * rows);
}

/* Sums over all units of unit rows, a multiple of A. */
static unit_sums sum_units(const ta_build *build, const ta_config *config, int unit)
{
    const int64_t all = ceil_div(config->nk, build->a);
    const int64_t whole = config->nq / unit; /* units without the partial one */
    const int64_t rest = config->nq % unit;  /* rows of the partial one */
    unit_sums sums = {0, 0, 0, 0};

    if (!config->causal) {
        add(&sums, build, config, unit, whole * all, whole);
    } else {
        /* first + step*u, clamped: none below unit lo, all tiles from unit hi on. */
        const int64_t step = unit / build->a;
        const int64_t first = floor_div((int64_t)unit - 1 + config->offset, build->a) + 1;
        const int64_t lo = clamp(ceil_div(-first, step), 0, whole);
        const int64_t hi = clamp(ceil_div(all - first, step), lo, whole);
        const int64_t slope = (hi - lo) * first + step * ((lo + hi - 1) * (hi - lo) / 2);
        add(&sums, build, config, unit, slope + (whole - hi) * all, whole - hi);
    }
    if (rest) {
        int64_t tiles = tiles_seen(build, config, config->nq - 1);
        add(&sums, build, config, rest, tiles, tiles == all);
    }
    return sums;
}

void ta_traffic(const ta_build *build, const ta_config *config, ta_counters *counters)
{
    const int flash = config->mode == TA_FLASH;
    const uint64_t nq = (uint64_t)config->nq;
    const uint64_t d = (uint64_t)config->d;
    const uint64_t pairs = (uint64_t)(ceil_div(config->nq, build->a) *
                                      ceil_div(config->nk, build->a));
    const unit_sums groups = sum_units(build, config, build->a);
    const unit_sums loads = flash ? sum_units(build, config, config->q_rows) : groups;

    /* Q once; K and V once per block or group; O once. */
    counters->hbm_read_bytes = nq * d + 2 * d * loads.keys;
    counters->hbm_write_bytes = 2 * nq * d;
    if (!flash) { /* Z written, read, read; P written, read */
        counters->hbm_read_bytes += 3 * 2 * groups.row_keys;
        counters->hbm_write_bytes += 2 * 2 * groups.row_keys;
    }
    counters->mm1_macs = d * groups.row_keys;
    counters->mm2_macs = d * groups.row_keys;
    counters->exp2_ops = groups.row_keys + (flash ? groups.row_tiles : 0);
    counters->tiles = groups.tiles;
    counters->tiles_skipped = pairs - groups.tiles;
    counters->kv_loads = loads.tiles;
}

/* rows = rows of a block (FLASH) or row group (NAIVE), two buffers where one can fill while
 * the other is in use:
 *     Q       rows * D         2 if there are several blocks
 *     K, V    A * D each       2 with overlap
 *     P       rows * A * 2
 *     O       rows * D * 4     accumulator
 *     m, l    rows * (2 + 4)
 *     out     rows * D * 2     2 if there are several blocks
 * The score matrix of NAIVE is off chip. */
int64_t ta_buffer_bytes(const ta_build *build, const ta_config *config)
{
    const int64_t unit = config->mode == TA_FLASH ? config->q_rows : build->a;
    const int64_t rows = config->nq < unit ? config->nq : unit;
    const int64_t blocks = config->nq > unit ? 2 : 1;
    const int64_t tiles = config->overlap ? 2 : 1;
    const int64_t a = build->a;
    const int64_t d = config->d;
    return blocks * rows * d           /* Q */
           + 2 * tiles * a * d         /* K, V */
           + rows * a * 2              /* P */
           + rows * d * 4              /* O */
           + rows * (2 + 4)            /* m, l */
           + blocks * rows * d * 2;    /* out */
}
