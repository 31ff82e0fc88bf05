/* SPDX-License-Identifier: MIT */
#include "golden/stages.h"

uint16_t ta_alpha(int16_t m, int16_t m_new)
{
    return ta_exp2(m - m_new); /* -65535..0 */
}

uint16_t ta_probability(uint16_t e, int pf)
{
    return (uint16_t)((e + (1 << (14 - pf))) >> (15 - pf));
}

int32_t ta_probabilities(int width, const int16_t *z, int16_t m, int pf, uint16_t *p)
{
    int32_t sum = 0;
    for (int j = 0; j < width; j++) {
        uint16_t pj = 0; /* masked: by the mask, never through exp2 */
        if (z[j] != TA_Z_MASKED)
            pj = ta_probability(ta_exp2(z[j] - m), pf);
        p[j] = pj;
        sum += pj; /* at most 2^pf each */
    }
    return sum;
}

int64_t ta_row_sum(int64_t l, uint16_t alpha, int32_t sum, int pf)
{
    return ((l * alpha) >> 15) + ((int64_t)sum << (12 - pf)); /* l * alpha <= 2^44 */
}

uint16_t ta_softmax(int width, const int16_t *z, int pf, int16_t *m, int64_t *l, uint16_t *p)
{
    int16_t m_new = ta_row_max(width, z, *m);
    uint16_t alpha = ta_alpha(*m, m_new);
    int32_t sum = ta_probabilities(width, z, m_new, pf, p);
    *l = ta_row_sum(*l, alpha, sum, pf);
    *m = m_new;
    return alpha;
}
