/* SPDX-License-Identifier: MIT
 *
 * ta_ram as RAM and ROM: fill, then random writes and reads close to each other, with the read
 * registers frozen now and then; never a read of the word written in the same cycle.
 */
#include "Vtb__Dpi.h"
#include "tb.h"

enum { CASES = 13, DEEPEST = 40000, CYCLES = 2 * DEEPEST + 100000 };

static const uint16_t exp2_table[256] = {
#define TA_EXP2(i, e0, e1, e2, e3, e4, e5, e6, e7) e0, e1, e2, e3, e4, e5, e6, e7,
#include "spec/exp2.def"
#undef TA_EXP2
};

/* Word i of the table taken as one string of bits. */
static uint64_t table_word(int width, int i)
{
    uint64_t word = 0;
    for (int bit = 0; bit < width; bit++) {
        int at = width * i + bit;
        word |= (uint64_t)(exp2_table[at / 16] >> at % 16 & 1) << bit;
    }
    return word;
}

int tb_ram(int id, int width, int depth, int rom, int *we, int *waddr, long long *wdata, int *ren,
           int *raddr, long long rdata)
{
    static struct {
        int n, reads;
        int we, waddr, ren, raddr;
        uint64_t wdata;
        uint64_t read_q, out_q;
        uint64_t mem[DEEPEST];
    } cases[CASES], *m;
    m = &cases[id];

    if (m->reads >= 2)
        TB_EQUAL(m->out_q, rdata, "case %d (%d x %d), call %d", id, depth, width, m->n);
    if (rom && m->n == 0)
        for (int i = 0; i < depth; i++)
            m->mem[i] = table_word(width, i);
    if (m->n > 0) { /* the edge */
        if (m->ren) {
            m->out_q = m->read_q;
            m->read_q = m->mem[m->raddr];
            m->reads++;
        }
        if (m->we && !rom)
            m->mem[m->waddr] = m->wdata;
    }
    m->wdata = tb_zero(tb_random(), width);
    if (m->n < depth) {
        m->we = 1;
        m->waddr = m->n;
        m->ren = rom;
        m->raddr = m->n;
    } else {
        uint32_t window = tb_below(4) ? 4 : (uint32_t)depth;
        m->we = (int)tb_below(2);
        m->waddr = (int)(((uint32_t)m->waddr + tb_below(window)) % (uint32_t)depth);
        m->raddr = (int)(((uint32_t)m->waddr + tb_below(window)) % (uint32_t)depth);
        m->ren = tb_below(4) != 0;
        if (!rom && m->we && m->waddr == m->raddr)
            m->ren = 0;
    }
    *we = m->we;
    *waddr = m->waddr;
    *wdata = (long long)m->wdata;
    *ren = m->ren;
    *raddr = m->raddr;
    return ++m->n > CYCLES && id == CASES - 1;
}
