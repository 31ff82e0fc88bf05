/* SPDX-License-Identifier: MIT
 *
 * Plain C for a compiler that vectorises: 64 rows a group.  Scores are S[key][row], O is
 * O[row][column]; every inner loop runs over rows or over columns.  Both products are sums
 * of floats that stay whole numbers within 2^24, hence exact in any order, fused or not.
 * Freestanding.  Compiled once for each level of x86-64; TA_CPU_THIS names the version.
 */
#include "cpu/versions.h"

#define INLINE static inline __attribute__((always_inline))

enum {
    LANES = 64,
    CHUNK = 1024,     /* dimensions whose sum is exact: 1024 * 128 * 128 = 2^24 */
    MASS = 131072,    /* sum of P * 2^12 whose P.V is exact: 2^17 * 128 = 2^24 */
    COLUMNS = 64,     /* columns of O at a time */
};

/* ---- packing ---- */

/* q (group, d, row) float. */
static void load_q(const ta_cpu_block *b, const int8_t *q)
{
    const int padded = (b->rows + LANES - 1) / LANES * LANES;
    for (int row = 0; row < padded; row++) {
        const int8_t *from = q + (ptrdiff_t)row * b->d;
        float *to = (float *)b->q + (ptrdiff_t)(row / LANES * LANES) * b->d + row % LANES;
        for (int c = 0; c < b->d; c++, to += LANES)
            *to = row < b->rows ? from[c] : 0;
    }
}

/* k (key, d) float, v (key, columns) float. */
static void load_kv(const ta_cpu_block *b, const int8_t *k, const int8_t *v)
{
    const int padded = (b->keys + b->a - 1) / b->a * b->a;
    const ptrdiff_t d = b->d;
    float *restrict pk = b->k;
    for (ptrdiff_t i = 0; i < b->keys * d; i++)
        pk[i] = k[i];
    for (ptrdiff_t i = b->keys * d; i < padded * d; i++)
        pk[i] = 0;
    for (int key = 0; key < padded; key++) {
        const int8_t *from = v + key * d;
        float *restrict to = (float *)b->v + (ptrdiff_t)key * b->columns;
        const int valid = key < b->keys ? b->d : 0;
        for (int c = 0; c < valid; c++)
            to[c] = from[c];
        for (int c = valid; c < b->columns; c++)
            to[c] = 0;
    }
}

/* ---- scores and softmax ---- */

/* s0, s1 (row) = or += four dimensions of two keys.  q (4, row), k0, k1 (4). */
INLINE void dimensions(const float *restrict q, const float *k0, const float *k1,
                       float *restrict s0, float *restrict s1, const int first)
{
    const float a0 = k0[0], a1 = k0[1], a2 = k0[2], a3 = k0[3];
    const float b0 = k1[0], b1 = k1[1], b2 = k1[2], b3 = k1[3];
    for (int r = 0; r < LANES; r++) {
        const float x0 = q[r], x1 = q[LANES + r], x2 = q[2 * LANES + r], x3 = q[3 * LANES + r];
        float s = first ? 0 : s0[r], t = first ? 0 : s1[r];
        s += x0 * a0;
        t += x0 * b0;
        s += x1 * a1;
        t += x1 * b1;
        s += x2 * a2;
        t += x2 * b2;
        s += x3 * a3;
        t += x3 * b3;
        s0[r] = s;
        s1[r] = t;
    }
}

/* Z of two keys for a group.  q (d, row), k (2, d), z (2, row). */
INLINE void scores(const ta_cpu_block *b, const float *q, const float *k, int16_t *restrict z)
{
    float s[2 * LANES]; /* exact: |s| <= 2^24 */
    int32_t total[2 * LANES];
    const int d = b->d;
    const int32_t limit = b->limit, scale = b->scale;
    for (int from = 0; from < d; from += CHUNK) {
        const int to = d - from < CHUNK ? d : from + CHUNK;
        dimensions(q + (ptrdiff_t)from * LANES, k + from, k + d + from, s, s + LANES, 1);
        for (int c = from + 4; c < to; c += 4)
            dimensions(q + (ptrdiff_t)c * LANES, k + c, k + d + c, s, s + LANES, 0);
        if (from == 0)
            for (int r = 0; r < 2 * LANES; r++)
                total[r] = (int32_t)s[r];
        else
            for (int r = 0; r < 2 * LANES; r++)
                total[r] += (int32_t)s[r];
    }
    for (int r = 0; r < 2 * LANES; r++) {
        int32_t x = total[r];
        x = x > limit ? limit : x;
        x = x < -limit ? -limit : x;
        x = (x * scale) >> 12;
        x = x > 32767 ? 32767 : x;
        z[r] = (int16_t)(x < -32767 ? -32767 : x);
    }
}

/* p (row) = P * 2^12.  exponent, unit: see softmax. */
INLINE void probabilities(const int16_t *restrict z, const int16_t *restrict m, int exponent,
                          float unit, float *restrict p)
{
    uint16_t y[LANES], s[LANES];
    for (int r = 0; r < LANES; r++) {
        const uint16_t n = (uint16_t)(m[r] - z[r]); /* 0..65534 */
        const uint16_t t = (uint16_t)(0u - ((unsigned)n << 8));
        s[r] = (uint16_t)((n >> 8) + (((n & 255) + 255) >> 8));
        uint16_t x = TA_CPU_EXP2_C4;
        x = (uint16_t)((((uint32_t)x * t) >> 16) + TA_CPU_EXP2_C3);
        x = (uint16_t)((((uint32_t)x * t) >> 16) + TA_CPU_EXP2_C2);
        x = (uint16_t)((((uint32_t)x * t) >> 16) + TA_CPU_EXP2_C1);
        x = (uint16_t)((((uint32_t)x * t) >> 16) + TA_CPU_EXP2_C0);
        y[r] = (uint16_t)((x >> 3) + 8192);
    }
    for (int r = 0; r < LANES; r++) {
        const int32_t shift = s[r] < 24 ? s[r] : 24;
        union {
            int32_t bits;
            float value;
        } power;
        power.bits = (exponent - shift) << 23;
        p[r] = (float)(int32_t)((float)(int32_t)y[r] * power.value + 0.5f) * unit;
    }
}

/* The maximum of some rows rises: alpha of each, l, and which. */
static __attribute__((noinline)) void rise(const ta_cpu_block *b, int tile,
                                           const int16_t *m_new, int16_t *m, int32_t *l)
{
    uint64_t mask = 0;
    int32_t *alpha = b->alpha + tile * LANES;
    for (int r = 0; r < LANES; r++) {
        if (m_new[r] == m[r])
            continue;
        if (m[r] != TA_Z_MASKED) {
            alpha[r] = ta_exp2(m[r] - m_new[r]);
            l[r] = (l[r] >> 15) * alpha[r] + (((l[r] & 32767) * alpha[r]) >> 15);
            mask |= (uint64_t)1 << r;
        }
        m[r] = m_new[r];
    }
    b->rise[tile] = mask;
}

/* All tiles of the key block for one group: p (key, row) float, m, l; and the sum of P of
 * each tile and row, in mass (tile, row). */
INLINE void softmax(const ta_cpu_block *b, int group, const int a, int32_t *restrict mass)
{
    const int first = group * LANES;
    const float *q = (const float *)b->q + (ptrdiff_t)first * b->d;
    const float *k = b->k;
    const int16_t *seen = b->seen + first;
    int16_t *m = b->m + first;
    int32_t *restrict l = b->l + first;
    /* P = (a + 2^s) >> (s + 1) at PF = 12, (a + 2^(s + 4)) >> (s + 5) at PF = 8. */
    const int exponent = 127 - (13 - b->pf);
    const float unit = (float)(1 << (12 - b->pf));

    for (int tile = 0; tile * a < seen[LANES - 1]; tile++) {
        int16_t z[16 * LANES], top[LANES];
        for (int j = 0; j < a; j += 2)
            scores(b, q, k + (ptrdiff_t)(tile * a + j) * b->d, z + j * LANES);
        const int masked = (tile + 1) * a > seen[0];
        if (masked)
            for (int j = 0; j < a; j++)
                for (int r = 0; r < LANES; r++)
                    if (tile * a + j >= seen[r])
                        z[j * LANES + r] = TA_Z_MASKED;
        int16_t change = 0;
        for (int r = 0; r < LANES; r++)
            top[r] = m[r];
        for (int j = 0; j < a; j++)
            for (int r = 0; r < LANES; r++)
                top[r] = z[j * LANES + r] > top[r] ? z[j * LANES + r] : top[r];
        for (int r = 0; r < LANES; r++)
            change = (int16_t)(change | (top[r] ^ m[r]));
        b->rise[tile] = 0;
        if (change)
            rise(b, tile, top, m, l);
        float sum[LANES]; /* <= 16 * 4096 */
        for (int r = 0; r < LANES; r++)
            sum[r] = 0;
        for (int j = 0; j < a; j++) {
            float *restrict p = (float *)b->p + (tile * a + j) * LANES;
            probabilities(z + j * LANES, top, exponent, unit, p);
            if (masked)
                for (int r = 0; r < LANES; r++)
                    if (tile * a + j >= seen[r])
                        p[r] = 0;
            for (int r = 0; r < LANES; r++)
                sum[r] += p[r];
        }
        for (int r = 0; r < LANES; r++) {
            mass[tile * LANES + r] = (int32_t)sum[r];
            l[r] += (int32_t)sum[r];
        }
    }
}

/* ---- P.V ---- */

/* o0, o1 (width) += P.V of four keys.  p (4, row), v (4, columns). */
INLINE void four_keys(const float *p, const float *restrict v, ptrdiff_t columns,
                      float *restrict o0, float *restrict o1, const int width)
{
    const float *v1 = v + columns, *v2 = v1 + columns, *v3 = v2 + columns;
    const float a0 = p[0], a1 = p[LANES], a2 = p[2 * LANES], a3 = p[3 * LANES];
    const float b0 = p[1], b1 = p[LANES + 1], b2 = p[2 * LANES + 1], b3 = p[3 * LANES + 1];
    for (int c = 0; c < width; c++) {
        float s = o0[c], t = o1[c];
        s += a0 * v[c];
        t += b0 * v[c];
        s += a1 * v1[c];
        t += b1 * v1[c];
        s += a2 * v2[c];
        t += b2 * v2[c];
        s += a3 * v3[c];
        t += b3 * v3[c];
        o0[c] = s;
        o1[c] = t;
    }
}

/* part (2, COLUMNS) = P.V of some keys, exact: the mass of each row is within MASS. */
INLINE void products(int keys, const float *p, const float *v, ptrdiff_t columns,
                     int32_t *restrict part, const int width)
{
    float sum[2 * COLUMNS];
    for (int c = 0; c < 2 * COLUMNS; c++)
        sum[c] = 0;
    for (int j = 0; j < keys; j += 4)
        four_keys(p + j * LANES, v + j * columns, columns, sum, sum + COLUMNS, width);
    for (int c = 0; c < 2 * COLUMNS; c++)
        part[c] = (int32_t)sum[c];
}

static void rescale_row(int columns, int32_t alpha, int32_t *restrict o)
{
    for (int c = 0; c < columns; c++)
        o[c] = (o[c] >> 15) * alpha + (((o[c] & 32767) * alpha) >> 15);
}

/* O of two rows: P.V in segments that end where the maximum of either rises, or where the
 * sum would no longer be exact. */
static void values(const ta_cpu_block *b, int first, int row, const int32_t *mass)
{
    const int a = b->a;
    const ptrdiff_t columns = b->columns;
    const int tiles = (b->seen[first + row + 1] + a - 1) / a;
    const ptrdiff_t at = (first + row) * columns;

    for (int tile = 0, end; tile < tiles; tile = end) {
        const uint64_t rises = b->rise[tile] >> row & 3;
        for (int i = 0; i < 2; i++)
            if (rises >> i & 1) {
                const int32_t alpha = b->alpha[tile * LANES + row + i];
                if (b->wide)
                    ta_cpu_wide_rescale(b->columns, alpha, b->o_wide + at + i * columns);
                else
                    rescale_row(b->columns, alpha, b->o + at + i * columns);
            }
        int32_t mass0 = 0, mass1 = 0;
        for (end = tile; end < tiles; end++) {
            mass0 += mass[end * LANES + row];
            mass1 += mass[end * LANES + row + 1];
            if (end > tile && (b->rise[end] >> row & 3 || mass0 > MASS || mass1 > MASS))
                break;
        }
        const int keys = (end - tile) * a;
        const float *p = (const float *)b->p + tile * a * LANES + row;
        const float *v = (const float *)b->v + tile * a * columns;
        for (ptrdiff_t c = 0; c < columns; c += COLUMNS) {
            const int width = columns - c < COLUMNS ? (int)(columns - c) : COLUMNS;
            int32_t part[2 * COLUMNS];
            if (width == COLUMNS)
                products(keys, p, v + c, columns, part, COLUMNS);
            else if (width == COLUMNS / 2)
                products(keys, p, v + c, columns, part, COLUMNS / 2);
            else
                products(keys, p, v + c, columns, part, width);
            for (int i = 0; i < 2; i++) {
                if (b->wide) {
                    ta_cpu_wide_add(width, part + i * COLUMNS, b->o_wide + at + i * columns + c);
                } else {
                    int32_t *restrict o = b->o + at + i * columns + c;
                    for (int x = 0; x < width; x++)
                        o[x] += part[i * COLUMNS + x];
                }
            }
        }
    }
}

static void attend_block(const ta_cpu_block *b, int group)
{
    const int first = group * LANES;
    int32_t mass[TA_CPU_TILES * LANES];
    if (b->a == 4)
        softmax(b, group, 4, mass);
    else if (b->a == 8)
        softmax(b, group, 8, mass);
    else
        softmax(b, group, 16, mass);
    for (int row = 0; row < LANES && first + row < b->rows; row += 2)
        values(b, first, row, mass);
}

/* ---- out ---- */

/* o * r < 2^46 and the quotient below 2^17: exact in a double, as is the half. */
static void normalize(int columns, const int32_t *restrict o, int32_t r, int sh,
                      int16_t *restrict out)
{
    const double factor = (double)r / (double)((int64_t)1 << sh); /* exact: sh is a shift */
    for (int c = 0; c < columns; c++) {
        int32_t x = (int32_t)((double)o[c] * factor + 65536.5) - 65536; /* floor */
        x = x > 32767 ? 32767 : x;
        out[c] = (int16_t)(x < -32768 ? -32768 : x);
    }
}

const ta_cpu_version TA_CPU_THIS = {
    TA_CPU_NAME, LANES, 0, 4, 4, 4, 4, load_q, load_kv, attend_block, normalize,
};
