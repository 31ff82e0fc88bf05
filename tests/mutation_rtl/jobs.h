/* SPDX-License-Identifier: MIT
 *
 * What a mutant of the engine is run with.  Each job begins in the same state of the model and
 * compares all that a run leaves with the golden model and the closed forms.
 */
#ifndef TA_MUTATION_JOBS_H
#define TA_MUTATION_JOBS_H

#include <stdint.h>

/* The first jobs, which find most mutants. */
enum { JOBS_QUICK = 6 };

/* Prepares all jobs; the number of them, 0: no memory. */
int jobs_init(void);
const char *jobs_name(int job);

/* Runs a job on a mutant (0: none).  1: all as expected. */
int jobs_run(int job, unsigned mutant);

/* Did an output port differ in any clock of the job that was run last, from the job on no mutant?
 * 0: no, or it was not run on none before. */
int jobs_ports_differ(void);

/* Clocks that jobs_run has used. */
unsigned long long jobs_clocks(void);

/* The model's choice of the mutant; defined beside each model. */
void ta_choose_engine(unsigned mutant);
void ta_choose_line(unsigned mutant);

/* What is added to all of a run's counters in each clock from now on (advance.awk). */
void ta_advance_engine(unsigned by);

/* The same for a model of the line: to all counters; to the low and the high part of the lights'. */
void ta_advance_line(void *model, unsigned counters, unsigned low, unsigned high);

/* A hash of all output ports of the engine after every clock. */
void ta_ports_begin(void);
uint64_t ta_ports_hash(void);

#endif
