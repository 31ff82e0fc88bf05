/* SPDX-License-Identifier: MIT
 *
 * The lights of the mutated board, clock by clock, over all of their counter, which is moved on.
 */
#ifndef TA_MUTATION_LIGHTS_H
#define TA_MUTATION_LIGHTS_H

/* 1: as expected. */
int lights(void);

#endif
