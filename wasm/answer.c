/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "wasm/page.h"

text ta_answer;
ta_error ta_failure;

static void *array;

void *ta_alloc(size_t bytes)
{
    return malloc(bytes ? bytes : 1);
}

void ta_release(void *memory)
{
    free(memory);
}

const char *ta_error_text(void)
{
    return ta_failure.text;
}

void *ta_answer_array(size_t bytes)
{
    void *more = realloc(array, bytes ? bytes : 1);
    if (!more) {
        ta_fail(&ta_failure, TA_ERROR_INPUT, "not enough memory");
        return NULL;
    }
    array = more;
    return array;
}

int list_add(list *l, const int32_t *items, int n)
{
    if (l->count + n > l->capacity) {
        int capacity = 2 * l->capacity + 256;
        int32_t *more = realloc(l->item, (size_t)capacity * sizeof *more);
        if (!more)
            return 0;
        l->item = more;
        l->capacity = capacity;
    }
    memcpy(l->item + l->count, items, (size_t)n * sizeof *items);
    l->count += n;
    return 1;
}
