/* SPDX-License-Identifier: MIT
 *
 * ta_row_max at A = 4, 8, 16: uniform rows, rows of a few values (ties), extremes.
 */
#include "Vtb__Dpi.h"
#include "golden/stages.h"
#include "tb.h"

enum { CYCLES = 200000, WIDEST = 16 };

int tb_row_max(int a, svBitVecVal *z, int max)
{
    static int count[WIDEST + 1];
    static int16_t ring[WIDEST + 1][TB_RING][WIDEST];
    int latency = a == 4 ? 2 : 4;
    int n = count[a]++;

    if (n > latency) {
        const int16_t *row = ring[a][(n - latency - 1) % TB_RING];
        TB_EQUAL(ta_row_max(a, row, -32768), max, "maximum of row %d, A = %d", n, a);
    }
    int16_t *row = ring[a][n % TB_RING];
    uint32_t kind = tb_below(4);
    int16_t base = (int16_t)tb_sign(tb_pattern(16), 16);
    for (int j = 0; j < a; j++) {
        row[j] = kind == 0   ? (int16_t)tb_sign(tb_random(), 16)
                 : kind == 1 ? (int16_t)tb_sign(tb_pattern(16), 16)
                 : kind == 2 ? (int16_t)tb_sign((uint64_t)base + tb_below(3), 16)
                             : (int16_t)(tb_below(2) ? -32768 : 32767 - (int)tb_below(2));
    }
    for (int j = 0; j < WIDEST / 2; j++)
        z[j] = 2 * j < a ? (uint16_t)row[2 * j] | (uint32_t)(uint16_t)row[2 * j + 1] << 16 : 0;
    return a == WIDEST && n > CYCLES;
}
