// SPDX-License-Identifier: MIT
//
// ta_fpga_top with points of coverage, by the name of the model that the tests of the pins are compiled for.
#include "sim/fpga.cpp"

#include "tests/coverage_rtl/counters.h"
#include "tests/coverage_rtl/kept.h"
#include "tests/coverage_rtl/models.h"

#define TA_PASTE_(a, b) a##b
#define TA_PASTE(a, b) TA_PASTE_(a, b)
#define TA_ROOT TA_PASTE(TA_MODEL, ___024root)
#include TA_HEADER(TA_ROOT)

namespace {
Model *last;

void *create_last(uint64_t seed)
{
    last = static_cast<Model *>(create(seed));
    if (last)
        ta_coverage_keep(last->context, TA_COVERAGE_LINE);
    return last;
}

// At the end the button is pressed; what the model counted goes with it.
void destroy_written(void *model)
{
    Model *f = static_cast<Model *>(model);
    for (int i = 0; i < 8; i++) {
        f->top->rst_ni = i < 4 ? 0 : 1;
        clock(f, 1);
    }
    ta_coverage_drop(f->context);
    destroy(model);
}
} // namespace

extern "C" const ta_fpga_ops ta_fpga_ops_tiny_16;
extern "C" const ta_fpga_ops ta_fpga_ops_tiny_16 = {TA_STRING(TA_BUILD_NAME), TA_DIVISOR, create_last, destroy_written,
    clock, led};

extern "C" void ta_choose_line(unsigned);
extern "C" void ta_choose_line(unsigned) {}

void ta_coverage_set_line(const uint32_t counters[TA_COVERAGE_COUNTERS])
{
    TA_ROOT &o = *last->top->rootp;
    uint32_t *const numbers[] = TA_COVERAGE_NUMBERS(o, ta_fpga_top__DOT__u_top__DOT__u_engine__DOT__);
    add_counters(o.ta_fpga_top__DOT__u_top__DOT__u_engine__DOT__n_stalls1,
        o.ta_fpga_top__DOT__u_top__DOT__u_engine__DOT__n_stalls2, numbers, counters, true);
}

void ta_coverage_refused(unsigned count)
{
    last->top->rootp->ta_fpga_top__DOT__u_command__DOT__refused_q = static_cast<uint16_t>(count);
}

void ta_coverage_clocks(unsigned high, unsigned low)
{
    last->top->rootp->ta_fpga_top__DOT__high_q = static_cast<uint16_t>(high & 0x3fff);
    last->top->rootp->ta_fpga_top__DOT__low_q = static_cast<uint16_t>(low & 0x1fff);
}
