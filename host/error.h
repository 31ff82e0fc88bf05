/* SPDX-License-Identifier: MIT
 *
 * How the host library reports a failure: it prints nothing and never exits.
 */
#ifndef TA_ERROR_H
#define TA_ERROR_H

#include <stddef.h>

/* The codes are the exit statuses of the command line. */
enum ta_error_code {
    TA_OK = 0,
    TA_ERROR_USAGE = 2, /* a value out of its range, a missing or conflicting option */
    TA_ERROR_INPUT = 3  /* bad input: the text names file, field, found and expected */
};

enum { TA_ERROR_TEXT = 512 };

typedef struct ta_error {
    int code; /* enum ta_error_code */
    char text[TA_ERROR_TEXT]; /* one line, no newline at the end; cut when too long */
} ta_error;

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
/* Fills *error (may be null) and returns code. */
int ta_fail(ta_error *error, int code, const char *format, ...);

/* Copies n bytes of a file into a message: printable ASCII as it is, other bytes as \xNN,
 * cut to end in "..." when too long.  capacity >= 8.  Returns dst. */
char *ta_printable(char *dst, size_t capacity, const void *bytes, size_t n);

#endif
