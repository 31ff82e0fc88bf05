/* SPDX-License-Identifier: MIT
 *
 * ta_exp2 on all 65,537 inputs in order, then as many in random order.
 */
#include "Vtb__Dpi.h"
#include "golden/stages.h"
#include "tb.h"

enum { LATENCY = 4, INPUTS = 65537 };

int tb_exp2(int *x, int e)
{
    static int n;
    static int ring[TB_RING];

    if (n > LATENCY) {
        int was = ring[(n - LATENCY - 1) % TB_RING];
        TB_EQUAL(ta_exp2(was), e, "exp2(%d)", was);
    }
    *x = n < INPUTS ? n - 65536 : -(int)tb_below(n % 2 ? INPUTS : 4096);
    ring[n % TB_RING] = *x;
    n++;
    return n > 2 * INPUTS + LATENCY;
}
