/* SPDX-License-Identifier: MIT
 *
 * ta_normalize at the widths of LW = 16 .. 22: corner patterns, exact ties of both signs,
 * values around the edges of saturation, every shift.
 */
#include "Vtb__Dpi.h"
#include "golden/stages.h"
#include "tb.h"

enum { LATENCY = 8, CYCLES = 400000, WIDEST = 22 };

int tb_normalize(int width, int lw, long long *o, int *r, int *lz, int out)
{
    static int count[WIDEST + 1];
    static struct {
        int64_t o;
        int r, lz;
    } ring[WIDEST + 1][TB_RING];
    static int ties, edges;
    int n = count[lw]++;

    if (n > LATENCY) {
        int64_t o_was = ring[lw][(n - LATENCY - 1) % TB_RING].o;
        int r_was = ring[lw][(n - LATENCY - 1) % TB_RING].r;
        int lz_was = ring[lw][(n - LATENCY - 1) % TB_RING].lz;
        int sh = lw + 6 - lz_was;
        int64_t rest = (o_was * r_was) & (((int64_t)1 << sh) - 1);
        int64_t exact = (o_was * r_was + ((int64_t)1 << (sh - 1))) >> sh;
        TB_EQUAL(ta_normalize_element(o_was, (uint16_t)r_was, lz_was, lw), out,
                 "o = %" PRId64 ", r = %d, lz = %d, LW = %d", o_was, r_was, lz_was, lw);
        ties += rest == (int64_t)1 << (sh - 1) && o_was < 0 && exact > -32768;
        edges += exact == -32769 || exact == 32768;
    }
    int64_t low = -((int64_t)1 << (width - 1)), high = -low - 1, value;
    *lz = (int)tb_below((uint32_t)lw);
    *r = 16384 + (int)tb_below(16384);
    int sh = lw + 6 - *lz;
    switch (n % 4) {
    case 0: /* tie: o * r is an odd multiple of 2^(sh-1) */
        *r = 16384;
        if (sh < 15) {
            sh = 15;
            *lz = lw + 6 - sh;
        }
        value = (int64_t)((uint64_t)(2 * (int64_t)tb_below(100000) - 99999) << (sh - 15));
        break;
    case 1: /* edge of saturation */
        value = ((int64_t)32768 << sh) / *r + tb_below(5) - 2;
        if (tb_below(2))
            value = -value;
        break;
    default:
        value = tb_sign(tb_pattern(width), width);
        if (tb_below(8) == 0)
            *r = (int)tb_pattern(16);
        break;
    }
    *o = value < low || value > high ? tb_sign((uint64_t)value, width) : value;
    ring[lw][n % TB_RING].o = *o;
    ring[lw][n % TB_RING].r = *r;
    ring[lw][n % TB_RING].lz = *lz;
    if (lw == WIDEST && n > CYCLES) {
        TB_EQUAL(1, ties > 10000 && edges > 1000, "ties (%d) and edges (%d) are reached", ties,
                 edges);
        return 1;
    }
    return 0;
}
