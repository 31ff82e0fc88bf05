/* SPDX-License-Identifier: MIT
 *
 * The largest sizes the golden model takes, and the proof at compile time that no
 * intermediate leaves its C type there, nor its declared width in any build.
 * Included once, by golden.c.
 */
#ifndef TA_BOUNDS_H
#define TA_BOUNDS_H

#include "golden/stages.h"

/* ceil(log2(n)), 1 <= n <= 2^17, as a constant expression. */
#define TA_CLOG2(n)                                                                      \
    (((n) > 1) + ((n) > 2) + ((n) > 4) + ((n) > 8) + ((n) > 16) + ((n) > 32) +           \
     ((n) > 64) + ((n) > 128) + ((n) > 256) + ((n) > 512) + ((n) > 1024) +               \
     ((n) > 2048) + ((n) > 4096) + ((n) > 8192) + ((n) > 16384) + ((n) > 32768) +        \
     ((n) > 65536))
#define TA_POW2(n) ((int64_t)1 << (n))

/* Magnitudes, each the largest that occurs. */
#define TA_MAX_S(d) ((int64_t)(d) * 128 * 128)           /* |S|: all -128 */
#define TA_MAX_SUM(a) ((int64_t)(a) * 4096 * 128)        /* |sum P.V| of a tile at PF = 12 */
#define TA_MAX_L(n) ((int64_t)(n) * 4096)                /* l: every P = 1 */
#define TA_MAX_O(n) ((int64_t)(n) * 4096 * 128)          /* |O|: every P = 1, V = -128 */

/* l and O stay within these for ever: with alpha <= 2^15 and an integer bound B,
 * -B <= (x * alpha) >> 15 <= B whenever -B <= x <= B; a key adds at most 2^12 and 2^19. */

/* The limits in C types.  Shifts of negative numbers must floor. */
_Static_assert((-3 >> 1) == -2, ">> of a negative integer is an arithmetic shift");
_Static_assert(TA_MAX_S(TA_D_LIMIT) <= INT32_MAX, "S fits int32");
_Static_assert(TA_MAX_S(TA_D_LIMIT) <= INT64_MAX / 0xFFFFFF, "S * cfg_scale fits int64");
_Static_assert(TA_MAX_SUM(TA_A_LIMIT) <= INT32_MAX, "sum P.V of a tile fits int32");
_Static_assert(TA_MAX_SUM(TA_A_LIMIT) * 16 <= INT32_MAX, "and 2^(12 - PF) times it");
_Static_assert(TA_MAX_L(TA_N_LIMIT) <= INT64_MAX >> 15, "l * alpha fits int64");
_Static_assert(TA_MAX_O(TA_N_LIMIT) <= INT64_MAX >> 16, "O * alpha, O * r + half fit int64");
_Static_assert(13 + TA_CLOG2(TA_N_LIMIT) + 6 <= 62, "1 << (sh - 1) fits int64");

/* The widths of numerics.md, build by build. */
#define TA_BUILD(id, a, dmax, nmax, pf, port, purpose)                                    \
    _Static_assert((a) == 4 || (a) == 8 || (a) == 16, #id ": A is 4, 8 or 16");           \
    _Static_assert((a) <= TA_A_LIMIT, #id ": A within the limit");                        \
    _Static_assert((dmax) % (a) == 0 && (dmax) <= TA_D_LIMIT, #id ": DMAX");              \
    _Static_assert((nmax) >= 8 && (nmax) <= TA_N_LIMIT, #id ": NMAX");                    \
    _Static_assert((pf) == 8 || (pf) == 12, #id ": PF is 8 or 12");                       \
    _Static_assert(TA_MAX_S(dmax) < TA_POW2(15 + TA_CLOG2(dmax)), #id ": S, 16 + LD bit"); \
    _Static_assert(TA_MAX_L(nmax) < TA_POW2(13 + TA_CLOG2(nmax)), #id ": l, 13 + LN bit"); \
    _Static_assert(TA_MAX_O(nmax) < TA_POW2(20 + TA_CLOG2(nmax)), #id ": O, 21 + LN bit");
#include "spec/builds.def"
#undef TA_BUILD

#endif
