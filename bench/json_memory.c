/* SPDX-License-Identifier: MIT */
#include "bench/json_memory.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static int failed;

static void *watched(size_t size)
{
    void *memory = malloc(size);
    if (!memory)
        failed = 1;
    return memory;
}

static void *granted(size_t size)
{
    void *memory = malloc(size);
    if (!memory) {
        fputs("not enough memory for the JSON\n", stderr);
        exit(3);
    }
    return memory;
}

void ta_json_watch(void)
{
    json_set_alloc_funcs(watched, free);
}

int ta_json_failed(void)
{
    return failed;
}

void ta_json_must(void)
{
    json_set_alloc_funcs(granted, free);
}
