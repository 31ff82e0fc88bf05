// SPDX-License-Identifier: MIT
//
// The engine's counters in a Verilated model, in the order of counters_o.  The engine's name in front.
#define TA_COVERAGE_NUMBERS(o, engine)                                                                            \
    {&(o).engine##n_cycles, &(o).engine##n_read, &(o).engine##n_write, &(o).engine##n_sram_rd,                   \
     &(o).engine##n_sram_wr, &(o).engine##n_mm1, &(o).engine##n_mm2, &(o).engine##n_exp2, &(o).engine##n_tiles,  \
     &(o).engine##n_skipped, &(o).engine##n_kv, &(o).engine##n_b1, &(o).engine##n_bs, &(o).engine##n_b2,         \
     &(o).engine##n_bd}

template <typename R> void add_counters(R &stalls1, R &stalls2, uint32_t *const (&numbers)[15], const uint32_t *by, bool set)
{
    for (int i = 0; i < 15; i++)
        *numbers[i] = (set ? 0 : *numbers[i]) + by[i];
    for (int i = 0; i < 7; i++) {
        stalls1[i] = (set ? 0 : stalls1[i]) + by[15 + i];
        stalls2[i] = (set ? 0 : stalls2[i]) + by[22 + i];
    }
}
