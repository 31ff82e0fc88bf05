/* SPDX-License-Identifier: MIT
 *
 * The engines: one job in, one result out.
 */
#ifndef TA_CLI_ENGINES_H
#define TA_CLI_ENGINES_H

#include "host/error.h"
#include "spec/job.h"

typedef struct engine {
    const char *name;
    int is_float;   /* attention in double precision: takes no job */
    int is_sized;   /* bound to a build's NMAX and DMAX */
    int flash_only;
    int is_checked; /* against golden, always */
    int is_single;  /* one state at a time: heads follow each other */
    /* State of one thread; null with *error filled. */
    void *(*open)(const ta_build *build, ta_error *error);
    /* 0, or an error code; CLI_CHECK_FAILED: the engine gave up. */
    int (*run)(void *state, const ta_job *job, ta_result *result, ta_error *error);
    void (*close)(void *state);
} engine;

const engine *engine_find(const char *name); /* null: none */
const engine *engine_board(const char *name); /* board:DEVICE; null: it is not, or no such engine */
extern const engine *const engine_rtl;
extern const engine *const engine_golden;
extern const engine *const engine_cpu;

/* The first difference between two results, by row: m, l, then the columns of out. */
typedef struct difference {
    int head;
    int tile; /* key tile after which the engines differ first; -1: not known */
    int row;
    char signal[32];
    long long expected;
    long long got;
} difference;

/* 1: they differ. */
int difference_find(const ta_config *config, const ta_result *expected, const ta_result *got,
                    difference *difference);

/* Finds the key tile of a difference by running the job on its first tiles alone (the state
 * of a row after a tile is that of a shorter run), and describes the earliest one. */
void difference_locate(const engine *engine, void *state, const ta_job *job,
                       difference *difference);

/* "head 0 tile 3 row 9 signal l expected 1 got 2" */
void difference_text(char *dst, size_t capacity, const difference *difference);

/* Arrays of a result for one job.  0: no memory. */
int result_new(const ta_config *config, ta_result *result);
void result_free(ta_result *result);

#endif
