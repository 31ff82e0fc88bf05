/* SPDX-License-Identifier: MIT */
#include "tests/coverage_rtl/waivers.h"

#include <stddef.h>

/* What their reasons speak of. */
enum {
#define TA_BUILD(id, a, dmax, nmax, pf, port, purpose) \
    a_##id = a, dmax_##id = dmax, nmax_##id = nmax, pf_##id = pf, port_##id = port,
#include "spec/builds.def"
#undef TA_BUILD
    A = a_tiny, DMax = dmax_tiny, NMax = nmax_tiny, PF = pf_tiny, PortBits = port_tiny,
    RING_STEPS = 8, BURSTS = 16, /* rtl/ta_pkg.sv */
    LONGEST = 256 + 6 + 8,       /* bytes of a frame, host/uart.h */
#define TA_EXP2(i, e0, e1, e2, e3, e4, e5, e6, e7)                                                       \
    &&e0 >= 32768 && e1 >= 32768 && e2 >= 32768 && e3 >= 32768 && e4 >= 32768 && e5 >= 32768 && e6 >= 32768 && e7 >= 32768
    EXP2_FROM_1 = 1
#include "spec/exp2.def"
#undef TA_EXP2
    ,
#define IN(r) ((r) >= 16384 && (r) < 32768)
#define TA_RECIP(i, r0, r1, r2, r3, r4, r5, r6, r7) \
    &&IN(r0) && IN(r1) && IN(r2) && IN(r3) && IN(r4) && IN(r5) && IN(r6) && IN(r7)
    RECIP_BELOW_1 = 1
#include "spec/recip.def"
#undef TA_RECIP
#undef IN
};
enum {
#define TA_PROOF(name, engine, top, parameters, sources, steps, seconds, claim) proof_##name,
#include "formal/proofs.def"
#undef TA_PROOF
#undef TA_BROKEN
};

/* The reasons hold. */
#define HOLDS(expression) (expression)
#define PROOF(name) (proof_##name >= 0)
#define TA_TOGGLE(file, signal, high, low, edges, reason, why) _Static_assert(reason, why);
#define TA_PLACE(file, kind, line, reason, why) _Static_assert(reason, why);
#include "tests/coverage_rtl/coverage.def"
#undef TA_TOGGLE
#undef TA_PLACE
#undef HOLDS
#undef PROOF

waiver waivers[WAIVERS_MOST] = {
#define HOLDS(expression) 'h'
#define PROOF(name) 'p'
#define TA_TOGGLE(file, signal, high, low, edges, reason, why) {file, signal, NULL, high, low, edges, reason},
#define TA_PLACE(file, kind, line, reason, why) {file, kind, line, 0, 0, RISE, reason},
#include "tests/coverage_rtl/coverage.def"
#undef TA_TOGGLE
#undef TA_PLACE
};

int waiver_count = 0
#define TA_TOGGLE(file, signal, high, low, edges, reason, why) +1
#define TA_PLACE(file, kind, line, reason, why) +1
#include "tests/coverage_rtl/coverage.def"
#undef TA_TOGGLE
#undef TA_PLACE
    ;

int waiver_points(const waiver *x)
{
    return x->line ? 1 : (x->edges == BOTH ? 2 : 1) * (x->high - x->low + 1);
}
