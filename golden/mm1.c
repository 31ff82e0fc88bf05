/* SPDX-License-Identifier: MIT */
#include "golden/stages.h"

void ta_mm1(int keys, int d, const int8_t *q, const int8_t *k, int32_t *s)
{
    for (int j = 0; j < keys; j++) {
        int32_t sum = 0; /* |sum| <= 2^14 per product */
        for (int c = 0; c < d; c++)
            sum += q[c] * k[c];
        s[j] = sum;
        k += d;
    }
}
