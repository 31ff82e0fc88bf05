// SPDX-License-Identifier: MIT
//
// The mutated ta_fpga_top, by the name of the model that the tests of the pins are compiled for.
#define TA_OPS ta_fpga_ops_unchosen
#include "sim/fpga.cpp"

#define TA_PASTE_(a, b) a##b
#define TA_PASTE(a, b) TA_PASTE_(a, b)
#define TA_ROOT TA_PASTE(TA_MODEL, ___024root)
#include TA_HEADER(TA_ROOT)

// The model's work, without what Verilator puts around it at each call of eval().
#define TA_EVAL TA_PASTE(TA_ROOT, ___eval)
void TA_EVAL(TA_ROOT *root);

namespace {
unsigned chosen;

// A period as in sim/sim.cpp: nothing acts on a falling edge.
int clock_once(void *model, int rx)
{
    TA_MODEL &t = *static_cast<Model *>(model)->top;
    int tx = t.tx_o;
    t.rx_i = rx & 1;
    t.clk_i = 1;
    TA_EVAL(t.rootp);
    t.clk_i = 0;
    t.rootp->__Vtrigprevexpr___TOP__clk_i__0 = 0;
    return tx;
}

void *create_chosen(uint64_t seed)
{
    Model *f = static_cast<Model *>(create(seed));
    if (!f)
        return nullptr;
    f->top->mutsel = static_cast<uint16_t>(chosen);
    f->top->advance = 0;
    f->top->rst_ni = 0;
    for (int i = 0; i < 4; i++)
        clock(f, 1);
    f->top->rst_ni = 1;
    return f;
}
} // namespace

extern "C" const ta_fpga_ops ta_fpga_ops_tiny_16;
extern "C" const ta_fpga_ops ta_fpga_ops_tiny_16 = {TA_STRING(TA_BUILD_NAME), TA_DIVISOR, create_chosen, destroy,
    clock_once, led};

// What is added in each clock from now on (advance.awk): to all counters of a run; to the lights' counter, low
// and high part.
extern "C" void ta_advance_line(void *model, unsigned counters, unsigned low, unsigned high);
extern "C" void ta_advance_line(void *model, unsigned counters, unsigned low, unsigned high)
{
    static_cast<Model *>(model)->top->advance =
        counters | static_cast<uint64_t>(low & 0x1fff) << 32 | static_cast<uint64_t>(high & 0x3fff) << 45;
}

// 0: none.  For models made from now on.
extern "C" void ta_choose_line(unsigned mutant);
extern "C" void ta_choose_line(unsigned mutant) { chosen = mutant; }
