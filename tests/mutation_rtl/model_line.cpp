// SPDX-License-Identifier: MIT
//
// The mutated ta_fpga_top, by the name of the model that the tests of the pins are compiled for.
#define TA_OPS ta_fpga_ops_unchosen
#include "sim/fpga.cpp"

namespace {
unsigned chosen;

void *create_chosen(uint64_t seed)
{
    Model *f = static_cast<Model *>(create(seed));
    if (!f)
        return nullptr;
    f->top->mutsel = static_cast<uint16_t>(chosen);
    f->top->rst_ni = 0;
    for (int i = 0; i < 4; i++)
        clock(f, 1);
    f->top->rst_ni = 1;
    return f;
}
} // namespace

extern "C" const ta_fpga_ops ta_fpga_ops_tiny_16;
extern "C" const ta_fpga_ops ta_fpga_ops_tiny_16 = {TA_STRING(TA_BUILD_NAME), TA_DIVISOR, create_chosen, destroy,
    clock, led};

// 0: none.  For models made from now on.
extern "C" void ta_choose_line(unsigned mutant);
extern "C" void ta_choose_line(unsigned mutant) { chosen = mutant; }
