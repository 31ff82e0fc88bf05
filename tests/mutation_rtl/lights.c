/* SPDX-License-Identifier: MIT */
#include "tests/mutation_rtl/lights.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "golden/random_job.h"
#include "sim/fpga.h"
#include "tests/mutation_rtl/jobs.h"

extern const ta_fpga_ops ta_fpga_ops_tiny_16;

enum { BIT = 16, PAUSE = 1024, BEGINS = 2, LOW = 0x1fff, HIGH = 0x3fff, LIGHT_ALIVE = 1, LIGHT_REFUSED = 64, LIGHT_LINE = 128 };

static void *fpga;
static int bad;
static int now; /* since the reset */

/* The lights, clock by clock, but for a refusal's beginning, which is taken from the pin. */
static struct {
    unsigned low, carry, high, shown, refused, rx, line, led;
    unsigned high_before; /* a clock ago */
    unsigned add_low, add_high;
    int may_begin; /* a frame that is refused was sent */
} m;

static void reset(void)
{
    memset(&m, 0, sizeof m);
    m.rx = m.line = 1;
    bad = now = 0;
}

static void clock_once(int rx)
{
    const unsigned tx = (unsigned)ta_fpga_ops_tiny_16.clock(fpga, rx), led = ta_fpga_ops_tiny_16.led(fpga);
    now++;
    unsigned expected = (m.line ? 0 : LIGHT_LINE) | (m.refused ? LIGHT_REFUSED : 0) | m.high >> 13;
    if (m.may_begin && !m.refused && (led & LIGHT_REFUSED)) { /* refused is 1 since the clock before */
        m.may_begin = 0;
        m.shown = (m.high_before - 1) & HIGH;
        m.refused = 1;
        expected |= LIGHT_REFUSED;
    }
    bad |= (led & (LIGHT_LINE | LIGHT_REFUSED | LIGHT_ALIVE)) != expected;
    if (m.carry && m.shown == m.high)
        m.refused = 0;
    m.high_before = m.high;
    m.high = (m.high + m.carry + m.add_high) & HIGH;
    m.carry = m.low == LOW;
    m.low = (m.low + 1 + m.add_low) & LOW;
    m.line = m.rx && tx;
    m.rx = (unsigned)rx;
}

static void run(int clocks)
{
    while (clocks--)
        clock_once(1);
}

/* The counter is what it is asked to be, after the clock. */
static void advance(unsigned low, unsigned high)
{
    m.add_low = (low - m.low - 1) & LOW;
    m.add_high = (high - m.high - m.carry) & HIGH;
    ta_advance_line(fpga, 0, m.add_low, m.add_high);
    clock_once(1);
    m.add_low = m.add_high = 0;
    ta_advance_line(fpga, 0, 0, 0);
}

static void send(int byte)
{
    for (int bit = 0; bit < 10; bit++)
        for (int i = 0; i < BIT; i++)
            clock_once(bit == 0 ? 0 : bit == 9 ? 1 : byte >> (bit - 1) & 1);
}

/* A frame of one byte is refused. */
static void refuse(void)
{
    m.may_begin = 1;
    send(0);
    send(2);
    send(7);
    send(0);
    for (int i = 0; i < 20000 && m.may_begin; i++)
        clock_once(1);
    bad |= m.may_begin;
    run(4000); /* the reply */
}

/* A frame that stops is refused when the line was quiet for 2^10 bit times: no sooner, and at once.  What
 * comes before the light: the bit time that had begun, and the frame's way through the slots. */
static void stop(void)
{
    int clocks = 0;
    send(0);
    send(9);
    m.may_begin = 1;
    for (; clocks < 2 * PAUSE * BIT && m.may_begin; clocks++)
        clock_once(1);
    bad |= clocks < PAUSE * BIT || clocks > PAUSE * BIT + 2 * BIT;
    run(4000);
}

/* A pause ends with a bit time, and these are counted from the reset on.  A byte that is sent BEGINS clocks behind the
 * begin of one comes as the pause ends and is one of the frame; a clock later it finds the frame refused. */
static void resume(int late)
{
    send(0);
    const int begun = now, whole = begun + PAUSE * BIT;
    send(9);
    m.may_begin = 1;
    run(whole - (whole - BEGINS) % BIT + late - now);
    send(3);
    run(100);
    bad |= m.may_begin == late;
    send(0);
    run(100);
    bad |= m.may_begin;
    run(4000); /* the replies */
}

int lights(void)
{
    uint64_t state = 6;
    reset();
    fpga = ta_fpga_ops_tiny_16.create(11);
    if (!fpga)
        return 0;
    run(9000);
    for (int i = 0; i < 64 && !bad; i++) { /* each half of the counter carries */
        advance(LOW - ta_random_below(&state, 8), (1u << i % 15) - 1 + (i < 15 ? 0 : ta_random_below(&state, HIGH)));
        run(20);
    }
    for (int i = 0; i < 6 && !bad; i++) {
        advance(ta_random_below(&state, 100), ta_random_below(&state, HIGH));
        refuse();
        const unsigned shown = m.shown;
        for (int bit = 0; bit < 14 && !bad; bit++) {
            advance(LOW - ta_random_below(&state, 8), shown ^ 1u << bit);
            run(14);
            bad |= !m.refused;
        }
        if (i % 2) { /* shown again from the second one on */
            advance(LOW - 3000, (shown + 77) & HIGH);
            m.may_begin = 0;
        }
        advance(LOW - 5, m.shown);
        run(14);
        bad |= m.refused != 0;
        run(100);
    }
    for (int i = 0; i < 4 && !bad; i++) {
        advance(0, m.shown);
        run(8300); /* no refusal is shown any more */
        run((int)ta_random_below(&state, 16));
        stop();
    }
    for (int i = 0; i < 4 && !bad; i++) {
        advance(0, m.shown);
        run(8300 + (int)ta_random_below(&state, 16));
        resume(i % 2);
    }
    ta_fpga_ops_tiny_16.destroy(fpga);
    return !bad;
}
