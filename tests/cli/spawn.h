/* SPDX-License-Identifier: MIT
 *
 * Runs the program in a directory of its own and looks at all it leaves: exit status, both
 * outputs, files.
 */
#ifndef TA_TEST_CLI_SPAWN_H
#define TA_TEST_CLI_SPAWN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

/* First thing in main: argv[1] is the program. */
void spawn_start(int argc, char **argv);
/* Removes the directory. */
void spawn_end(void);

typedef struct spawned {
    int status;
    char *out; /* standard output, ends with a zero; replaced by the next run */
    size_t out_size;
    char *err;
} spawned;

/* The arguments as the shell reads them; paths are of the directory. */
__attribute__((format(printf, 1, 2))) const spawned *spawn(const char *format, ...);

/* The same with the environment set before it: "OMP_NUM_THREADS=1". */
void spawn_environment(const char *assignments);

/* Names, sizes and times of all files of the directory; the caller frees it. */
char *spawn_listing(void);

/* Fails with the messages unless the run ended so. */
void expect_status(const spawned *run, int status);
void expect_text(const char *where, const char *text);

/* A JSON file of the directory, or the last standard output where path is null. */
json_t *load_json(const char *path);
json_t *parse_json(const spawned *run);

/* The value at a path of keys: "error.total.rel_l1"; fails when it is missing. */
json_t *at_path(json_t *object, const char *path);
double number_at(json_t *object, const char *path);

/* Bytes of a file of the directory, null: none.  The caller frees them. */
unsigned char *load_file(const char *path, size_t *size);
void save_file(const char *path, const void *bytes, size_t size);

/* .npy files of the directory.  descr as in the file: "<f4", ">f8", "|i1". */
typedef struct npy_case {
    const char *descr;
    int fortran;
    int rank;
    int shape[4];
} npy_case;
/* Values N(0, 1)-like from the seed, or for int8 the whole range. */
void save_npy(const char *path, const npy_case *c, uint64_t seed);
/* Three float32 tensors q.npy, k.npy, v.npy: (nq, d), (nk, d), (nk, dv). */
void save_three(int nq, int nk, int d, int dv);

#endif
