/* SPDX-License-Identifier: MIT
 *
 * NumPy's .npy files in memory.
 */
#ifndef TA_NPY_H
#define TA_NPY_H

#include "host/tensor.h"

/* Versions 1 to 3, C or Fortran order, either byte order; float16, float32, float64, int8.
 * name is the file's, for messages.  On success the caller frees the tensor. */
int ta_npy_read(const void *bytes, size_t size, const char *name, ta_tensor *tensor,
                ta_error *error);

/* How many bytes of a stream are worth reading, of which these are the first: as many as its
 * header says, and one more; size when the header is refused. */
size_t ta_npy_most(const void *bytes, size_t size);

/* Version 1.0, C order, little endian, data at a multiple of 64 bytes.  dtype TA_F32 (data:
 * float) or TA_I16 (data: int16_t); rank 1 to 4, axes of 1 and
 * more.  The caller frees *bytes. */
int ta_npy_encode(int dtype, int rank, const int *shape, const void *data,
                  unsigned char **bytes, size_t *size, ta_error *error);

#endif
