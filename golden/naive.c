/* SPDX-License-Identifier: MIT
 *
 * NAIVE: four passes, the whole score matrix in memory, P in place of Z.
 * Every P is taken against the row's final maximum.
 */
#include "golden/stages.h"

size_t ta_score_bytes(const ta_config *config)
{
    uint64_t bytes = (uint64_t)config->nq * (uint64_t)config->nk * 2;
    bytes = (bytes + 7) & ~(uint64_t)7;
    return bytes > SIZE_MAX ? SIZE_MAX : (size_t)bytes;
}

void ta_naive(const ta_job *job, ta_result *result, void *workspace)
{
    const ta_config *cfg = &job->config;
    const int a = job->build.a;
    const int pf = job->build.pf;
    const int lw = ta_l_width(job->build.nmax);
    const int nq = cfg->nq;
    const int nk = cfg->nk;
    const int d = cfg->d;

    int16_t *z = workspace;    /* z (nq, nk), Q8.8 ... */
    uint16_t *p = workspace;   /* ... and in its place p (nq, nk), UQ1.PF */
    int64_t *o = (int64_t *)((char *)workspace + ta_score_bytes(cfg)); /* o (d), one row */
    int32_t *sum = (int32_t *)(o + d); /* sum (d), one tile's P.V */
    int32_t s[TA_A_LIMIT];             /* s (A), one row of a tile */

    /* Pass 1.  Z = scale and mask of Q.K^T. */
    for (int i = 0; i < nq; i++) {
        const int8_t *q_row = job->q + (ptrdiff_t)i * d;
        int16_t *z_row = z + (ptrdiff_t)i * nk;
        const int row_keys = ta_row_keys(cfg, i);
        for (int key = 0; key < nk; key += a) {
            const int keys = nk - key < a ? nk - key : a;
            int visible = row_keys - key;
            visible = visible < 0 ? 0 : visible > keys ? keys : visible;
            if (visible > 0)
                ta_mm1(visible, d, q_row, job->k + (ptrdiff_t)key * d, s);
            ta_scale_mask(keys, visible, s, cfg->scale, z_row + key);
        }
    }

    /* Pass 2.  m = the row's maximum. */
    for (int i = 0; i < nq; i++)
        result->m[i] = ta_row_max(nk, z + (ptrdiff_t)i * nk, TA_Z_MASKED);

    /* Pass 3.  P = exp2(Z - m), l = sum P. */
    for (int i = 0; i < nq; i++) {
        int32_t p_sum = ta_probabilities(nk, z + (ptrdiff_t)i * nk, result->m[i], pf,
                                         p + (ptrdiff_t)i * nk);
        result->l[i] = ta_row_sum(0, TA_ALPHA_ONE, p_sum, pf);
    }

    /* Pass 4.  O = P.V, out = O / l. */
    for (int i = 0; i < nq; i++) {
        const uint16_t *p_row = p + (ptrdiff_t)i * nk;
        const int row_keys = ta_row_keys(cfg, i);
        for (int c = 0; c < d; c++)
            o[c] = 0;
        for (int key = 0; key < row_keys; key += a) {
            const int keys = nk - key < a ? nk - key : a;
            ta_mm2(keys, d, p_row + key, job->v + (ptrdiff_t)key * d, sum);
            ta_accumulate(d, TA_ALPHA_ONE, sum, pf, o);
        }
        ta_normalize(d, o, result->l[i], lw, result->out + (ptrdiff_t)i * d);
    }
}
