/* SPDX-License-Identifier: MIT
 *
 * snprintf and fprintf of the module, in place of libc's, which bring wide characters, names of
 * errors and 128-bit arithmetic along. It has what host/, sim/ and wasm/ use: %d %u %x %X %c %s %f
 * %g %% with 0, width, precision, l, ll and z; decimals are exact, ties go to even (tests/wasm/print.c).
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A text of `size` bytes, or a file behind a buffer of that size. */
typedef struct sink {
    char *s;
    size_t size, n;
    FILE *file;
} sink;

static void put(sink *to, char c)
{
    if (to->file) {
        to->s[to->n % to->size] = c;
        if ((to->n + 1) % to->size == 0)
            fwrite(to->s, 1, to->size, to->file);
    } else if (to->n + 1 < to->size) {
        to->s[to->n] = c;
    }
    to->n++;
}

static void fill(sink *to, char c, int n)
{
    while (n-- > 0)
        put(to, c);
}

static void copy(sink *to, const char *s, int n)
{
    while (n-- > 0)
        put(to, *s++);
}

enum { BILLION = 1000000000, LIMBS = 160, UNITS = 38, DIGITS = 9 * LIMBS + 1 };

/* All decimal digits of |v|, finite, behind a zero; returns how many, *point of them before the point. */
static int decimal(double v, char digit[DIGITS], int *point)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    int e = (int)(bits >> 52 & 2047);
    uint64_t m = bits & ((UINT64_C(1) << 52) - 1);
    if (e)
        m |= UINT64_C(1) << 52;
    else
        e = 1;
    /* m * 2^(e - 1075) in limbs of nine digits, those before UNITS whole: at most 35, behind it 120 */
    uint32_t limb[LIMBS];
    int from = UNITS - 2, to = UNITS;
    limb[from] = (uint32_t)(m / BILLION);
    limb[from + 1] = (uint32_t)(m % BILLION);
    for (e -= 1075; e > 0;) {
        const int by = e < 29 ? e : 29;
        uint64_t carry = 0;
        for (int i = to - 1; i >= from; i--) {
            const uint64_t x = ((uint64_t)limb[i] << by) + carry;
            limb[i] = (uint32_t)(x % BILLION);
            carry = x / BILLION;
        }
        if (carry)
            limb[--from] = (uint32_t)carry;
        e -= by;
    }
    while (e < 0) {
        const int by = -e < 9 ? -e : 9; /* 2^9 divides a billion */
        uint32_t carry = 0;
        for (int i = from; i < to; i++) {
            const uint32_t low = limb[i] & ((UINT32_C(1) << by) - 1);
            limb[i] = (limb[i] >> by) + carry;
            carry = (UINT32_C(1000000000) >> by) * low;
        }
        if (carry)
            limb[to++] = carry;
        e += by;
    }
    int n = 0;
    digit[n++] = '0';
    for (int i = from; i < to; i++)
        for (uint32_t unit = BILLION / 10; unit; unit /= 10)
            digit[n++] = (char)('0' + limb[i] / unit % 10);
    *point = 1 + 9 * (UNITS - from);
    return n;
}

/* Rounds to the digits before `cut`; returns how many there are then. The first is 0 or takes the carry. */
static int rounded(char *digit, int n, int cut)
{
    if (cut >= n)
        return n;
    if (cut < 1)
        return 0;
    int up = digit[cut] > '5';
    if (digit[cut] == '5') {
        for (int i = cut + 1; i < n && !up; i++)
            up = digit[i] != '0';
        up |= (digit[cut - 1] - '0') & 1;
    }
    for (int i = cut - 1; up; i--) {
        up = digit[i] == '9';
        digit[i] = (char)(up ? '0' : digit[i] + 1);
    }
    return cut;
}

static int first_of(const char *digit, int n, int otherwise)
{
    for (int i = 0; i < n; i++)
        if (digit[i] != '0')
            return i;
    return otherwise;
}

static void real(sink *to, double v, int precision, char kind)
{
    char digit[DIGITS];
    int point;
    if (v != v || v - v != 0) {
        copy(to, v != v ? "nan" : v < 0 ? "-inf" : "inf", v < 0 ? 4 : 3);
        return;
    }
    int n = decimal(v, digit, &point);
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    if (bits >> 63)
        put(to, '-');
    precision = precision < 0 ? 6 : precision;
    int exponent = 0, scientific = 0;
    if (kind == 'g') {
        precision += !precision;
        n = rounded(digit, n, first_of(digit, n, point - 1) + precision);
        exponent = point - 1 - first_of(digit, n, point - 1);
        scientific = exponent < -4 || exponent >= precision;
        precision -= 1 + (scientific ? 0 : exponent);
        if (scientific)
            point -= exponent;
        while (precision > 0 && (point + precision > n || digit[point + precision - 1] == '0'))
            precision--;
    } else {
        n = rounded(digit, n, point + precision);
    }
    for (int i = first_of(digit, point < n ? point - 1 : n, point - 1); i < point; i++)
        put(to, i < n ? digit[i] : '0');
    if (precision > 0)
        put(to, '.');
    for (int i = point; i < point + precision; i++)
        put(to, i < n ? digit[i] : '0');
    if (scientific) {
        put(to, 'e');
        put(to, exponent < 0 ? '-' : '+');
        const int e = exponent < 0 ? -exponent : exponent;
        if (e >= 100)
            put(to, (char)('0' + e / 100));
        put(to, (char)('0' + e / 10 % 10));
        put(to, (char)('0' + e % 10));
    }
}

static void whole(sink *to, uint64_t n, int negative, int width, int zeros, unsigned base, const char *names)
{
    char digit[24];
    int at = (int)sizeof digit;
    do
        digit[--at] = names[n % base];
    while (n /= base);
    const int pad = width - ((int)sizeof digit - at) - negative;
    fill(to, ' ', zeros ? 0 : pad);
    fill(to, '-', negative);
    fill(to, '0', zeros ? pad : 0);
    copy(to, digit + at, (int)sizeof digit - at);
}

static int number(const char **format, int given)
{
    int n = 0;
    if (**format == '*') {
        ++*format;
        return given;
    }
    for (; **format >= '0' && **format <= '9'; ++*format)
        n = 10 * n + (**format - '0');
    return n;
}

static int print(sink *to, const char *format, va_list arguments)
{
    for (; *format; format++) {
        if (*format != '%') {
            put(to, *format);
            continue;
        }
        const int zeros = *++format == '0';
        format += zeros;
        const int width = number(&format, *format == '*' ? va_arg(arguments, int) : 0);
        int precision = -1, longs = 0;
        if (*format == '.') {
            format++;
            precision = number(&format, *format == '*' ? va_arg(arguments, int) : 0);
        }
        for (; *format == 'l' || *format == 'z'; format++)
            longs += *format == 'l' ? 1 : sizeof(size_t) == sizeof(long) ? 1 : 2;
        switch (*format) {
        case 'd': {
            const int64_t n = longs > 1 ? va_arg(arguments, long long) : longs ? va_arg(arguments, long) : va_arg(arguments, int);
            whole(to, n < 0 ? 0 - (uint64_t)n : (uint64_t)n, n < 0, width, zeros, 10, "0123456789");
            break;
        }
        case 'u':
        case 'x':
        case 'X': {
            const uint64_t n = longs > 1 ? va_arg(arguments, unsigned long long)
                               : longs   ? va_arg(arguments, unsigned long)
                                         : va_arg(arguments, unsigned);
            whole(to, n, 0, width, zeros, *format == 'u' ? 10 : 16, *format == 'x' ? "0123456789abcdef" : "0123456789ABCDEF");
            break;
        }
        case 'c':
            put(to, (char)va_arg(arguments, int));
            break;
        case 's': {
            const char *text = va_arg(arguments, const char *);
            int n = 0;
            while ((precision < 0 || n < precision) && text[n])
                n++;
            fill(to, ' ', width - n);
            copy(to, text, n);
            break;
        }
        case 'f':
        case 'g':
            real(to, va_arg(arguments, double), precision, *format);
            break;
        default:
            put(to, *format);
        }
    }
    return (int)to->n;
}

int vsnprintf(char *s, size_t size, const char *format, va_list arguments)
{
    sink to = {s, size, 0, NULL};
    const int n = print(&to, format, arguments);
    if (size)
        s[to.n < size ? to.n : size - 1] = 0;
    return n;
}

int snprintf(char *s, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(s, size, format, arguments);
    va_end(arguments);
    return n;
}

int fprintf(FILE *file, const char *format, ...)
{
    char buffer[128];
    sink to = {buffer, sizeof buffer, 0, file};
    va_list arguments;
    va_start(arguments, format);
    const int n = print(&to, format, arguments);
    va_end(arguments);
    fwrite(buffer, 1, to.n % sizeof buffer, file);
    return n;
}
