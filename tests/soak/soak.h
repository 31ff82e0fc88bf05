/* SPDX-License-Identifier: MIT
 *
 * Long verification of the engine, in parts.  A part is a number of cases; what a case does follows
 * from its index alone.  Cases run in chunks, each in a process of its own with engines made anew, so
 * that every case has the same ones before it whenever it is run.
 */
#ifndef TA_SOAK_H
#define TA_SOAK_H

#include <jansson.h>
#include <stdint.h>

#include "sim/record.h"
#include "sim/sim.h"

enum { SUMS = 640, PEAKS = 4, BUILDS = 4, SLOTS = 200 };

/* What cases count: sums are added over all of them, of peaks the largest is kept. */
typedef struct tally {
    uint64_t sum[SUMS], peak[PEAKS];
} tally;

typedef struct part {
    const char *name;
    uint64_t count, chunk; /* cases of a release; of a process */
    const char *engine;    /* "plain", "debug": with the state record, "flat": with flat.h, "none";
                            * "flipped", for --engine: with a wrong bit of EXP2 */
    int (*begin)(void);    /* once, before the processes; null: nothing.  Returns 0 when it cannot */
    int (*run)(uint64_t index, tally *t); /* a case; other than 0: a difference, which was printed */
    void (*record)(json_t *object, const tally *t); /* "rows" and what else belongs to the record */
} part;

extern const part part_random, part_geometries, part_stalls, part_resets, part_random_init,
    part_soft_errors, part_executors;

/* ---- engines and jobs (case.c) ---- */

/* An engine with a job: drawn, computed by golden, run, compared. */
typedef struct rig {
    int id; /* TA_BUILD_* */
    const ta_build *build;
    ta_sim *sim;
    const ta_record_table *table; /* null without the state record */
    ta_job job;
    int8_t *q, *k, *v;
    ta_result expected, got;
    void *workspace;
    struct row_step *step; /* golden's row state at every tile: (nq, tiles) */
    int64_t *o;            /* (nq, tiles, d) */
    int tiles;
    uint64_t rows;   /* of them */
    uint64_t values; /* of row states compared, so far */
} rig;

/* What the command line says. */
extern struct soak_options {
    const char *engine; /* instead of the part's */
    int build;          /* every case on it; -1: by case */
    /* Seeded bugs: what was flipped stays so (soft_errors), a withheld read word is lost (stalls), one
     * bit of golden's row state is wrong (random); see flat_forget as well. */
    int stuck, lose, wrong_trace;
    const char *fst;    /* the next engine that is asked for writes it */
    const char *executors;
    uint64_t runs;      /* executors */
} soak;

/* The builds of random runs, and the one of a case: of 200 cases 120 tiny, 60 tiny32, 19 lab, 1 wide. */
extern const int soak_builds[BUILDS];
int soak_build(uint64_t index);      /* TA_BUILD_* */
int soak_build_row(int build);       /* its place in soak_builds */

/* The functions of an engine; null: there is none of that kind and build. */
const struct ta_sim_ops *soak_ops(const char *engine, int build);

/* The process's engine of a build, made when it is first asked for; ends the process when memory is
 * short.  rig_drop frees it. */
rig *rig_get(const part *p, int build);
void rig_drop(int build);

void rig_draw(rig *r, uint64_t seed, unsigned flags); /* ta_random_job */
void rig_golden(rig *r, int trace);                   /* expected, and with trace the row states */
uint64_t rig_limit(const rig *r);                     /* clocks after which a run is taken to hang */

/* The job on the engine; with the state record m, l and O of every row at every tile are compared.
 * Returns other than 0 after a difference. */
int rig_run(rig *r, uint64_t index);

/* Output and row state; the counters: all of them, those that a stalled port leaves alone, none. */
enum rig_what { RIG_ALL, RIG_STALLED, RIG_OUTPUT };
int rig_compare(rig *r, uint64_t index, enum rig_what what);

/* The same without a word. */
int rig_equal(const rig *r, enum rig_what what);

/* Draw, golden, run, compare. */
int rig_job(rig *r, uint64_t index, uint64_t seed, unsigned flags);

/* ta_sim_reset, without what flat_forget names. */
void rig_reset(rig *r);

/* Reads back output, row states and counters of a run that is over. */
void rig_read(rig *r);

/* Prints what was expected and found, with the configuration; returns 1. */
int soak_differs(const rig *r, uint64_t index, const char *what, int64_t expected, int64_t got);

#endif
