/* SPDX-License-Identifier: MIT
 *
 * The state of the engine "flat" that was made last (flat.cpp): flip-flops and memories of ta_engine.
 * C, included by C++ as well.
 */
#ifndef TA_SOAK_FLAT_H
#define TA_SOAK_FLAT_H

#include <stdint.h>

/* How many variables hold state, and of one its name from the engine down (parts joined by __DOT__),
 * elements and bits of one.  flat_find takes a moment; the others want it to have run, in this
 * process or one it was forked from after the same kind of engine was made. */
int flat_find(void);
void flat_variable(int index, const char **name, uint64_t *elements, uint64_t *bits);
int flat_bit(int index, uint64_t element, uint64_t bit);

/* Inverts a bit, and all logic behind follows. */
void flat_flip(int index, uint64_t element, uint64_t bit);

/* Of the random initial values of the registers and memories of engines made from here on; 0: any. */
extern int flat_seed;

/* Seeded bugs.  flat_keep remembers the variables whose name contains flat_forget (also when an engine
 * is made), flat_restore puts them back: a reset that forgets them.  flat_clear sets to 0. */
extern const char *flat_forget;
void flat_keep(void);
void flat_restore(void);
void flat_clear(const char *name);

#endif
