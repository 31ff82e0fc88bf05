/* SPDX-License-Identifier: MIT
 *
 * AVX-512 with VNNI: 32 rows a group.  Scores are S[key][row], 32 rows in two vectors of
 * int32; O is O[row][column].  Q.K^T multiplies bytes, four dimensions a step (vpdpbusd),
 * P.V pairs of keys (vpdpwssd).
 */
#include <immintrin.h>

#include "cpu/versions.h"

#define INLINE static inline __attribute__((always_inline))

/* Holds a value in a register at this point: gcc would load it anew at each use. */
#define HOLD(x) __asm__("" : "+v"(x))

enum { LANES = 32 };

/* Four bytes at any address, in every 32-bit lane. */
INLINE __m512i broadcast32(const void *p)
{
    int32_t four;
    __builtin_memcpy(&four, p, 4);
    return _mm512_set1_epi32(four);
}

INLINE __m512i load(const void *p)
{
    return _mm512_loadu_si512(p);
}

INLINE void store(void *p, __m512i x)
{
    _mm512_storeu_si512(p, x);
}

/* (x * alpha) >> 15 in 32 bits.  Pre: 0 <= alpha <= 32768. */
INLINE __m512i rescale(__m512i x, __m512i alpha)
{
    __m512i high = _mm512_mullo_epi32(_mm512_srai_epi32(x, 15), alpha);
    __m512i low = _mm512_mullo_epi32(_mm512_and_si512(x, _mm512_set1_epi32(32767)), alpha);
    return _mm512_add_epi32(high, _mm512_srli_epi32(low, 15));
}

/* ---- packing ---- */

/* q (group, d/4, slot, 4) unsigned bytes: q + 128. */
static void load_q(const ta_cpu_block *b, const int8_t *q)
{
    const int padded = (b->rows + LANES - 1) / LANES * LANES;
    for (int row = 0; row < padded; row++) {
        const int8_t *from = q + (ptrdiff_t)row * b->d;
        uint32_t *to = (uint32_t *)b->q + (ptrdiff_t)(row / LANES * LANES) * b->d / 4 +
                       ta_cpu_slot(LANES, 1, row % LANES);
        for (int c = 0; c < b->d; c += 4, to += LANES) {
            uint32_t four = 0;
            if (row < b->rows)
                __builtin_memcpy(&four, from + c, 4);
            *to = four ^ 0x80808080u;
        }
    }
}

/* k (key, d) int8 with k_sum = -128 * sum of a key; v (key/2, columns, 2) int16. */
static void load_kv(const ta_cpu_block *b, const int8_t *k, const int8_t *v)
{
    const int padded = (b->keys + b->a - 1) / b->a * b->a;
    const ptrdiff_t d = b->d;
    int8_t *pk = b->k;
    for (int key = 0; key < padded; key++) {
        const int8_t *from = k + key * d;
        int8_t *to = pk + key * d;
        ptrdiff_t c = 0;
        __m512i sum = _mm512_setzero_si512();
        if (key < b->keys)
            for (; c < d; c += 64) {
                __mmask64 mask = d - c < 64 ? ((__mmask64)1 << (d - c)) - 1 : ~(__mmask64)0;
                __m512i x = _mm512_maskz_loadu_epi8(mask, from + c);
                _mm512_mask_storeu_epi8(to + c, mask, x);
                sum = _mm512_dpbusd_epi32(sum, _mm512_set1_epi8(1), x);
            }
        for (; c < d; c++)
            to[c] = 0;
        b->k_sum[key] = -128 * _mm512_reduce_add_epi32(sum);
    }

    int16_t *pv = b->v;
    /* Low and high halves of each 128 bits back into the order of columns. */
    const __m512i first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    const __m512i second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    for (int key = 0; key < padded; key += 2) {
        const int8_t *v0 = v + key * d;
        int16_t *to = pv + (ptrdiff_t)key * b->columns;
        for (ptrdiff_t c = 0; c < b->columns; c += 32) {
            const ptrdiff_t left = d - c;
            __mmask32 mask = left < 32 ? ((__mmask32)1 << left) - 1 : ~(__mmask32)0;
            __mmask32 mask0 = key < b->keys ? mask : 0;
            __mmask32 mask1 = key + 1 < b->keys ? mask : 0;
            __m512i x0 = _mm512_cvtepi8_epi16(_mm256_maskz_loadu_epi8(mask0, v0 + c));
            __m512i x1 = _mm512_cvtepi8_epi16(_mm256_maskz_loadu_epi8(mask1, v0 + d + c));
            __m512i lo = _mm512_unpacklo_epi16(x0, x1);
            __m512i hi = _mm512_unpackhi_epi16(x0, x1);
            store(to + 2 * c, _mm512_permutex2var_epi64(lo, first, hi));
            if (c + 16 < b->columns)
                store(to + 2 * c + 32, _mm512_permutex2var_epi64(lo, second, hi));
        }
    }
}

/* ---- scores and softmax ---- */

/* Z of four keys for 32 rows: Q.K^T, scale, saturate.  q (d/4, slot, 4), k (4, d). */
INLINE void scores(const ta_cpu_block *b, const uint8_t *q, const int8_t *k,
                   const int32_t *k_sum, __m512i *z, const int keys)
{
    const ptrdiff_t d = b->d;
    const __m512i zero = _mm512_setzero_si512();
    __m512i s00 = _mm512_set1_epi32(k_sum[0]), s01 = s00;
    __m512i s10 = _mm512_set1_epi32(k_sum[1]), s11 = s10;
    __m512i s20 = _mm512_set1_epi32(k_sum[2]), s21 = s20;
    __m512i s30 = _mm512_set1_epi32(k_sum[3]), s31 = s30;
    __m512i s40 = zero, s41 = zero, s50 = zero, s51 = zero;
    __m512i s60 = zero, s61 = zero, s70 = zero, s71 = zero;
    if (keys == 8) {
        s40 = s41 = _mm512_set1_epi32(k_sum[4]);
        s50 = s51 = _mm512_set1_epi32(k_sum[5]);
        s60 = s61 = _mm512_set1_epi32(k_sum[6]);
        s70 = s71 = _mm512_set1_epi32(k_sum[7]);
    }
    const int8_t *k4 = k + 4 * d;
    const int8_t *end = k + d;
    for (; k < end; k += 4, k4 += 4, q += 4 * LANES) {
        const __m512i q0 = load(q), q1 = load(q + 64);
        __m512i x;
#define KEY(s0, s1, from)                                                                    \
    x = broadcast32(from);                                                                   \
    s0 = _mm512_dpbusd_epi32(s0, q0, x);                                                     \
    s1 = _mm512_dpbusd_epi32(s1, q1, x);
        KEY(s00, s01, k)
        KEY(s10, s11, k + d)
        KEY(s20, s21, k + 2 * d)
        KEY(s30, s31, k + 3 * d)
        if (keys == 8) {
            KEY(s40, s41, k4)
            KEY(s50, s51, k4 + d)
            KEY(s60, s61, k4 + 2 * d)
            KEY(s70, s71, k4 + 3 * d)
        }
#undef KEY
    }
    const __m512i limit = _mm512_set1_epi32(b->limit);
    const __m512i minus = _mm512_set1_epi32(-b->limit);
    const __m512i scale = _mm512_set1_epi32(b->scale);
#define CLAMP(s) _mm512_max_epi32(_mm512_min_epi32(s, limit), minus)
#define SCALE(s) _mm512_srai_epi32(_mm512_mullo_epi32(CLAMP(s), scale), 12)
#define Z(lo, hi)                                                                            \
    _mm512_max_epi16(_mm512_packs_epi32(SCALE(lo), SCALE(hi)), _mm512_set1_epi16(-32767))
    z[0] = Z(s00, s01);
    z[1] = Z(s10, s11);
    z[2] = Z(s20, s21);
    z[3] = Z(s30, s31);
    if (keys == 8) {
        z[4] = Z(s40, s41);
        z[5] = Z(s50, s51);
        z[6] = Z(s60, s61);
        z[7] = Z(s70, s71);
    }
#undef Z
#undef SCALE
#undef CLAMP
}

/* P * 2^12 for 32 differences Z - m <= 0 (saturated to 16 bits).
 * top: 14 at PF = 12, 10 at PF = 8. */
INLINE __m512i probability(__m512i x, __m512i top, __m128i shift)
{
    const __m512i t = _mm512_slli_epi16(x, 8);
    __m512i y = _mm512_set1_epi16(TA_CPU_EXP2_C4);
    y = _mm512_add_epi16(_mm512_mulhi_epu16(y, t), _mm512_set1_epi16(TA_CPU_EXP2_C3));
    y = _mm512_add_epi16(_mm512_mulhi_epu16(y, t), _mm512_set1_epi16(TA_CPU_EXP2_C2));
    y = _mm512_add_epi16(_mm512_mulhi_epu16(y, t), _mm512_set1_epi16((short)TA_CPU_EXP2_C1));
    y = _mm512_add_epi16(_mm512_mulhi_epu16(y, t), _mm512_set1_epi16(TA_CPU_EXP2_C0));
    y = _mm512_add_epi16(_mm512_srli_epi16(y, 3), _mm512_set1_epi16(8192));
    /* top - s; negative is a count beyond 15, which gives 0. */
    const __m512i count = _mm512_add_epi16(_mm512_srai_epi16(x, 8), top);
    const __m512i power = _mm512_sllv_epi16(_mm512_set1_epi16(1), count);
    return _mm512_sll_epi16(_mm512_mulhrs_epi16(y, power), shift);
}

/* The maximum of some slots rises: alpha of each, and which. */
static __attribute__((noinline)) void rise(const ta_cpu_block *b, int tile, __m512i m,
                                           __m512i m_new)
{
    int16_t before[LANES], after[LANES];
    uint64_t mask = 0;
    int32_t *alpha = b->alpha + tile * LANES;
    uint32_t rows = _mm512_cmpgt_epi16_mask(m_new, m);
    rows &= _mm512_cmpgt_epi16_mask(m, _mm512_set1_epi16(TA_Z_MASKED));
    store(before, m);
    store(after, m_new);
    store(alpha, _mm512_set1_epi32(32768));
    store(alpha + 16, _mm512_set1_epi32(32768));
    for (; rows; rows &= rows - 1) {
        int row = __builtin_ctz(rows);
        int slot = ta_cpu_slot(LANES, 1, row);
        alpha[slot] = ta_exp2(before[row] - after[row]);
        mask |= (uint64_t)1 << slot;
    }
    b->rise[tile] = mask;
}

/* All tiles of the key block for one group: p (key/2, slot, 2) int16, m, l. */
INLINE void softmax(const ta_cpu_block *b, int group, const int a)
{
    const int first = group * LANES;
    const uint8_t *q = (const uint8_t *)b->q + (ptrdiff_t)first * b->d;
    const int8_t *k = b->k;
    const int16_t *seen = b->seen + first;
    int16_t *p = b->p;
    const __m512i top = _mm512_set1_epi16((short)(b->pf + 2));
    const __m128i shift = _mm_cvtsi32_si128(12 - b->pf);
    const __m512i visible = load(seen);
    __m512i m = load(b->m + first);
    __m512i l0 = load(b->l + first), l1 = load(b->l + first + 16);

    for (int tile = 0; tile * a < seen[LANES - 1]; tile++) {
        __m512i z[16];
        for (int j = 0; j < a; j += 8)
            scores(b, q, k + (ptrdiff_t)(tile * a + j) * b->d, b->k_sum + tile * a + j, z + j,
                   a == 4 ? 4 : 8);
        const int masked = (tile + 1) * a > seen[0];
        if (masked)
            for (int j = 0; j < a; j++) {
                __mmask32 hides = _mm512_cmple_epi16_mask(visible,
                                                          _mm512_set1_epi16((short)(tile * a + j)));
                z[j] = _mm512_mask_mov_epi16(z[j], hides, _mm512_set1_epi16(TA_Z_MASKED));
            }
        __m512i high = _mm512_max_epi16(z[0], z[1]);
        for (int j = 2; j < a; j++)
            high = _mm512_max_epi16(high, z[j]);
        b->rise[tile] = 0;
        if (_mm512_cmpgt_epi16_mask(high, m)) {
            const __m512i m_new = _mm512_max_epi16(m, high);
            rise(b, tile, m, m_new);
            if (b->rise[tile]) {
                const int32_t *alpha = b->alpha + tile * LANES;
                l0 = rescale(l0, load(alpha));
                l1 = rescale(l1, load(alpha + 16));
            }
            m = m_new;
        }
        for (int j = 0; j < a; j += 2) {
            __m512i p0 = probability(_mm512_subs_epi16(z[j], m), top, shift);
            __m512i p1 = probability(_mm512_subs_epi16(z[j + 1], m), top, shift);
            if (masked) {
                const short key = (short)(tile * a + j);
                p0 = _mm512_maskz_mov_epi16(
                    _mm512_cmpgt_epi16_mask(visible, _mm512_set1_epi16(key)), p0);
                p1 = _mm512_maskz_mov_epi16(
                    _mm512_cmpgt_epi16_mask(visible, _mm512_set1_epi16((short)(key + 1))), p1);
            }
            const __m512i lo = _mm512_unpacklo_epi16(p0, p1); /* slots 0..15 */
            const __m512i hi = _mm512_unpackhi_epi16(p0, p1); /* slots 16..31 */
            l0 = _mm512_dpwssd_epi32(l0, lo, _mm512_set1_epi16(1));
            l1 = _mm512_dpwssd_epi32(l1, hi, _mm512_set1_epi16(1));
            int16_t *to = p + (tile * a + j) * LANES;
            store(to, lo);
            store(to + 32, hi);
        }
    }
    store(b->m + first, m);
    store(b->l + first, l0);
    store(b->l + first + 16, l1);
}

/* ---- P.V ---- */

enum { ROWS = 4 }; /* rows of O at a time: adjacent slots */

/* Four rows of O, 16 * vectors columns, plus P.V of some pairs of keys.
 * p (pairs, slot, 2), v (pairs, columns, 2), o (4, stride); v and o at the first column. */
INLINE void products(ptrdiff_t pairs, ptrdiff_t columns, const int16_t *p, const int16_t *v,
                     int32_t *o, ptrdiff_t stride, const int vectors)
{
    const __m512i zero = _mm512_setzero_si512();
    __m512i s00 = zero, s01 = zero, s02 = zero, s03 = zero;
    __m512i s10 = zero, s11 = zero, s12 = zero, s13 = zero;
    __m512i s20 = zero, s21 = zero, s22 = zero, s23 = zero;
    __m512i s30 = zero, s31 = zero, s32 = zero, s33 = zero;
    int32_t *o1 = o + stride, *o2 = o1 + stride, *o3 = o2 + stride;
#define EACH(what)                                                                           \
    what(s00, s10, s20, s30, 0);                                                             \
    if (vectors > 1) {                                                                       \
        what(s01, s11, s21, s31, 16);                                                        \
    }                                                                                        \
    if (vectors > 2) {                                                                       \
        what(s02, s12, s22, s32, 32);                                                        \
        what(s03, s13, s23, s33, 48);                                                        \
    }
#define LOAD(r0, r1, r2, r3, c)                                                              \
    r0 = load(o + (c)), r1 = load(o1 + (c)), r2 = load(o2 + (c)), r3 = load(o3 + (c))
#define STORE(r0, r1, r2, r3, c)                                                             \
    store(o + (c), r0), store(o1 + (c), r1), store(o2 + (c), r2), store(o3 + (c), r3)
#define MULTIPLY(r0, r1, r2, r3, c)                                                          \
    y = load(v + 2 * (c));                                                                   \
    HOLD(y);                                                                                 \
    r0 = _mm512_dpwssd_epi32(r0, x0, y);                                                     \
    r1 = _mm512_dpwssd_epi32(r1, x1, y);                                                     \
    r2 = _mm512_dpwssd_epi32(r2, x2, y);                                                     \
    r3 = _mm512_dpwssd_epi32(r3, x3, y)
    EACH(LOAD)
    for (const int16_t *end = p + pairs * 2 * LANES; p < end; p += 2 * LANES) {
        __m512i y;
        const __m512i x0 = broadcast32(p), x1 = broadcast32(p + 2);
        const __m512i x2 = broadcast32(p + 4), x3 = broadcast32(p + 6);
        EACH(MULTIPLY)
        v += 2 * columns;
    }
    EACH(STORE)
#undef MULTIPLY
#undef STORE
#undef LOAD
#undef EACH
}

static __attribute__((noinline)) void rescale_row(int columns, int32_t alpha, int32_t *o)
{
    const __m512i x = _mm512_set1_epi32(alpha);
    for (int c = 0; c < columns; c += 16)
        store(o + c, rescale(load(o + c), x));
}

/* O of four adjacent rows: P.V in segments that end where the maximum of one rises. */
static void values(const ta_cpu_block *b, int first, int row)
{
    const int a = b->a;
    const ptrdiff_t columns = b->columns;
    const int slot = ta_cpu_slot(LANES, 1, row);
    const int tiles = (b->seen[first + row + ROWS - 1] + a - 1) / a;
    const ptrdiff_t at = (first + row) * columns;
    const uint64_t these = (1u << ROWS) - 1;

    for (int tile = 0, end; tile < tiles; tile = end) {
        const uint64_t rises = b->rise[tile] >> slot & these;
        for (int i = 0; i < ROWS; i++)
            if (rises >> i & 1) {
                const int32_t alpha = b->alpha[tile * LANES + slot + i];
                if (b->wide)
                    ta_cpu_wide_rescale(b->columns, alpha, b->o_wide + at + i * columns);
                else
                    rescale_row(b->columns, alpha, b->o + at + i * columns);
            }
        for (end = tile + 1; end < tiles && !(b->rise[end] >> slot & these); end++)
            ;
        const ptrdiff_t pairs = (ptrdiff_t)(end - tile) * a / 2;
        const int16_t *p = (const int16_t *)b->p + tile * a * LANES + 2 * slot;
        const int16_t *v = (const int16_t *)b->v + tile * a * columns;
        for (ptrdiff_t c = 0, width; c < columns; c += width) {
            width = columns - c >= 64 ? 64 : columns - c >= 32 ? 32 : 16;
            int32_t part[ROWS * 64];
            int32_t *o = b->o + at + c;
            ptrdiff_t stride = columns;
            if (b->wide) {
                o = part;
                stride = 64;
                for (int i = 0; i < ROWS * 64; i += 16)
                    store(part + i, _mm512_setzero_si512());
            }
            if (width == 64)
                products(pairs, columns, p, v + 2 * c, o, stride, 4);
            else if (width == 32)
                products(pairs, columns, p, v + 2 * c, o, stride, 2);
            else
                products(pairs, columns, p, v + 2 * c, o, stride, 1);
            if (b->wide)
                for (int i = 0; i < ROWS; i++)
                    ta_cpu_wide_add((int)width, part + 64 * i, b->o_wide + at + i * columns + c);
        }
    }
}

INLINE void attend(const ta_cpu_block *b, int group, const int a)
{
    const int first = group * LANES;
    softmax(b, group, a);
    for (int row = 0; row < LANES && first + row < b->rows; row += ROWS)
        values(b, first, row);
}

static void attend_block(const ta_cpu_block *b, int group)
{
    if (b->a == 4)
        attend(b, group, 4);
    else if (b->a == 8)
        attend(b, group, 8);
    else
        attend(b, group, 16);
}

/* ---- out ---- */

static void normalize(int columns, const int32_t *o, int32_t r, int sh, int16_t *out)
{
    const __m512i factor = _mm512_set1_epi64(r);
    const __m512i half = _mm512_set1_epi64(1LL << (sh - 1));
    const __m128i count = _mm_cvtsi32_si128(sh);
    for (int c = 0; c < columns; c += 16) {
        const int left = columns - c;
        const __mmask16 mask = (__mmask16)(left < 16 ? (1u << left) - 1 : 0xFFFFu);
        __m512i x = _mm512_maskz_loadu_epi32(mask, o + c);
        __m512i even = _mm512_mul_epi32(x, factor);
        __m512i odd = _mm512_mul_epi32(_mm512_srli_epi64(x, 32), factor);
        even = _mm512_srl_epi64(_mm512_add_epi64(even, half), count);
        odd = _mm512_srl_epi64(_mm512_add_epi64(odd, half), count);
        /* The low 32 bits of a logical and an arithmetic shift agree: sh <= 31. */
        x = _mm512_mask_mov_epi32(even, 0xAAAA, _mm512_slli_epi64(odd, 32));
        _mm256_mask_storeu_epi16(out + c, mask, _mm512_cvtsepi32_epi16(x));
    }
}

const ta_cpu_version ta_cpu_avx512 = {
    "avx512", LANES, 1, 1, 1, 2, 2, load_q, load_kv, attend_block, normalize,
};
