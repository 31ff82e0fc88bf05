// SPDX-License-Identifier: MIT
//
// The thin C++ layer over one Verilated build; compiled once for each, with TA_MODEL the
// class (Vta_<build>) and TA_OPS the name of its table of functions.  TA_DEBUG: the model has
// the debug vector.  TA_BOTH_EDGES: each edge by the model's own eval().
#include "sim/sim_ops.h"

#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>

#define TA_STRING_(x) #x
#define TA_STRING(x) TA_STRING_(x)
#define TA_HEADER_(x) x.h
#define TA_HEADER(x) TA_STRING(TA_HEADER_(x))
#include TA_HEADER(TA_MODEL)
#define TA_PASTE_(a, b) a##b
#define TA_PASTE(a, b) TA_PASTE_(a, b)
#define TA_ROOT TA_PASTE(TA_MODEL, ___024root)
#include TA_HEADER(TA_ROOT)
#if VM_TRACE_FST
#include "verilated_fst_c.h"
#endif

#if !(VM_TRACE_FST || defined TA_BOTH_EDGES)
#define TA_RISING_EDGES
// The model's work, without what Verilator puts around it at each call of eval().
#define TA_EVAL TA_PASTE(TA_ROOT, ___eval)
void TA_EVAL(TA_ROOT *root);
#endif

namespace {

struct Model {
    VerilatedContext context;
    std::unique_ptr<TA_MODEL> top;
#if VM_TRACE_FST
    std::unique_ptr<VerilatedFstC> fst;
    uint64_t time = 0;
    ~Model()
    {
        if (fst)
            fst->close();
    }
#endif
};

uint32_t mask(int bits) { return bits >= 32 ? ~0u : (1u << bits) - 1u; }

#ifdef TA_RISING_EDGES
// The clock as the model saw it last; 5.48 and 5.006 name it differently.
template <typename R> auto last_clock(R &root, int) -> decltype((root.__Vtrigprevexpr___TOP__clk_i__0))
{
    return root.__Vtrigprevexpr___TOP__clk_i__0;
}
template <typename R> auto last_clock(R &root, long) -> decltype((root.__Vtrigrprev__TOP__clk_i))
{
    return root.__Vtrigrprev__TOP__clk_i;
}
#endif

Model *make()
{
    std::unique_ptr<Model> m(new Model);
    m->context.threads(1); // else the context starts one for each core, idle for ever
    m->context.randReset(2);
#if VM_TRACE_FST
    m->context.traceEverOn(true);
#endif
    m->top.reset(new TA_MODEL{&m->context});
    m->top->clk_i = 0;
    m->top->eval(); // initial values
    return m.release();
}

// No exception leaves to C; the WebAssembly module is compiled without them.
void *create()
{
#if __cpp_exceptions
    try {
        return make();
    } catch (const std::exception &) {
        return nullptr;
    }
#else
    return make();
#endif
}

void destroy(void *model) { delete static_cast<Model *>(model); }

// A port of up to 128 bits as bytes.
template <typename T> void to_port(T &port, const uint8_t *bytes) { std::memcpy(&port, bytes, TA_PORT_BYTES); }
template <typename T> void from_port(const T &port, uint8_t *bytes) { std::memcpy(bytes, &port, TA_PORT_BYTES); }

void set(void *model, const ta_pins *p)
{
    TA_MODEL &t = *static_cast<Model *>(model)->top;
    t.rst_ni = p->rst_n & 1u;
    t.start_i = p->start & 1u;
    t.cfg_nq_i = static_cast<uint16_t>(p->nq);
    t.cfg_nk_i = static_cast<uint16_t>(p->nk);
    t.cfg_d_i = static_cast<uint16_t>(p->d);
    t.cfg_mode_i = p->mode & 1u;
    t.cfg_qrows_i = static_cast<uint16_t>(p->qrows);
    t.cfg_causal_i = p->causal & 1u;
    t.cfg_offset_i = static_cast<uint32_t>(p->offset) & mask(17);
    t.cfg_overlap_i = p->overlap & 1u;
    t.cfg_stream_i = p->stream & 1u;
    t.cfg_latency_i = static_cast<uint8_t>(p->latency);
    t.cfg_scale_i = p->scale & mask(24);
    t.h_en_i = p->h_en & 1u;
    t.h_we_i = p->h_we & 1u;
    t.h_addr_i = p->h_addr & mask(TA_ADDR_BITS);
    to_port(t.h_wdata_i, p->h_wdata);
    t.state_row_i = p->state_row & mask(TA_ROW_BITS);
    t.stall_i = p->stall & mask(3);
}

// One period.  Nothing acts on a falling edge, so only a waveform has one, and who asks for it.
void edges(Model &m)
{
    TA_MODEL &t = *m.top;
    t.clk_i = 1;
#ifdef TA_RISING_EDGES
    TA_EVAL(t.rootp);
    t.clk_i = 0;
    last_clock(*t.rootp, 0) = 0;
#else
    for (int falling = 0; falling < 2; falling++) {
        t.clk_i = !falling;
        t.eval();
#if VM_TRACE_FST
        if (m.fst)
            m.fst->dump(m.time++);
#endif
    }
#endif
}

void clock(void *model, uint64_t clocks)
{
    Model &m = *static_cast<Model *>(model);
    for (uint64_t i = 0; i < clocks; i++)
        edges(m);
}

uint64_t until(void *model, uint64_t clocks)
{
    Model &m = *static_cast<Model *>(model);
    uint64_t n = 0;
    while (n < clocks && !m.top->idle_o) {
        edges(m);
        n++;
    }
    return n;
}

void get(void *model, ta_outs *o)
{
    TA_MODEL &t = *static_cast<Model *>(model)->top;
    o->idle = t.idle_o;
    o->done = t.done_o;
    o->error = t.error_o;
    o->error_code = t.error_code_o;
    o->timeout = t.timeout_o;
    o->overflow = t.overflow_o;
    o->m = static_cast<int16_t>(t.state_m_o);
    o->l = t.state_l_o;
}

void read_word(void *model, uint8_t *word)
{
    from_port(static_cast<Model *>(model)->top->h_rdata_o, word);
}

uint32_t counter(void *model, int index)
{
    return static_cast<Model *>(model)->top->counters_o[index];
}

// ---- checkpoint: all state is in the root object, flattened by Verilator's optimiser --------

using Root = TA_ROOT;

// The pointers of an object that do not belong to the state: its symbol table and its name,
// which 5.48 holds in vlNamep and 5.006 in a base class, in front.
template <typename R> auto name_of(R &root, int) -> decltype((root.vlNamep))
{
    return root.vlNamep;
}
template <typename R> const char *&name_of(R &root, long)
{
    return *reinterpret_cast<const char **>(&root);
}

size_t state_bytes() { return sizeof(Root); }

void save(void *model, void *state)
{
    std::memcpy(state, static_cast<const void *>(static_cast<Model *>(model)->top->rootp), sizeof(Root));
}

void load(void *model, const void *state)
{
    Root &root = *static_cast<Model *>(model)->top->rootp;
    const auto symbols = root.vlSymsp;
    const char *const name = name_of(root, 0);
    std::memcpy(static_cast<void *>(&root), state, sizeof(Root));
    std::memcpy(const_cast<void *>(static_cast<const void *>(&root.vlSymsp)), &symbols, sizeof symbols);
    name_of(root, 0) = name;
}

#ifdef TA_DEBUG
void record(void *model, uint32_t *vector)
{
    const auto &dbg = static_cast<Model *>(model)->top->dbg_o;
    std::memcpy(vector, &dbg, sizeof dbg);
}
#else
constexpr void (*record)(void *, uint32_t *) = nullptr;
#endif

#if VM_TRACE_FST
int trace(void *model, const char *path)
{
    Model &m = *static_cast<Model *>(model);
    if (m.fst)
        m.fst->close();
    m.fst.reset();
    if (!path)
        return 0;
    std::FILE *const probe = std::fopen(path, "wb"); // the writer does not tell
    if (!probe)
        return -1;
    std::fclose(probe);
    try {
        m.fst.reset(new VerilatedFstC);
        m.top->trace(m.fst.get(), 99);
        m.fst->open(path);
    } catch (const std::exception &) {
        return -1;
    }
    return 0;
}
#else
constexpr int (*trace)(void *, const char *) = nullptr;
#endif

} // namespace

extern "C" const ta_sim_ops TA_OPS;
extern "C" const ta_sim_ops TA_OPS = {create, destroy, set, clock, until, get, read_word, counter,
    state_bytes, save, load, record, trace, TA_STRING(TA_MODEL) " " TA_VERILATOR};
