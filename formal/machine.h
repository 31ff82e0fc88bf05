/* SPDX-License-Identifier: MIT
 *
 * An and-inverter graph as a machine with three values, 0, 1 and unknown: from its power-up with everything unknown, step
 * by step, and then many of its states at once.
 *
 * Each signal has two rails: it may be 1, it may be 0; both where it is unknown.  What is known so is so for all values of
 * what is unknown (Bryant: Boolean analysis of MOS circuits, 1987).  A state is the rails of the registers that the
 * outputs depend on, packed.  All functions end the program where memory fails.
 */
#ifndef TA_FORMAL_MACHINE_H
#define TA_FORMAL_MACHINE_H

#include <stdint.h>

#include "formal/aig.h"

struct machine;

/* The outputs to look at and the inputs that are chosen in each clock, by names; NULL behind the last. */
struct machine *machine_new(const struct aig *a, const char *const *outputs, const char *const *choices);
void machine_free(struct machine *m);

/* Power-up: registers and inputs are unknown. */
void machine_begin(struct machine *m);
/* An input of so many bits from now on; a register that is 0 at all times. */
void machine_drive(struct machine *m, const char *name, int bits, long value);
void machine_hold(struct machine *m, const char *name);
void machine_clock(struct machine *m);
/* Of an output now: 0, 1, or 2 where it is unknown. */
int machine_output(const struct machine *m, int output);

/* From here on the inputs that are driven stay and the choices are free; all others are unknown.  Folds what cannot change.
 * The words of a state; the state that the machine is in is written to *begin, to be freed. */
unsigned machine_fold(struct machine *m, uint64_t **begin);

enum { MACHINE_LANES = 256 };

/* That many states, one behind the other, at once; then for each choice, a bit each. */
void machine_load(struct machine *m, const uint64_t *states, unsigned count);
/* 0; 1: a register became unknown that was known so far: to be folded again; 2 + i: output i is unknown. */
int machine_step(struct machine *m, unsigned choice);
/* An output in state k; the state behind it. */
int machine_lane(const struct machine *m, int output, unsigned k);
const uint64_t *machine_next(const struct machine *m, unsigned k);

unsigned machine_registers(const struct machine *m);
unsigned machine_gates(const struct machine *m);

#endif
