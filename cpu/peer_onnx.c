/* SPDX-License-Identifier: MIT
 *
 * ONNX Runtime as a float32 peer, without its headers: its C interface is a table of
 * functions whose order never changes, and the model is 4 nodes.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/peer.h"

/* Places in the table OrtApi. */
enum {
    GET_ERROR_MESSAGE = 2,
    CREATE_ENV = 3,
    CREATE_SESSION_FROM_ARRAY = 8,
    RUN = 9,
    CREATE_SESSION_OPTIONS = 10,
    SET_GRAPH_OPTIMIZATION = 23,
    SET_INTRA_OP_THREADS = 24,
    CREATE_TENSOR_WITH_DATA = 49,
    CREATE_CPU_MEMORY_INFO = 69,
    API_VERSION = 1,
    ALL_OPTIMIZATIONS = 99,
    LOG_ERRORS = 3,
    FLOAT = 1,
};

typedef void (*function)(void);
typedef struct api_base {
    const function *(*get_api)(uint32_t version);
    const char *(*get_version)(void);
} api_base;

typedef struct onnx {
    ta_peer peer;
    const function *api;
    void *env, *options, *session, *memory, *tensor[4];
} onnx;

/* ---- the model: O = Softmax(Q . K^T * scale) . V, as protocol-buffer bytes ---- */

typedef struct bytes {
    unsigned char data[2048];
    size_t size;
} bytes;

static void number(bytes *b, uint64_t x)
{
    for (; x > 127; x >>= 7)
        b->data[b->size++] = (unsigned char)(x | 128);
    b->data[b->size++] = (unsigned char)x;
}

static void integer(bytes *b, int field, uint64_t x)
{
    number(b, (uint64_t)field << 3);
    number(b, x);
}

static void piece(bytes *b, int field, const void *data, size_t size)
{
    number(b, (uint64_t)field << 3 | 2);
    number(b, size);
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

static void text(bytes *b, int field, const char *s)
{
    piece(b, field, s, strlen(s));
}

static void node(bytes *graph, const char *op, const char *in0, const char *in1, const char *out)
{
    bytes n = {.size = 0};
    text(&n, 1, in0);
    if (in1)
        text(&n, 1, in1);
    text(&n, 2, out);
    text(&n, 4, op);
    piece(graph, 1, n.data, n.size);
}

static void value(bytes *graph, int field, const char *name, int rows, int columns)
{
    bytes dim = {.size = 0}, shape = {.size = 0}, tensor = {.size = 0}, type = {.size = 0}, v = {.size = 0};
    integer(&dim, 1, (uint64_t)rows);
    piece(&shape, 1, dim.data, dim.size);
    dim.size = 0;
    integer(&dim, 1, (uint64_t)columns);
    piece(&shape, 1, dim.data, dim.size);
    integer(&tensor, 1, FLOAT);
    piece(&tensor, 2, shape.data, shape.size);
    piece(&type, 1, tensor.data, tensor.size);
    text(&v, 1, name);
    piece(&v, 2, type.data, type.size);
    piece(graph, field, v.data, v.size);
}

static void make_model(bytes *model, int n, int d)
{
    const float scale = 1 / sqrtf((float)d);
    bytes graph = {.size = 0}, opset = {.size = 0}, constant = {.size = 0};
    node(&graph, "Transpose", "K", 0, "KT"); /* the default reverses the axes */
    node(&graph, "MatMul", "Q", "KT", "S");
    node(&graph, "Mul", "S", "scale", "Z");
    node(&graph, "Softmax", "Z", 0, "P");
    node(&graph, "MatMul", "P", "V", "O");
    text(&graph, 2, "attention");
    integer(&constant, 2, FLOAT);
    text(&constant, 8, "scale");
    piece(&constant, 9, &scale, sizeof scale);
    piece(&graph, 5, constant.data, constant.size);
    value(&graph, 11, "Q", n, d);
    value(&graph, 11, "K", n, d);
    value(&graph, 11, "V", n, d);
    value(&graph, 12, "O", n, d);
    model->size = 0;
    integer(model, 1, 8);
    piece(model, 7, graph.data, graph.size);
    integer(&opset, 2, 17);
    piece(model, 8, opset.data, opset.size);
}

/* ---- the interface ---- */

/* Calls one function of the table; a status that is not null is an error. */
#define CALL(p, place, type, ...) ((void *(*)type)(p)->api[place])(__VA_ARGS__)

static int failed(const onnx *p, void *status, char *why, size_t capacity)
{
    if (status)
        snprintf(why, capacity, "%s",
                 ((const char *(*)(const void *))p->api[GET_ERROR_MESSAGE])(status));
    return status != 0;
}

static int run(ta_peer *peer)
{
    static const char *const inputs[] = {"Q", "K", "V"}, *const outputs[] = {"O"};
    onnx *p = (onnx *)peer;
    return CALL(p, RUN, (void *, void *, const char *const *, void **, size_t, const char *const *, size_t, void **),
                p->session, 0, inputs, p->tensor, 3, outputs, 1, &p->tensor[3]) != 0;
}

ta_peer *ta_peer_onnx(void *library, int threads, int n, int d, float *q, float *k, float *v, float *out,
                      char *why, size_t capacity)
{
    const api_base *(*get_base)(void);
    void *symbol = dlsym(library, "OrtGetApiBase");
    memcpy(&get_base, &symbol, sizeof symbol);
    const api_base *base = symbol ? get_base() : 0;
    onnx *p = calloc(1, sizeof *p);
    if (p && base)
        p->api = base->get_api(API_VERSION);
    if (!p || !p->api) {
        snprintf(why, capacity, "no interface of version %d", API_VERSION);
        free(p);
        return 0;
    }
    p->peer.run = run;
    snprintf(p->peer.version, sizeof p->peer.version, "ONNX Runtime %.32s", base->get_version());
    bytes model;
    make_model(&model, n, d);
    float *data[] = {q, k, v, out};
    const int64_t shape[] = {n, d};
    int bad = failed(p, CALL(p, CREATE_ENV, (int, const char *, void **), LOG_ERRORS, "bench", &p->env), why, capacity) ||
              failed(p, CALL(p, CREATE_SESSION_OPTIONS, (void **), &p->options), why, capacity) ||
              failed(p, CALL(p, SET_INTRA_OP_THREADS, (void *, int), p->options, threads), why, capacity) ||
              failed(p, CALL(p, SET_GRAPH_OPTIMIZATION, (void *, int), p->options, ALL_OPTIMIZATIONS), why, capacity) ||
              failed(p, CALL(p, CREATE_SESSION_FROM_ARRAY, (void *, const void *, size_t, void *, void **),
                             p->env, model.data, model.size, p->options, &p->session), why, capacity) ||
              failed(p, CALL(p, CREATE_CPU_MEMORY_INFO, (int, int, void **), 0, 0, &p->memory), why, capacity);
    for (int i = 0; i < 4 && !bad; i++)
        bad = failed(p, CALL(p, CREATE_TENSOR_WITH_DATA,
                             (void *, void *, size_t, const int64_t *, size_t, int, void **), p->memory, data[i],
                             (size_t)n * (size_t)d * sizeof(float), shape, 2, FLOAT, &p->tensor[i]), why, capacity);
    if (bad) {
        free(p);
        return 0;
    }
    return &p->peer;
}
