/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a .npy file: a tensor that keeps its promises, or an error with a text.  What
 * is read as float32 is written and read again.
 */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "host/npy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ta_tensor t;
    ta_tensor again;
    ta_error error = {0, ""};
    unsigned char *bytes;
    size_t length;
    if (ta_npy_read(data, size, "fuzz.npy", &t, &error)) {
        fuzz_check_error(&error);
        return 0;
    }
    fuzz_check_tensor(&t);
    if (t.dtype == TA_F32) {
        float *values = malloc(t.count * sizeof *values);
        if (!values)
            abort();
        for (size_t i = 0; i < t.count; i++)
            values[i] = (float)t.f[i];
        if (ta_npy_encode(TA_F32, t.rank, t.shape, values, &bytes, &length, &error) ||
            ta_npy_read(bytes, length, "again.npy", &again, &error) || again.count != t.count ||
            memcmp(again.shape, t.shape, sizeof t.shape) != 0 ||
            memcmp(again.f, t.f, t.count * sizeof *t.f) != 0)
            abort();
        free(values);
        free(bytes);
        ta_tensor_free(&again);
    }
    ta_tensor_free(&t);
    return 0;
}
