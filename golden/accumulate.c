/* SPDX-License-Identifier: MIT */
#include "golden/stages.h"

int64_t ta_accumulate_element(int64_t o, uint16_t alpha, int32_t sum, int pf)
{
    return ((o * alpha) >> 15) + sum * (1 << (12 - pf)); /* |o * alpha| <= 2^51 */
}

void ta_accumulate(int d, uint16_t alpha, const int32_t *sum, int pf, int64_t *o)
{
    for (int c = 0; c < d; c++)
        o[c] = ta_accumulate_element(o[c], alpha, sum[c], pf);
}
