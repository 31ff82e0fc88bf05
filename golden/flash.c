/* SPDX-License-Identifier: MIT
 *
 * FLASH: scores never leave the chip.  Row group by row group, key tiles in increasing
 * order.  The hardware keeps a block of several groups resident to load each tile once;
 * that changes traffic, never output, so blocks do not appear here.
 */
#include "golden/stages.h"

void ta_flash(const ta_job *job, ta_result *result, void *workspace, ta_trace_fn *trace,
              void *context)
{
    const ta_config *cfg = &job->config;
    const int a = job->build.a;
    const int pf = job->build.pf;
    const int lw = ta_l_width(job->build.nmax);
    const int d = cfg->d;

    int64_t *o = workspace;                                /* o (A, d), V-LSB * 2^12 */
    int32_t *sum = (int32_t *)(o + (size_t)a * (size_t)d); /* sum (d), one tile's P.V */
    int32_t s[TA_A_LIMIT * TA_A_LIMIT];  /* s (A, A) */
    int16_t z[TA_A_LIMIT * TA_A_LIMIT];  /* z (A, A), Q8.8 */
    uint16_t p[TA_A_LIMIT * TA_A_LIMIT]; /* p (A, A), UQ1.PF */
    int16_t m[TA_A_LIMIT];               /* m (A), Q8.8 */
    uint16_t alpha[TA_A_LIMIT];          /* alpha (A), UQ1.15 */
    int64_t l[TA_A_LIMIT];               /* l (A), real * 2^12 */

    for (int first = 0; first < cfg->nq; first += a) {
        const int rows = cfg->nq - first < a ? cfg->nq - first : a;
        /* The tiles whose first key the group's last valid row sees; the rest is skipped. */
        const int keys_seen = ta_row_keys(cfg, first + rows - 1);

        /* 1. A group that has seen no key; rows beyond the last one stay so. */
        for (int i = 0; i < a; i++) {
            m[i] = TA_Z_MASKED;
            alpha[i] = 0;
            l[i] = 0;
            for (int c = 0; c < d; c++)
                o[(ptrdiff_t)i * d + c] = 0;
        }
        for (int i = 0; i < a * a; i++) {
            s[i] = 0;
            z[i] = TA_Z_MASKED;
            p[i] = 0;
        }

        for (int key = 0; key < keys_seen; key += a) {
            const int keys = cfg->nk - key < a ? cfg->nk - key : a;
            const int8_t *k_tile = job->k + (ptrdiff_t)key * d;
            const int8_t *v_tile = job->v + (ptrdiff_t)key * d;

            for (int i = 0; i < rows; i++) {
                const int8_t *q_row = job->q + (ptrdiff_t)(first + i) * d;
                int visible = ta_row_keys(cfg, first + i) - key;
                visible = visible < 0 ? 0 : visible > keys ? keys : visible;

                /* 2. S = Q.K^T.  3. Z = scale, mask.  4. m, alpha, P, l. */
                ta_mm1(keys, d, q_row, k_tile, s + i * a);
                for (int j = keys; j < a; j++)
                    s[i * a + j] = 0; /* of the tile before */
                ta_scale_mask(a, visible, s + i * a, cfg->scale, z + i * a);
                alpha[i] = ta_softmax(a, z + i * a, pf, &m[i], &l[i], p + i * a);

                /* 5. P.V.  6. O = O * alpha + P.V. */
                ta_mm2(keys, d, p + i * a, v_tile, sum);
                ta_accumulate(d, alpha[i], sum, pf, o + (ptrdiff_t)i * d);
            }
            if (trace) {
                ta_tile_trace t = {.group = first / a, .tile = key / a, .rows = rows,
                                   .keys = keys, .s = s, .z = z, .m = m, .alpha = alpha,
                                   .p = p, .l = l, .o = o};
                trace(context, &t);
            }
        }

        /* 7. out = O / l. */
        for (int i = 0; i < rows; i++) {
            ta_normalize(d, o + (ptrdiff_t)i * d, l[i], lw,
                         result->out + (ptrdiff_t)(first + i) * d);
            result->m[first + i] = m[i];
            result->l[first + i] = l[i];
        }
    }
}
