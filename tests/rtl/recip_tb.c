/* SPDX-License-Identifier: MIT
 *
 * ta_recip on every l of 16, 18, 19, 20 and 22 bits; a zero now and then, whose result is free.
 */
#include "Vtb__Dpi.h"
#include "golden/stages.h"
#include "tb.h"

enum { LATENCY = 12, WIDEST = 22 };

int tb_recip(int lw, int *l, int r, int lz)
{
    static int count[WIDEST + 1];
    static int ring[WIDEST + 1][TB_RING];
    int n = count[lw]++;

    if (n > LATENCY) {
        int was = ring[lw][(n - LATENCY - 1) % TB_RING];
        if (was != 0) {
            int expected_lz;
            TB_EQUAL(ta_recip(was, lw, &expected_lz), r, "r of l = %d, LW = %d", was, lw);
            TB_EQUAL(expected_lz, lz, "lz of l = %d, LW = %d", was, lw);
        }
    }
    *l = n & ((1 << lw) - 1);
    ring[lw][n % TB_RING] = *l;
    return lw == WIDEST && n > (1 << WIDEST) + LATENCY;
}
