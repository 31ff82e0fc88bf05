/* SPDX-License-Identifier: MIT
 *
 * codes FILE: ta_uart_pkg.sv has the numbers of spec/commands.def, spec/refusals.def and
 * host/uart.h, each once, and no others.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/uart.h"

static const struct {
    const char *prefix, *id;
    int value;
} expected_rows[] = {
#define TA_COMMAND(id, code, request, reply, effect) {"COMMAND_", #id, code},
#include "spec/commands.def"
#undef TA_COMMAND
#define TA_REFUSAL(id, meaning) {"REFUSAL_", #id, TA_REFUSAL_##id},
#include "spec/refusals.def"
#undef TA_REFUSAL
    {"", "version", TA_UART_VERSION},
    {"", "data", TA_UART_DATA},
    {"", "rows", TA_UART_ROWS},
};
enum { ROWS = sizeof expected_rows / sizeof expected_rows[0] };

int main(int argc, char **argv)
{
    char line[256];
    int found[ROWS] = {0};
    int failures = 0;
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fprintf(stderr, "usage: codes ta_uart_pkg.sv\n");
        return 2;
    }
    while (fgets(line, sizeof line, file)) {
        char name[64];
        char number[64];
        const char *from = strstr(line, "localparam");
        if (!from || sscanf(strchr(from, '=') ? from : "", "localparam %*[^=]= %63[^;]", number) != 1)
            continue;
        const char *end = strchr(from, '=') - 1; /* the name stands before " =" */
        const char *begin = end;
        while (begin > from && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
            begin--;
        snprintf(name, sizeof name, "%.*s", (int)(end - begin), begin);
        const char *digits = strstr(number, "'d") ? strstr(number, "'d") + 2 : number;
        int known = 0;
        for (int i = 0; i < ROWS; i++) {
            char want[64];
            snprintf(want, sizeof want, "%s%s", expected_rows[i].prefix, expected_rows[i].id);
            for (char *c = want; *c; c++)
                *c = (char)toupper((unsigned char)*c);
            if (strcmp(want, name) != 0)
                continue;
            known = 1;
            found[i]++;
            if (atoi(digits) != expected_rows[i].value) {
                printf("%s: found %s, expected %d\n", name, number, expected_rows[i].value);
                failures++;
            }
        }
        if (!known && (strncmp(name, "COMMAND_", 8) == 0 || strncmp(name, "REFUSAL_", 8) == 0)) {
            printf("%s is in no table\n", name);
            failures++;
        }
    }
    fclose(file);
    for (int i = 0; i < ROWS; i++)
        if (found[i] != 1) {
            printf("%s%s: found %d times, expected once\n", expected_rows[i].prefix,
                   expected_rows[i].id, found[i]);
            failures++;
        }
    printf("%d numbers, %d differ\n", ROWS, failures);
    return failures != 0;
}
