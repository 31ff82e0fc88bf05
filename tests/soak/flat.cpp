// SPDX-License-Identifier: MIT
//
// The layer of sim.cpp over the model of tiny once more, with access to its state.  What keeps an
// inverted bit when the logic is settled again is a flip-flop or a memory; what does not is logic.
#define TA_OPS ta_sim_ops_flat_raw
#include "sim/sim.cpp"

#include <cstring>
#include <string>
#include <vector>

#define TA_SETTLE TA_PASTE(TA_ROOT, ___eval_settle)
void TA_SETTLE(TA_ROOT *root);

extern "C" {
#include "tests/soak/flat.h"
}

namespace {

struct Variable {
    const char *name;
    uint8_t *data;
    uint64_t elements, bits, stride;
    std::vector<uint8_t> kept; // by flat_keep
};

Model *last_model;
std::vector<Variable> all;    // of the last model
std::vector<size_t> state;    // those that are state

void settle() { TA_SETTLE(last_model->top->rootp); }

void *create_flat()
{
    try {
        std::unique_ptr<Model> m(new Model);
        m->context.threads(1);
        m->context.randReset(2);
        if (flat_seed)
            m->context.randSeed(flat_seed);
        m->top.reset(new TA_MODEL{&m->context});
        m->top->clk_i = 0;
        m->top->eval(); // initial values
        last_model = m.release();
    } catch (const std::exception &) {
        return nullptr;
    }
    TA_ROOT *const root = last_model->top->rootp;
    all.clear();
#define MEMBER(name, elements, bits) \
    all.push_back({#name, reinterpret_cast<uint8_t *>(&root->name), elements, bits, sizeof root->name / (elements), {}});
#include "members.inc"
#undef MEMBER
    flat_keep();
    return last_model;
}

void invert(const Variable &v, uint64_t element, uint64_t bit)
{
    v.data[element * v.stride + bit / 8] ^= static_cast<uint8_t>(1u << bit % 8); // least byte first
}

int get_bit(const Variable &v, uint64_t element, uint64_t bit)
{
    return v.data[element * v.stride + bit / 8] >> bit % 8 & 1;
}

// Whether a bit of the first element keeps another value.
bool keeps(const Variable &v, uint64_t bit)
{
    const int before = get_bit(v, 0, bit);
    invert(v, 0, bit);
    settle();
    const bool kept = get_bit(v, 0, bit) != before;
    if (kept)
        invert(v, 0, bit);
    settle();
    return kept;
}

} // namespace

extern "C" const ta_sim_ops ta_sim_ops_flat_tiny;
extern "C" const ta_sim_ops ta_sim_ops_flat_tiny = {create_flat, destroy, set, clock, until, get, read_word, counter,
    state_bytes, save, load, record, trace, TA_STRING(TA_MODEL) " " TA_VERILATOR};

const char *flat_forget;
int flat_seed;

extern "C" int flat_find(void)
{
    const std::string engine = "ta_top__DOT__u_engine__DOT__", table = "u_table__DOT__mem";
    state.clear();
    settle();
    for (size_t i = 0; i < all.size(); i++) {
        const std::string name = all[i].name;
        if (name.compare(0, engine.size(), engine) || name.find(table) != std::string::npos)
            continue; // the memory model; constants
        uint64_t kept = 0;
        for (uint64_t bit = 0; bit < all[i].bits; bit++)
            kept += keeps(all[i], bit);
        if (kept == all[i].bits)
            state.push_back(i);
    }
    return static_cast<int>(state.size());
}

extern "C" void flat_variable(int index, const char **name, uint64_t *elements, uint64_t *bits)
{
    const Variable &v = all[state[static_cast<size_t>(index)]];
    *name = v.name + std::strlen("ta_top__DOT__u_engine__DOT__");
    *elements = v.elements;
    *bits = v.bits;
}

extern "C" int flat_bit(int index, uint64_t element, uint64_t bit)
{
    return get_bit(all[state[static_cast<size_t>(index)]], element, bit);
}

extern "C" void flat_flip(int index, uint64_t element, uint64_t bit)
{
    invert(all[state[static_cast<size_t>(index)]], element, bit);
    settle();
}

extern "C" void flat_keep(void)
{
    for (Variable &v : all)
        if (flat_forget && std::strstr(v.name, flat_forget))
            v.kept.assign(v.data, v.data + v.elements * v.stride);
}

extern "C" void flat_restore(void)
{
    for (Variable &v : all)
        if (!v.kept.empty())
            std::memcpy(v.data, v.kept.data(), v.kept.size());
    settle();
}

extern "C" void flat_clear(const char *name)
{
    for (Variable &v : all)
        if (std::strstr(v.name, name))
            std::memset(v.data, 0, v.elements * v.stride);
    settle();
}
