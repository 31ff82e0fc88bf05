/* SPDX-License-Identifier: MIT
 *
 * Attention in double precision, the reference of the error metrics.  Hosted: libm.
 */
#include <math.h>

#include "golden/golden.h"

void ta_float_attention(int nq, int nk, int dq, int dv, const double *q, const double *k,
                        const double *v, double softmax_scale, int causal, long offset,
                        double *out, double *lse, double *scratch)
{
    double *p = scratch; /* p (nk): the row's logits, then exp(logit - max) */

    for (int i = 0; i < nq; i++) {
        const double *q_row = q + (ptrdiff_t)i * dq;
        double *out_row = out + (ptrdiff_t)i * dv;
        double max = -INFINITY;
        double l = 0.0;

        for (int c = 0; c < dv; c++)
            out_row[c] = 0.0;

        int keys = nk; /* keys 0 .. keys-1 are visible */
        if (causal)
            keys = i + offset < 0 ? 0 : i + offset >= nk ? nk : (int)(i + offset + 1);

        /* 1. Logits and their maximum. */
        for (int j = 0; j < keys; j++) {
            const double *k_row = k + (ptrdiff_t)j * dq;
            double dot = 0.0;
            for (int c = 0; c < dq; c++)
                dot += q_row[c] * k_row[c];
            p[j] = dot * softmax_scale;
            if (p[j] > max)
                max = p[j];
        }
        /* 2. exp and the row's sum. */
        for (int j = 0; j < keys; j++) {
            p[j] = exp(p[j] - max);
            l += p[j];
        }
        /* 3. P.V / l. */
        for (int j = 0; j < keys; j++) {
            const double *v_row = v + (ptrdiff_t)j * dv;
            for (int c = 0; c < dv; c++)
                out_row[c] += p[j] * v_row[c];
        }
        for (int c = 0; c < dv && keys; c++)
            out_row[c] /= l;
        if (lse)
            lse[i] = keys ? max + log(l) : -INFINITY;
    }
}
