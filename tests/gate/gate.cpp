// SPDX-License-Identifier: MIT
//
// The thin C++ layer over the Verilated netlist.  GATE_FLIPS: wrong bits that it has ready.
#include "tests/gate/gate.h"

#include <memory>
#include <new>

#include "Vgate.h"

namespace {

enum { DIVISOR = 150 }; // of ta_ulx3s

struct Model {
    VerilatedContext context;
    std::unique_ptr<Vgate> top;
};

int clock(void *model, int rx)
{
    Vgate &t = *static_cast<Model *>(model)->top;
    int tx = t.ftdi_rxd;
    t.ftdi_txd = rx & 1;
    t.clk_25mhz = 1;
    t.eval();
    t.clk_25mhz = 0;
    t.eval();
    return tx;
}

void *create(uint64_t seed, int number)
{
    Model *m = new (std::nothrow) Model;
    if (!m)
        return nullptr;
    m->context.randReset(2);
    m->context.randSeed(static_cast<int>(seed & 0x7fffffff) + 1);
    m->top.reset(new Vgate{&m->context});
    m->top->gate_on = 0;
    m->top->gate_number = static_cast<uint8_t>(number);
    m->top->btn = 1;
    m->top->clk_25mhz = 0;
    for (int i = 0; i < 32; i++) // the PLL locks
        clock(m, 1);
    return m;
}

void *power_up(uint64_t seed) { return create(seed, 0); }

void destroy(void *model) { delete static_cast<Model *>(model); }

unsigned led(const void *model) { return static_cast<const Model *>(model)->top->led; }

void receive(void *model, int byte)
{
    Vgate &t = *static_cast<Model *>(model)->top;
    t.gate_on = 1;
    t.gate_valid_i = byte >= 0;
    t.gate_byte_i = static_cast<uint8_t>(byte >= 0 ? byte : 0);
}

} // namespace

extern "C" const gate_ops gate_model = {
    {"tiny", DIVISOR, power_up, destroy, clock, led}, GATE_FLIPS, create, receive};
