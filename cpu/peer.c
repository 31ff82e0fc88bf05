/* SPDX-License-Identifier: MIT
 *
 * Float32 attention by a library that is loaded at run time.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "cpu/peer.h"

ta_peer *ta_peer_open(const char *path, int threads, int n, int d, float *q, float *k, float *v, float *out,
                      char *why, size_t capacity)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(why, capacity, "%s", dlerror());
        return 0;
    }
    if (dlsym(library, "OrtGetApiBase"))
        return ta_peer_onnx(library, threads, n, d, q, k, v, out, why, capacity);
    if (dlsym(library, "aoti_torch_create_tensor_from_blob"))
        return ta_peer_torch(library, path, n, d, q, k, v, why, capacity);
    snprintf(why, capacity, "found neither ONNX Runtime nor PyTorch");
    dlclose(library);
    return 0;
}

int ta_peer_run(ta_peer *peer)
{
    return peer->run(peer);
}

/* The library stays loaded: its threads may outlive the session. */
void ta_peer_close(ta_peer *peer)
{
    free(peer);
}

const char *ta_peer_version(const ta_peer *peer)
{
    return peer->version;
}
