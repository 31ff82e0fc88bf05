/* SPDX-License-Identifier: MIT
 *
 * The only part of the library that touches files.  "-" is standard input or output.
 */
#ifndef TA_FILE_H
#define TA_FILE_H

#include "host/tensor.h"

/* The whole file; the caller frees *bytes. */
int ta_file_read(const char *path, unsigned char **bytes, size_t *size, ta_error *error);
int ta_file_write(const char *path, const void *bytes, size_t size, ta_error *error);

/* "file.npy", "file.safetensors:tensor" (the name follows the last ".safetensors:") or "-" (a .npy file
 * on standard input).  On success the caller frees the tensor. */
int ta_tensor_load(const char *source, ta_tensor *tensor, ta_error *error);

#endif
