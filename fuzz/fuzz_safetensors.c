/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a safetensors file: an index whose tensors cover the data exactly, each read
 * or refused with a text; or an error.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "host/safetensors.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ta_safetensors index;
    ta_error error = {0, ""};
    if (ta_safetensors_open(data, size, "fuzz.safetensors", &index, &error)) {
        fuzz_check_error(&error);
        return 0;
    }
    uint64_t at = 0;
    for (size_t i = 0; i < index.count; i++) {
        const ta_safetensors_entry *e = &index.entries[i];
        ta_tensor t;
        if (e->begin != at || e->end < at)
            abort();
        at = e->end;
        memset(&error, 0, sizeof error);
        if (ta_safetensors_read(&index, "fuzz.safetensors", e->name, &t, &error)) {
            fuzz_check_error(&error);
            continue;
        }
        if (t.count * ta_dtype_size(t.dtype) != e->end - e->begin)
            abort();
        fuzz_check_tensor(&t);
        ta_tensor_free(&t);
    }
    if (index.data + at != data + size)
        abort();
    ta_safetensors_close(&index);
    return 0;
}
