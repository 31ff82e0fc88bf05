/* SPDX-License-Identifier: MIT
 *
 * .npy in memory: good files of every version, order and dtype; each malformed case with its
 * exact message; the writer.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "host/npy.h"
#include "testing.h"

typedef struct file {
    unsigned char bytes[1024];
    size_t size;
} file;

/* Header text padded to a multiple of 64 and data. */
static file make(int version, const char *dict, const void *data, size_t size)
{
    file f;
    memset(&f, 0, sizeof f);
    size_t start = version == 1 ? 10 : 12;
    size_t end = (start + strlen(dict) + 1 + 63) / 64 * 64;
    memcpy(f.bytes, "\x93NUMPY", 6);
    f.bytes[6] = (unsigned char)version;
    f.bytes[8] = (unsigned char)((end - start) & 255);
    f.bytes[9] = (unsigned char)((end - start) >> 8);
    memset(f.bytes + start, ' ', end - start);
    memcpy(f.bytes + start, dict, strlen(dict));
    f.bytes[end - 1] = '\n';
    if (size)
        memcpy(f.bytes + end, data, size);
    f.size = end + size;
    return f;
}

#define DICT(descr, order, shape) \
    "{'descr': '" descr "', 'fortran_order': " order ", 'shape': " shape ", }"

/* Reads from a piece of memory of exactly the file's size, so that a sanitizer sees every
 * byte too far. */
static int read_file(const file *f, ta_tensor *t, ta_error *error)
{
    unsigned char *copy = malloc(f->size ? f->size : 1);
    assert_non_null(copy);
    memcpy(copy, f->bytes, f->size);
    int status = ta_npy_read(copy, f->size, "x.npy", t, error);
    free(copy);
    return status;
}

static void check_2x3(file f, int dtype)
{
    static const double expected[6] = {1, -2, 3.5, 0, 5, -6};
    ta_tensor t;
    assert_ok(read_file(&f, &t, error));
    assert_int_equal(t.dtype, dtype);
    assert_int_equal(t.rank, 2);
    assert_int_equal(t.shape[0], 2);
    assert_int_equal(t.shape[1], 3);
    for (int i = 0; i < 6; i++)
        assert_true(t.f[i] == expected[i]);
    ta_tensor_free(&t);
}

static void dtypes_and_byte_orders(void **state)
{
    static const float f4[6] = {1, -2, 3.5f, 0, 5, -6};
    static const double f8[6] = {1, -2, 3.5, 0, 5, -6};
    static const unsigned char f2[12] = {0x00, 0x3c, 0x00, 0xc0, 0x00, 0x43,
                                         0x00, 0x00, 0x00, 0x45, 0x00, 0xc6};
    unsigned char swapped[48];
    char longer[400];
    (void)state;
    check_2x3(make(1, DICT("<f4", "False", "(2, 3)"), f4, sizeof f4), TA_F32);
    check_2x3(make(2, DICT("<f8", "False", "(2, 3)"), f8, sizeof f8), TA_F64);
    check_2x3(make(3, DICT("<f2", "False", "(2, 3)"), f2, sizeof f2), TA_F16);
    for (size_t i = 0; i < 48; i++)
        swapped[i] = ((const unsigned char *)f8)[i / 8 * 8 + 7 - i % 8];
    check_2x3(make(1, DICT(">f8", "False", "(2, 3)"), swapped, 48), TA_F64);
    /* a header of more than 255 bytes */
    snprintf(longer, sizeof longer, DICT("<f4", "False", "(2,%300s)"), "3");
    check_2x3(make(1, longer, f4, sizeof f4), TA_F32);
    for (size_t i = 0; i < 24; i++)
        swapped[i] = ((const unsigned char *)f4)[i / 4 * 4 + 3 - i % 4];
    check_2x3(make(1, DICT(">f4", "False", "(2, 3)"), swapped, 24), TA_F32);
    for (size_t i = 0; i < 12; i++)
        swapped[i] = f2[i ^ 1];
    check_2x3(make(1, DICT(">f2", "False", "(2, 3)"), swapped, 12), TA_F16);
}

static void fortran_order(void **state)
{
    static const float columns[6] = {1, 0, -2, 5, 3.5f, -6};
    float cube[24];
    ta_tensor t;
    (void)state;
    check_2x3(make(1, DICT("<f4", "True", "(2, 3)"), columns, sizeof columns), TA_F32);
    /* element [a, b, c] = 100 a + 10 b + c */
    for (int c = 0, i = 0; c < 4; c++)
        for (int b = 0; b < 3; b++)
            for (int a = 0; a < 2; a++)
                cube[i++] = (float)(100 * a + 10 * b + c);
    file f = make(1, DICT("<f4", "True", "(2, 3, 4)"), cube, sizeof cube);
    assert_ok(read_file(&f, &t, error));
    for (int i = 0; i < 24; i++)
        assert_true(t.f[i] == 100 * (i / 12) + 10 * (i / 4 % 3) + i % 4);
    ta_tensor_free(&t);
    assert_null(t.f);
    f = make(1, DICT("<f4", "True", "(1, 2, 3, 4)"), cube, sizeof cube);
    assert_ok(read_file(&f, &t, error));
    for (int i = 0; i < 24; i++)
        assert_true(t.f[i] == 100 * (i / 12) + 10 * (i / 4 % 3) + i % 4);
    ta_tensor_free(&t);
}

static void int8_full_range(void **state)
{
    static const signed char data[4] = {-128, -1, 0, 127};
    static const char *const dicts[] = {
        DICT("|i1", "False", "(2, 2)"), DICT("<i1", "False", "(2, 2)"),
        DICT(">i1", "False", "(2, 2)"), DICT("i1", "False", "(2, 2)"),
        "{\"shape\":(2L,2L),\"descr\":b'|i1',\"fortran_order\":False}",
        "{ u'fortran_order' : False,\n\t'descr' : '|i1' ,\r\n'shape' : ( 2 , 2 , ) }",
    };
    (void)state;
    for (size_t d = 0; d < sizeof dicts / sizeof dicts[0]; d++) {
        ta_tensor t;
        file f = make(1, dicts[d], data, 4);
        assert_ok(read_file(&f, &t, error));
        assert_int_equal(t.dtype, TA_I8);
        assert_null(t.f);
        assert_memory_equal(t.i, data, 4);
        ta_tensor_free(&t);
        assert_null(t.i);
    }
    ta_tensor t; /* every digit begins a number */
    for (char digit = '1'; digit <= '9'; digit++) {
        char dict[] = DICT("|i1", "False", "(1, 1)");
        strrchr(dict, '(')[1] = digit;
        file f = make(1, dict, "123456789", (size_t)(digit - '0'));
        assert_ok(read_file(&f, &t, error));
        assert_int_equal(t.shape[0], digit - '0');
        ta_tensor_free(&t);
    }
}

static void every_float16(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 65536; bits++) {
        /* the value by the definition: sign * 2^(e - 25) * (1024 + fraction) */
        unsigned e = bits >> 10 & 31;
        double fraction = bits & 1023;
        double x = e ? (1024 + fraction) * pow(2, (double)e - 25) : fraction * pow(2, -24);
        double y = ta_from_f16((uint16_t)bits);
        if (e == 31) {
            assert_true(fraction != 0 ? isnan(y) : isinf(y));
            continue;
        }
        assert_true(y == (bits >> 15 ? -x : x));
        assert_int_equal(!!signbit(y), bits >> 15);
    }
    assert_true(ta_from_bf16(0x3f80) == 1.0);
    assert_true(ta_from_bf16(0xc2c8) == -100.0);
}

static void malformed(void **state)
{
    static const char zeros[64];
#define H "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2)"
    static const struct {
        const char *dict;
        size_t data;
        const char *text;
    } cases[] = {
        {"", 8, "x.npy: offset 64: found the end of the header, expected {"},
        {"[1]", 8, "x.npy: offset 10: found \"[1]         \", expected {"},
        {H, 8, "x.npy: offset 128: found the end of the header, expected , or }"},
        {H ", 'a': 1}", 8, "x.npy: offset 68: found \"'a': 1}     \", expected 'descr', "
                           "'fortran_order' and 'shape', each once"},
        {H ", 'shape': (1, 2)}", 8, "x.npy: offset 68: found \"'shape': (1,\", expected 'descr', "
                                    "'fortran_order' and 'shape', each once"},
        {H "} x", 8, "x.npy: offset 68: found \"x           \", expected only white space after "
                     "the dictionary"},
        {H ",,}", 8, "x.npy: offset 67: found \",}          \", expected a key or }"},
        {"{'descr': '<f4', 'shape': (1, 2)}", 8,
         "x.npy: header: found no 'fortran_order', expected 'descr', 'fortran_order' and 'shape'"},
        {"{}", 8,
         "x.npy: header: found no 'descr', expected 'descr', 'fortran_order' and 'shape'"},
        {"{'descr' '<f4'}", 8, "x.npy: offset 19: found \"'<f4'}      \", expected :"},
        {"{'descr': [('a', '<f4')]}", 8,
         "x.npy: offset 20: found \"[('a', '<f4'\", expected a plain dtype such as '<f4'"},
        {"{'descr': '<f4}", 8,
         "x.npy: offset 63: found \"\\x0a\", expected the end of a string"},
        {"{'descr': '\\x3cf4'}", 8,
         "x.npy: offset 21: found \"\\x3cf4'}    \", expected the end of a string"},
        {"{'fortran_order': 0}", 8, "x.npy: offset 28: found \"0}          \", expected True or False"},
        {"{'fortran_order': TrueA}", 8, "x.npy: offset 28: found \"TrueA}      \", expected True or False"},
        {"{'fortran_order': TrueZ}", 8, "x.npy: offset 28: found \"TrueZ}      \", expected True or False"},
        {"{'fortran_order': Truea}", 8, "x.npy: offset 28: found \"Truea}      \", expected True or False"},
        {"{'fortran_order': Truez}", 8, "x.npy: offset 28: found \"Truez}      \", expected True or False"},
        {"{'fortran_order': Falsey}", 8,
         "x.npy: offset 28: found \"Falsey}     \", expected True or False"},
        {"{'shape': 3}", 8, "x.npy: offset 20: found \"3}          \", expected a tuple"},
        {"{'shape': (3)}", 8,
         "x.npy: offset 23: found \"}           \", expected a tuple: a comma after its only number"},
        {"{'shape': (-1, 2)}", 8,
         "x.npy: offset 21: found \"-1, 2)}     \", expected a number of elements or )"},
        {"{'shape': (1 2)}", 8, "x.npy: offset 23: found \"2)}         \", expected , or )"},
        {"{'shape': (1, 2", 8, "x.npy: offset 64: found the end of the header, expected , or )"},
        {"{'shape': (18446744073709551616, 1)}", 8,
         "x.npy: offset 21: found \"184467440737\", expected a number below 2^64"},
        {DICT("<f4", "False", "(1, 2)"), 7,
         "x.npy: offset 128: found 7 bytes of data, expected 8 for this shape and dtype"},
        {DICT("<f4", "False", "(1, 2)"), 9,
         "x.npy: offset 128: found 9 bytes of data, expected 8 for this shape and dtype"},
        {DICT("<f4", "False", "(16777216, 127)"), 8,
         "x.npy: offset 128: found 8 bytes of data, expected 8522825728 for this shape and dtype"},
        {DICT("<f4", "False", "(16777216, 16777216, 16777216, 16777216)"), 8,
         "x.npy: shape: found more than 2147483647 elements, expected at most that"},
        {DICT("<f8", "False", "(16777216, 129)"), 8,
         "x.npy: shape: found more than 2147483647 elements, expected at most that"},
        {DICT("<f4", "False", "(18446744073709551615, 2)"), 8,
         "x.npy: shape, axis 0: found 18446744073709551615, expected 1 to 16777216"},
        {DICT("<f4", "False", "(2, 0)"), 0, "x.npy: shape, axis 1: found 0, expected 1 to 16777216"},
        {DICT("<f4", "False", "()"), 4, "x.npy: shape: found 0 axes, expected 2, 3 or 4"},
        {DICT("<f4", "False", "(2,)"), 8, "x.npy: shape: found 1 axis, expected 2, 3 or 4"},
        {DICT("<f4", "False", "(1, 1, 1, 1, 2)"), 8,
         "x.npy: shape: found 5 axes, expected 2, 3 or 4"},
#define DTYPE_TEXT(found) "x.npy: descr: found '" found "', expected float16, float32, float64 " \
                          "or int8 (f2, f4 or f8 after < or >; |i1)"
        {DICT("<i2", "False", "(1, 2)"), 4, DTYPE_TEXT("<i2")},
        {DICT("|u1", "False", "(1, 2)"), 2, DTYPE_TEXT("|u1")},
        {DICT("|b1", "False", "(1, 2)"), 2, DTYPE_TEXT("|b1")},
        {DICT("=f4", "False", "(1, 2)"), 8, DTYPE_TEXT("=f4")},
        {DICT("f4", "False", "(1, 2)"), 8, DTYPE_TEXT("f4")},
        {DICT("", "False", "(1, 2)"), 8, DTYPE_TEXT("")},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ta_tensor t;
        file f = make(1, cases[i].dict, zeros, cases[i].data);
        memset(&t, 0xa5, sizeof t);
        assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT, cases[i].text);
        assert_null(t.f);
    }
}

/* A header of exactly this text, without padding; no data. */
static file bare(const char *header)
{
    file f;
    memset(&f, 0, sizeof f);
    memcpy(f.bytes, "\x93NUMPY\x01", 7);
    f.bytes[8] = (unsigned char)strlen(header);
    memcpy(f.bytes + 10, header, strlen(header));
    f.size = 10 + strlen(header);
    return f;
}

/* The header ends inside of each of its parts. */
static void header_ends(void **state)
{
#define END "found the end of the header, expected "
    static const struct {
        const char *header, *text;
    } cases[] = {
        {"", "x.npy: offset 10: " END "{"},
        {"{", "x.npy: offset 11: " END "a key or }"},
        {"{b", "x.npy: offset 11: found \"b\", expected a key or }"},
        {"{'des", "x.npy: offset 15: " END "the end of a string"},
        {"{'descr'", "x.npy: offset 18: " END ":"},
        {"{'descr':", "x.npy: offset 19: " END "a plain dtype such as '<f4'"},
        {"{'descr': u", "x.npy: offset 20: found \"u\", expected a plain dtype such as '<f4'"},
        {"{'descr': '<f4'", "x.npy: offset 25: " END ", or }"},
        {"{'fortran_order':", "x.npy: offset 27: " END "True or False"},
        {"{'fortran_order': Tru", "x.npy: offset 28: found \"Tru\", expected True or False"},
        {"{'fortran_order': True", "x.npy: offset 32: " END ", or }"},
        {"{'shape':", "x.npy: offset 19: " END "a tuple"},
        {"{'shape': (", "x.npy: offset 21: " END "a number of elements or )"},
        {"{'shape': (a", "x.npy: offset 21: found \"a\", expected a number of elements or )"},
        {"{'shape': (/", "x.npy: offset 21: found \"/\", expected a number of elements or )"},
        {"{'shape': (:", "x.npy: offset 21: found \":\", expected a number of elements or )"},
        {"{'shape': (1", "x.npy: offset 22: " END ", or )"},
        {"{'shape': (1L", "x.npy: offset 23: " END ", or )"},
        {"{'shape': (1,", "x.npy: offset 23: " END "a number of elements or )"},
        {"{'shape': (1,)", "x.npy: offset 24: " END ", or }"},
        {"{'shape': (18446744073709551615,)", "x.npy: offset 43: " END ", or }"},
        {"{}", "x.npy: header: found no 'descr', expected 'descr', 'fortran_order' and 'shape'"},
        {"{\x1f", "x.npy: offset 11: found \"\\x1f\", expected a key or }"},
        {"{'a\x1f'", "x.npy: offset 13: found \"\\x1f'\", expected the end of a string"},
        {"{\"descr' \"", "x.npy: offset 11: found \"\"descr' \"\", expected 'descr', 'fortran_order' "
                         "and 'shape', each once"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ta_tensor t;
        file f = bare(cases[i].header);
        assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT, cases[i].text);
    }
}

static void too_many_axes(void **state)
{
    char dict[256] = "{'shape': (";
    ta_tensor t;
    (void)state;
    for (int i = 0; i < 33; i++)
        strcat(dict, "1,");
    strcat(dict, ")}");
    file f = make(1, dict, "", 0);
    assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT,
                 "x.npy: offset 86: found \",)}         \", expected at most 32 axes");
}

static void malformed_prefix(void **state)
{
    ta_tensor t;
    file f;
    (void)state;
    assert_fails(ta_npy_read("PK\x03\x04 zip", 8, "x.npy", &t, error), TA_ERROR_INPUT,
                 "x.npy: offset 0: found \"PK\\x03\\x04 z\", expected \\x93NUMPY (a .npy file)");
    assert_fails(ta_npy_read("\x93NUMPX\x01\x00\x00\x00", 10, "x.npy", &t, error), TA_ERROR_INPUT,
                 "x.npy: offset 0: found \"\\x93NUMPX\", expected \\x93NUMPY (a .npy file)");
    assert_fails(ta_npy_read("", 0, "x.npy", &t, error), TA_ERROR_INPUT,
                 "x.npy: offset 0: found \"\", expected \\x93NUMPY (a .npy file)");
    f = make(1, DICT("<f4", "False", "(1, 2)"), "12345678", 8);
    f.size = 6;
    assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT,
                 "x.npy: offset 6: found the end of the file, expected a version");
    f.size = 5;
    assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT,
                 "x.npy: offset 0: found \"\\x93NUMP\", expected \\x93NUMPY (a .npy file)");
    f.size = 9;
    assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT,
                 "x.npy: offset 6: found the end of the file, expected a version");
    f.size = 100;
    assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT,
                 "x.npy: offset 8: found a header of 118 bytes, expected at most the 90 that "
                 "follow");
    f.bytes[6] = 4;
    assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT,
                 "x.npy: offset 6: found version 4.0, expected 1.0, 2.0 or 3.0");
    f.bytes[6] = 0;
    assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT,
                 "x.npy: offset 6: found version 0.0, expected 1.0, 2.0 or 3.0");
    f.bytes[6] = 1;
    f.bytes[7] = 1;
    assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT,
                 "x.npy: offset 6: found version 1.1, expected 1.0, 2.0 or 3.0");
    f = make(2, DICT("<f4", "False", "(1, 2)"), "12345678", 8);
    f.size = 11;
    assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT,
                 "x.npy: offset 8: found the end of the file, expected a header length");
    f.size = 136;
    f.bytes[11] = 0xff;
    assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT,
                 "x.npy: offset 8: found a header of 4278190196 bytes, expected at most the 124 "
                 "that follow");
}

/* Every cut of a good file is an error, never a read too far. */
static void truncated_anywhere(void **state)
{
    static const float data[6] = {1, 2, 3, 4, 5, 6};
    file f = make(1, DICT("<f4", "False", "(2, 3)"), data, sizeof data);
    (void)state;
    for (size_t whole = f.size, size = 0; size < whole; size++) {
        ta_tensor t;
        f.size = size;
        assert_int_equal(read_file(&f, &t, NULL), TA_ERROR_INPUT);
    }
}

static void not_finite(void **state)
{
    float data[12] = {0};
    double wide[4] = {0, 0, 0, (double)-INFINITY};
    unsigned short half[4] = {0, 0x7c00, 0, 0};
    ta_tensor t;
    file f;
    (void)state;
    data[9] = NAN;
    f = make(1, DICT("<f4", "False", "(2, 2, 3)"), data, sizeof data);
    assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT,
                 "x.npy: element [1, 1, 0]: found nan, expected a finite number");
    assert_null(t.f);
    f = make(1, DICT("<f4", "True", "(2, 2, 3)"), data, sizeof data);
    assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT,
                 "x.npy: element [1, 0, 2]: found nan, expected a finite number");
    data[0] = INFINITY;
    f = make(1, DICT("<f4", "False", "(2, 2, 3)"), data, sizeof data);
    assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT,
                 "x.npy: element [0, 0, 0]: found inf, expected a finite number");
    f = make(1, DICT("<f8", "False", "(2, 2)"), wide, sizeof wide);
    assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT,
                 "x.npy: element [1, 1]: found -inf, expected a finite number");
    f = make(1, DICT("<f2", "False", "(1, 1, 2, 2)"), half, sizeof half);
    assert_fails(read_file(&f, &t, error), TA_ERROR_INPUT,
                 "x.npy: element [0, 0, 0, 1]: found inf, expected a finite number");
}

static void writer(void **state)
{
    static const float values[6] = {1, -2, 3.5f, 0, 5, -6};
    static const int16_t words[4] = {-32768, -1, 0x1234, 32767};
    static const int shape[4] = {1, 2, 1, 3};
    static const int vector[1] = {4};
    static const char dict[] = "{'descr': '<i2', 'fortran_order': False, 'shape': (4,), }";
    unsigned char *bytes;
    size_t size;
    ta_tensor t;
    (void)state;
    assert_ok(ta_npy_encode(TA_F32, 4, shape, values, &bytes, &size, error));
    assert_int_equal(size, 128 + 24);
    assert_ok(ta_npy_read(bytes, size, "y.npy", &t, error));
    assert_int_equal(t.rank, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(t.shape[i], shape[i]);
    for (int i = 0; i < 6; i++)
        assert_true(t.f[i] == (double)values[i]);
    ta_tensor_free(&t);
    free(bytes);

    assert_ok(ta_npy_encode(TA_I16, 1, vector, words, &bytes, &size, error));
    assert_int_equal(size, 128 + 8);
    assert_memory_equal(bytes, "\x93NUMPY\x01\x00\x76\x00", 10);
    assert_memory_equal(bytes + 10, dict, sizeof dict - 1);
    for (size_t i = 10 + sizeof dict - 1; i < 127; i++)
        assert_int_equal(bytes[i], ' ');
    assert_int_equal(bytes[127], '\n');
    assert_memory_equal(bytes + 128, "\x00\x80\xff\xff\x34\x12\xff\x7f", 8);
    free(bytes);

    static const int huge[4] = {1 << 24, 1 << 24, 1 << 24, 1 << 24};
    assert_fails(ta_npy_encode(TA_F32, 4, huge, values, &bytes, &size, error), TA_ERROR_INPUT,
                 "not enough memory for an array of shape (16777216, 16777216, 16777216, 16777216)");
}

/* As much as fits, and its end. */
static void shape_text(void **state)
{
    static const int shape[3] = {8, 40, 15};
    char text[64];
    (void)state;
    assert_string_equal(ta_shape_text(text, sizeof text, 3, shape), "(8, 40, 15)");
    assert_string_equal(ta_shape_text(text, sizeof text, 1, shape), "(8,)");
    assert_string_equal(ta_shape_text(text, 12, 3, shape), "(8, 40, 15)");
    memset(text, 'x', sizeof text);
    assert_string_equal(ta_shape_text(text, 6, 3, shape), "(8)");
    assert_int_equal(text[6], 'x');
}

/* A stream is read as far as its header says; nothing more of one that is refused. */
static void endless(void **state)
{
    (void)state;
    file f = make(1, DICT("<f4", "False", "(200, 300)"), NULL, 0);
    assert_int_equal(ta_npy_most(f.bytes, f.size), f.size + 4 * 200 * 300 + 1);
    f = make(1, DICT("<f4", "False", "(4, 4)"), NULL, 0);
    assert_int_equal(ta_npy_most(f.bytes, sizeof f.bytes), f.size + 65);
    f = make(1, DICT("<f4", "False", "(16777217, 2)"), NULL, 0);
    assert_int_equal(ta_npy_most(f.bytes, f.size), f.size);
    f.bytes[0] = 'x';
    assert_int_equal(ta_npy_most(f.bytes, f.size), f.size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dtypes_and_byte_orders), cmocka_unit_test(fortran_order),
        cmocka_unit_test(int8_full_range),        cmocka_unit_test(every_float16),
        cmocka_unit_test(malformed),              cmocka_unit_test(too_many_axes),
        cmocka_unit_test(malformed_prefix),       cmocka_unit_test(truncated_anywhere),
        cmocka_unit_test(not_finite),             cmocka_unit_test(writer),
        cmocka_unit_test(endless),
        cmocka_unit_test(header_ends),            cmocka_unit_test(shape_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
