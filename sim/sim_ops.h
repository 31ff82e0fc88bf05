/* SPDX-License-Identifier: MIT
 *
 * What sim.cpp offers for one Verilated build, and sim.c puts together.
 */
#ifndef TA_SIM_OPS_H
#define TA_SIM_OPS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Pins of ta_top that C sets and reads; widths are masked in sim.cpp, in one place. */
struct ta_pins {
    uint32_t rst_n, start;
    uint32_t nq, nk, d, mode, qrows, causal, overlap, stream, latency, scale;
    int32_t offset;
    uint32_t h_en, h_we, h_addr;
    uint8_t h_wdata[16];
    uint32_t state_row;
    uint32_t stall;
};

struct ta_outs {
    uint32_t idle, done, error, error_code, timeout, overflow;
    int32_t m;
    uint32_t l;
};

struct ta_sim_ops {
    void *(*create)(void);
    void (*destroy)(void *model);
    void (*set)(void *model, const struct ta_pins *pins);
    void (*clock)(void *model, uint64_t clocks); /* full periods, with the pins as set */
    uint64_t (*until)(void *model, uint64_t clocks); /* until idle; returns clocks used */
    void (*get)(void *model, struct ta_outs *outs);
    void (*read_word)(void *model, uint8_t *word);
    uint32_t (*counter)(void *model, int index);
    /* A copy of the model's state, and the way back, into a model that was clocked before. */
    size_t (*state_bytes)(void);
    void (*save)(void *model, void *state);
    void (*load)(void *model, const void *state);
    /* The debug vector as it is, least significant word first; null without one. */
    void (*record)(void *model, uint32_t *vector);
    /* Every edge from now on to an FST file, until null is passed; null without tracing. */
    int (*trace)(void *model, const char *path);
    const char *name; /* class and Verilator: what the state's layout depends on */
};

struct ta_sim *ta_sim_open(int build, const struct ta_sim_ops *ops);

#ifdef __cplusplus
}
#endif
#endif
