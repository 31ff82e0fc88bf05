/* SPDX-License-Identifier: MIT
 *
 * A run's configuration on the pins of ta_top.
 */
#ifndef TA_SIM_PINS_H
#define TA_SIM_PINS_H

#include "golden/golden.h"
#include "sim/sim_ops.h"

static inline void ta_pins_configure(struct ta_pins *p, const ta_config *c)
{
    p->nq = (uint32_t)c->nq;
    p->nk = (uint32_t)c->nk;
    p->d = (uint32_t)c->d;
    p->mode = (uint32_t)c->mode;
    p->qrows = (uint32_t)c->q_rows;
    p->causal = (uint32_t)c->causal;
    p->offset = c->offset;
    p->overlap = (uint32_t)c->overlap;
    p->stream = (uint32_t)c->stream;
    p->latency = (uint32_t)c->latency;
    p->scale = c->scale;
}

#endif
