/* SPDX-License-Identifier: MIT */
#include "tests/fpga/pins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/random_job.h"

enum { CLOCKS_A_MS = 32 /* at 16 clocks a bit: the time scale of the test's host */ };

static uint32_t below(pins *p, uint32_t n)
{
    return ta_random_below(&p->random, n);
}

static int strikes(pins *p)
{
    return p->one_in && below(p, p->one_in) == 0;
}

static void receive(pins *p, int byte)
{
    if (p->filled == sizeof p->fifo) {
        if (p->used == 0) {
            p->strays++;
            return;
        }
        memmove(p->fifo, p->fifo + p->used, p->filled - p->used);
        p->filled -= p->used;
        p->used = 0;
    }
    p->fifo[p->filled++] = (uint8_t)byte;
}

static uint32_t bit_clocks(const pins *p)
{
    return (uint32_t)p->ops->divisor;
}

static void clock_once(pins *p)
{
    int rx = ta_sender_clock(&p->sender);
    int tx = p->ops->clock(p->fpga, p->cut ? 1 : rx);
    p->clocks++;
    if (p->noise) {
        p->noise--;
        tx = !tx;
    }
    if (p->low) {
        p->low--;
        tx = 0;
    }
    int byte = ta_receiver_clock(&p->receiver, tx);
    if (byte < 0 || p->cut)
        return;
    if (!strikes(p)) {
        receive(p, byte);
        return;
    }
    int fault = (int)below(p, PIN_FAULTS);
    p->faults[fault]++;
    if (fault != PIN_DROP)
        receive(p, byte);
    switch (fault) {
    case PIN_FLIP: p->noise = bit_clocks(p); break;
    case PIN_GLITCH: p->noise = 1 + below(p, bit_clocks(p) / 2); break;
    case PIN_TWICE: receive(p, byte); break;
    case PIN_BREAK: p->low = (10 + below(p, 50)) * bit_clocks(p); break;
    case PIN_GARBAGE:
        for (uint32_t n = 1 + below(p, 40); n; n--)
            receive(p, (int)below(p, 256));
        break;
    default: break;
    }
}

void pins_run(pins *p, uint64_t clocks)
{
    while (clocks--)
        clock_once(p);
}

static void drain(pins *p)
{
    while (!ta_sender_idle(&p->sender))
        clock_once(p);
}

static void need(int ok)
{
    if (!ok) {
        fprintf(stderr, "no memory\n");
        abort();
    }
}

void pins_send(pins *p, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        need(ta_sender_byte(&p->sender, bytes[i]));
    drain(p);
}

void pins_level(pins *p, int level, double bits)
{
    need(ta_sender_level(&p->sender, level, (uint32_t)(bits * p->sender.bit)));
    drain(p);
}

static void send_damaged(pins *p, uint8_t byte)
{
    ta_sender *s = &p->sender;
    int fault = (int)below(p, PIN_FAULTS);
    p->faults[fault]++;
    switch (fault) {
    case PIN_FLIP: {
        unsigned bits = (1u << 9 | (unsigned)byte << 1) ^ 1u << below(p, 10);
        for (int i = 0; i < 10; i++)
            need(ta_sender_level(s, bits >> i & 1, s->bit));
        break;
    }
    case PIN_GLITCH: {
        unsigned bits = 1u << 9 | (unsigned)byte << 1;
        int at = (int)below(p, 10);
        for (int i = 0; i < 10; i++) {
            int level = bits >> i & 1;
            uint32_t before = below(p, s->bit);
            uint32_t pulse = 1 + below(p, s->bit / 4);
            if (i != at || before + pulse > s->bit) {
                need(ta_sender_level(s, level, s->bit));
            } else {
                need(ta_sender_level(s, level, before) && ta_sender_level(s, !level, pulse) &&
                     ta_sender_level(s, level, s->bit - before - pulse));
            }
        }
        break;
    }
    case PIN_DROP:
        break;
    case PIN_TWICE:
        need(ta_sender_byte(s, byte) && ta_sender_byte(s, byte));
        break;
    case PIN_BREAK:
        need(ta_sender_level(s, 0, (10 + below(p, 50)) * s->bit) &&
             ta_sender_level(s, 1, 2 * s->bit) && ta_sender_byte(s, byte));
        break;
    case PIN_PAUSE:
        need(ta_sender_level(s, 1, below(p, 2000) * s->bit) && ta_sender_byte(s, byte));
        break;
    default:
        for (uint32_t n = 1 + below(p, 40); n; n--)
            need(ta_sender_byte(s, (uint8_t)below(p, 256)));
        need(ta_sender_byte(s, byte));
        break;
    }
}

static int link_write(void *context, const uint8_t *bytes, size_t n)
{
    pins *p = context;
    if (p->one_in && below(p, 1 + p->one_in / 20) == 0) { /* garbage between frames */
        p->faults[PIN_GARBAGE]++;
        for (uint32_t k = 1 + below(p, 40); k; k--)
            need(ta_sender_byte(&p->sender, (uint8_t)below(p, 256)));
    }
    for (size_t i = 0; i < n; i++) {
        if (strikes(p))
            send_damaged(p, bytes[i]);
        else
            need(ta_sender_byte(&p->sender, bytes[i]));
    }
    drain(p);
    return 0;
}

static int link_read(void *context, uint8_t *bytes, size_t n, int milliseconds)
{
    pins *p = context;
    uint64_t wait = (uint64_t)milliseconds * CLOCKS_A_MS * bit_clocks(p) / 16;
    while (p->used == p->filled && wait--)
        clock_once(p);
    size_t k = p->filled - p->used < n ? p->filled - p->used : n;
    memcpy(bytes, p->fifo + p->used, k);
    p->used += k;
    if (p->used == p->filled)
        p->used = p->filled = 0;
    return (int)k;
}

int pins_init(pins *p, const ta_fpga_ops *ops, uint64_t seed)
{
    memset(p, 0, sizeof *p);
    p->ops = ops;
    p->random = seed;
    p->fpga = ops->create(seed);
    if (!p->fpga || !ta_sender_init(&p->sender, (uint32_t)ops->divisor * TA_LINE_CLOCK))
        return 0;
    ta_receiver_init(&p->receiver, (uint32_t)ops->divisor * TA_LINE_CLOCK);
    p->link.context = p;
    p->link.write = link_write;
    p->link.read = link_read;
    return 1;
}

void pins_free(pins *p)
{
    ta_sender_free(&p->sender);
    p->ops->destroy(p->fpga);
}

void pins_baud(pins *p, int thousandths)
{
    p->sender.bit = (uint32_t)(p->ops->divisor * TA_LINE_CLOCK * (1000 + thousandths) / 1000);
    p->receiver.bit = p->sender.bit;
}
