/* SPDX-License-Identifier: MIT
 *
 * A serial line in clocks: a sender that plays levels of any length on a pin, and a receiver
 * that samples a pin.  Both have their own bit time, in 1/256 clock, as two crystals have.
 */
#ifndef TA_LINE_H
#define TA_LINE_H

#include <stddef.h>
#include <stdint.h>

enum { TA_LINE_CLOCK = 256 /* units of time in a clock */ };

typedef struct ta_sender {
    uint32_t bit; /* units */
    struct ta_level {
        uint32_t units;
        int level;
    } *levels;
    size_t head, tail, size;
    uint32_t left; /* of the level on the pin, units */
    int level;
} ta_sender;

/* bit: clocks a bit, times TA_LINE_CLOCK.  0: no memory. */
int ta_sender_init(ta_sender *sender, uint32_t bit);
void ta_sender_free(ta_sender *sender);

/* Appends a level, or a byte (start bit, data, stop bit).  0: no memory. */
int ta_sender_level(ta_sender *sender, int level, uint32_t units);
int ta_sender_byte(ta_sender *sender, uint8_t byte);

/* 1: nothing is left to play. */
int ta_sender_idle(const ta_sender *sender);

/* The pin during the next clock. */
int ta_sender_clock(ta_sender *sender);

typedef struct ta_receiver {
    uint32_t bit;  /* units */
    uint32_t left; /* until the next sample, units */
    int bits;      /* samples taken of this byte; -1: idle, -2: waits for a high line */
    unsigned shift;
} ta_receiver;

void ta_receiver_init(ta_receiver *receiver, uint32_t bit);

/* The pin during a clock.  The byte that it completes, or -1; a byte without a stop bit is
 * passed on as it is, as most serial ports do. */
int ta_receiver_clock(ta_receiver *receiver, int level);

#endif
