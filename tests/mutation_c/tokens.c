/* SPDX-License-Identifier: MIT
 *
 * tokens FILE ...: one hash of the C files named, in this order.  Comments and white space do not count.
 */
#include <stdio.h>

#include "mutate.h"

int main(int argc, char **argv)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 1; i < argc; i++) {
        mutants m;
        if (mutants_read(argv[i], &m)) {
            fprintf(stderr, "tokens: %s: cannot be read\n", argv[i]);
            return 2;
        }
        hash = (hash ^ m.hash) * 0x100000001b3u;
        mutants_free(&m);
    }
    printf("%016llx\n", (unsigned long long)hash);
    return argc < 2;
}
