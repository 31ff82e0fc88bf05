/* SPDX-License-Identifier: MIT
 *
 * A growing text, and JSON in it.
 */
#ifndef TA_TEXT_H
#define TA_TEXT_H

#include <stddef.h>

typedef struct text {
    char *s;
    size_t n, capacity;
} text;

/* Empties it. */
void text_clear(text *t);

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void text_put(text *t, const char *format, ...);

/* A number of things, n >= 0, in groups of three digits: 12,672. */
void text_count(text *t, long long n);

/* A JSON string; null for a null pointer. */
void text_string(text *t, const char *s);

/* A JSON number that reads back the same; null for a value that is not finite. */
void text_number(text *t, double x);

/* The characters, zero at the end; "" when memory was short. */
const char *text_get(const text *t);

#endif
