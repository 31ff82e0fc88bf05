/* SPDX-License-Identifier: MIT
 *
 * ta_mul_wide at the widths in use and at its limits.
 */
#include "Vtb__Dpi.h"
#include "tb.h"

enum { CASES = 11, CYCLES = 200000 };

__extension__ typedef __int128 int128;

int tb_mul_wide(int id, int wa, int wb, int sa, int sb, int latency, long long *a, long long *b,
                const svBitVecVal *p)
{
    static int count[CASES];
    static struct {
        uint64_t low;
        unsigned high; /* bits 64 .. 69 */
    } ring[CASES][TB_RING];
    int n = count[id]++;

    if (n > latency) {
        int at = (n - latency - 1) % TB_RING;
        TB_EQUAL(ring[id][at].low, p[0] | (uint64_t)p[1] << 32, "case %d, call %d", id, n);
        TB_EQUAL(ring[id][at].high, p[2], "case %d, call %d, high bits", id, n);
    }
    uint64_t x = tb_pattern(wa), y = tb_pattern(wb);
    int128 product = (sa ? (int128)tb_sign(x, wa) : (int128)x) * (sb ? (int128)tb_sign(y, wb) : (int128)y);
    int width = wa + wb;
    ring[id][n % TB_RING].low = tb_zero((uint64_t)product, width);
    ring[id][n % TB_RING].high =
        width > 64 ? (unsigned)tb_zero((uint64_t)(product >> 64), width - 64) : 0;
    *a = (long long)x;
    *b = (long long)y;
    return id == CASES - 1 && n > CYCLES;
}
