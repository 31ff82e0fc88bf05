/* SPDX-License-Identifier: MIT
 *
 * Layout: header length (8 bytes, little endian), header (JSON, padded with spaces), data.
 * The JSON has a fixed form, so the parser is one function a level and needs no stack:
 * {"__metadata__": {"key": "value", ...},
 *  "name": {"dtype": "F16", "shape": [12, 16, 32], "data_offsets": [0, 12288]}, ...} */
#include "host/safetensors.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_MAX = 100000000 }; /* the format's own limit */

typedef struct parser {
    const unsigned char *bytes; /* the whole file, so that positions are file offsets */
    size_t at;
    size_t end; /* end of the header */
    const char *name;
    ta_error *error;
    char *strings; /* unescaped strings; never longer than the header */
    size_t used;
    ta_safetensors_entry *entries;
    size_t count;
    size_t capacity;
} parser;

static int fail_at(const parser *p, const char *expected)
{
    char found[40];
    if (p->at >= p->end)
        return ta_fail(p->error, TA_ERROR_INPUT,
                       "%s: offset %zu: found the end of the header, expected %s", p->name,
                       p->at, expected);
    size_t n = p->end - p->at;
    return ta_fail(p->error, TA_ERROR_INPUT, "%s: offset %zu: found \"%s\", expected %s",
                   p->name, p->at, ta_printable(found, sizeof found, p->bytes + p->at,
                                                n < 16 ? n : 16), expected);
}

static int fail_memory(const parser *p)
{
    return ta_fail(p->error, TA_ERROR_INPUT, "%s: not enough memory for the header", p->name);
}

static void skip_space(parser *p)
{
    while (p->at < p->end && (p->bytes[p->at] == ' ' || p->bytes[p->at] == '\t' ||
                              p->bytes[p->at] == '\n' || p->bytes[p->at] == '\r'))
        p->at++;
}

static int accept(parser *p, char c)
{
    skip_space(p);
    if (p->at >= p->end || p->bytes[p->at] != (unsigned char)c)
        return 0;
    p->at++;
    return 1;
}

/* Length of the UTF-8 sequence at s (no overlong form, no surrogate, at most U+10FFFF);
 * 0: it is none. */
static size_t utf8_length(const unsigned char *s, size_t n)
{
    unsigned char low = 0x80;
    unsigned char high = 0xbf;
    size_t length;
    if (s[0] < 0x80)
        return 1;
    if (s[0] >= 0xc2 && s[0] <= 0xdf)
        length = 2;
    else if (s[0] >= 0xe0 && s[0] <= 0xef)
        length = 3;
    else if (s[0] >= 0xf0 && s[0] <= 0xf4)
        length = 4;
    else
        return 0;
    if (s[0] == 0xe0)
        low = 0xa0;
    if (s[0] == 0xed)
        high = 0x9f;
    if (s[0] == 0xf0)
        low = 0x90;
    if (s[0] == 0xf4)
        high = 0x8f;
    if (n < length || s[1] < low || s[1] > high)
        return 0;
    for (size_t i = 2; i < length; i++)
        if (s[i] < 0x80 || s[i] > 0xbf)
            return 0;
    return length;
}

/* The four digits of \uXXXX; -1: they are none. */
static long parse_hex4(parser *p)
{
    long x = 0;
    if (p->end - p->at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        int c = p->bytes[p->at + (size_t)i];
        int digit = c >= '0' && c <= '9' ? c - '0'
                  : c >= 'a' && c <= 'f' ? c - 'a' + 10
                  : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (digit < 0)
            return -1;
        x = x * 16 + digit;
    }
    p->at += 4;
    return x;
}

static void put(parser *p, long byte)
{
    p->strings[p->used++] = (char)(unsigned char)byte;
}

/* After \u: one character, two escapes when it is a surrogate pair. */
static int parse_unicode(parser *p)
{
    size_t start = p->at - 2;
    long c = parse_hex4(p);
    if (c >= 0xd800 && c < 0xdc00 && p->end - p->at >= 2 && p->bytes[p->at] == '\\' &&
        p->bytes[p->at + 1] == 'u') {
        p->at += 2;
        long low = parse_hex4(p);
        c = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00) : -1;
    } else if (c >= 0xd800 && c < 0xe000) {
        c = -1;
    }
    if (c < 1) {
        p->at = start;
        return fail_at(p, "an escaped character other than U+0000");
    }
    if (c < 0x80) {
        put(p, c);
    } else if (c < 0x800) {
        put(p, 0xc0 | c >> 6);
        put(p, 0x80 | (c & 63));
    } else if (c < 0x10000) {
        put(p, 0xe0 | c >> 12);
        put(p, 0x80 | (c >> 6 & 63));
        put(p, 0x80 | (c & 63));
    } else {
        put(p, 0xf0 | c >> 18);
        put(p, 0x80 | (c >> 12 & 63));
        put(p, 0x80 | (c >> 6 & 63));
        put(p, 0x80 | (c & 63));
    }
    return TA_OK;
}

static int parse_string(parser *p, const char **string, const char *expected)
{
    static const char escapes[] = "\"\"\\\\//b\bf\fn\nr\rt\t"; /* pairs: written, meant */
    if (!accept(p, '"'))
        return fail_at(p, expected);
    *string = p->strings + p->used;
    while (p->at < p->end && p->bytes[p->at] != '"') {
        const unsigned char *s = p->bytes + p->at;
        if (*s == '\\') {
            size_t e = 0;
            int status;
            if (p->end - p->at < 2)
                return fail_at(p, "an escaped character");
            while (escapes[e] && escapes[e] != (char)s[1])
                e += 2;
            if (escapes[e]) {
                put(p, escapes[e + 1]);
                p->at += 2;
            } else if (s[1] == 'u') {
                p->at += 2;
                if ((status = parse_unicode(p)))
                    return status;
            } else {
                return fail_at(p, "an escape of JSON");
            }
        } else {
            size_t n = *s < 0x20 ? 0 : utf8_length(s, p->end - p->at);
            if (!n)
                return fail_at(p, "a character in UTF-8, no control character");
            while (n--)
                put(p, p->bytes[p->at++]);
        }
    }
    if (p->at >= p->end)
        return fail_at(p, "the end of a string");
    p->at++;
    put(p, 0);
    return TA_OK;
}

/* A non-negative integer below 2^63, no leading zero, no fraction, no exponent. */
static int parse_number(parser *p, uint64_t *x)
{
    skip_space(p);
    size_t start = p->at;
    *x = 0;
    while (p->at < p->end && p->bytes[p->at] >= '0' && p->bytes[p->at] <= '9' &&
           *x < (uint64_t)INT64_MAX / 10 - 1)
        *x = *x * 10 + (uint64_t)(p->bytes[p->at++] - '0');
    int more = p->at < p->end && ((p->bytes[p->at] >= '0' && p->bytes[p->at] <= '9') ||
                                  p->bytes[p->at] == '.' || p->bytes[p->at] == 'e' ||
                                  p->bytes[p->at] == 'E');
    if (p->at == start || more || (p->bytes[start] == '0' && p->at > start + 1)) {
        p->at = start;
        return fail_at(p, "an integer from 0 to below 2^63");
    }
    return TA_OK;
}

/* [x, y, ...]: all are counted, the first `keep` kept, the product is of all. */
static int parse_numbers(parser *p, int keep, uint64_t *kept, int *count, uint64_t *product)
{
    int status;
    *count = 0;
    *product = 1;
    if (!accept(p, '['))
        return fail_at(p, "[");
    if (accept(p, ']'))
        return TA_OK;
    do {
        uint64_t x;
        if ((status = parse_number(p, &x)))
            return status;
        if (*count < keep)
            kept[*count] = x;
        (*count)++;
        *product = x && *product > UINT64_MAX / x ? UINT64_MAX : *product * x;
    } while (accept(p, ','));
    return accept(p, ']') ? TA_OK : fail_at(p, ", or ]");
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A name that stands twice among the n names; null: none.  Sorts. */
static const char *find_twice(const char **names, size_t n)
{
    qsort(names, n, sizeof *names, compare_names);
    for (size_t i = 1; i < n; i++)
        if (strcmp(names[i - 1], names[i]) == 0)
            return names[i];
    return NULL;
}

static int fail_twice(const parser *p, const char *name)
{
    char found[80];
    return ta_fail(p->error, TA_ERROR_INPUT, "%s: header: found \"%s\" twice, expected each key once",
                   p->name, ta_printable(found, sizeof found, name, strlen(name)));
}

/* Grows an array of elements of the given size so that one more fits. */
static int reserve(void **array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return 1;
    size_t wanted = *capacity ? *capacity * 2 : 16;
    void *grown = realloc(*array, wanted * size); /* below 2^31 with HEADER_MAX */
    if (!grown)
        return 0;
    *array = grown;
    *capacity = wanted;
    return 1;
}

static int parse_metadata(parser *p)
{
    const char **keys = NULL;
    void *array = NULL;
    size_t count = 0;
    size_t capacity = 0;
    int status = TA_OK;
    if (!accept(p, '{'))
        return fail_at(p, "{");
    if (accept(p, '}'))
        return TA_OK;
    do {
        const char *value = NULL;
        if (!reserve(&array, count, &capacity, sizeof *keys)) {
            status = fail_memory(p);
            break;
        }
        keys = array;
        if ((status = parse_string(p, &keys[count], "a key")))
            break;
        count++;
        if (!accept(p, ':')) {
            status = fail_at(p, ":");
            break;
        }
        if ((status = parse_string(p, &value, "a string")))
            break;
    } while (accept(p, ','));
    if (!status && !accept(p, '}'))
        status = fail_at(p, ", or }");
    if (!status) {
        const char *twice = find_twice(keys, count);
        if (twice)
            status = fail_twice(p, twice);
    }
    free(array);
    return status;
}

/* Bytes per element of every dtype of the format that has whole bytes. */
static size_t dtype_size(const char *dtype)
{
    static const struct {
        const char *name;
        size_t size;
    } sizes[] = {{"BOOL", 1}, {"U8", 1},  {"I8", 1},   {"F8_E5M2", 1}, {"F8_E4M3", 1},
                 {"I16", 2},  {"U16", 2}, {"F16", 2},  {"BF16", 2},    {"I32", 4},
                 {"U32", 4},  {"F32", 4}, {"F64", 8},  {"I64", 8},     {"U64", 8}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        if (strcmp(sizes[i].name, dtype) == 0)
            return sizes[i].size;
    return 0;
}

static int parse_entry(parser *p, ta_safetensors_entry *e)
{
    static const char *const fields[] = {"dtype", "shape", "data_offsets"};
    int seen = 0; /* one bit a field */
    int status;
    uint64_t elements = 0;
    char name[80];
    ta_printable(name, sizeof name, e->name, strlen(e->name));
    if (!accept(p, '{'))
        return fail_at(p, "{");
    do {
        const char *field = "";
        int f = 0;
        skip_space(p);
        size_t start = p->at;
        if ((status = parse_string(p, &field, "a field of the tensor")))
            return status;
        while (f < 3 && strcmp(field, fields[f]) != 0)
            f++;
        if (f == 3 || seen >> f & 1) {
            p->at = start;
            return fail_at(p, "\"dtype\", \"shape\" and \"data_offsets\", each once");
        }
        seen |= 1 << f;
        if (!accept(p, ':'))
            return fail_at(p, ":");
        if (f == 0) {
            status = parse_string(p, &e->dtype, "a string");
        } else if (f == 1) {
            status = parse_numbers(p, TA_RANK_MAX, e->shape, &e->rank, &elements);
        } else {
            uint64_t offsets[2] = {0, 0};
            uint64_t product;
            int count;
            skip_space(p);
            start = p->at;
            status = parse_numbers(p, 2, offsets, &count, &product);
            if (!status && (count != 2 || offsets[0] > offsets[1])) {
                p->at = start;
                status = fail_at(p, "[begin, end] with begin <= end");
            }
            e->begin = offsets[0];
            e->end = offsets[1];
        }
        if (status)
            return status;
    } while (accept(p, ','));
    if (!accept(p, '}'))
        return fail_at(p, ", or }");
    for (int f = 0; f < 3; f++)
        if (!(seen >> f & 1))
            return ta_fail(p->error, TA_ERROR_INPUT,
                           "%s:%s: header: found no \"%s\", expected \"dtype\", \"shape\" "
                           "and \"data_offsets\"", p->name, name, fields[f]);
    size_t size = dtype_size(e->dtype);
    if (size && (elements > UINT64_MAX / size || e->end - e->begin != elements * size))
        return ta_fail(p->error, TA_ERROR_INPUT,
                       "%s:%s: data_offsets: found %" PRIu64 " bytes, expected %" PRIu64
                       " elements of %zu bytes", p->name, name, e->end - e->begin, elements,
                       size);
    return TA_OK;
}

static int parse_header(parser *p)
{
    int metadata = 0;
    int status;
    void *array = NULL;
    if (p->bytes[p->at] != '{') /* no white space before it */
        return fail_at(p, "{");
    p->at++;
    if (!accept(p, '}')) {
        do {
            const char *key = "";
            if ((status = parse_string(p, &key, "the name of a tensor")))
                return status;
            if (!accept(p, ':'))
                return fail_at(p, ":");
            if (strcmp(key, "__metadata__") == 0) {
                if (metadata++)
                    return fail_twice(p, key);
                if ((status = parse_metadata(p)))
                    return status;
                continue;
            }
            array = p->entries;
            if (!reserve(&array, p->count, &p->capacity, sizeof *p->entries))
                return fail_memory(p);
            p->entries = array;
            ta_safetensors_entry *e = &p->entries[p->count];
            memset(e, 0, sizeof *e);
            e->name = key;
            if ((status = parse_entry(p, e)))
                return status;
            p->count++;
        } while (accept(p, ','));
        if (!accept(p, '}'))
            return fail_at(p, ", or }");
    }
    skip_space(p);
    return p->at == p->end ? TA_OK : fail_at(p, "only white space after the object");
}

static int compare_places(const void *a, const void *b)
{
    const ta_safetensors_entry *x = a;
    const ta_safetensors_entry *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* Each name once; the tensors cover the data without a hole or an overlap. */
static int check_index(parser *p, uint64_t data_size)
{
    const char **names = malloc((p->count + 1) * sizeof *names);
    char name[80];
    if (!names)
        return fail_memory(p);
    for (size_t i = 0; i < p->count; i++)
        names[i] = p->entries[i].name;
    const char *twice = find_twice(names, p->count);
    free(names);
    if (twice)
        return fail_twice(p, twice);
    if (p->count)
        qsort(p->entries, p->count, sizeof *p->entries, compare_places);
    uint64_t at = 0;
    for (size_t i = 0; i < p->count; i++) {
        const ta_safetensors_entry *e = &p->entries[i];
        ta_printable(name, sizeof name, e->name, strlen(e->name));
        if (e->begin != at)
            return ta_fail(p->error, TA_ERROR_INPUT,
                           "%s:%s: data_offsets: found a begin of %" PRIu64 ", expected %" PRIu64
                           ", the end of the tensor before it (no hole, no overlap)", p->name,
                           name, e->begin, at);
        if (e->end > data_size)
            return ta_fail(p->error, TA_ERROR_INPUT,
                           "%s:%s: data_offsets: found an end of %" PRIu64
                           ", expected at most the %" PRIu64 " bytes of data in the file",
                           p->name, name, e->end, data_size);
        at = e->end;
    }
    if (at != data_size)
        return ta_fail(p->error, TA_ERROR_INPUT,
                       "%s: found %" PRIu64 " bytes of data, expected %" PRIu64
                       ", the end of the last tensor", p->name, data_size, at);
    return TA_OK;
}

int ta_safetensors_open(const void *data, size_t size, const char *name,
                        ta_safetensors *index, ta_error *error)
{
    const unsigned char *bytes = data;
    uint64_t length = 0;
    memset(index, 0, sizeof *index);
    if (size < 8)
        return ta_fail(error, TA_ERROR_INPUT,
                       "%s: offset 0: found a file of %zu bytes, expected 8 bytes of header "
                       "length (a safetensors file)", name, size);
    for (int i = 7; i >= 0; i--)
        length = length << 8 | bytes[i];
    if (length < 2 || length > HEADER_MAX)
        return ta_fail(error, TA_ERROR_INPUT,
                       "%s: offset 0: found a header length of %" PRIu64
                       ", expected 2 to %" PRIu64 " (a safetensors file)", name, length, (uint64_t)HEADER_MAX);
    if (length > size - 8)
        return ta_fail(error, TA_ERROR_INPUT,
                       "%s: offset %zu: found the end of the file, expected a header of %" PRIu64
                       " bytes from offset 8 (a safetensors file)", name, size, length);
    parser p = {bytes, 8, 8 + (size_t)length, name, error, NULL, 0, NULL, 0, 0};
    p.strings = malloc((size_t)length);
    int status = p.strings ? parse_header(&p) : fail_memory(&p);
    if (!status)
        status = check_index(&p, size - p.end);
    if (status) {
        free(p.strings);
        free(p.entries);
        return status;
    }
    index->data = bytes + p.end;
    index->entries = p.entries;
    index->count = p.count;
    index->strings = p.strings;
    return TA_OK;
}

void ta_safetensors_close(ta_safetensors *index)
{
    free(index->strings);
    free(index->entries);
    memset(index, 0, sizeof *index);
}

/* "layer0.k, layer0.q, ... (18 in all)" */
static int fail_missing(const ta_safetensors *index, const char *file, const char *tensor,
                        ta_error *error)
{
    char wanted[80];
    char list[160] = "none";
    size_t w = 0;
    size_t i = 0;
    for (; i < index->count; i++) {
        char one[80];
        ta_printable(one, sizeof one, index->entries[i].name, strlen(index->entries[i].name));
        if (w + strlen(one) + 8 > sizeof list)
            break;
        w += (size_t)snprintf(list + w, sizeof list - w, i ? ", %s" : "%s", one);
    }
    return ta_fail(error, TA_ERROR_INPUT, "%s: found no tensor \"%s\", expected one of its %zu: %s%s",
                   file, ta_printable(wanted, sizeof wanted, tensor, strlen(tensor)),
                   index->count, list, i < index->count ? ", ..." : "");
}

int ta_safetensors_read(const ta_safetensors *index, const char *file, const char *tensor_name,
                        ta_tensor *tensor, ta_error *error)
{
    static const struct {
        const char *name;
        int dtype;
    } read[] = {{"F16", TA_F16}, {"BF16", TA_BF16}, {"F32", TA_F32}, {"F64", TA_F64},
                {"I8", TA_I8}};
    char name[TA_NAME_MAX];
    char found[40];
    size_t i = 0;
    size_t d = 0;
    memset(tensor, 0, sizeof *tensor);
    while (i < index->count && strcmp(index->entries[i].name, tensor_name) != 0)
        i++;
    if (i == index->count)
        return fail_missing(index, file, tensor_name, error);
    const ta_safetensors_entry *e = &index->entries[i];
    snprintf(name, sizeof name, "%s:", file);
    size_t w = strlen(name);
    if (w + 8 < sizeof name)
        ta_printable(name + w, sizeof name - w, tensor_name, strlen(tensor_name));
    while (d < sizeof read / sizeof read[0] && strcmp(read[d].name, e->dtype) != 0)
        d++;
    if (d == sizeof read / sizeof read[0])
        return ta_fail(error, TA_ERROR_INPUT,
                       "%s: dtype: found %s, expected F16, BF16, F32, F64 or I8", name,
                       ta_printable(found, sizeof found, e->dtype, strlen(e->dtype)));
    int status = ta_tensor_new(tensor, name, read[d].dtype, e->rank, e->shape, error);
    if (status)
        return status;
    if ((status = ta_tensor_decode(tensor, index->data + e->begin, 0, 0, error)))
        ta_tensor_free(tensor);
    return status;
}
