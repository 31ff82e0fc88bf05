/* SPDX-License-Identifier: MIT
 *
 * What the programs on mutants and on coverage share: the configuration that CMake wrote, and
 * commands with a limit.
 */
#ifndef TA_HARNESS_H
#define TA_HARNESS_H

#include <stdio.h>

#include "mutate.h"

enum { WORDS_MAX = 128, TESTS_MAX = 64 };

typedef struct test_program {
    const char *name;
    char *argv[WORDS_MAX]; /* the name, then the command */
    int plain;             /* not under a sanitizer */
    double seconds[2];
} test_program;

typedef struct harness {
    char *text;
    const char *cc, *root, *base, *work, *sanitizers;
    char *flags[2][WORDS_MAX]; /* golden, host: compiler flags */
    char *sanitize[WORDS_MAX]; /* flags besides, of the second look */
    char *objects[2][2][WORDS_MAX]; /* plain, sanitized; golden, host */
    test_program tests[TESTS_MAX];
    int test_count;
} harness;

extern harness config;

/* Ends the program with status 2. */
void die(const char *what, const char *which);

/* Splits at spaces, in place; at most max - 1 words, then a null. */
void split(char *s, char **words, int max);

void read_config(const char *path);

/* The directory for a run's files beside the configuration; made if it is not there.  Waits for another
 * program that works in it. */
void work_in(const char *name);

/* A file in it; the last 8 results stay. */
const char *work_path(const char *name);
void write_text(const char *path, const char *text);

/* A record that is whole or as it was: written beside its place, and moved there. */
FILE *open_beside(const char *path);
void close_beside(FILE *file, const char *path);

/* Index of a test; ends the program when there is none. */
int find_test(const char *name);

/* A source's mutants, by its name below the root; ends the program where it cannot be read. */
void read_source(const char *file, mutants *m);

/* Hash of the source, as text: comments and white space do not count. */
void source_hash(const char *file, char hash[17]);

double now(void);

/* Runs a command in the project's root with a limit in seconds of CPU time; 0: it ended with
 * status 0, 1: it did not, 2: it took too long.  The wall clock's limit is ten times that and
 * 20 seconds.  libraries: it takes the shared ones of the work directory. */
int run(char *const *argv, double limit, int quiet, int libraries, int sanitized);

/* The same with its standard output in a file. */
int run_into(char *const *argv, double limit, const char *file);

#endif
