/* SPDX-License-Identifier: MIT */
#include "host/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int ta_fail(ta_error *error, int code, const char *format, ...)
{
    if (error) {
        va_list args;
        error->code = code;
        va_start(args, format);
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return code;
}

char *ta_printable(char *dst, size_t capacity, const void *bytes, size_t n)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *s = bytes;
    size_t w = 0;
    for (size_t i = 0; i < n; i++) {
        if (w + 8 > capacity) { /* room for \xNN, "..." and the final zero */
            memcpy(dst + w, "...", 3);
            w += 3;
            break;
        }
        if (s[i] >= 0x20 && s[i] < 0x7f) {
            dst[w++] = (char)s[i];
        } else {
            dst[w++] = '\\';
            dst[w++] = 'x';
            dst[w++] = digits[s[i] >> 4];
            dst[w++] = digits[s[i] & 15];
        }
    }
    dst[w] = 0;
    return dst;
}
