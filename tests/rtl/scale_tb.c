/* SPDX-License-Identifier: MIT
 *
 * ta_scale at 18, 20 and 22 bits: corner patterns of both operands, and scores around the two
 * edges of saturation for a random scale.
 */
#include "Vtb__Dpi.h"
#include "golden/stages.h"
#include "tb.h"

enum { LATENCY = 6, CYCLES = 300000, WIDEST = 22 };

int tb_scale(int width, int *s, int *scale, int z)
{
    static int count[WIDEST + 1];
    static struct {
        int s, scale;
    } ring[WIDEST + 1][TB_RING];
    static int saturated[2], edge[2];
    int n = count[width]++;

    if (n > LATENCY) {
        int was = ring[width][(n - LATENCY - 1) % TB_RING].s;
        int by = ring[width][(n - LATENCY - 1) % TB_RING].scale;
        int expected = ta_scale(was, (uint32_t)by);
        int64_t exact = ((int64_t)was * by) >> 12;
        TB_EQUAL(expected, z, "scale of s = %d, cfg_scale = %d", was, by);
        saturated[0] += exact < -32767;
        saturated[1] += exact > 32767;
        edge[0] += exact == -32768;
        edge[1] += exact == 32768;
    }
    *scale = (int)tb_pattern(24);
    *s = (int)tb_sign(tb_pattern(width), width);
    if (n % 2 && *scale > 0) {
        /* Nearest scores to +-32767.5, where they exist at this width. */
        int64_t near = (((int64_t)32768 << 12) / *scale + tb_below(5) - 2) * (n % 4 == 1 ? -1 : 1);
        if (near >= -((int64_t)1 << (width - 1)) && near < (int64_t)1 << (width - 1))
            *s = (int)near;
    }
    ring[width][n % TB_RING].s = *s;
    ring[width][n % TB_RING].scale = *scale;
    if (width == WIDEST && n > CYCLES) {
        TB_EQUAL(1, saturated[0] > 1000 && saturated[1] > 1000 && edge[0] > 100 && edge[1] > 100,
                 "saturation is reached");
        return 1;
    }
    return 0;
}
