// SPDX-License-Identifier: MIT
//
// The mutated ta_top as what sim.c takes, the choice of the mutant, and a hash of its ports.
#define TA_OPS ta_sim_ops_unchosen
#include "sim/sim.cpp"

namespace {
Model *last;

void *create_last()
{
    last = static_cast<Model *>(create());
    if (last)
        last->top->advance = 0;
    return last;
}

uint64_t hash;

// All output ports, folded into the hash.
void look(const TA_MODEL &t)
{
    uint64_t h = hash;
    const auto fold = [&h](uint64_t x) { h = (h ^ x) * 0x9E3779B97F4A7C15u, h ^= h >> 29; };
    fold(static_cast<uint64_t>(t.idle_o) | static_cast<uint64_t>(t.done_o) << 1 | static_cast<uint64_t>(t.error_o) << 2 |
        static_cast<uint64_t>(t.timeout_o) << 3 | static_cast<uint64_t>(t.overflow_o) << 4 |
        static_cast<uint64_t>(t.error_code_o) << 8 | static_cast<uint64_t>(t.h_rdata_o) << 16 |
        static_cast<uint64_t>(t.state_m_o) << 32);
    fold(t.state_l_o);
    constexpr int words = sizeof t.counters_o / sizeof(uint32_t);
    for (int i = 0; i + 1 < words; i += 2)
        fold(static_cast<uint64_t>(t.counters_o[i]) << 32 | t.counters_o[i + 1]);
    fold(words % 2 ? t.counters_o[words - 1] : 0u);
    hash = h;
}

void clock_seen(void *model, uint64_t clocks)
{
    Model &m = *static_cast<Model *>(model);
    for (uint64_t i = 0; i < clocks; i++) {
        edges(m);
        look(*m.top);
    }
}

uint64_t until_seen(void *model, uint64_t clocks)
{
    Model &m = *static_cast<Model *>(model);
    uint64_t n = 0;
    for (; n < clocks && !m.top->idle_o; n++) {
        edges(m);
        look(*m.top);
    }
    return n;
}
} // namespace

extern "C" const ta_sim_ops ta_sim_ops_mutated;
extern "C" const ta_sim_ops ta_sim_ops_mutated = {create_last, destroy, set, clock_seen, until_seen, get, read_word, counter,
    state_bytes, save, load, record, trace, "mutated"};

// 0: none.
extern "C" void ta_choose_engine(unsigned mutant);
extern "C" void ta_choose_engine(unsigned mutant) { last->top->mutsel = static_cast<uint16_t>(mutant); }

// What is added to all counters in each clock from now on.
extern "C" void ta_advance_engine(unsigned by);
extern "C" void ta_advance_engine(unsigned by) { last->top->advance = by; }

// The hash from here on; what it is now.
extern "C" void ta_ports_begin(void);
extern "C" void ta_ports_begin(void) { hash = 1; }
extern "C" uint64_t ta_ports_hash(void);
extern "C" uint64_t ta_ports_hash(void) { return hash; }
