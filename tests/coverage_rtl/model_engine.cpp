// SPDX-License-Identifier: MIT
//
// ta_top with points of coverage, as the jobs of the mutants take it (tests/mutation_rtl/jobs.h).
#define TA_BOTH_EDGES
#include "sim/sim.cpp"

#include "tests/coverage_rtl/counters.h"
#include "tests/coverage_rtl/kept.h"
#include "tests/coverage_rtl/models.h"

namespace {
Model *last;

void *create_kept()
{
    last = static_cast<Model *>(create());
    if (last)
        ta_coverage_keep(last->context, TA_COVERAGE_ENGINE);
    return last;
}
} // namespace

extern "C" const ta_sim_ops ta_sim_ops_mutated;
extern "C" const ta_sim_ops ta_sim_ops_mutated = {create_kept, destroy, set, clock, until, get, read_word, counter,
    state_bytes, save, load, record, trace, "coverage"};

// No mutants here, and nothing looks at the hash.
extern "C" void ta_choose_engine(unsigned);
extern "C" void ta_choose_engine(unsigned) {}
extern "C" void ta_ports_begin(void);
extern "C" void ta_ports_begin(void) {}
extern "C" uint64_t ta_ports_hash(void);
extern "C" uint64_t ta_ports_hash(void) { return 0; }

void ta_coverage_add(const uint32_t counted[TA_COVERAGE_COUNTERS])
{
    TA_ROOT &o = *last->top->rootp;
    uint32_t *const numbers[] = TA_COVERAGE_NUMBERS(o, ta_top__DOT__u_engine__DOT__);
    add_counters(o.ta_top__DOT__u_engine__DOT__n_stalls1, o.ta_top__DOT__u_engine__DOT__n_stalls2, numbers, counted, false);
}
