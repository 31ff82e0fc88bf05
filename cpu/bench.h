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

/* Float32 attention of one head by another library, through its C interface, loaded at run
 * time.  path: that of ONNX Runtime's libonnxruntime.so or PyTorch's libtorch_cpu.so.
 * q, k, v, out (n, d) stay the caller's; PyTorch writes to memory of its own and takes the
 * threads of the caller's OpenMP.  Null: not there; why (capacity) says so. */
typedef struct ta_peer ta_peer;
ta_peer *ta_peer_open(const char *path, int threads, int n, int d, float *q, float *k, float *v, float *out,
                      char *why, size_t capacity);
int ta_peer_run(ta_peer *peer); /* 0: done */
void ta_peer_close(ta_peer *peer);
const char *ta_peer_version(const ta_peer *peer); /* name and version */

#endif
