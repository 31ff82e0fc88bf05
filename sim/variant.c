/* SPDX-License-Identifier: MIT
 *
 * Engines of another kind (TA_VARIANT: debug, fst), a library of its own so that a program
 * that does not ask for them does not carry them.
 */
#include <stddef.h>

#include "sim/sim.h"
#include "sim/sim_ops.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define OPS(id) PASTE(PASTE(PASTE(ta_sim_ops_, TA_VARIANT), _), id)

/* TA_VARIANT_BUILDS: X(build) for each build that is compiled in. */
#define X(id) extern const struct ta_sim_ops OPS(id);
TA_VARIANT_BUILDS
#undef X

static const struct ta_sim_ops *const all_ops[TA_BUILD_COUNT] = {
#define X(id) [TA_BUILD_##id] = &OPS(id),
TA_VARIANT_BUILDS
#undef X
};

ta_sim *PASTE(ta_sim_new_, TA_VARIANT)(int build)
{
    if (build < 0 || build >= TA_BUILD_COUNT || !all_ops[build])
        return NULL;
    return ta_sim_open(build, all_ops[build]);
}
