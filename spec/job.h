/* SPDX-License-Identifier: MIT
 *
 * One job in, one result out: what every engine (golden model, fast CPU engine, simulated
 * RTL, board) takes and fills, so that any two can be compared.
 */
#ifndef TA_JOB_H
#define TA_JOB_H

#include "spec/spec.h"

typedef struct ta_job {
    ta_build build;
    ta_config config;
    const int8_t *q; /* (nq, d) INT8, row-major */
    const int8_t *k; /* (nk, d) INT8, row-major */
    const int8_t *v; /* (nk, d) INT8, row-major */
} ta_job;

/* The caller owns the arrays. */
typedef struct ta_result {
    int16_t *out; /* (nq, d) Q8.8 in V-LSB */
    int16_t *m;   /* (nq) Q8.8 final row maximum; -32768: the row saw no key */
    int64_t *l;   /* (nq) final row sum, real * 2^12 */
    ta_counters counters;
} ta_result;

/* The first rule of config_errors.def that the configuration breaks; 0: legal. */
enum ta_config_error {
#define TA_CONFIG_ERROR(id, expected) TA_CONFIG_ERROR_##id,
#include "spec/config_errors.def"
#undef TA_CONFIG_ERROR
    TA_CONFIG_ERROR_COUNT
};
int ta_config_check(const ta_build *build, const ta_config *config);
const char *ta_config_expected(int error);

#endif
