/* SPDX-License-Identifier: MIT
 *
 * A tensor as it was given: 2 to 4 axes, floating point (held exactly, as double) or INT8.
 * Readers work on bytes in memory; host/file.h reads files.
 */
#ifndef TA_TENSOR_H
#define TA_TENSOR_H

#include <stddef.h>
#include <stdint.h>

#include "host/error.h"

enum ta_dtype { TA_F16, TA_BF16, TA_F32, TA_F64, TA_I8, TA_I16, TA_DTYPE_COUNT };

enum {
    TA_RANK_MAX = 4,
    TA_DIM_MAX = 1 << 24,       /* largest axis */
    TA_COUNT_MAX = 0x7fffffff,  /* most elements of a tensor */
    TA_NAME_MAX = 256
};

typedef struct ta_tensor {
    char name[TA_NAME_MAX];  /* for messages: "q.npy", "model.safetensors:layer0.q", "Q" */
    int dtype;               /* enum ta_dtype of the source; not TA_I16 */
    int rank;                /* 2..4 */
    int shape[TA_RANK_MAX];  /* outermost axis first, each 1..TA_DIM_MAX */
    size_t count;            /* product of shape, 1..TA_COUNT_MAX */
    double *f;               /* (shape), row-major; null for TA_I8 */
    int8_t *i;               /* (shape), row-major; null for floating point */
} ta_tensor;

/* Name ("float16") and bytes per element of a dtype. */
const char *ta_dtype_name(int dtype);
size_t ta_dtype_size(int dtype);

/* Checks rank and shape, allocates f or i (zeros).  On failure *tensor owns nothing. */
int ta_tensor_new(ta_tensor *tensor, const char *name, int dtype, int rank,
                  const uint64_t *shape, ta_error *error);

/* Fills a new tensor from size = count * ta_dtype_size(dtype) raw bytes of any alignment;
 * a value that is not finite is an error that names the tensor and the index. */
int ta_tensor_decode(ta_tensor *tensor, const void *bytes, int big_endian, int fortran,
                     ta_error *error);

/* As ta_tensor_decode's last check, for tensors that the caller filled. */
int ta_tensor_check_finite(const ta_tensor *tensor, ta_error *error);

void ta_tensor_free(ta_tensor *tensor);

/* "(8, 40, 15)".  capacity >= 64 holds any shape of a tensor. */
char *ta_shape_text(char *dst, size_t capacity, int rank, const int *shape);

/* Exact. */
double ta_from_f16(uint16_t bits);
double ta_from_bf16(uint16_t bits);

#endif
