/* SPDX-License-Identifier: MIT */
#include "wasm/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_clear(text *t)
{
    t->n = 0;
    if (t->s)
        t->s[0] = 0;
}

static int room(text *t, size_t more)
{
    if (t->n + more + 1 <= t->capacity)
        return 1;
    size_t capacity = 2 * (t->n + more) + 256;
    char *s = realloc(t->s, capacity);
    if (!s)
        return 0;
    t->s = s;
    t->capacity = capacity;
    return 1;
}

void text_put(text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (n < 0 || !room(t, (size_t)n))
        return;
    va_start(arguments, format);
    vsnprintf(t->s + t->n, (size_t)n + 1, format, arguments);
    va_end(arguments);
    t->n += (size_t)n;
}

void text_count(text *t, long long n)
{
    if (n < 1000) {
        text_put(t, "%d", (int)n);
    } else {
        text_count(t, n / 1000);
        text_put(t, ",%03d", (int)(n % 1000));
    }
}

void text_string(text *t, const char *s)
{
    if (!s) {
        text_put(t, "null");
        return;
    }
    text_put(t, "\"");
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            text_put(t, "\\%c", *s);
        else if ((unsigned char)*s < ' ')
            text_put(t, "\\u%04x", (unsigned char)*s);
        else
            text_put(t, "%c", *s);
    }
    text_put(t, "\"");
}

void text_number(text *t, double x)
{
    if (isfinite(x))
        text_put(t, "%.17g", x);
    else
        text_put(t, "null");
}

const char *text_get(const text *t)
{
    return t->s ? t->s : "";
}
