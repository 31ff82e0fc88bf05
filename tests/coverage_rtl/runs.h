/* SPDX-License-Identifier: MIT
 *
 * What the hardware is run with beside the jobs and talks of the mutants.
 */
#ifndef TA_COVERAGE_RUNS_H
#define TA_COVERAGE_RUNS_H

/* Runs of the engine.  1: all as expected. */
int runs_random(int count); /* random jobs, every other with a port that withholds */
int runs_other(int count);  /* .. of other builds */
int runs_long(void);        /* counters that carry through all of their bits */

/* Talks over the pins. */
int runs_numbers(void);     /* numbers of runs, counters and refusals with all of their bits; lights */
int runs_blocks(void);      /* the longest frames, blocks without a zero, a fast sender, twice broken frames */

#endif
