/* SPDX-License-Identifier: MIT
 *
 * The simulated netlist of the board's top (ta_ulx3s): its pins, and a byte port in place of
 * the serial line's bits.
 */
#ifndef TA_GATE_H
#define TA_GATE_H

#include "sim/fpga.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gate_ops {
    ta_fpga_ops pins; /* create: a power-up without a wrong bit */
    int flips;        /* wrong bits that the netlist has ready */
    /* A power-up with wrong bit number 1..flips, or 0: none. */
    void *(*create)(uint64_t seed, int number);
    /* From here on the serial receiver's output is what this says: byte is 0..255, or -1 for
     * none; and each clock ends a bit that the transmitter sends. */
    void (*receive)(void *gate, int byte);
} gate_ops;

extern const gate_ops gate_model;

#ifdef __cplusplus
}
#endif
#endif
