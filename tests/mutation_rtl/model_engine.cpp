// SPDX-License-Identifier: MIT
//
// The mutated ta_top as what sim.c takes, and the choice of the mutant.
#define TA_OPS ta_sim_ops_unchosen
#include "sim/sim.cpp"

namespace {
Model *last;

void *create_last()
{
    last = static_cast<Model *>(create());
    return last;
}
} // namespace

extern "C" const ta_sim_ops ta_sim_ops_mutated;
extern "C" const ta_sim_ops ta_sim_ops_mutated = {create_last, destroy, set, clock, until, get, read_word, counter,
    state_bytes, save, load, record, trace, "mutated"};

// 0: none.
extern "C" void ta_choose_engine(unsigned mutant);
extern "C" void ta_choose_engine(unsigned mutant) { last->top->mutsel = static_cast<uint16_t>(mutant); }
