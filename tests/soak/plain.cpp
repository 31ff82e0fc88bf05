// SPDX-License-Identifier: MIT
//
// The layer of sim.cpp over a model that was compiled with VL_DEBUG: each edge by the model's own
// eval(), which then checks that no input has bits beyond its width.
#define TA_OPS ta_sim_ops_plain_raw
#include "sim/sim.cpp"

namespace {

void clock_checked(void *model, uint64_t clocks)
{
    TA_MODEL &t = *static_cast<Model *>(model)->top;
    for (uint64_t i = 0; i < clocks; i++)
        for (uint8_t level = 2; level-- > 0;) {
            t.clk_i = level;
            t.eval();
        }
}

uint64_t until_checked(void *model, uint64_t clocks)
{
    uint64_t n = 0;
    for (; n < clocks && !static_cast<Model *>(model)->top->idle_o; n++)
        clock_checked(model, 1);
    return n;
}

} // namespace

extern "C" const ta_sim_ops ta_sim_ops_plain_tiny;
extern "C" const ta_sim_ops ta_sim_ops_plain_tiny = {create, destroy, set, clock_checked, until_checked, get, read_word,
    counter, state_bytes, save, load, record, trace, TA_STRING(TA_MODEL) " " TA_VERILATOR};
