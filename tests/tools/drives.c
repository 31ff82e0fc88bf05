/* SPDX-License-Identifier: MIT
 *
 * drives TREE META: reads the lines of tools/probes (FIELD FILE:LINE NAME) and looks each up in
 * what Verilator has parsed (--json-only): something of that name is written to there.  Exit 1
 * when one is not.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct place {
    char file[128], name[128];
    int line;
} place;

static place *written;
static size_t count, capacity;
static json_t *files;

/* loc: "FILE-ID,LINE:COLUMN,LINE:COLUMN" */
static void add(const char *loc, const char *name)
{
    char id[16];
    place p;
    if (sscanf(loc, "%15[^,],%d:", id, &p.line) != 2)
        return;
    const char *path = json_string_value(json_object_get(json_object_get(files, id), "filename"));
    const char *base = path ? strrchr(path, '/') : NULL;
    snprintf(p.file, sizeof p.file, "%s", base ? base + 1 : path ? path : "");
    snprintf(p.name, sizeof p.name, "%s", name);
    if (count == capacity) {
        capacity = 2 * capacity + 1024;
        written = realloc(written, capacity * sizeof *written);
        if (!written)
            exit(2);
    }
    written[count++] = p;
}

static void walk(json_t *node)
{
    const char *key;
    size_t i;
    json_t *value;
    if (json_is_object(node)) {
        const char *access = json_string_value(json_object_get(node, "access"));
        const char *name = json_string_value(json_object_get(node, "name"));
        const char *loc = json_string_value(json_object_get(node, "loc"));
        if (access && name && loc && (strcmp(access, "WR") == 0 || strcmp(access, "RW") == 0))
            add(loc, name);
        json_object_foreach(node, key, value)
            walk(value);
    } else {
        json_array_foreach(node, i, value)
            walk(value);
    }
}

int main(int argc, char **argv)
{
    json_error_t error;
    json_t *tree = argc == 3 ? json_load_file(argv[1], 0, &error) : NULL;
    json_t *meta = argc == 3 ? json_load_file(argv[2], 0, &error) : NULL;
    if (!tree || !meta) {
        fprintf(stderr, "drives: %s\n", argc == 3 ? error.text : "usage: drives TREE META");
        return 2;
    }
    files = json_object_get(meta, "files");
    walk(tree);
    char field[128], path[256], name[128];
    int line, looked = 0, wrong = 0;
    while (scanf("%127s %255[^:]:%d %127s", field, path, &line, name) == 4) {
        const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
        int found = 0;
        for (size_t i = 0; i < count && !found; i++)
            found = written[i].line == line && strcmp(written[i].file, base) == 0 && strcmp(written[i].name, name) == 0;
        looked++;
        if (!found)
            fprintf(stderr, "%s: %s:%d does not write %s\n", field, path, line, name);
        wrong |= !found;
    }
    printf("%d probes against %zu places that are written\n", looked, count);
    json_decref(tree);
    json_decref(meta);
    free(written);
    return wrong || looked == 0;
}
