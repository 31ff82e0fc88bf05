/* SPDX-License-Identifier: MIT
 *
 * What `tinyattn bench` measures the engine against; no part of the engine.
 */
#ifndef TA_CPU_BENCH_H
#define TA_CPU_BENCH_H

#include <stddef.h>

/* Executes vpmaddwd and vpaddd as fast as they go (roof.c); returns the multiply-accumulates
 * done, 0 where the machine has no such roof. */
double ta_roof_pmaddwd(long steps);

/* Float32 attention of one head by ONNX Runtime, through its C interface loaded at run time
 * (peer.c).  library: path of libonnxruntime.so.  q, k, v, out (n, d) stay the
 * caller's.  Null: not there; why (capacity) says so. */
typedef struct ta_peer ta_peer;
ta_peer *ta_peer_open(const char *library, int threads, int n, int d, float *q, float *k, float *v,
                      float *out, char *why, size_t capacity);
int ta_peer_run(ta_peer *peer); /* 0: done */
void ta_peer_close(ta_peer *peer);
const char *ta_peer_version(const ta_peer *peer);

#endif
