// SPDX-License-Identifier: MIT
//
// The thin C++ layer over one Verilated ta_fpga_top: TA_MODEL its class, TA_OPS the name of
// its table of functions, TA_BUILD_NAME and TA_DIVISOR what it was made with.
#include "sim/fpga.h"

#include <exception>
#include <memory>

#define TA_STRING_(x) #x
#define TA_STRING(x) TA_STRING_(x)
#define TA_HEADER_(x) x.h
#define TA_HEADER(x) TA_STRING(TA_HEADER_(x))
#include TA_HEADER(TA_MODEL)

namespace {

struct Model {
    VerilatedContext context;
    std::unique_ptr<TA_MODEL> top;
};

int clock(void *model, int rx)
{
    TA_MODEL &t = *static_cast<Model *>(model)->top;
    int tx = t.tx_o;
    t.rx_i = rx & 1;
    t.clk_i = 1;
    t.eval();
    t.clk_i = 0;
    t.eval();
    return tx;
}

void *create(uint64_t seed)
{
    try {
        std::unique_ptr<Model> f(new Model);
        f->context.threads(1); // else the context starts one for each core, idle for ever
        f->context.randReset(2);
        f->context.randSeed(static_cast<int>(seed & 0x7fffffff) + 1);
        f->top.reset(new TA_MODEL{&f->context});
        f->top->rst_ni = 0;
        for (int i = 0; i < 4; i++)
            clock(f.get(), 1);
        f->top->rst_ni = 1;
        return f.release();
    } catch (const std::exception &) { // no exception leaves to C
        return nullptr;
    }
}

void destroy(void *model) { delete static_cast<Model *>(model); }

unsigned led(const void *model) { return static_cast<const Model *>(model)->top->led_o; }

} // namespace

extern "C" const ta_fpga_ops TA_OPS;
extern "C" const ta_fpga_ops TA_OPS = {TA_STRING(TA_BUILD_NAME), TA_DIVISOR, create, destroy, clock, led};
