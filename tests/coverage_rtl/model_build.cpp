// SPDX-License-Identifier: MIT
//
// ta_top of another build with points of coverage; compiled once for each.
#define TA_BOTH_EDGES
#include "sim/sim.cpp"

#include "tests/coverage_rtl/kept.h"

namespace {
void *create_kept()
{
    Model *m = static_cast<Model *>(create());
    if (m)
        ta_coverage_keep(m->context, TA_COVERAGE_OTHER);
    return m;
}
} // namespace

extern "C" const ta_sim_ops TA_COVERED_OPS;
extern "C" const ta_sim_ops TA_COVERED_OPS = {create_kept, destroy, set, clock, until, get, read_word, counter,
    state_bytes, save, load, record, trace, "coverage of another build"};
