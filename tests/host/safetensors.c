/* SPDX-License-Identifier: MIT
 *
 * safetensors in memory: every dtype that is read, each malformed case with its exact
 * message.
 */
#include <stdio.h>
#include <stdlib.h>

#include "host/safetensors.h"
#include "testing.h"

typedef struct file {
    unsigned char *bytes; /* of exactly this size, for the sanitizer */
    size_t size;
} file;

static file make_n(const char *header, size_t length, const void *data, size_t size)
{
    file f = {malloc(8 + length + size), 8 + length + size};
    assert_non_null(f.bytes);
    for (int i = 0; i < 8; i++)
        f.bytes[i] = (unsigned char)((uint64_t)length >> (8 * i) & 255);
    memcpy(f.bytes + 8, header, length);
    if (size)
        memcpy(f.bytes + 8 + length, data, size);
    return f;
}

static file make(const char *header, const void *data, size_t size)
{
    return make_n(header, strlen(header), data, size);
}

static int read_tensor(const file *f, const char *name, ta_tensor *t, ta_error *error)
{
    ta_safetensors index;
    int status = ta_safetensors_open(f->bytes, f->size, "m.safetensors", &index, error);
    if (status)
        return status;
    status = ta_safetensors_read(&index, "m.safetensors", name, t, error);
    ta_safetensors_close(&index);
    return status;
}

static void good(void **state)
{
    /* in the order of the header, not of the data */
    static const char header[] =
        "{\"__metadata__\"\t:\r\n {\"a\":\"b\\n\\\"\", \"c\":\"\\u00e9\\ud83d\\ude00\"},\n"
        " \"f64\":{\"dtype\":\"F64\",\"shape\":[1,2],\"data_offsets\":[16,32]},"
        "\"f16\":{\"shape\":[1,1,2],\"data_offsets\":[0,4],\"dtype\":\"F16\"},"
        "\"b:f\\u0031\\u0036\":{\"dtype\":\"BF16\",\"shape\":[2,1],\"data_offsets\":[4,8]},"
        "\"f32\":{\"dtype\":\"F32\",\"shape\":[1,1,1,2],\"data_offsets\":[8,16]},"
        "\"none\":{\"dtype\":\"I64\",\"shape\":[0,7],\"data_offsets\":[16,16]},"
        "\"scalar\":{\"dtype\":\"BOOL\",\"shape\":[],\"data_offsets\":[32,33]},"
        "\"new\":{\"dtype\":\"F4\",\"shape\":[1,1,1,1,6],\"data_offsets\":[33,36]},"
        "\"i8\":{\"dtype\":\"I8\",\"shape\":[2,2],\"data_offsets\":[36,40]}}   ";
    static const unsigned char data[40] = {
        0x00, 0x3c, 0x00, 0xc0,             /* 1, -2 */
        0x80, 0x3f, 0xc8, 0xc2,             /* 1, -100 */
        0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0,    /* 1, -2 */
        0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0, /* 1, -2 */
        1, 9, 9, 9, 0x80, 0xff, 0, 0x7f,
    };
    static const struct {
        const char *name;
        int dtype;
        int rank;
        double second;
    } floats[] = {{"f16", TA_F16, 3, -2}, {"b:f16", TA_BF16, 2, -100}, {"f32", TA_F32, 4, -2},
                  {"f64", TA_F64, 2, -2}};
    file f = make(header, data, sizeof data);
    ta_tensor t;
    ta_safetensors index;
    (void)state;
    for (size_t i = 0; i < sizeof floats / sizeof floats[0]; i++) {
        assert_ok(read_tensor(&f, floats[i].name, &t, error));
        assert_int_equal(t.dtype, floats[i].dtype);
        assert_int_equal(t.rank, floats[i].rank);
        assert_int_equal(t.count, 2);
        assert_true(t.f[0] == 1 && t.f[1] == floats[i].second);
        ta_tensor_free(&t);
    }
    assert_ok(read_tensor(&f, "i8", &t, error));
    assert_string_equal(t.name, "m.safetensors:i8");
    assert_memory_equal(t.i, "\x80\xff\x00\x7f", 4);
    ta_tensor_free(&t);

    assert_ok(ta_safetensors_open(f.bytes, f.size, "m.safetensors", &index, error));
    assert_int_equal(index.count, 8);
    assert_string_equal(index.entries[0].name, "f16");
    assert_string_equal(index.entries[7].dtype, "I8");
    assert_int_equal(index.entries[6].rank, 5);
    ta_safetensors_close(&index);

    assert_fails(read_tensor(&f, "f8", &t, error), TA_ERROR_INPUT,
                 "m.safetensors: found no tensor \"f8\", expected one of its 8: f16, b:f16, f32, "
                 "none, f64, scalar, new, i8");
    assert_fails(read_tensor(&f, "new", &t, error), TA_ERROR_INPUT,
                 "m.safetensors:new: dtype: found F4, expected F16, BF16, F32, F64 or I8");
    assert_fails(read_tensor(&f, "none", &t, error), TA_ERROR_INPUT,
                 "m.safetensors:none: dtype: found I64, expected F16, BF16, F32, F64 or I8");
    free(f.bytes);
}

static void tensor_refused(void **state)
{
    static const char header[] =
        "{\"a\":{\"dtype\":\"F16\",\"shape\":[1,2],\"data_offsets\":[0,4]},"
        "\"v\":{\"dtype\":\"F16\",\"shape\":[2],\"data_offsets\":[4,8]}}";
    ta_tensor t;
    file f = make(header, "\x00\x00\x00\x7e\x00\x00\x00\x00", 8);
    (void)state;
    assert_fails(read_tensor(&f, "a", &t, error), TA_ERROR_INPUT,
                 "m.safetensors:a: element [0, 1]: found nan, expected a finite number");
    assert_null(t.f);
    assert_fails(read_tensor(&f, "v", &t, error), TA_ERROR_INPUT,
                 "m.safetensors:v: shape: found 1 axis, expected 2, 3 or 4");
    free(f.bytes);
    f = make("{}", "", 0);
    assert_fails(read_tensor(&f, "a", &t, error), TA_ERROR_INPUT,
                 "m.safetensors: found no tensor \"a\", expected one of its 0: none");
    free(f.bytes);
}

#define M "m.safetensors"
#define T(name, begin, end) "\"" name "\":{\"dtype\":\"I8\",\"shape\":[1,4],\"data_offsets\":[" \
                            begin "," end "]}"
static void malformed(void **state)
{
    static const struct {
        const char *header;
        size_t data;
        const char *text;
    } cases[] = {
        {"{\"a\":{\"dtype\":\"I8\"}", 0,
         M ":a: header: found no \"shape\", expected \"dtype\", \"shape\" and \"data_offsets\""},
        {"{\"a\":{\"shape\":[1],\"data_offsets\":[0,1]}}", 1,
         M ":a: header: found no \"dtype\", expected \"dtype\", \"shape\" and \"data_offsets\""},
        {"  ", 0, M ": offset 8: found \"  \", expected {"},
        {" {}", 0, M ": offset 8: found \" {}\", expected {"},
        {"[]", 0, M ": offset 8: found \"[]\", expected {"},
        {"{ ", 0, M ": offset 10: found the end of the header, expected the name of a tensor"},
        {"{} x", 0, M ": offset 11: found \"x\", expected only white space after the object"},
        {"{}{}", 0, M ": offset 10: found \"{}\", expected only white space after the object"},
        {"{1:2}", 0, M ": offset 9: found \"1:2}\", expected the name of a tensor"},
        {"{1:2345678901234", 0, M ": offset 9: found \"1:2345678901234\", expected the name of a tensor"},
        {"{\"a\" {}}", 0, M ": offset 13: found \"{}}\", expected :"},
        {"{\"a\":[]}", 0, M ": offset 13: found \"[]}\", expected {"},
        {"{\"a\":{}}", 0, M ": offset 14: found \"}}\", expected a field of the tensor"},
        {"{" T("a", "0", "4") ",}", 4,
         M ": offset 63: found \"}\", expected the name of a tensor"},
        {"{" T("a", "0", "4") T("b", "0", "4") "}", 4,
         M ": offset 62: found \"\"b\":{\"dtype\":\"I8\", expected , or }"},
        {"{" T("a", "0", "4") "," T("b", "4", "8") "," T("a", "8", "12") "}", 12,
         M ": header: found \"a\" twice, expected each key once"},
        {"{" T("a", "0", "4") "," T("\\u0061", "4", "8") "}", 8,
         M ": header: found \"a\" twice, expected each key once"},
        {"{\"__metadata__\":{},\"__metadata__\":{}}", 0,
         M ": header: found \"__metadata__\" twice, expected each key once"},
        {"{\"__metadata__\":{\"k\":\"1\",\"l\":\"2\",\"k\":\"3\"}}", 0,
         M ": header: found \"k\" twice, expected each key once"},
        {"{\"__metadata__\":{\"k\":1}}", 0, M ": offset 29: found \"1}}\", expected a string"},
        {"{\"__metadata__\":{\"k\":{\"l\":\"m\"}}}", 0,
         M ": offset 29: found \"{\"l\":\"m\"}}}\", expected a string"},
        {"{\"__metadata__\":[]}", 0, M ": offset 24: found \"[]}\", expected {"},
        {"{\"__metadata__\":{\"k\":\"1\"", 0,
         M ": offset 32: found the end of the header, expected , or }"},
        {"{\"__metadata__\":{\"k\"}}", 0, M ": offset 28: found \"}}\", expected :"},
        {"{\"__metadata__\":{,}}", 0, M ": offset 25: found \",}}\", expected a key"},
        {"{\"a\":{\"dtype\":7}}", 0, M ": offset 22: found \"7}}\", expected a string"},
        {"{\"a\":{\"dtype\":\"I8\",\"dtype\":\"I8\"}}", 0,
         M ": offset 27: found \"\"dtype\":\"I8\"}}\", expected \"dtype\", \"shape\" and "
         "\"data_offsets\", each once"},
        {"{\"a\":{\"type\":\"I8\"}}", 0,
         M ": offset 14: found \"\"type\":\"I8\"}}\", expected \"dtype\", \"shape\" and "
         "\"data_offsets\", each once"},
        {"{\"a\":{\"shape\":[1,-2]}}", 0,
         M ": offset 25: found \"-2]}}\", expected an integer from 0 to below 2^63"},
        {"{\"a\":{\"shape\":[01]}}", 0,
         M ": offset 23: found \"01]}}\", expected an integer from 0 to below 2^63"},
        {"{\"a\":{\"shape\":[1.0]}}", 0,
         M ": offset 23: found \"1.0]}}\", expected an integer from 0 to below 2^63"},
        {"{\"a\":{\"shape\":[1e3]}}", 0,
         M ": offset 23: found \"1e3]}}\", expected an integer from 0 to below 2^63"},
        {"{\"a\":{\"shape\":[1E3]}}", 0,
         M ": offset 23: found \"1E3]}}\", expected an integer from 0 to below 2^63"},
        {"{\"a\":{\"shape\":[", 0,
         M ": offset 23: found the end of the header, expected an integer from 0 to below 2^63"},
        {"{\"a\":{\"shape\":[1", 0, M ": offset 24: found the end of the header, expected , or ]"},
        {"{\"a\":{\"shape\":[/]}}", 0,
         M ": offset 23: found \"/]}}\", expected an integer from 0 to below 2^63"},
        {"{\"a\":{\"shape\":[:]}}", 0,
         M ": offset 23: found \":]}}\", expected an integer from 0 to below 2^63"},
        {"{\"a\":{\"shape\":[99999999999999999999]}}", 0,
         M ": offset 23: found \"9999999999999999\", expected an integer from 0 to below 2^63"},
        {"{\"a\":{\"shape\":[9223372036854775790]}}", 0,
         M ": offset 23: found \"9223372036854775\", expected an integer from 0 to below 2^63"},
        {"{\"a\":{\"shape\":[[1]]}}", 0,
         M ": offset 23: found \"[1]]}}\", expected an integer from 0 to below 2^63"},
        {"{\"a\":{\"shape\":[1,]}}", 0,
         M ": offset 25: found \"]}}\", expected an integer from 0 to below 2^63"},
        {"{\"a\":{\"shape\":[1 2]}}", 0, M ": offset 25: found \"2]}}\", expected , or ]"},
        {"{\"a\":{\"shape\":4}}", 0, M ": offset 22: found \"4}}\", expected ["},
        {"{\"a\":{\"data_offsets\":[0]}}", 0,
         M ": offset 29: found \"[0]}}\", expected [begin, end] with begin <= end"},
        {"{\"a\":{\"data_offsets\":[0,1,2]}}", 0,
         M ": offset 29: found \"[0,1,2]}}\", expected [begin, end] with begin <= end"},
        {"{\"a\":{\"data_offsets\":[4,0]}}", 0,
         M ": offset 29: found \"[4,0]}}\", expected [begin, end] with begin <= end"},
        {"{" T("a", "0", "3") "}", 3,
         M ":a: data_offsets: found 3 bytes, expected 4 elements of 1 bytes"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296,4],\"data_offsets\":[0,0]}}", 0,
         M ":a: data_offsets: found 0 bytes, expected 18446744073709551615 elements of 4 bytes"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[4611686018427387904],\"data_offsets\":[0,0]}}", 0,
         M ":a: data_offsets: found 0 bytes, expected 4611686018427387904 elements of 4 bytes"},
        {"{" T("a", "0", "4") "," T("b", "5", "9") "}", 9,
         M ":b: data_offsets: found a begin of 5, expected 4, the end of the tensor before it (no "
         "hole, no overlap)"},
        {"{" T("a", "0", "4") "," T("b", "2", "6") "}", 6,
         M ":b: data_offsets: found a begin of 2, expected 4, the end of the tensor before it (no "
         "hole, no overlap)"},
        {"{" T("a", "0", "4") "," T("b", "0", "4") "}", 4,
         M ":b: data_offsets: found a begin of 0, expected 4, the end of the tensor before it (no "
         "hole, no overlap)"},
        {"{" T("a", "1", "5") "}", 5,
         M ":a: data_offsets: found a begin of 1, expected 0, the end of the tensor before it (no "
         "hole, no overlap)"},
        {"{" T("a", "0", "4") "}", 3,
         M ":a: data_offsets: found an end of 4, expected at most the 3 bytes of data in the file"},
        {"{" T("a", "0", "4") "}", 5,
         M ": found 5 bytes of data, expected 4, the end of the last tensor"},
        {"{}", 1, M ": found 1 bytes of data, expected 0, the end of the last tensor"},
        {"{\"a", 0, M ": offset 11: found the end of the header, expected the end of a string"},
        {"{\"a\\", 0,
         M ": offset 11: found \"\\\", expected an escaped character"},
        {"{\"a\\x\"", 0, M ": offset 11: found \"\\x\"\", expected an escape of JSON"},
        {"{\"a\\\b\"", 0, M ": offset 11: found \"\\\\x08\"\", expected an escape of JSON"},
#define UNICODE(found) M ": offset 10: found \"" found "\", expected an escaped character other " \
                         "than U+0000"
        {"{\"\\u00g0\"", 0, UNICODE("\\u00g0\"")},
        {"{\"\\u00", 0, UNICODE("\\u00")},
        {"{\"\\u0000\"", 0, UNICODE("\\u0000\"")},
        {"{\"\\ud800\"", 0, UNICODE("\\ud800\"")},
        {"{\"\\ud800\\u0041\"", 0, UNICODE("\\ud800\\u0041\"")},
        {"{\"\\udc00\"", 0, UNICODE("\\udc00\"")},
        {"{\"\\udfff\"", 0, UNICODE("\\udfff\"")},
        {"{\"\\ud800", 0, UNICODE("\\ud800")},
        {"{\"\\ud800\\", 0, UNICODE("\\ud800\\")},
        {"{\"\\ud800ab\"", 0, UNICODE("\\ud800ab\"")},
        {"{\"\\ud800\\n\"", 0, UNICODE("\\ud800\\n\"")},
        {"{\"\\ud800\\ue000\"", 0, UNICODE("\\ud800\\ue000\"")},
        {"{\"\\ud800\\u00g0\"", 0, UNICODE("\\ud800\\u00g0\"")},
        {"{\"\\u00/0\"", 0, UNICODE("\\u00/0\"")},
        {"{\"\\u00:0\"", 0, UNICODE("\\u00:0\"")},
        {"{\"\\u00@0\"", 0, UNICODE("\\u00@0\"")},
        {"{\"\\u00G0\"", 0, UNICODE("\\u00G0\"")},
        {"{\"\\u00`0\"", 0, UNICODE("\\u00`0\"")},
#define UTF8(found) M ": offset 10: found \"" found "\", expected a character in UTF-8, no " \
                      "control character"
        {"{\"\n\"", 0, UTF8("\\x0a\"")},
        {"{\"\x80\"", 0, UTF8("\\x80\"")},
        {"{\"\xc0\x80\"", 0, UTF8("\\xc0\\x80\"")},
        {"{\"\xc3\"", 0, UTF8("\\xc3\"")},
        {"{\"\xe0\x9f\xbf\"", 0, UTF8("\\xe0\\x9f\\xbf\"")},
        {"{\"\xed\xa0\x80\"", 0, UTF8("\\xed\\xa0\\x80\"")},
        {"{\"\xe2\x82\"", 0, UTF8("\\xe2\\x82\"")},
        {"{\"\xf0\x8f\xbf\xbf\"", 0, UTF8("\\xf0\\x8f\\xbf\\xbf\"")},
        {"{\"\xf4\x90\x80\x80\"", 0, UTF8("\\xf4\\x90\\x80\\x80\"")},
        {"{\"\xf5\x80\x80\x80\"", 0, UTF8("\\xf5\\x80\\x80\\x80\"")},
        {"{\"\xe2\x82", 0, UTF8("\\xe2\\x82")},
        {"{\"\xe2\x82\xc0\"", 0, UTF8("\\xe2\\x82\\xc0\"")},
        {"{\"\xe2\x82\x7f\"", 0, UTF8("\\xe2\\x82\\x7f\"")},
        {"{\"\xf0\x90\x80\xc0\"", 0, UTF8("\\xf0\\x90\\x80\\xc0\"")},
        {"{\"\xc1\xbf\"", 0, UTF8("\\xc1\\xbf\"")},
        {"{\"\xbf\"", 0, UTF8("\\xbf\"")},
        {"{\"\xc2\x7f\"", 0, UTF8("\\xc2\\x7f\"")},
        {"{\"\xc2\xc0\"", 0, UTF8("\\xc2\\xc0\"")},
        {"{\"\xff\"", 0, UTF8("\\xff\"")},
        {"{\"\x1f\"", 0, UTF8("\\x1f\"")},
        {"{\"\xe2\x82\xac", 0,
         M ": offset 13: found the end of the header, expected the end of a string"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ta_safetensors index;
        file f = make(cases[i].header, "\0\0\0\0\0\0\0\0\0\0\0\0", cases[i].data);
        assert_fails(ta_safetensors_open(f.bytes, f.size, M, &index, error), TA_ERROR_INPUT,
                     cases[i].text);
        assert_null(index.entries);
        free(f.bytes);
    }
}

/* The size of each dtype is known: its bytes are as many as its elements need. */
static void every_dtype(void **state)
{
    static const struct {
        const char *name;
        int size;
    } dtypes[] = {{"BOOL", 1}, {"U8", 1}, {"I8", 1}, {"F8_E5M2", 1}, {"F8_E4M3", 1}, {"I16", 2}, {"U16", 2}, {"F16", 2},
                  {"BF16", 2}, {"I32", 4}, {"U32", 4}, {"F32", 4}, {"F64", 8}, {"I64", 8}, {"U64", 8}};
    static const char zeros[32];
    (void)state;
    for (size_t i = 0; i < sizeof dtypes / sizeof dtypes[0]; i++)
        for (int more = -1; more <= 1; more++) {
            char header[128], text[128];
            const int bytes = 3 * dtypes[i].size + more;
            ta_safetensors index;
            snprintf(header, sizeof header, "{\"a\":{\"dtype\":\"%s\",\"shape\":[3],\"data_offsets\":[0,%d]}}",
                     dtypes[i].name, bytes);
            snprintf(text, sizeof text, M ":a: data_offsets: found %d bytes, expected 3 elements of %d bytes", bytes,
                     dtypes[i].size);
            file f = make(header, zeros, (size_t)bytes);
            if (more)
                assert_fails(ta_safetensors_open(f.bytes, f.size, M, &index, error), TA_ERROR_INPUT, text);
            else
                assert_ok(ta_safetensors_open(f.bytes, f.size, M, &index, error));
            ta_safetensors_close(&index);
            free(f.bytes);
        }
}

/* A message lists names as long as there is room. */
static void listed(void **state)
{
    (void)state;
    for (int last = 50; last <= 51; last++) {
        char header[512], text[512], n[3][64];
        ta_safetensors index;
        ta_tensor t;
        for (int i = 0; i < 3; i++) {
            memset(n[i], 'a' + i, sizeof n[i]);
            n[i][i < 2 ? 50 : last] = 0;
        }
        snprintf(header, sizeof header, "{\"%s\":{\"dtype\":\"I8\",\"shape\":[1],\"data_offsets\":[0,1]},"
                 "\"%s\":{\"dtype\":\"I8\",\"shape\":[1],\"data_offsets\":[1,2]},"
                 "\"%s\":{\"dtype\":\"I8\",\"shape\":[1],\"data_offsets\":[2,3]}}", n[0], n[1], n[2]);
        snprintf(text, sizeof text, M ": found no tensor \"x\", expected one of its 3: %s, %s%s%s", n[0], n[1], ", ",
                 last == 50 ? n[2] : "...");
        file f = make(header, "123", 3);
        assert_ok(ta_safetensors_open(f.bytes, f.size, M, &index, error));
        assert_fails(ta_safetensors_read(&index, M, "x", &t, error), TA_ERROR_INPUT, text);
        ta_safetensors_close(&index);
        free(f.bytes);
    }
}

/* A name with escapes is found by its UTF-8. */
static void escaped_name(void **state)
{
    ta_tensor t;
    file f = make("{" T("\\u00e9\\u20AC\\ud83d\\ude00\\/", "0", "4") "}", "1234", 4);
    (void)state;
    assert_ok(read_tensor(&f, "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80/", &t, error));
    ta_tensor_free(&t);
    free(f.bytes);
}

/* The first and the last character of every length, written out and escaped. */
static void every_length(void **state)
{
    static const struct {
        const char *written, *meant;
    } names[] = {
        {"\\u0001", "\x01"}, {"\\u007f", "\x7f"}, {"\\u0080", "\xc2\x80"}, {"\\u07ff", "\xdf\xbf"},
        {"\\u0800", "\xe0\xa0\x80"}, {"\\ud7ff", "\xed\x9f\xbf"}, {"\\ue000", "\xee\x80\x80"},
        {"\\uFFFF", "\xef\xbf\xbf"}, {"\\ud800\\udc00", "\xf0\x90\x80\x80"},
        {"\\uDBFF\\uDFFF", "\xf4\x8f\xbf\xbf"}, {"\\uabcd", "\xea\xaf\x8d"}, {"\\uABCD", "\xea\xaf\x8d"},
        {"\\u0f1A", "\xe0\xbc\x9a"}, {"\\ud9a5\\ude7b", "\xf1\xb9\x99\xbb"},
        {" ", " "}, {"\x7f", "\x7f"}, {"\xc2\x80", "\xc2\x80"}, {"\xdf\xbf", "\xdf\xbf"},
        {"\xe0\xa0\x80", "\xe0\xa0\x80"}, {"\xed\x9f\xbf", "\xed\x9f\xbf"}, {"\xee\x80\x80", "\xee\x80\x80"},
        {"\xef\xbf\xbf", "\xef\xbf\xbf"}, {"\xf0\x90\x80\x80", "\xf0\x90\x80\x80"},
        {"\xf1\x80\x80\x80", "\xf1\x80\x80\x80"}, {"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},
        {"\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char header[128];
        ta_safetensors index;
        snprintf(header, sizeof header, "{\"%s\":{\"dtype\":\"I8\",\"shape\":[1,4],\"data_offsets\":[0,4]}}",
                 names[i].written);
        file f = make(header, "1234", 4);
        assert_ok(ta_safetensors_open(f.bytes, f.size, M, &index, error));
        assert_int_equal(index.count, 1);
        assert_string_equal(index.entries[0].name, names[i].meant);
        assert_string_equal(index.entries[0].dtype, "I8");
        ta_safetensors_close(&index);
        assert_null(index.entries);
        free(f.bytes);
    }
}

/* Tensors without elements stand anywhere; the order is that of the data. */
static void order(void **state)
{
#define Z(name, at) "\"" name "\":{\"dtype\":\"I8\",\"shape\":[0,4],\"data_offsets\":[" at "," at "]}"
    static const char *const headers[] = {
        "{" T("b", "0", "4") "," Z("y", "0") "," Z("x", "0") "," T("c", "4", "8") "," Z("z", "8") "}",
        "{" Z("z", "8") "," T("c", "4", "8") "," Z("x", "0") "," Z("y", "0") "," T("b", "0", "4") "}",
        "{" Z("x", "0") "," Z("y", "0") "," T("b", "0", "4") "," T("c", "4", "8") "," Z("z", "8") "}",
    };
    (void)state;
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"x", "y", "b", "c", "z"};
        ta_safetensors index;
        ta_tensor t;
        file f = make(headers[i], "12345678", 8);
        assert_ok(ta_safetensors_open(f.bytes, f.size, M, &index, error));
        assert_int_equal(index.count, 5);
        for (int k = 0; k < 5; k++)
            assert_string_equal(index.entries[k].name, names[k]);
        assert_ok(ta_safetensors_read(&index, M, "c", &t, error));
        assert_memory_equal(t.i, "5678", 4);
        ta_tensor_free(&t);
        ta_safetensors_close(&index);
        free(f.bytes);
    }
}

/* More tensors and keys than the first piece of memory holds; a message that lists some. */
static void many(void **state)
{
    char header[8192] = "{\"__metadata__\":{";
    ta_safetensors index;
    ta_tensor t;
    (void)state;
    for (int i = 0; i < 40; i++)
        sprintf(header + strlen(header), "%s\"k%d\":\"v\"", i ? "," : "", i);
    strcat(header, "}");
    for (int i = 0; i < 40; i++)
        sprintf(header + strlen(header), ",\"tensor%02d\":{\"dtype\":\"I8\",\"shape\":[1,1],\"data_offsets\":[%d,%d]}",
                i, i, i + 1);
    strcat(header, "}");
    file f = make(header, "0123456789abcdefghijklmnopqrstuvwxyzABCD", 40);
    assert_ok(ta_safetensors_open(f.bytes, f.size, M, &index, error));
    assert_int_equal(index.count, 40);
    for (int i = 0; i < 40; i++) {
        char name[16];
        sprintf(name, "tensor%02d", i);
        assert_ok(ta_safetensors_read(&index, M, name, &t, error));
        assert_int_equal(t.i[0], "0123456789abcdefghijklmnopqrstuvwxyzABCD"[i]);
        ta_tensor_free(&t);
    }
    assert_fails(ta_safetensors_read(&index, M, "none", &t, error), TA_ERROR_INPUT,
                 M ": found no tensor \"none\", expected one of its 40: tensor00, tensor01, tensor02, tensor03, "
                   "tensor04, tensor05, tensor06, tensor07, tensor08, tensor09, tensor10, tensor11, tensor12, "
                   "tensor13, tensor14, ...");
    ta_safetensors_close(&index);
    free(f.bytes);
}

/* A file name that leaves no place for the tensor's. */
static void long_name(void **state)
{
    char path[300];
    ta_safetensors index;
    ta_tensor t;
    file f = make("{" T("a", "0", "4") "}", "1234", 4);
    (void)state;
    memset(path, 'p', sizeof path);
    for (size_t n = 240; n < 260; n++) {
        path[n] = 0;
        assert_ok(ta_safetensors_open(f.bytes, f.size, path, &index, error));
        assert_ok(ta_safetensors_read(&index, path, "a", &t, error));
        size_t expected = n > TA_NAME_MAX - 2 ? TA_NAME_MAX - 1 : n + 1 + (n + 1 + 8 < TA_NAME_MAX);
        assert_int_equal(strlen(t.name), expected);
        ta_tensor_free(&t);
        ta_safetensors_close(&index);
        path[n] = 'p';
    }
    free(f.bytes);
}

static void malformed_length(void **state)
{
    static const char with_zero[] = "{\"a\0b\":{}}";
    ta_safetensors index;
    file f = make("{}", "", 0);
    (void)state;
    assert_fails(ta_safetensors_open(f.bytes, 7, M, &index, error), TA_ERROR_INPUT,
                 M ": offset 0: found a file of 7 bytes, expected 8 bytes of header length (a "
                   "safetensors file)");
    assert_fails(ta_safetensors_open(f.bytes, 9, M, &index, error), TA_ERROR_INPUT,
                 M ": offset 9: found the end of the file, expected a header of 2 bytes from offset 8 (a safetensors file)");
    assert_fails(ta_safetensors_open(f.bytes, 8, M, &index, error), TA_ERROR_INPUT,
                 M ": offset 8: found the end of the file, expected a header of 2 bytes from offset 8 (a safetensors file)");
    f.bytes[0] = 0;
    assert_fails(ta_safetensors_open(f.bytes, f.size, M, &index, error), TA_ERROR_INPUT,
                 M ": offset 0: found a header length of 0, expected 2 to 100000000 (a safetensors file)");
    memset(f.bytes, 0xff, 8);
    assert_fails(ta_safetensors_open(f.bytes, f.size, M, &index, error), TA_ERROR_INPUT,
                 M ": offset 0: found a header length of 18446744073709551615, expected 2 to 100000000 (a "
                   "safetensors file)");
    free(f.bytes);
    f = make_n(with_zero, sizeof with_zero - 1, "", 0);
    assert_fails(ta_safetensors_open(f.bytes, f.size, M, &index, error), TA_ERROR_INPUT,
                 M ": offset 11: found \"\\x00b\":{}}\", expected a character in UTF-8, no control "
                   "character");
    free(f.bytes);
}

/* Every cut of a good file is an error, never a read too far. */
static void truncated_anywhere(void **state)
{
    file f = make("{\"__metadata__\":{\"k\":\"\\u00e9\"}," T("a", "0", "4") "}", "1234", 4);
    (void)state;
    for (size_t size = 0; size < f.size; size++) {
        ta_safetensors index;
        unsigned char *cut = malloc(size ? size : 1);
        assert_non_null(cut);
        memcpy(cut, f.bytes, size);
        assert_int_equal(ta_safetensors_open(cut, size, M, &index, NULL), TA_ERROR_INPUT);
        if (size >= 10) { /* the same with a header length that fits */
            cut[0] = (unsigned char)(size - 8);
            assert_int_equal(ta_safetensors_open(cut, size, M, &index, NULL), TA_ERROR_INPUT);
        }
        free(cut);
    }
    free(f.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good),             cmocka_unit_test(tensor_refused),
        cmocka_unit_test(malformed),        cmocka_unit_test(malformed_length),
        cmocka_unit_test(truncated_anywhere), cmocka_unit_test(escaped_name),
        cmocka_unit_test(every_length),     cmocka_unit_test(order),
        cmocka_unit_test(many),             cmocka_unit_test(long_name),
        cmocka_unit_test(every_dtype),      cmocka_unit_test(listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
