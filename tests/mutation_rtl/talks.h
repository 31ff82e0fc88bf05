/* SPDX-License-Identifier: MIT
 *
 * What a mutant of the serial line's side is run with: the tests of the pins, one at a time.
 */
#ifndef TA_MUTATION_TALKS_H
#define TA_MUTATION_TALKS_H

/* The first talks, which find most mutants. */
enum { TALKS_QUICK = 4 };

int talks_count(void);
const char *talks_name(int talk);
unsigned talks_seconds(int talk); /* on the processor; more is a hang */

/* Runs a talk on a mutant (0: none), once in a process.  1: all as expected. */
int talks_run(int talk, unsigned mutant);

#endif
