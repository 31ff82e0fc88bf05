/* SPDX-License-Identifier: MIT
 *
 * Files that appear all or none: each is written beside its name and renamed when every one
 * of them is complete.  A file that is replaced keeps its mode; a link is written through.  Signals
 * that end the program remove what was written beside, or wait until the last file has its name.
 */
#ifndef TA_CLI_OUTPUT_H
#define TA_CLI_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

#include "host/error.h"

enum { OUTPUT_MAX = 8 };

typedef struct output {
    const char *path; /* "-": standard output */
    unsigned char *bytes;
    size_t size;
    char *temporary; /* its name while it is written */
    char *target;    /* where it goes: links followed */
    int is_direct;   /* a device or pipe: written in place */
} output;

typedef struct outputs {
    output items[OUTPUT_MAX];
    int count;
} outputs;

/* Takes bytes (from malloc) over. */
void outputs_add(outputs *outputs, const char *path, void *bytes, size_t size);

/* Writes all of them and frees the bytes. */
int outputs_write(outputs *outputs, ta_error *error);
void outputs_free(outputs *outputs);

/* Where an output of this name goes, links followed, there already or not; from malloc, null with errno. */
char *output_target(const char *path);

/* A signal that ends the program removes the file before, until it is taken back. The name must stay in
 * place so long. Of one thread only, and at most one besides the outputs. */
void temporary_add(const char *path);
void temporary_remove(const char *path);

/* A stream into memory.  That of the C library does not tell its writer when memory is short. */
typedef struct memory {
    char *bytes; /* from malloc */
    size_t size, capacity;
} memory;

/* Null: not enough memory. */
FILE *memory_open(memory *memory);

/* Closes the stream.  0: something was lost, and the bytes are freed. */
int memory_close(FILE *file, memory *memory);

#endif
