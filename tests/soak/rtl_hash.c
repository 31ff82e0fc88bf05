/* SPDX-License-Identifier: MIT */
#include "tests/soak/rtl_hash.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int rtl_hash(const char *list, char hash[RTL_HASH_CHARS])
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    char path[512];
    int good = 1;
    FILE *names = fopen(list, "r");
    hash[0] = 0;
    while (names && good && fgets(path, sizeof path, names)) {
        path[strcspn(path, "\r\n")] = 0;
        FILE *file = *path ? fopen(path, "rb") : NULL;
        good = file != NULL || !*path;
        for (int c; file && (c = getc(file)) != EOF;)
            h = (h ^ (uint64_t)(unsigned char)c) * UINT64_C(0x100000001b3);
        if (file)
            fclose(file);
    }
    if (!names)
        return 0;
    fclose(names);
    if (good)
        snprintf(hash, RTL_HASH_CHARS, "%016" PRIx64, h);
    return good;
}
