/* SPDX-License-Identifier: MIT
 *
 * What the unit benches share.  A bench is a SystemVerilog module <unit>_tb with a clock input,
 * whose always block calls one C function at each rising edge: the function sees the outputs
 * just before the edge and returns the inputs for the time after it.  An input given at call
 * n therefore meets its result, of latency L, at call n + L + 1.
 */
#ifndef TA_TB_H
#define TA_TB_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "golden/random_job.h"

enum { TB_RING = 64 }; /* calls that a ring of expectations remembers */

static uint64_t tb_state = 1; /* of the generator */

static inline uint64_t tb_random(void)
{
    return ta_random_next(&tb_state);
}

static inline uint32_t tb_below(uint32_t n)
{
    return ta_random_below(&tb_state, n);
}

/* The low `width` bits of value, sign-extended. */
static inline int64_t tb_sign(uint64_t value, int width)
{
    uint64_t sign = (uint64_t)1 << (width - 1);
    value &= (sign << 1) - 1;
    return (int64_t)((value ^ sign) - sign);
}

static inline uint64_t tb_zero(uint64_t value, int width)
{
    return width >= 64 ? value : value & (((uint64_t)1 << width) - 1);
}

/* A bit pattern of `width` bits: uniform, or near 0, the largest or the smallest. */
static inline uint64_t tb_pattern(int width)
{
    uint64_t value = tb_random();
    switch (tb_below(8)) {
    case 0:
        value = tb_below(4) - (uint64_t)2;
        break;
    case 1:
        value = ((uint64_t)1 << (width - 1)) + tb_below(4) - 2;
        break;
    case 2: /* short */
        value = (uint64_t)((int64_t)value >> (63 - tb_below((uint32_t)width)));
        break;
    default:
        break;
    }
    return tb_zero(value, width);
}

/* Stops at the first difference. */
#define TB_EQUAL(expected, got, ...)                                                         \
    do {                                                                                     \
        int64_t tb_e = (int64_t)(expected), tb_g = (int64_t)(got);                           \
        if (tb_e != tb_g) {                                                                  \
            printf("FAIL ");                                                                 \
            printf(__VA_ARGS__);                                                             \
            printf(": expected %" PRId64 ", got %" PRId64 "\n", tb_e, tb_g);                 \
            exit(1);                                                                         \
        }                                                                                    \
    } while (0)

#endif
