/* SPDX-License-Identifier: MIT
 *
 * qsort as a heap sort: a tenth of the library's size.
 */
#include <stdlib.h>

static void swap(char *x, char *y, size_t size)
{
    while (size--) {
        char c = *x;
        *x++ = *y;
        *y++ = c;
    }
}

/* Item i sinks to where no child is larger. */
static void sink(char *base, size_t i, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    for (size_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && compare(base + child * size, base + (child + 1) * size) < 0)
            child++;
        if (compare(base + i * size, base + child * size) >= 0)
            return;
        swap(base + i * size, base + child * size, size);
    }
}

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    for (size_t i = n / 2; i-- > 0;)
        sink(base, i, n, size, compare);
    for (size_t end = n; end-- > 1;) {
        swap(base, (char *)base + end * size, size);
        sink(base, 0, end, size, compare);
    }
}
