/* SPDX-License-Identifier: MIT
 *
 * The stages of the datapath, in the order of data flow, one file each.  A stage works on
 * one query row and one key tile, like the row bundle of the hardware; the functions of one
 * element are the rounding, shift and saturation rules themselves, each written once.
 *
 * Preconditions are the caller's duty: nothing is checked here.  Bounds hold up to the
 * limits below (proved in bounds.h).  ">>" floors.
 */
#ifndef TA_STAGES_H
#define TA_STAGES_H

#include "golden/golden.h"

enum {
    TA_A_LIMIT = 16,     /* lanes */
    TA_D_LIMIT = 65536,  /* head dimension: |S| <= 2^30 */
    TA_N_LIMIT = 131072, /* queries or keys: l <= 2^29, |O| <= 2^36 */
};

#define TA_Z_MASKED (-32768) /* Z of a masked element; m of a row that saw no key */
#define TA_ALPHA_ONE 32768u  /* 1.0 in UQ1.15 */

/* ---- order and masks (scale_mask.c) ---- */

/* Number of keys that query row sees: the keys 0 .. ta_row_keys - 1.
 * Pre: 0 <= row < nq, the configuration is legal.  Post: 0..nk. */
int ta_row_keys(const ta_config *config, int row);

/* ---- mm1.c ---- */

/* s[j] = q . k[j], exact: a row of S.
 * Pre: 1 <= keys, 1 <= d <= 65536; q (d), k (keys, d) INT8.  Post: s (keys), |s| <= 2^14 * d. */
void ta_mm1(int keys, int d, const int8_t *q, const int8_t *k, int32_t *s);

/* ---- scale_mask.c ---- */

/* Z = sat((s * cfg_scale) >> 12, -32767, 32767).
 * Pre: |s| <= 2^30, cfg_scale < 2^24 (UQ4.20).  Post: Q8.8, -32767..32767. */
int16_t ta_scale(int32_t s, uint32_t cfg_scale);

/* z[j] = Z of s[j] for j < visible, masked (-32768) for visible <= j < width.
 * Pre: 0 <= visible <= width; s (visible), z (width). */
void ta_scale_mask(int width, int visible, const int32_t *s, uint32_t cfg_scale, int16_t *z);

/* ---- row_max.c ---- */

/* max(m, max_j z[j]).  Pre: z (width), width >= 0. */
int16_t ta_row_max(int width, const int16_t *z, int16_t m);

/* ---- exp2.c ---- */

/* 2^(x/256) from a table and a truncating shift.
 * Pre: -65536 <= x <= 0 (Q9.8).  Post: UQ1.15, 0..32768; 32768 only for x = 0. */
uint16_t ta_exp2(int32_t x);

/* Entry of that table: 2^(index/256).  Pre: 0..255.  Post: UQ1.15, 32768..65359. */
uint16_t ta_exp2_entry(int index);

/* ---- softmax.c ---- */

/* alpha = exp2(m - m_new).  Pre: m <= m_new.  Post: UQ1.15, 0..32768. */
uint16_t ta_alpha(int16_t m, int16_t m_new);

/* P = (e + (1 << (14 - pf))) >> (15 - pf): round half up from UQ1.15 to UQ1.pf.
 * Pre: e <= 32768, pf 8 or 12.  Post: 0..2^pf. */
uint16_t ta_probability(uint16_t e, int pf);

/* p[j] = P of exp2(z[j] - m), 0 where z[j] is masked.  Returns the sum of p.
 * Pre: z[j] <= m; z and p (width) may be the same memory; width <= 131072.
 * Post: p UQ1.pf, 0..2^pf; sum <= width * 2^pf <= 2^29. */
int32_t ta_probabilities(int width, const int16_t *z, int16_t m, int pf, uint16_t *p);

/* l = ((l * alpha) >> 15) + (sum << (12 - pf)).
 * Pre: 0 <= l <= 2^29, alpha <= 32768, 0 <= sum <= width * 2^pf.
 * Post: at most l + width * 2^12; at most 2^12 * keys of the row over a run. */
int64_t ta_row_sum(int64_t l, uint16_t alpha, int32_t sum, int pf);

/* One step of the running softmax: updates m and l, fills p (width), returns alpha.
 * Pre: as above; m = -32768 and l = 0 before the first tile.
 * Post: l >= 4096 once the row has seen a key, 0 before. */
uint16_t ta_softmax(int width, const int16_t *z, int pf, int16_t *m, int64_t *l, uint16_t *p);

/* ---- mm2.c ---- */

/* sum[c] = sum_j p[j] * v[j][c], exact.
 * Pre: 1 <= keys <= 16, p[j] <= 4096; p (keys), v (keys, d).
 * Post: sum (d), |sum| <= 2^19 * keys <= 2^23. */
void ta_mm2(int keys, int d, const uint16_t *p, const int8_t *v, int32_t *sum);

/* ---- accumulate.c ---- */

/* O = ((o * alpha) >> 15) + (sum << (12 - pf)).
 * Pre: |o| <= 2^36, alpha <= 32768, |sum| <= 2^(pf + 7) * keys.
 * Post: |O| <= |o| + 2^19 * keys; at most 2^19 * keys of the row over a run. */
int64_t ta_accumulate_element(int64_t o, uint16_t alpha, int32_t sum, int pf);

/* The same for a row: o (d), sum (d). */
void ta_accumulate(int d, uint16_t alpha, const int32_t *sum, int pf, int64_t *o);

/* ---- recip.c ---- */

/* LW = 13 + ceil(log2(nmax)): the width of l.  Pre: 8 <= nmax <= 131072.  Post: 16..30. */
int ta_l_width(int nmax);

/* r / 2^15 ~ 1 / x, x = the mantissa of l in [1, 2), and lz, the leading zeros of l in lw bits.
 * Pre: 0 < l < 2^lw, 16 <= lw <= 30.  Post: 16384 <= r <= 32767, 0 <= lz < lw;
 * relative error within -8.9e-5 .. +6.1e-5 (+5.3e-5 at lw = 18). */
uint16_t ta_recip(int64_t l, int lw, int *lz);

/* ---- normalize.c ---- */

/* out = sat((o * r + (1 << (sh - 1))) >> sh, -32768, 32767), sh = lw + 6 - lz: round half up.
 * Pre: |o| <= 2^36, r and lz from ta_recip at the same lw.  Post: Q8.8, V-LSB. */
int16_t ta_normalize_element(int64_t o, uint16_t r, int lz, int lw);

/* The output of a row: o (d), out (d); all zero where l = 0. */
void ta_normalize(int d, const int64_t *o, int64_t l, int lw, int16_t *out);

/* Bytes at the start of NAIVE's workspace that hold Z, then P; a multiple of 8; SIZE_MAX
 * when they do not fit size_t (naive.c). */
size_t ta_score_bytes(const ta_config *config);

/* ---- the schedules (flash.c, naive.c) ----
 * Pre: the configuration is legal and within the limits; workspace as ta_golden_workspace
 * says.  Post: out, m, l; the counters stay untouched. */
void ta_flash(const ta_job *job, ta_result *result, void *workspace, ta_trace_fn *trace,
              void *context);
void ta_naive(const ta_job *job, ta_result *result, void *workspace);

#endif
