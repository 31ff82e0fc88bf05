/* SPDX-License-Identifier: MIT */
#include "golden/stages.h"

int16_t ta_normalize_element(int64_t o, uint16_t r, int lz, int lw)
{
    int sh = lw + 6 - lz;                                     /* 7..36 */
    int64_t out = (o * r + ((int64_t)1 << (sh - 1))) >> sh;   /* |o * r| < 2^51 */
    if (out > 32767)
        out = 32767;
    if (out < -32768)
        out = -32768;
    return (int16_t)out;
}

void ta_normalize(int d, const int64_t *o, int64_t l, int lw, int16_t *out)
{
    if (l == 0) {
        for (int c = 0; c < d; c++)
            out[c] = 0;
        return;
    }
    int lz;
    uint16_t r = ta_recip(l, lw, &lz);
    for (int c = 0; c < d; c++)
        out[c] = ta_normalize_element(o[c], r, lz, lw);
}
