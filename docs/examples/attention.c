/* SPDX-License-Identifier: MIT
 * Attention of three float tensors, as the hardware computes it. */
#include <math.h>
#include <stdio.h>

#include "cpu/tinyattention.h"

enum { HEADS = 2, N = 50, D = 32 };

int main(void)
{
    static float q[HEADS * N * D], k[HEADS * N * D], v[HEADS * N * D], out[HEADS * N * D];
    static float lse[HEADS * N];
    for (int i = 0; i < HEADS * N * D; i++) {
        q[i] = sinf((float)i * 0.37f);
        k[i] = cosf((float)i * 0.73f);
        v[i] = sinf((float)i * 0.11f);
    }
    ta_attention x;
    ta_attention_init(&x, HEADS, N, N, D);
    x.q.data = q;
    x.k.data = k;
    x.v.data = v;
    x.out.data = out;
    x.lse = lse;
    x.causal = 1;
    int status = ta_attention_run(&x);
    printf("%s: out[1][49][0] = %.4f, log-sum-exp %.4f\n", ta_status_text(status),
           (double)out[(N + 49) * D], (double)lse[N + 49]);
    return status;
}
