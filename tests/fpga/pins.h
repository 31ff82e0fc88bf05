/* SPDX-License-Identifier: MIT
 *
 * The pins of a simulated ta_fpga_top as a ta_link, in the test's own process, and what can
 * happen to a line: every fault is made on the pins, or to a byte as it passes.
 */
#ifndef TA_TEST_PINS_H
#define TA_TEST_PINS_H

#include "host/board.h"
#include "sim/fpga.h"
#include "sim/line.h"

enum pin_fault {
    PIN_FLIP,    /* one bit of a byte, start and stop bits included */
    PIN_GLITCH,  /* a pulse of a few clocks */
    PIN_DROP,    /* a byte is lost */
    PIN_TWICE,   /* a byte comes twice */
    PIN_BREAK,   /* the line is low for 10 to 59 bits */
    PIN_PAUSE,   /* nothing for up to 2,000 bits */
    PIN_GARBAGE, /* 1 to 40 random bytes */
    PIN_FAULTS
};

typedef struct pins {
    const ta_fpga_ops *ops;
    void *fpga;
    ta_sender sender;
    ta_receiver receiver;
    ta_link link;
    uint64_t random;
    uint32_t one_in;    /* a fault in so many bytes, either direction; 0: none */
    int cut;            /* nothing comes through */
    uint32_t noise;     /* clocks for which the reply's pin is inverted */
    uint32_t low;       /* .. is held low */
    uint64_t clocks;
    unsigned long faults[PIN_FAULTS];
    unsigned long strays; /* bytes that came while none was waited for */
    uint8_t fifo[65536];
    size_t used, filled;
} pins;

/* 0: no memory. */
int pins_init(pins *pins, const ta_fpga_ops *ops, uint64_t seed);
void pins_free(pins *pins);

/* Bit times of the host, in thousandths more than those of the FPGA. */
void pins_baud(pins *pins, int thousandths);

/* Sends bytes as they are, and clocks until they are gone. */
void pins_send(pins *pins, const uint8_t *bytes, size_t n);
void pins_level(pins *pins, int level, double bits);
void pins_run(pins *pins, uint64_t clocks);

#endif
