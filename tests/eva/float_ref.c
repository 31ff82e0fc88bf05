/* SPDX-License-Identifier: MIT
 *
 * The reference in double precision on finite elements.
 */
#include "golden/golden.h"
#include "tests/eva/unknown.h"

enum { ROWS = 3, KEYS = 3, DQ = 2, DV = 3 };

static double some(void)
{
    return Frama_C_double_interval(-1000.0, 1000.0);
}

int main(void)
{
    static double q[ROWS * DQ], k[KEYS * DQ], v[KEYS * DV], out[ROWS * DV], lse[ROWS], scratch[KEYS];
    for (int i = 0; i < ROWS * DQ; i++)
        q[i] = some();
    for (int i = 0; i < KEYS * DQ; i++)
        k[i] = some();
    for (int i = 0; i < KEYS * DV; i++)
        v[i] = some();
    for (int nq = 1; nq <= ROWS; nq++)
        for (int causal = 0; causal <= 1; causal++)
            for (long offset = -4; offset <= 4; offset++) {
                ta_float_attention(nq, KEYS, DQ, DV, q, k, v, 0.125, causal, offset, out, lse, scratch);
                double last = out[nq * DV - 1] + lse[nq - 1];
            }
    return 0;
}
