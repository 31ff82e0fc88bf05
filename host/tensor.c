/* SPDX-License-Identifier: MIT */
#include "host/tensor.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    size_t size;
} dtypes[TA_DTYPE_COUNT] = {
    [TA_F16] = {"float16", 2}, [TA_BF16] = {"bfloat16", 2}, [TA_F32] = {"float32", 4},
    [TA_F64] = {"float64", 8}, [TA_I8] = {"int8", 1},       [TA_I16] = {"int16", 2},
};

const char *ta_dtype_name(int dtype)
{
    return dtypes[dtype].name;
}

size_t ta_dtype_size(int dtype)
{
    return dtypes[dtype].size;
}

int ta_tensor_new(ta_tensor *t, const char *name, int dtype, int rank, const uint64_t *shape,
                  ta_error *error)
{
    memset(t, 0, sizeof *t);
    snprintf(t->name, sizeof t->name, "%s", name);
    t->dtype = dtype;
    if (rank < 2 || rank > TA_RANK_MAX)
        return ta_fail(error, TA_ERROR_INPUT, "%s: shape: found %d %s, expected 2, 3 or 4",
                       t->name, rank, rank == 1 ? "axis" : "axes");
    uint64_t count = 1;
    for (int i = 0; i < rank; i++) {
        if (shape[i] < 1 || shape[i] > TA_DIM_MAX)
            return ta_fail(error, TA_ERROR_INPUT,
                           "%s: shape, axis %d: found %" PRIu64 ", expected 1 to %d", t->name,
                           i, shape[i], (int)TA_DIM_MAX);
        count *= shape[i]; /* < 2^31 * 2^24 */
        if (count > TA_COUNT_MAX)
            return ta_fail(error, TA_ERROR_INPUT,
                           "%s: shape: found more than %d elements, expected at most that",
                           t->name, (int)TA_COUNT_MAX);
        t->shape[i] = (int)shape[i];
    }
    t->rank = rank;
    t->count = (size_t)count;
    if (dtype == TA_I8)
        t->i = calloc(t->count, sizeof *t->i);
    else
        t->f = calloc(t->count, sizeof *t->f);
    if (!t->i && !t->f)
        return ta_fail(error, TA_ERROR_INPUT, "%s: not enough memory for %zu elements",
                       t->name, t->count);
    return TA_OK;
}

void ta_tensor_free(ta_tensor *t)
{
    free(t->f);
    free(t->i);
    t->f = NULL;
    t->i = NULL;
}

char *ta_shape_text(char *dst, size_t capacity, int rank, const int *shape)
{
    size_t w = 0;
    for (int i = 0; i < rank; i++) {
        int n = snprintf(dst + w, capacity - w, i ? ", %d" : "(%d", shape[i]);
        if ((size_t)n >= capacity - w)
            break;
        w += (size_t)n;
    }
    snprintf(dst + w, capacity - w, rank == 1 ? ",)" : ")");
    return dst;
}

double ta_from_f16(uint16_t bits)
{
    int exponent = bits >> 10 & 31;
    int fraction = bits & 1023;
    double x;
    if (exponent == 31)
        x = fraction ? (double)NAN : (double)INFINITY;
    else if (exponent)
        x = ldexp(1024 + fraction, exponent - 25);
    else
        x = ldexp(fraction, -24);
    return bits >> 15 ? -x : x;
}

static double from_f32(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return (double)x;
}

double ta_from_bf16(uint16_t bits)
{
    return from_f32((uint32_t)bits << 16);
}

static double from_f64(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static int fail_not_finite(const ta_tensor *t, size_t index, ta_error *error)
{
    size_t at[TA_RANK_MAX] = {0};
    char text[4 * 24];
    size_t w = 0;
    double x = t->f[index];
    for (int a = t->rank - 1; a >= 0; a--) {
        at[a] = index % (size_t)t->shape[a];
        index /= (size_t)t->shape[a];
    }
    for (int a = 0; a < t->rank; a++)
        w += (size_t)snprintf(text + w, sizeof text - w, a ? ", %zu" : "%zu", at[a]);
    return ta_fail(error, TA_ERROR_INPUT, "%s: element [%s]: found %s, expected a finite number",
                   t->name, text, isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
}

int ta_tensor_check_finite(const ta_tensor *t, ta_error *error)
{
    if (t->f)
        for (size_t i = 0; i < t->count; i++)
            if (!isfinite(t->f[i]))
                return fail_not_finite(t, i, error);
    return TA_OK;
}

/* Where element c of the row-major order lies in a column-major file. */
static size_t fortran_index(const ta_tensor *t, size_t c)
{
    size_t at[TA_RANK_MAX] = {0};
    size_t index = 0;
    for (int a = t->rank - 1; a >= 0; a--) {
        at[a] = c % (size_t)t->shape[a];
        c /= (size_t)t->shape[a];
    }
    for (int a = t->rank - 1; a >= 0; a--)
        index = index * (size_t)t->shape[a] + at[a];
    return index;
}

int ta_tensor_decode(ta_tensor *t, const void *bytes, int big_endian, int fortran,
                     ta_error *error)
{
    const unsigned char *src = bytes;
    size_t size = ta_dtype_size(t->dtype);
    for (size_t c = 0; c < t->count; c++) {
        const unsigned char *s = src + size * (fortran ? fortran_index(t, c) : c);
        uint64_t bits = 0;
        for (size_t b = 0; b < size; b++)
            bits = bits << 8 | s[big_endian ? b : size - 1 - b];
        switch (t->dtype) {
        case TA_F16: t->f[c] = ta_from_f16((uint16_t)bits); break;
        case TA_BF16: t->f[c] = ta_from_bf16((uint16_t)bits); break;
        case TA_F32: t->f[c] = from_f32((uint32_t)bits); break;
        case TA_F64: t->f[c] = from_f64(bits); break;
        default: t->i[c] = (int8_t)(bits < 128 ? (int)bits : (int)bits - 256); break;
        }
    }
    return ta_tensor_check_finite(t, error);
}
