/* SPDX-License-Identifier: MIT
 *
 * What the fuzz targets check in every result.
 */
#ifndef TA_FUZZ_H
#define TA_FUZZ_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/tensor.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* One printable line. */
static inline void fuzz_check_error(const ta_error *error)
{
    if (error->code != TA_ERROR_INPUT || !error->text[0])
        abort();
    for (const char *c = error->text; *c; c++)
        if (*c < 0x20 || *c > 0x7e)
            abort();
}

static inline void fuzz_check_tensor(const ta_tensor *t)
{
    size_t count = 1;
    if (t->rank < 2 || t->rank > TA_RANK_MAX || !t->f == !t->i || !t->i != (t->dtype != TA_I8))
        abort();
    for (int i = 0; i < t->rank; i++) {
        if (t->shape[i] < 1 || t->shape[i] > TA_DIM_MAX)
            abort();
        count *= (size_t)t->shape[i];
    }
    if (count != t->count)
        abort();
    for (size_t i = 0; t->f && i < count; i++)
        if (!isfinite(t->f[i]))
            abort();
}

#endif
