/* SPDX-License-Identifier: MIT
 *
 * ta_mm: random passes, many of them back to back at the smallest spacing (A rows, the next
 * weights loaded from the cycle of the swap on), both ways of loading, -128 and full-scale
 * operands; where there are debug ports, every cell's registers.
 */
#include "Vtb__Dpi.h"
#include "tb.h"

#include <string.h>

enum { CASES = 8, WIDEST = 16, CYCLES = 20000 };

/* What was presented at one call. */
typedef struct row {
    int64_t x[WIDEST];
    int valid;
    int known;                   /* weights are known */
    int8_t w[WIDEST][WIDEST];    /* weights that the row meets: [k][j] */
} row;

/* `width` bits from bit `at` on. */
static uint64_t bits(const svBitVecVal *v, int at, int width)
{
    uint64_t value = 0;
    for (int i = 0; i < width; i++)
        value |= (uint64_t)(v[(at + i) / 32] >> (at + i) % 32 & 1) << i;
    return value;
}

static void set_bits(svBitVecVal *v, int at, int width, uint64_t value)
{
    for (int i = 0; i < width; i++) {
        svBitVecVal bit = (svBitVecVal)1 << (at + i) % 32;
        v[(at + i) / 32] = value >> i & 1 ? v[(at + i) / 32] | bit : v[(at + i) / 32] & ~bit;
    }
}

static int8_t random_weight(uint32_t kind)
{
    return (int8_t)(kind == 0 ? -128 : kind == 1 ? (tb_below(2) ? -128 : 127)
                                                 : (int)tb_below(256) - 128);
}

int tb_mm(int id, int a, int width_x, int signed_x, int width_p, int by_column, int debug,
          svBitVecVal *x, int *valid, int *swap, int *w_valid, int *w_index, svBitVecVal *w,
          const svBitVecVal *p, const svBitVecVal *dbg_w, const svBitVecVal *dbg_x,
          const svBitVecVal *dbg_p, const svBitVecVal *dbg_active)
{
    static struct {
        int n;
        int line;    /* next line to load; a: all are loaded, -1: nothing is being loaded */
        int passes, tight, rows;
        int8_t shadow[WIDEST][WIDEST];
        row ring[TB_RING];
    } cases[CASES], *m;
    m = &cases[id];
    int n = m->n++;

    if (n == 0)
        m->line = -1;

    /* Outputs. */
    const row *was = &m->ring[(n + TB_RING - (a + 2) - 1) % TB_RING];
    if (n > a + 2 && was->known) {
        for (int j = 0; j < a; j++) {
            int64_t sum = 0;
            for (int k = 0; k < a; k++)
                sum += was->x[k] * was->w[k][j];
            TB_EQUAL(sum, tb_sign(bits(p, width_p * j, width_p), width_p),
                     "case %d (A = %d), call %d, column %d", id, a, n, j);
        }
    }
    if (debug && n > a + 3) {
        for (int k = 0; k < a; k++) {
            const row *operand = &m->ring[(n + TB_RING - (k + 1) - 1) % TB_RING];
            const row *summed = &m->ring[(n + TB_RING - (k + 3) - 1) % TB_RING];
            for (int j = 0; j < a; j++) {
                int cell = a * k + j;
                TB_EQUAL(tb_zero((uint64_t)operand->x[k], width_x),
                         bits(dbg_x, width_x * cell, width_x), "case %d, call %d, operand of cell %d",
                         id, n, cell);
                TB_EQUAL(operand->valid, bits(dbg_active, cell, 1),
                         "case %d, call %d, active of cell %d", id, n, cell);
                if (operand->known)
                    TB_EQUAL(operand->w[k][j], tb_sign(bits(dbg_w, 8 * cell, 8), 8),
                             "case %d, call %d, weight of cell %d", id, n, cell);
                int64_t sum = 0;
                for (int i = 0; i <= k; i++)
                    sum += summed->x[i] * summed->w[i][j];
                if (summed->known)
                    TB_EQUAL(sum, tb_sign(bits(dbg_p, width_p * cell, width_p), width_p),
                             "case %d, call %d, sum of cell %d", id, n, cell);
            }
        }
    } else if (!debug) {
        for (int i = 0; i < a * a * width_p; i++)
            TB_EQUAL(0, bits(dbg_p, i, 1), "case %d, debug port", id);
        TB_EQUAL(0, bits(dbg_w, 0, 32) | bits(dbg_x, 0, 32) | bits(dbg_active, 0, 16),
                 "case %d, debug port", id);
    }

    /* Inputs. */
    row *now = &m->ring[n % TB_RING];
    const row *before = &m->ring[(n + TB_RING - 1) % TB_RING];
    int dense = n / 1000 % 2; /* thousand calls at the smallest spacing, thousand loose */
    memcpy(now->w, before->w, sizeof now->w);
    now->known = n > 0 && before->known;
    *swap = m->line == a && (dense || tb_below(4) == 0);
    if (*swap) {
        memcpy(now->w, m->shadow, sizeof now->w);
        now->known = 1;
        m->passes++;
        m->tight += m->rows == a;
        m->rows = 0;
        m->line = -1;
    }
    m->rows++;
    now->valid = *swap || dense || tb_below(3) != 0;
    uint32_t kind = tb_below(4);
    for (int k = 0; k < a; k++) {
        uint64_t value = kind == 0   ? (signed_x ? (uint64_t)1 << (width_x - 1) : ~(uint64_t)0)
                         : kind == 1 ? tb_pattern(width_x)
                                     : tb_random();
        now->x[k] = signed_x ? tb_sign(value, width_x) : (int64_t)tb_zero(value, width_x);
        set_bits(x, width_x * k, width_x, tb_zero((uint64_t)now->x[k], width_x));
    }
    *valid = now->valid;

    if (m->line == -1 && (dense || tb_below(3) == 0)) {
        uint32_t weights = tb_below(5);
        for (int k = 0; k < a; k++)
            for (int j = 0; j < a; j++)
                m->shadow[k][j] = random_weight(weights);
        m->line = 0;
    }
    *w_valid = m->line >= 0 && m->line < a;
    *w_index = *w_valid ? m->line : (int)tb_below((uint32_t)a);
    for (int i = 0; i < a; i++) {
        int8_t weight = !*w_valid   ? (int8_t)((int)tb_below(256) - 128)
                        : by_column ? m->shadow[i][m->line]
                                    : m->shadow[m->line][i];
        set_bits(w, 8 * i, 8, (uint8_t)weight);
    }
    if (*w_valid)
        m->line++;

    if (id == CASES - 1 && n > CYCLES) {
        for (int i = 0; i < CASES; i++)
            TB_EQUAL(1, cases[i].tight > 300 && cases[i].passes > cases[i].tight + 100,
                     "passes back to back (%d of %d) in case %d", cases[i].tight, cases[i].passes, i);
        return 1;
    }
    return 0;
}
