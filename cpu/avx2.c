/* SPDX-License-Identifier: MIT
 *
 * AVX2: 16 rows a group.  Scores are S[key][row], 16 rows in two vectors of int32; O is
 * O[row][column].  Both products are vpmaddwd on pairs: of dimensions, then of keys.
 */
#include <immintrin.h>

#include "cpu/versions.h"

#define INLINE static inline __attribute__((always_inline))

/* Holds a value in a register at this point: keeps gcc from adding the products of two steps
 * first, which needs more registers than there are. */
#define HOLD(x) __asm__("" : "+x"(x))

enum { LANES = 16 };

/* Four bytes at any address, in every 32-bit lane. */
INLINE __m256i broadcast32(const void *p)
{
    int32_t four;
    __builtin_memcpy(&four, p, 4);
    return _mm256_set1_epi32(four);
}

INLINE __m256i load(const void *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

INLINE void store(void *p, __m256i x)
{
    _mm256_storeu_si256((__m256i *)p, x);
}

/* (x * alpha) >> 15 in 32 bits.  Pre: 0 <= alpha <= 32768. */
INLINE __m256i rescale(__m256i x, __m256i alpha)
{
    __m256i high = _mm256_mullo_epi32(_mm256_srai_epi32(x, 15), alpha);
    __m256i low = _mm256_mullo_epi32(_mm256_and_si256(x, _mm256_set1_epi32(32767)), alpha);
    return _mm256_add_epi32(high, _mm256_srli_epi32(low, 15));
}

/* ---- packing ---- */

/* q (group, d/2, slot, 2) int16. */
static void load_q(const ta_cpu_block *b, const int8_t *q)
{
    const int padded = (b->rows + LANES - 1) / LANES * LANES;
    for (int row = 0; row < padded; row++) {
        const int8_t *from = q + (ptrdiff_t)row * b->d;
        uint32_t *to = (uint32_t *)b->q + (ptrdiff_t)(row / LANES * LANES) * b->d / 2 +
                       ta_cpu_slot(LANES, 1, row % LANES);
        for (int c = 0; c < b->d; c += 2, to += LANES)
            *to = row < b->rows ? (uint16_t)from[c] | (uint32_t)from[c + 1] << 16 : 0;
    }
}

/* k (key, d) int16; v (key/2, columns, 2) int16. */
static void load_kv(const ta_cpu_block *b, const int8_t *k, const int8_t *v)
{
    const int padded = (b->keys + b->a - 1) / b->a * b->a;
    const ptrdiff_t d = b->d;
    const ptrdiff_t elements = b->keys * d; /* a multiple of 4 */
    int16_t *pk = b->k;
    ptrdiff_t i = 0;
    for (; i + 16 <= elements; i += 16)
        store(pk + i, _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(k + i))));
    for (; i < elements; i++)
        pk[i] = k[i];
    for (; i < padded * d; i++)
        pk[i] = 0;

    int16_t *pv = b->v;
    for (int key = 0; key < padded; key += 2) {
        const int8_t *v0 = v + key * d;
        const int8_t *v1 = v0 + d;
        const int two = key + 1 < b->keys;
        int16_t *to = pv + (ptrdiff_t)key * b->columns;
        int c = 0;
        if (two)
            for (; c + 16 <= b->d; c += 16) {
                __m256i x0 = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(v0 + c)));
                __m256i x1 = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(v1 + c)));
                __m256i lo = _mm256_unpacklo_epi16(x0, x1);
                __m256i hi = _mm256_unpackhi_epi16(x0, x1);
                store(to + 2 * c, _mm256_permute2x128_si256(lo, hi, 0x20));
                store(to + 2 * c + 16, _mm256_permute2x128_si256(lo, hi, 0x31));
            }
        for (; c < b->columns; c++) {
            to[2 * c] = c < b->d && key < b->keys ? v0[c] : 0;
            to[2 * c + 1] = c < b->d && two ? v1[c] : 0;
        }
    }
}

/* ---- scores and softmax ---- */

/* Z of four keys for 16 rows: Q.K^T, scale, saturate.  q (d/2, slot, 2), k (4, d). */
INLINE void scores(const ta_cpu_block *b, const int16_t *q, const int16_t *k, __m256i *z)
{
    const ptrdiff_t d = b->d;
    __m256i s00 = _mm256_setzero_si256(), s01 = s00, s10 = s00, s11 = s00;
    __m256i s20 = s00, s21 = s00, s30 = s00, s31 = s00;
    const int16_t *k1 = k + d, *k2 = k1 + d, *k3 = k2 + d;
    for (const int16_t *end = k1; k < end; k += 4) {
#define KEY(s0, s1, from)                                                                      \
    x = broadcast32(from);                                                                   \
    s0 = _mm256_add_epi32(s0, _mm256_madd_epi16(q0, x));                                       \
    HOLD(s0);                                                                                \
    s1 = _mm256_add_epi32(s1, _mm256_madd_epi16(q1, x));                                       \
    HOLD(s1);
        __m256i x, q0 = load(q), q1 = load(q + 16);
        KEY(s00, s01, k)
        KEY(s10, s11, k1)
        KEY(s20, s21, k2)
        KEY(s30, s31, k3)
        q0 = load(q + 32);
        q1 = load(q + 48);
        KEY(s00, s01, k + 2)
        KEY(s10, s11, k1 + 2)
        KEY(s20, s21, k2 + 2)
        KEY(s30, s31, k3 + 2)
#undef KEY
        q += 64;
        k1 += 4;
        k2 += 4;
        k3 += 4;
    }
    const __m256i limit = _mm256_set1_epi32(b->limit);
    const __m256i minus = _mm256_set1_epi32(-b->limit);
    const __m256i scale = _mm256_set1_epi32(b->scale);
#define CLAMP(s) _mm256_max_epi32(_mm256_min_epi32(s, limit), minus)
#define SCALE(s) _mm256_srai_epi32(_mm256_mullo_epi32(CLAMP(s), scale), 12)
#define Z(lo, hi)                                                                            \
    _mm256_max_epi16(_mm256_packs_epi32(SCALE(lo), SCALE(hi)), _mm256_set1_epi16(-32767))
    z[0] = Z(s00, s01);
    z[1] = Z(s10, s11);
    z[2] = Z(s20, s21);
    z[3] = Z(s30, s31);
#undef Z
#undef SCALE
#undef CLAMP
}

/* P * 2^12 for 16 differences Z - m <= 0 (saturated to 16 bits). */
INLINE __m256i probability(__m256i x, __m256i power_low, __m256i power_high, __m128i shift)
{
    const __m256i t = _mm256_slli_epi16(x, 8);
    __m256i y = _mm256_set1_epi16(TA_CPU_EXP2_C4);
    y = _mm256_add_epi16(_mm256_mulhi_epu16(y, t), _mm256_set1_epi16(TA_CPU_EXP2_C3));
    y = _mm256_add_epi16(_mm256_mulhi_epu16(y, t), _mm256_set1_epi16(TA_CPU_EXP2_C2));
    y = _mm256_add_epi16(_mm256_mulhi_epu16(y, t), _mm256_set1_epi16((short)TA_CPU_EXP2_C1));
    y = _mm256_add_epi16(_mm256_mulhi_epu16(y, t), _mm256_set1_epi16(TA_CPU_EXP2_C0));
    y = _mm256_add_epi16(_mm256_srli_epi16(y, 3), _mm256_set1_epi16(8192));
    /* 15 - s: a byte index 0..15, or negative, which gives 0. */
    __m256i index = _mm256_add_epi16(_mm256_srai_epi16(x, 8), _mm256_set1_epi16(15));
    __m256i power = _mm256_or_si256(
        _mm256_shuffle_epi8(power_low, index),
        _mm256_slli_epi16(_mm256_shuffle_epi8(power_high, index), 8));
    return _mm256_sll_epi16(_mm256_mulhrs_epi16(y, power), shift);
}

/* The maximum of some slots rises: alpha of each, and which. */
static __attribute__((noinline)) void rise(const ta_cpu_block *b, int tile, __m256i m,
                                           __m256i m_new)
{
    int16_t before[LANES], after[LANES];
    uint64_t mask = 0;
    int32_t *alpha = b->alpha + tile * LANES;
    const __m256i seen = _mm256_cmpgt_epi16(m, _mm256_set1_epi16(TA_Z_MASKED));
    const __m256i rises = _mm256_and_si256(seen, _mm256_cmpgt_epi16(m_new, m));
    unsigned bits = (unsigned)_mm256_movemask_epi8(rises) & 0x55555555u;
    store(before, m);
    store(after, m_new);
    store(alpha, _mm256_set1_epi32(32768));
    store(alpha + 8, _mm256_set1_epi32(32768));
    for (; bits; bits &= bits - 1) {
        const int row = __builtin_ctz(bits) / 2;
        const int slot = ta_cpu_slot(LANES, 1, row);
        alpha[slot] = ta_exp2(before[row] - after[row]);
        mask |= (uint64_t)1 << slot;
    }
    b->rise[tile] = mask;
}

/* All tiles of the key block for one group: p (key/2, slot, 2) int16, m, l. */
INLINE void softmax(const ta_cpu_block *b, int group, const int a)
{
    const int first = group * LANES;
    const int16_t *q = (const int16_t *)b->q + (ptrdiff_t)first * b->d;
    const int16_t *k = b->k;
    const int16_t *seen = b->seen + first;
    int16_t *p = b->p;
    __m256i power_low, power_high;
    if (b->pf == 12) { /* 2^(14 - s) at 15 - s */
        power_low = _mm256_broadcastsi128_si256(
            _mm_setr_epi8(0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0));
        power_high = _mm256_broadcastsi128_si256(
            _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64));
    } else { /* 2^(10 - s) */
        power_low = _mm256_broadcastsi128_si256(
            _mm_setr_epi8(0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0));
        power_high = _mm256_broadcastsi128_si256(
            _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4));
    }
    const __m128i shift = _mm_cvtsi32_si128(12 - b->pf);
    const __m256i visible = load(seen);
    __m256i m = load(b->m + first);
    __m256i l0 = load(b->l + first), l1 = load(b->l + first + 8);

    for (int tile = 0; tile * a < seen[LANES - 1]; tile++) {
        __m256i z[16];
        for (int j = 0; j < a; j += 4)
            scores(b, q, k + (ptrdiff_t)(tile * a + j) * b->d, z + j);
        const int masked = (tile + 1) * a > seen[0];
        if (masked)
            for (int j = 0; j < a; j++) {
                __m256i sees = _mm256_cmpgt_epi16(visible, _mm256_set1_epi16((short)(tile * a + j)));
                z[j] = _mm256_blendv_epi8(_mm256_set1_epi16(TA_Z_MASKED), z[j], sees);
            }
        __m256i top = _mm256_max_epi16(z[0], z[1]);
        for (int j = 2; j < a; j++)
            top = _mm256_max_epi16(top, z[j]);
        __m256i m_new = _mm256_max_epi16(m, top);
        b->rise[tile] = 0;
        if (_mm256_movemask_epi8(_mm256_cmpgt_epi16(m_new, m))) {
            rise(b, tile, m, m_new);
            if (b->rise[tile]) {
                const int32_t *alpha = b->alpha + tile * LANES;
                l0 = rescale(l0, load(alpha));
                l1 = rescale(l1, load(alpha + 8));
            }
            m = m_new;
        }
        for (int j = 0; j < a; j += 2) {
            __m256i p0 = probability(_mm256_subs_epi16(z[j], m), power_low, power_high, shift);
            __m256i p1 = probability(_mm256_subs_epi16(z[j + 1], m), power_low, power_high, shift);
            if (masked) {
                const short key = (short)(tile * a + j);
                p0 = _mm256_and_si256(p0, _mm256_cmpgt_epi16(visible, _mm256_set1_epi16(key)));
                p1 = _mm256_and_si256(
                    p1, _mm256_cmpgt_epi16(visible, _mm256_set1_epi16((short)(key + 1))));
            }
            __m256i lo = _mm256_unpacklo_epi16(p0, p1); /* slots 0..7 */
            __m256i hi = _mm256_unpackhi_epi16(p0, p1); /* slots 8..15 */
            l0 = _mm256_add_epi32(l0, _mm256_madd_epi16(lo, _mm256_set1_epi16(1)));
            l1 = _mm256_add_epi32(l1, _mm256_madd_epi16(hi, _mm256_set1_epi16(1)));
            int16_t *to = p + (tile * a + j) * LANES;
            store(to, lo);
            store(to + 16, hi);
        }
    }
    store(b->m + first, m);
    store(b->l + first, l0);
    store(b->l + first + 8, l1);
}

/* ---- P.V ---- */

/* Two rows of O, 32 or 16 columns, plus P.V of some pairs of keys.
 * p (pairs, slot, 2), v (pairs, columns, 2), o (2, columns); v and o at the first column. */
INLINE void products(ptrdiff_t pairs, ptrdiff_t columns, const int16_t *p, const int16_t *v,
                     int32_t *o, ptrdiff_t stride, const int four)
{
    int32_t *o1 = o + stride;
    const __m256i zero = _mm256_setzero_si256();
    __m256i s00 = load(o), s01 = load(o + 8), s10 = load(o1), s11 = load(o1 + 8);
    __m256i s02 = zero, s03 = zero, s12 = zero, s13 = zero;
    if (four) {
        s02 = load(o + 16);
        s03 = load(o + 24);
        s12 = load(o1 + 16);
        s13 = load(o1 + 24);
    }
    for (const int16_t *end = p + pairs * 2 * LANES; p < end; p += 4 * LANES) {
        __m256i x0, x1, y;
#define COLUMNS(s0, s1, from)                                                                  \
    y = load(from);                                                                          \
    HOLD(y);                                                                                 \
    s0 = _mm256_add_epi32(s0, _mm256_madd_epi16(x0, y));                                       \
    HOLD(s0);                                                                                \
    s1 = _mm256_add_epi32(s1, _mm256_madd_epi16(x1, y));                                       \
    HOLD(s1);
#define PAIR(at, from)                                                                         \
    x0 = broadcast32(at);                                                                    \
    x1 = broadcast32((at) + 2);                                                              \
    COLUMNS(s00, s10, from)                                                                  \
    COLUMNS(s01, s11, (from) + 16)                                                           \
    if (four) {                                                                              \
        COLUMNS(s02, s12, (from) + 32)                                                       \
        COLUMNS(s03, s13, (from) + 48)                                                       \
    }
        PAIR(p, v)
        PAIR(p + 2 * LANES, v + 2 * columns)
#undef PAIR
#undef COLUMNS
        v += 4 * columns;
    }
    store(o, s00);
    store(o + 8, s01);
    store(o1, s10);
    store(o1 + 8, s11);
    if (four) {
        store(o + 16, s02);
        store(o + 24, s03);
        store(o1 + 16, s12);
        store(o1 + 24, s13);
    }
}

static __attribute__((noinline)) void rescale_row(int columns, int32_t alpha, int32_t *o)
{
    const __m256i x = _mm256_set1_epi32(alpha);
    for (int c = 0; c < columns; c += 8)
        store(o + c, rescale(load(o + c), x));
}

/* O of two adjacent rows: P.V in segments that end where the maximum of either rises. */
static void values(const ta_cpu_block *b, int first, int row)
{
    const int a = b->a;
    const ptrdiff_t columns = b->columns;
    const int slot = ta_cpu_slot(LANES, 1, row);
    const int tiles = (b->seen[first + row + 1] + a - 1) / a;
    const ptrdiff_t at = (first + row) * columns;

    for (int tile = 0, end; tile < tiles; tile = end) {
        const uint64_t rises = b->rise[tile] >> slot & 3;
        for (int i = 0; i < 2; i++)
            if (rises >> i & 1) {
                const int32_t alpha = b->alpha[tile * LANES + slot + i];
                if (b->wide)
                    ta_cpu_wide_rescale(b->columns, alpha, b->o_wide + at + i * columns);
                else
                    rescale_row(b->columns, alpha, b->o + at + i * columns);
            }
        for (end = tile + 1; end < tiles && !(b->rise[end] >> slot & 3); end++)
            ;
        const ptrdiff_t pairs = (end - tile) * a / 2;
        const int16_t *p = (const int16_t *)b->p + tile * a * LANES + 2 * slot;
        const int16_t *v = (const int16_t *)b->v + tile * a * columns;
        for (ptrdiff_t c = 0; c < columns; c += 32) {
            const int width = columns - c < 32 ? 16 : 32;
            int32_t part[64];
            int32_t *o = b->o + at + c;
            ptrdiff_t stride = columns;
            if (b->wide) {
                o = part;
                stride = 32;
                for (int i = 0; i < 64; i += 8)
                    store(part + i, _mm256_setzero_si256());
            }
            if (width == 32)
                products(pairs, columns, p, v + 2 * c, o, stride, 1);
            else
                products(pairs, columns, p, v + 2 * c, o, stride, 0);
            if (b->wide) {
                ta_cpu_wide_add(width, part, b->o_wide + at + c);
                ta_cpu_wide_add(width, part + 32, b->o_wide + at + columns + c);
            }
        }
    }
}

INLINE void attend(const ta_cpu_block *b, int group, const int a)
{
    const int first = group * LANES;
    softmax(b, group, a);
    for (int row = 0; row < LANES && first + row < b->rows; row += 2)
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
    const __m256i factor = _mm256_set1_epi64x(r);
    const __m256i half = _mm256_set1_epi64x(1LL << (sh - 1));
    const __m128i count = _mm_cvtsi32_si128(sh);
    int c = 0;
    for (; c + 8 <= columns; c += 8) {
        __m256i x = load(o + c);
        __m256i even = _mm256_mul_epi32(x, factor);
        __m256i odd = _mm256_mul_epi32(_mm256_srli_epi64(x, 32), factor);
        /* The low 32 bits of a logical and an arithmetic shift agree: sh <= 31. */
        even = _mm256_srl_epi64(_mm256_add_epi64(even, half), count);
        odd = _mm256_srl_epi64(_mm256_add_epi64(odd, half), count);
        x = _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xAA);
        _mm_storeu_si128((__m128i *)(out + c),
                         _mm_packs_epi32(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1)));
    }
    for (; c < columns; c++) {
        int64_t x = ((int64_t)o[c] * r + ((int64_t)1 << (sh - 1))) >> sh;
        out[c] = (int16_t)(x > 32767 ? 32767 : x < -32768 ? -32768 : x);
    }
}

const ta_cpu_version ta_cpu_avx2 = {
    "avx2", LANES, 1, 2, 2, 2, 2, load_q, load_kv, attend_block, normalize,
};
