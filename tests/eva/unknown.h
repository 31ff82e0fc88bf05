/* SPDX-License-Identifier: MIT
 *
 * Inputs of which Eva knows the range alone.
 */
#ifndef UNKNOWN_H
#define UNKNOWN_H

#include <stddef.h>
#include <stdint.h>

#include "__fc_builtin.h" /* Frama-C's own */

static int any(int low, int high)
{
    return Frama_C_int_interval(low, high);
}

static int64_t any_wide(int64_t low, int64_t high)
{
    return Frama_C_long_interval(low, high);
}

/* n bytes of any value. */
static void fill(void *bytes, size_t n)
{
    Frama_C_make_unknown(bytes, n);
}

#endif
