/* SPDX-License-Identifier: MIT
 *
 * members HEADER: the variables of the hardware in Verilator's class of the root, as
 * MEMBER(name, elements, bits of one) for flat.cpp.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char line[1024];
    int count = 0;
    FILE *in = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!in) {
        fprintf(stderr, "usage: members HEADER\n");
        return 2;
    }
    while (fgets(line, sizeof line, in)) {
        char *name = strstr(line, " ta_top__DOT__"), *end = strrchr(line, ';'), *range = strstr(line, "/*");
        int high, low;
        unsigned long elements = 1;
        if (!name || !end || !range || range > name)
            continue;
        *end = 0;
        name++;
        if (sscanf(range, "/*%d:%d*/", &high, &low) != 2 || strpbrk(name, " <(")) {
            fprintf(stderr, "%s: found '%s', expected TYPE/*HIGH:LOW*/ NAME\n", argv[1], line);
            return 1;
        }
        const char *array = strstr(line, "VlUnpacked<"), *comma = strrchr(line, ',');
        if (array && (strstr(array + 1, "VlUnpacked<") || !comma)) {
            fprintf(stderr, "%s: found '%s', expected arrays of one dimension\n", argv[1], line);
            return 1;
        }
        if (array)
            elements = strtoul(comma + 1, NULL, 10);
        printf("MEMBER(%s, %lu, %d)\n", name, elements, high - low + 1);
        count++;
    }
    fclose(in);
    return count == 0;
}
