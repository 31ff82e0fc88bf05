/* SPDX-License-Identifier: MIT */
#include "golden/stages.h"

/* RECIP (64), UQ1.15, 1 / (1 + (i + 0.5)/64) */
static const uint16_t recip_table[64] = {
#define TA_RECIP(i, r0, r1, r2, r3, r4, r5, r6, r7) r0, r1, r2, r3, r4, r5, r6, r7,
#include "spec/recip.def"
#undef TA_RECIP
};

int ta_l_width(int nmax)
{
    int ln = 0;
    while ((1L << ln) < nmax)
        ln++;
    return 13 + ln;
}

uint16_t ta_recip(int64_t l, int lw, int *lz)
{
    int zeros = 0;
    while (!((l << zeros) >> (lw - 1)))
        zeros++;
    *lz = zeros;
    uint32_t x = (uint32_t)((l << zeros) >> (lw - 16)); /* UQ1.15, 32768..65535 */
    uint32_t y0 = recip_table[(x >> 9) & 63];           /* 16448..32514 */
    uint32_t t = (x * y0) >> 15;                        /* x * y0 < 2^31; 1 +- 1/128 in UQ1.15 */
    return (uint16_t)((y0 * (65536 - t)) >> 15);        /* 16384..32767 */
}
