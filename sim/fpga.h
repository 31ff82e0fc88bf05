/* SPDX-License-Identifier: MIT
 *
 * The Verilated ta_fpga_top of one build, seen from its pins.
 */
#ifndef TA_FPGA_H
#define TA_FPGA_H

#include <stdint.h>

#include "spec/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What one Verilated model offers; sim/fpga.cmake compiles fpga.cpp once for each. */
typedef struct ta_fpga_ops {
    const char *build;
    int divisor; /* clocks a bit of the line */
    void *(*create)(uint64_t seed); /* random initial state, then reset; null: no memory */
    void (*destroy)(void *fpga);
    int (*clock)(void *fpga, int rx); /* one period; returns tx as it was before the edge */
    unsigned (*led)(const void *fpga);
} ta_fpga_ops;

#ifdef __cplusplus
}
#endif
#endif
