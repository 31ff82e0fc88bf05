/* SPDX-License-Identifier: MIT
 *
 * What the golden tests share: reading tests/vectors, running a job, CRC-32, random data.
 */
#ifndef TA_TEST_VECTORS_H
#define TA_TEST_VECTORS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "golden/golden.h"
#include "golden/random_job.h"
#include "golden/stages.h"

/* A job with its own memory; the result's arrays and the workspace too. */
typedef struct test_job {
    ta_job job;
    ta_result result;
    void *workspace;
    int8_t *q, *k, *v;
} test_job;

/* Memory for any configuration up to nq, nk, d (q, k, v zero). */
void test_job_new(test_job *t, const ta_build *build, int nq, int nk, int d);
void test_job_free(test_job *t);

/* Runs t->job as configured; the workspace is made to fit.  Asserts that it is legal. */
void test_job_run(test_job *t, ta_trace_fn *trace, void *context);

/* A legal configuration: FLASH, q_rows = A, full, overlap, stream, latency 10. */
ta_config test_config(const ta_build *build, int nq, int nk, int d, uint32_t scale);

/* Reads a JSON file; a failure fails the test.  The caller calls json_decref. */
json_t *vectors_load(const char *path);
long vectors_int(const json_t *object, const char *key);

/* The job of a case. */
void vectors_job(test_job *t, const json_t *entry);

/* Asserts that x (rows, columns) equals the matrix at key; says where it does not. */
void vectors_equal(const json_t *entry, const char *key, const int16_t *x, int columns);

/* zlib's CRC-32, continued from crc (0 at the start). */
uint32_t crc32_update(uint32_t crc, const void *data, size_t size);
uint32_t crc32_u16(uint32_t crc, uint16_t value);

#endif
