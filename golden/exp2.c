/* SPDX-License-Identifier: MIT */
#include "golden/stages.h"

/* EXP2 (256), UQ1.15, 2^(i/256) in [1, 2) */
static const uint16_t exp2_table[256] = {
#define TA_EXP2(i, e0, e1, e2, e3, e4, e5, e6, e7) e0, e1, e2, e3, e4, e5, e6, e7,
#include "spec/exp2.def"
#undef TA_EXP2
};

uint16_t ta_exp2_entry(int index)
{
    return exp2_table[index];
}

uint16_t ta_exp2(int32_t x)
{
    int shift = -(x >> 8); /* 0..256 */
    if (shift >= 16)
        return 0;
    return (uint16_t)(exp2_table[x & 255] >> shift);
}
