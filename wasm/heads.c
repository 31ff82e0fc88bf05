/* SPDX-License-Identifier: MIT
 *
 * ta_heads DIR: the tensors of every real head among the presets as DIR/NAME.safetensors (q, k,
 * v (n, d), in the precision of their source), which the page reads when it needs them.
 */
#include <stdio.h>
#include <string.h>

#include "host/file.h"
#include "host/presets_data.h"

enum { SIZE_MAX_OF_FILE = 1 << 20 };

static int write_head(const char *directory, const ta_preset_head *head)
{
    static unsigned char bytes[SIZE_MAX_OF_FILE];
    const ta_preset *p = &head->preset;
    const size_t size = (size_t)p->n * (size_t)p->d * ta_dtype_size(head->dtype);
    char text[512], path[1024];
    size_t at = 0, n = 0;
    for (int i = 0; i < 3; i++, at += size)
        n += (size_t)snprintf(text + n, sizeof text - n, "%c\"%c\":{\"dtype\":\"%s\",\"shape\":[%d,%d],\"data_offsets\":[%zu,%zu]}",
                              i ? ',' : '{', "qkv"[i], head->dtype == TA_F16 ? "F16" : "F32", p->n, p->d, at, at + size);
    n += (size_t)snprintf(text + n, sizeof text - n, "}");
    while (n % 8 != 0)
        text[n++] = ' ';
    if (8 + n + 3 * size > sizeof bytes) {
        fprintf(stderr, "ta_heads: %s: too large\n", p->name);
        return 1;
    }
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(n >> 8 * i);
    memcpy(bytes + 8, text, n);
    for (size_t i = 0; i < 3; i++) /* little endian, as this machine */
        memcpy(bytes + 8 + n + i * size, head->bits[i], size);
    snprintf(path, sizeof path, "%s/%s.safetensors", directory, p->name);
    ta_error error;
    if (ta_file_write(path, bytes, 8 + n + 3 * size, &error)) {
        fprintf(stderr, "ta_heads: %s\n", error.text);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: ta_heads DIR\n");
        return 2;
    }
    int failed = 0;
    for (int i = 0; i < ta_preset_head_count; i++)
        failed |= write_head(argv[1], &ta_preset_heads[i]);
    return failed;
}
