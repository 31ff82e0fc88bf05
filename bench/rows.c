/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "bench/rows.h"

#include <stdio.h>
#include <stdlib.h>

char *points_text(const char *schema, const char *command, json_t *extra, json_t *rows)
{
    char *text = NULL;
    size_t size = 0, i;
    const char *key;
    json_t *value;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        exit(1);
    fprintf(out, "{\"schema\": \"%s\",\n \"command\": \"%s\",\n", schema, command);
    if (extra)
        json_object_foreach(extra, key, value) {
            char *dump = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
            fprintf(out, " \"%s\": %s,\n", key, dump);
            free(dump);
        }
    fprintf(out, " \"rows\": [\n");
    json_array_foreach(rows, i, value) {
        char *dump = json_dumps(value, JSON_REAL_PRECISION(6));
        fprintf(out, "  %s%s\n", dump, i + 1 < json_array_size(rows) ? "," : "");
        free(dump);
    }
    fprintf(out, "]}\n");
    fclose(out);
    json_decref(extra);
    json_decref(rows);
    return text;
}

int points_file(const char *path, const char *text, int check)
{
    char name[4096];
    snprintf(name, sizeof name, "%s%s", path, check ? "" : ".new");
    FILE *file = fopen(name, check ? "r" : "w");
    if (!file) {
        perror(name);
        return 1;
    }
    if (!check) {
        const int bad = fputs(text, file) == EOF;
        if (fclose(file) || bad || rename(name, path)) {
            perror(path);
            return 1;
        }
        return 0;
    }
    const char *at = text;
    int line = 1, c;
    while ((c = getc(file)) != EOF && c == (unsigned char)*at) {
        line += *at == '\n';
        at++;
    }
    fclose(file);
    if (c == EOF && !*at)
        return 0;
    fprintf(stderr, "%s: line %d is not what holds now\n", path, line);
    return 1;
}
