/* SPDX-License-Identifier: MIT */
#include "host/npy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANK_LIMIT = 32 }; /* axes that the header parser keeps; ta_tensor_new wants 2 to 4 */

/* The header is the text of a Python dictionary:
 * {'descr': '<f4', 'fortran_order': False, 'shape': (8, 40, 15), } */
typedef struct parser {
    const unsigned char *bytes; /* the whole file, so that positions are file offsets */
    size_t at;
    size_t end; /* end of the header */
    const char *name;
    ta_error *error;
} parser;

typedef struct text {
    const unsigned char *s;
    size_t n;
} text;

static int is(text t, const char *s)
{
    return t.n == strlen(s) && memcmp(t.s, s, t.n) == 0;
}

static int fail_at(const parser *p, const char *expected)
{
    char found[32];
    if (p->at >= p->end)
        return ta_fail(p->error, TA_ERROR_INPUT,
                       "%s: offset %zu: found the end of the header, expected %s", p->name,
                       p->at, expected);
    size_t n = p->end - p->at;
    return ta_fail(p->error, TA_ERROR_INPUT, "%s: offset %zu: found \"%s\", expected %s",
                   p->name, p->at, ta_printable(found, sizeof found, p->bytes + p->at,
                                                n < 12 ? n : 12), expected);
}

static void skip_space(parser *p)
{
    while (p->at < p->end && (p->bytes[p->at] == ' ' || p->bytes[p->at] == '\t' ||
                              p->bytes[p->at] == '\n' || p->bytes[p->at] == '\r'))
        p->at++;
}

/* Takes c, after white space; 0: it is not there. */
static int accept(parser *p, char c)
{
    skip_space(p);
    if (p->at >= p->end || p->bytes[p->at] != (unsigned char)c)
        return 0;
    p->at++;
    return 1;
}

/* 'x' or "x", with an optional prefix b or u; no escapes. */
static int parse_string(parser *p, text *t, const char *expected)
{
    skip_space(p);
    size_t start = p->at;
    if (p->at < p->end && (p->bytes[p->at] == 'b' || p->bytes[p->at] == 'u'))
        p->at++;
    if (p->at >= p->end || (p->bytes[p->at] != '\'' && p->bytes[p->at] != '"')) {
        p->at = start;
        return fail_at(p, expected);
    }
    unsigned char quote = p->bytes[p->at++];
    t->s = p->bytes + p->at;
    while (p->at < p->end && p->bytes[p->at] != quote && p->bytes[p->at] != '\\' &&
           p->bytes[p->at] >= 0x20)
        p->at++;
    if (p->at >= p->end || p->bytes[p->at] != quote)
        return fail_at(p, "the end of a string");
    t->n = (size_t)(p->bytes + p->at - t->s);
    p->at++;
    return TA_OK;
}

/* Letters, perhaps none. */
static void parse_word(parser *p, text *t)
{
    t->s = p->bytes + p->at;
    while (p->at < p->end && ((p->bytes[p->at] >= 'A' && p->bytes[p->at] <= 'Z') ||
                              (p->bytes[p->at] >= 'a' && p->bytes[p->at] <= 'z')))
        p->at++;
    t->n = (size_t)(p->bytes + p->at - t->s);
}

/* A tuple of non-negative integers; a trailing comma is required for one axis and allowed
 * for more; an L after a number is Python 2's. */
static int parse_shape(parser *p, int *rank, uint64_t *shape)
{
    int comma = 1;
    *rank = 0;
    if (!accept(p, '('))
        return fail_at(p, "a tuple");
    while (!accept(p, ')')) {
        uint64_t x = 0;
        if (!comma || p->at >= p->end || p->bytes[p->at] < '0' || p->bytes[p->at] > '9')
            return fail_at(p, comma ? "a number of elements or )" : ", or )");
        size_t digits = p->at;
        while (p->at < p->end && p->bytes[p->at] >= '0' && p->bytes[p->at] <= '9') {
            uint64_t digit = (uint64_t)(p->bytes[p->at] - '0');
            if (x > (UINT64_MAX - digit) / 10) {
                p->at = digits;
                return fail_at(p, "a number below 2^64");
            }
            x = x * 10 + digit;
            p->at++;
        }
        if (p->at < p->end && p->bytes[p->at] == 'L')
            p->at++;
        if (*rank == RANK_LIMIT)
            return fail_at(p, "at most 32 axes");
        shape[(*rank)++] = x;
        comma = accept(p, ',');
    }
    if (*rank == 1 && !comma)
        return fail_at(p, "a tuple: a comma after its only number");
    return TA_OK;
}

/* The dtype of '<f4' and the like; -1: not one that is read. */
static int parse_descr(text descr, int *big_endian)
{
    static const struct {
        const char *code;
        int dtype;
    } codes[] = {{"f2", TA_F16}, {"f4", TA_F32}, {"f8", TA_F64}, {"i1", TA_I8}};
    char order = '|';
    if (descr.n == 3) {
        order = (char)descr.s[0];
        descr.s++;
        descr.n--;
    }
    if (order != '<' && order != '>' && order != '|')
        return -1;
    *big_endian = order == '>';
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (is(descr, codes[i].code))
            return order == '|' && codes[i].dtype != TA_I8 ? -1 : codes[i].dtype;
    return -1;
}

typedef struct header {
    text descr;
    int fortran;
    int rank;
    uint64_t shape[RANK_LIMIT];
} header;

static int parse_header(parser *p, header *h)
{
    static const char *const keys[] = {"descr", "fortran_order", "shape"};
    int seen = 0; /* one bit a key */
    int comma = 1;
    if (!accept(p, '{'))
        return fail_at(p, "{");
    while (!accept(p, '}')) {
        text key;
        text word;
        int k = 0;
        int status;
        if (!comma)
            return fail_at(p, ", or }");
        size_t start = p->at; /* behind white space, as accept leaves it */
        if ((status = parse_string(p, &key, "a key or }")))
            return status;
        while (k < 3 && !is(key, keys[k]))
            k++;
        if (k == 3 || seen >> k & 1) {
            p->at = start;
            return fail_at(p, "'descr', 'fortran_order' and 'shape', each once");
        }
        seen |= 1 << k;
        if (!accept(p, ':'))
            return fail_at(p, ":");
        if (k == 0) {
            if ((status = parse_string(p, &h->descr, "a plain dtype such as '<f4'")))
                return status;
        } else if (k == 1) {
            skip_space(p);
            start = p->at;
            parse_word(p, &word);
            if (!is(word, "True") && !is(word, "False")) {
                p->at = start;
                return fail_at(p, "True or False");
            }
            h->fortran = is(word, "True");
        } else if ((status = parse_shape(p, &h->rank, h->shape))) {
            return status;
        }
        comma = accept(p, ',');
    }
    skip_space(p);
    if (p->at < p->end)
        return fail_at(p, "only white space after the dictionary");
    for (int k = 0; k < 3; k++)
        if (!(seen >> k & 1))
            return ta_fail(p->error, TA_ERROR_INPUT,
                           "%s: header: found no '%s', expected 'descr', 'fortran_order' "
                           "and 'shape'", p->name, keys[k]);
    return TA_OK;
}

/* The header with what follows from it. */
typedef struct head {
    parser p; /* p.end: where the data begin */
    header h;
    int dtype, big_endian;
    uint64_t data; /* bytes of data; 0: a rank or dimension that ta_tensor_new refuses */
} head;

static int read_head(const unsigned char *bytes, size_t size, const char *name, head *r, ta_error *error)
{
    static const unsigned char magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
    char found[64];
    memset(r, 0, sizeof *r);
    if (size < 6 || memcmp(bytes, magic, 6) != 0)
        return ta_fail(error, TA_ERROR_INPUT,
                       "%s: offset 0: found \"%s\", expected \\x93NUMPY (a .npy file)", name,
                       ta_printable(found, sizeof found, bytes, size < 6 ? size : 6));
    if (size < 10)
        return ta_fail(error, TA_ERROR_INPUT,
                       "%s: offset 6: found the end of the file, expected a version", name);
    if (bytes[6] < 1 || bytes[6] > 3 || bytes[7] != 0)
        return ta_fail(error, TA_ERROR_INPUT,
                       "%s: offset 6: found version %d.%d, expected 1.0, 2.0 or 3.0", name,
                       bytes[6], bytes[7]);
    size_t start = bytes[6] == 1 ? 10 : 12;
    uint64_t length = bytes[8] | (uint64_t)bytes[9] << 8;
    if (size < start)
        return ta_fail(error, TA_ERROR_INPUT,
                       "%s: offset 8: found the end of the file, expected a header length",
                       name);
    if (bytes[6] > 1)
        length |= (uint64_t)bytes[10] << 16 | (uint64_t)bytes[11] << 24;
    if (length > size - start)
        return ta_fail(error, TA_ERROR_INPUT,
                       "%s: offset 8: found a header of %" PRIu64
                       " bytes, expected at most the %zu that follow", name, length,
                       size - start);
    r->p = (parser){bytes, start, start + (size_t)length, name, error};
    int status = parse_header(&r->p, &r->h);
    if (status)
        return status;
    r->dtype = parse_descr(r->h.descr, &r->big_endian);
    if (r->dtype < 0)
        return ta_fail(error, TA_ERROR_INPUT,
                       "%s: descr: found '%s', expected float16, float32, float64 or int8 "
                       "(f2, f4 or f8 after < or >; |i1)", name,
                       ta_printable(found, sizeof found, r->h.descr.s, r->h.descr.n));
    uint64_t data = ta_dtype_size(r->dtype);
    int fits = r->h.rank >= 2 && r->h.rank <= TA_RANK_MAX;
    for (int i = 0; fits && i < r->h.rank; i++) {
        fits = r->h.shape[i] >= 1 && r->h.shape[i] <= TA_DIM_MAX &&
               data <= (uint64_t)TA_COUNT_MAX * 8 / r->h.shape[i];
        if (fits)
            data *= r->h.shape[i];
    }
    r->data = fits ? data : 0;
    return TA_OK;
}

size_t ta_npy_most(const void *bytes, size_t size)
{
    head r;
    if (read_head(bytes, size, "", &r, NULL) || !r.data || r.data >= SIZE_MAX - r.p.end)
        return size;
    return r.p.end + (size_t)r.data + 1; /* one too many shows */
}

int ta_npy_read(const void *data, size_t size, const char *name, ta_tensor *tensor,
                ta_error *error)
{
    const unsigned char *bytes = data;
    head r;
    memset(tensor, 0, sizeof *tensor);
    int status = read_head(bytes, size, name, &r, error);
    if (status)
        return status;
    /* The size is compared before anything is allocated. */
    if (r.data && r.data != size - r.p.end)
        return ta_fail(error, TA_ERROR_INPUT,
                       "%s: offset %zu: found %zu bytes of data, expected %" PRIu64
                       " for this shape and dtype", name, r.p.end, size - r.p.end, r.data);
    if ((status = ta_tensor_new(tensor, name, r.dtype, r.h.rank, r.h.shape, error)))
        return status;
    if ((status = ta_tensor_decode(tensor, bytes + r.p.end, r.big_endian, r.h.fortran, error)))
        ta_tensor_free(tensor);
    return status;
}

int ta_npy_encode(int dtype, int rank, const int *shape, const void *data,
                  unsigned char **bytes, size_t *size, ta_error *error)
{
    char dims[64];
    char dict[128];
    uint64_t count = 1;
    size_t element = ta_dtype_size(dtype);
    int fits = 1;
    ta_shape_text(dims, sizeof dims, rank, shape);
    int n = snprintf(dict, sizeof dict, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
                     dtype == TA_F32 ? "<f4" : "<i2", dims);
    size_t start = (10 + (size_t)n + 1 + 63) / 64 * 64;
    for (int i = 0; fits && i < rank; i++) {
        fits = count <= (SIZE_MAX / 2 - start) / element / (uint64_t)shape[i];
        count *= (uint64_t)shape[i];
    }
    size_t data_size = (size_t)count * element;
    unsigned char *b = fits ? malloc(start + data_size) : NULL;
    if (!b)
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory for an array of shape %s", dims);
    memcpy(b, "\x93NUMPY\x01\x00", 8);
    b[8] = (unsigned char)((start - 10) & 255);
    b[9] = (unsigned char)((start - 10) >> 8);
    memset(b + 10, ' ', start - 10);
    memcpy(b + 10, dict, (size_t)n);
    b[start - 1] = '\n';
    for (size_t i = 0; i < (size_t)count; i++) {
        uint32_t bits = 0;
        if (dtype == TA_F32)
            memcpy(&bits, (const float *)data + i, 4);
        else
            bits = (uint16_t)((const int16_t *)data)[i];
        for (size_t k = 0; k < element; k++)
            b[start + i * element + k] = (unsigned char)(bits >> (8 * k) & 255);
    }
    *bytes = b;
    *size = start + data_size;
    return TA_OK;
}
