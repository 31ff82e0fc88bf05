// SPDX-License-Identifier: MIT
//
// The thin C++ layer over one Verilated build; compiled once for each, with TA_MODEL the
// class (Vta_<build>) and TA_OPS the name of its table of functions.
#include "sim/sim_ops.h"

#include <cstring>
#include <memory>
#include <new>

#define TA_STRING_(x) #x
#define TA_STRING(x) TA_STRING_(x)
#define TA_HEADER_(x) x.h
#define TA_HEADER(x) TA_STRING(TA_HEADER_(x))
#include TA_HEADER(TA_MODEL)

namespace {

struct Model {
    VerilatedContext context;
    std::unique_ptr<TA_MODEL> top;
};

uint32_t mask(int bits) { return bits >= 32 ? ~0u : (1u << bits) - 1u; }

void *create()
{
    Model *m = new (std::nothrow) Model;
    if (!m)
        return nullptr;
    m->context.randReset(2);
    m->top.reset(new TA_MODEL{&m->context});
    return m;
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

void clock(void *model, uint64_t clocks)
{
    TA_MODEL &t = *static_cast<Model *>(model)->top;
    for (uint64_t i = 0; i < clocks; i++) {
        t.clk_i = 1;
        t.eval();
        t.clk_i = 0;
        t.eval();
    }
}

uint64_t until(void *model, uint64_t clocks)
{
    TA_MODEL &t = *static_cast<Model *>(model)->top;
    uint64_t n = 0;
    while (n < clocks && !t.idle_o) {
        t.clk_i = 1;
        t.eval();
        t.clk_i = 0;
        t.eval();
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

} // namespace

extern "C" const ta_sim_ops TA_OPS;
extern "C" const ta_sim_ops TA_OPS = {create, destroy, set, clock, until, get, read_word, counter};
