/* SPDX-License-Identifier: MIT
 *
 * ta_mul at the widths and signs in use, with a held B register.
 */
#include "Vtb__Dpi.h"
#include "tb.h"

enum { CASES = 9, CYCLES = 200000 };

int tb_mul(int id, int wa, int wb, int sa, int sb, int *a, int *b, int *b_en, long long p)
{
    static struct {
        int n;
        uint64_t a, b;             /* inputs since the last call */
        int b_en;
        uint64_t a_q, b_q, p_q;    /* the registers */
        int b_known;               /* calls since B was first loaded */
    } cases[CASES], *m;
    m = &cases[id];

    if (m->b_known > 2)
        TB_EQUAL(m->p_q, p, "case %d, call %d", id, m->n);
    if (m->n > 0) { /* the edge */
        uint64_t x = sa ? (uint64_t)tb_sign(m->a_q, wa) : m->a_q;
        uint64_t y = sb ? (uint64_t)tb_sign(m->b_q, wb) : m->b_q;
        m->p_q = tb_zero(x * y, wa + wb);
        m->a_q = m->a;
        if (m->b_en)
            m->b_q = m->b;
        if (m->b_en || m->b_known)
            m->b_known++;
    }
    m->a = tb_pattern(wa);
    m->b = tb_pattern(wb);
    m->b_en = tb_below(4) != 0;
    *a = (int)m->a;
    *b = (int)m->b;
    *b_en = m->b_en;
    return ++m->n > CYCLES && id == CASES - 1;
}
