/* SPDX-License-Identifier: MIT */
#include "golden/stages.h"

int16_t ta_row_max(int width, const int16_t *z, int16_t m)
{
    for (int j = 0; j < width; j++)
        if (z[j] > m)
            m = z[j];
    return m;
}
