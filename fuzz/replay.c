/* SPDX-License-Identifier: MIT
 *
 * Runs a fuzz target on files, without libFuzzer: the seeds as a test, or a crash's input.
 */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz/fuzz.h"
#include "host/file.h"

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        unsigned char *bytes;
        size_t size;
        ta_error error;
        if (ta_file_read(argv[i], &bytes, &size, &error)) {
            fprintf(stderr, "%s\n", error.text);
            return 1;
        }
        /* of exactly this size, for a sanitizer */
        unsigned char *exact = size ? realloc(bytes, size) : bytes;
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
    }
    printf("%d files\n", argc - 1);
    return argc < 2;
}
