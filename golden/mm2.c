/* SPDX-License-Identifier: MIT */
#include "golden/stages.h"

void ta_mm2(int keys, int d, const uint16_t *p, const int8_t *v, int32_t *sum)
{
    for (int c = 0; c < d; c++)
        sum[c] = 0;
    for (int j = 0; j < keys; j++) {
        for (int c = 0; c < d; c++)
            sum[c] += p[j] * v[c]; /* |p * v| <= 2^19 */
        v += d;
    }
}
