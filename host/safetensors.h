/* SPDX-License-Identifier: MIT
 *
 * safetensors files in memory: an index of the header, checked as a whole, and one tensor
 * of it.
 */
#ifndef TA_SAFETENSORS_H
#define TA_SAFETENSORS_H

#include "host/tensor.h"

typedef struct ta_safetensors_entry {
    const char *name;    /* unescaped, ends with a zero */
    const char *dtype;   /* "F16" */
    int rank;
    uint64_t shape[TA_RANK_MAX]; /* the first axes of a tensor of higher rank */
    uint64_t begin;      /* bytes from the start of the data */
    uint64_t end;
} ta_safetensors_entry;

typedef struct ta_safetensors {
    const unsigned char *data; /* into the caller's bytes, which must live on */
    ta_safetensors_entry *entries; /* in the order of the data */
    size_t count;
    char *strings;
} ta_safetensors;

/* Strict: a key twice, an unknown field, a hole or an overlap between tensors, a size that
 * does not match shape and dtype are errors.  name is the file's, for messages. */
int ta_safetensors_open(const void *bytes, size_t size, const char *name,
                        ta_safetensors *index, ta_error *error);

/* F16, BF16, F32, F64 and I8 with 2 to 4 axes.  On success the caller frees the tensor. */
int ta_safetensors_read(const ta_safetensors *index, const char *name,
                        const char *tensor_name, ta_tensor *tensor, ta_error *error);

void ta_safetensors_close(ta_safetensors *index);

#endif
