/* SPDX-License-Identifier: MIT
 *
 * wasm/print.c against this machine's C library: every conversion that it has, over numbers of
 * every exponent, ties, and texts that do not fit.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int ta_snprintf(char *s, size_t size, const char *format, ...);
int ta_fprintf(FILE *file, const char *format, ...);

static int failures;
static long checks;
static volatile size_t small = 7;

static void same(const char *format, const char *got, int n, const char *expected, int m)
{
    checks++;
    if ((n != m || strcmp(got, expected)) && failures++ < 20)
        printf("%s: got \"%s\" (%d), expected \"%s\" (%d)\n", format, got, n, expected, m);
}

/* The same arguments to both, with room and without. */
#define SAME(format, ...)                                                                                              \
    do {                                                                                                               \
        static char got[2048], expected[2048];                                                                         \
        for (size_t room = 0; room < 2; room++) {                                                                      \
            const size_t size = room ? sizeof got : small;                                                                 \
            const int got_n = ta_snprintf(got, size, format, __VA_ARGS__);                                                 \
            const int all_n = snprintf(expected, size, format, __VA_ARGS__);                                               \
            same(format, got, got_n, expected, all_n);                                                                         \
        }                                                                                                              \
    } while (0)

static uint64_t seed = 1;
static uint64_t next(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

static void reals(double v)
{
    SAME("%.17g", v);
    SAME("%.9g", v);
    SAME("%.6g", v);
    SAME("%g", v);
    SAME("%f", v);
    for (int places = 0; places < 12; places++) {
        SAME("%.*f", places, v);
        SAME("%.*g", places, v);
    }
}

int main(void)
{
    static const double edges[] = {0.0, -0.0, 0.5, 1.5, 2.5, -2.5, 0.125, 0.375, 1e-4, 9.9995e-5, 9.99999995e-5, 99999.95, 999999.5, 9.5,
                                   99.5, 0.05, 0.95, 1e15, 1e16, 1e17, 1e22, 1e300, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308,
                                   1.0 / 0.0 - 0.0, -1.0 / 0.0, 0.1, 0.2, 0.3, 123456789.125, 4294967296.0, 1e9, 999999999.0, 999999999.5, 1e-9};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        reals(edges[i]);
    for (int i = 0; i < 6000; i++) {
        const uint64_t bits = next();
        double any;
        memcpy(&any, &bits, sizeof any);
        if (any == any)
            reals(any);
        /* what a page shows: quotients, ties of binary fractions */
        reals((double)(int64_t)(next() >> 40) / (double)(1 + (next() >> 50)));
        reals((double)(int32_t)next() / 65536.0);
        reals((double)(float)((double)(next() >> 20) * 1e-6));
        const int n = (int)next();
        const long long wide = (long long)next();
        SAME("%d|%d", n, -7);
        SAME("%3d|%03d|%2d", n % 1000, n % 1000, n % 10);
        SAME("%u %x %X", (unsigned)n, (unsigned)n, (unsigned)n);
        SAME("%04x|%0*llX", (unsigned)n & 0xff, n & 15, (unsigned long long)wide);
        SAME("%ld %lu", (long)wide, (unsigned long)wide);
        SAME("%lld %llu %zu", wide, (unsigned long long)wide, (size_t)wide);
    }
    SAME("%lld %d", (long long)INT64_MIN, INT32_MIN);
    SAME("%s|%5s|%c%%", "text", "abc", 'x');
    SAME("%.*s|%.3s|%.120s|%s", 2, "text", "text", "text", "");
    SAME("%s", "longer than seven");

    /* To a file, over the ends of its buffer. */
    for (int length = 0; length < 300; length += 7) {
        char text[301], got[400] = "";
        memset(text, 'a' + length % 26, (size_t)length);
        text[length] = 0;
        FILE *file = tmpfile();
        if (!file)
            return 1;
        const int n = ta_fprintf(file, "%s,%d\n", text, length);
        rewind(file);
        const size_t read = fread(got, 1, sizeof got - 1, file);
        fclose(file);
        char expected[400];
        const int m = snprintf(expected, sizeof expected, "%s,%d\n", text, length);
        same("file", got, n, expected, m);
        if (read != (size_t)m)
            failures++;
    }
    printf("%ld texts compared, %d differ\n", checks, failures);
    return failures != 0;
}
