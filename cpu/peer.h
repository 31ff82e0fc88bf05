/* SPDX-License-Identifier: MIT
 *
 * What the float32 peers share (peer.c).
 */
#ifndef TA_CPU_PEER_H
#define TA_CPU_PEER_H

#include "cpu/bench.h"

struct ta_peer {
    int (*run)(ta_peer *peer);
    char version[64];
};

/* library: from dlopen; path: its file. */
ta_peer *ta_peer_onnx(void *library, int threads, int n, int d, float *q, float *k, float *v, float *out,
                      char *why, size_t capacity);
/* Threads: those of the calling thread's OpenMP. */
ta_peer *ta_peer_torch(void *library, const char *path, int n, int d, float *q, float *k, float *v, char *why,
                       size_t capacity);

#endif
