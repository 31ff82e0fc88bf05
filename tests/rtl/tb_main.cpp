// SPDX-License-Identifier: MIT
//
// Clock of a unit bench: runs until $finish.  Optional argument: seed of Verilator's random
// initial values.
#include <cstdio>
#include <cstdlib>

#include "Vtb.h"
#include "verilated.h"

int main(int argc, char** argv) {
    VerilatedContext context;
    context.randReset(2);
    context.randSeed(argc > 1 ? std::atoi(argv[1]) : 1);
    Vtb top{&context};
    unsigned long cycles = 0;
    while (!context.gotFinish()) {
        top.clk_i = 0;
        top.eval();
        context.timeInc(1);
        top.clk_i = 1;
        top.eval();
        context.timeInc(1);
        cycles++;
    }
    top.final();
    std::printf("ok, %lu cycles\n", cycles);
    return 0;
}
