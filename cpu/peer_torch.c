/* SPDX-License-Identifier: MIT
 *
 * PyTorch as a float32 peer, without its headers: the C interface that its compiled models
 * use (libtorch_cpu.so, 2.6 and later), and of it the attention that its
 * scaled_dot_product_attention chooses on a CPU.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/peer.h"

typedef void *tensor;

typedef struct torch {
    ta_peer peer;
    int32_t (*attention)(tensor q, tensor k, tensor v, double dropout, int32_t is_causal, tensor *mask,
                         double *scale, tensor *out, tensor *log_sum_exp); /* scale null: 1/sqrt(D) */
    int32_t (*release)(tensor);
    tensor in[3];
} torch;

static int find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != 0;
}

/* The output is a tensor of its own each time. */
static int run(ta_peer *peer)
{
    torch *p = (torch *)peer;
    tensor out = 0, log_sum_exp = 0;
    if (p->attention(p->in[0], p->in[1], p->in[2], 0, 0, 0, 0, &out, &log_sum_exp))
        return 1;
    return (p->release(out) | p->release(log_sum_exp)) != 0;
}

ta_peer *ta_peer_torch(void *library, const char *path, int n, int d, float *q, float *k, float *v, char *why,
                       size_t capacity)
{
    int32_t (*from_memory)(void *data, int64_t rank, const int64_t *shape, const int64_t *strides, int64_t offset,
                           int32_t dtype, int32_t device, int32_t index, tensor *) = 0;
    int32_t (*float32)(void) = 0, (*cpu)(void) = 0;
    const int64_t shape[] = {1, 1, n, d}, strides[] = {(int64_t)n * d, (int64_t)n * d, d, 1};
    float *data[] = {q, k, v};
    torch *p = calloc(1, sizeof *p);
    int ok = p && find(library, "aoti_torch_create_tensor_from_blob", &from_memory) &&
             find(library, "aoti_torch_dtype_float32", &float32) &&
             find(library, "aoti_torch_device_type_cpu", &cpu) &&
             find(library, "aoti_torch_delete_tensor_object", &p->release) &&
             find(library, "aoti_torch_cpu__scaled_dot_product_flash_attention_for_cpu", &p->attention);
    for (int i = 0; i < 3 && ok; i++)
        ok = from_memory(data[i], 4, shape, strides, 0, float32(), cpu(), 0, &p->in[i]) == 0;
    if (!ok || run(&p->peer)) {
        snprintf(why, capacity, "no attention through its C interface");
        free(p);
        return 0;
    }
    p->peer.run = run;

    /* The C interface tells no version; the wheel does, in a file. */
    char file[1024], line[128], version[32] = "";
    const char *end = strstr(path, "/lib/libtorch_cpu.so");
    snprintf(file, sizeof file, "%.*s/version.py", end ? (int)(end - path) : 0, path);
    FILE *in = end ? fopen(file, "r") : 0;
    while (in && !*version && fgets(line, sizeof line, in))
        sscanf(line, "__version__ = '%31[0-9.]", version);
    if (in)
        fclose(in);
    snprintf(p->peer.version, sizeof p->peer.version, "PyTorch %s", version);
    return &p->peer;
}
