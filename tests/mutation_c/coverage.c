/* SPDX-License-Identifier: MIT
 *
 * Line and branch coverage of the golden model, the readers and the framing by their unit
 * tests: the libraries compiled with --coverage, every test once, gcov's JSON.
 *
 *   coverage CONFIG [--json RECORD] [--compare RECORD] [--without TEST] [FILE ...]
 *   coverage CONFIG --check RECORD
 *
 * With files, those alone.  --without leaves a test out (how the negative control runs).  --compare: what is counted
 * stands in the record, if the compiler is the record's.  --check runs nothing: the record is of the present sources
 * and the present coverage.def, and adds up.  Exit status 1: a line or an outcome of a branch is missing that
 * coverage.def does not list, a row of it is wrong, or the record is.
 */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/json_memory.h"
#include "bench/machine.h"
#include "harness.h"

static const struct {
    const char *file, *library, *tests;
} table[] = {
#define TA_MUTATED(file, library, most, tests) {file, #library, tests},
#include "mutants.def"
#undef TA_MUTATED
};
enum { FILES = sizeof table / sizeof table[0] };
static int selected[FILES];

static const struct {
    const char *file, *function, *line;
    int count;
    const char *holds, *why;
} waivers[] = {
#define TA_UNCOVERED(file, function, line, count, holds, why) {file, function, line, count, holds, why},
#include "coverage.def"
#undef TA_UNCOVERED
    {NULL, NULL, NULL, 0, NULL, NULL}};
static int used[sizeof waivers / sizeof waivers[0]];

static int find_file(const char *object)
{
    for (int t = 0; t < FILES; t++) {
        size_t n = strlen(object), k = strlen(table[t].file);
        if (selected[t] && n > k + 2 && !strncmp(object + n - k - 2, table[t].file, k))
            return t;
    }
    return -1;
}

/* Objects of a library, those of the table with counters; links it. */
static void build(int library)
{
    char *link[WORDS_MAX + 8], objects[FILES][4096], output[4096];
    int n = 0;
    link[n++] = (char *)config.cc;
    link[n++] = (char *)"-shared";
    link[n++] = (char *)"--coverage";
    link[n++] = (char *)"-o";
    snprintf(output, sizeof output, "%s", work_path(library ? "libmutation_host.so" : "libmutation_golden.so"));
    link[n++] = output;
    for (char **o = config.objects[0][library]; *o; o++) {
        int t = find_file(*o);
        if (t < 0) {
            link[n++] = *o;
            continue;
        }
        char *compile[WORDS_MAX + 16], name[64];
        int c = 0;
        snprintf(name, sizeof name, "%d.o", t);
        snprintf(objects[t], sizeof objects[t], "%s", work_path(name));
        snprintf(name, sizeof name, "%d.gcda", t);
        remove(work_path(name));
        compile[c++] = (char *)config.cc;
        for (char **f = config.flags[library]; *f; f++)
            compile[c++] = *f;
        compile[c++] = (char *)"-O0";
        compile[c++] = (char *)"--coverage";
        compile[c++] = (char *)"-c";
        compile[c++] = (char *)table[t].file;
        compile[c++] = (char *)"-o";
        compile[c++] = objects[t];
        compile[c] = NULL;
        if (run(compile, 120, 0, 0, 0))
            die("does not compile", table[t].file);
        link[n++] = objects[t];
    }
    if (library)
        link[n++] = (char *)work_path("libmutation_golden.so");
    link[n++] = (char *)"-lm";
    link[n] = NULL;
    if (run(link, 120, 0, 0, 0))
        die("does not link", link[4]);
}

/* Every test that the table names, once. */
static void run_all(const char *without)
{
    for (int i = 0; i < config.test_count; i++) {
        int wanted = 0;
        for (int t = 0; t < FILES; t++) {
            char list[1024], *words[WORDS_MAX];
            if (!selected[t])
                continue;
            snprintf(list, sizeof list, "%s", table[t].tests);
            split(list, words, WORDS_MAX);
            for (char **w = words; *w; w++)
                wanted |= !strcmp(*w, config.tests[i].name);
        }
        if (!wanted || (without && !strcmp(without, config.tests[i].name)))
            continue;
        if (run(config.tests[i].argv + 1, 300, 1, 1, 0))
            die("a test fails", config.tests[i].name);
    }
}

/* Line `number` of a text without the white space at both ends; to be freed. */
static char *text_line(const char *text, int number)
{
    while (--number && text)
        text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL;
    if (!text)
        die("a line behind the end of a file", "gcov");
    while (*text == ' ')
        text++;
    char *s = strndup(text, strcspn(text, "\n"));
    if (!s)
        exit(2);
    return s;
}

/* The reason of a waiver as a static assertion. */
static int holds(int w)
{
    char source[4096];
    snprintf(source, sizeof source,
             "#include \"%s\"\n#include <limits.h>\n#include <stdint.h>\n#include \"golden/stages.h\"\n_Static_assert(%s, \"\");\n",
             waivers[w].file, waivers[w].holds);
    write_text(work_path("holds.c"), source);
    char *argv[WORDS_MAX + 8];
    int n = 0;
    argv[n++] = (char *)config.cc;
    for (char **f = config.flags[1]; *f; f++)
        argv[n++] = *f;
    argv[n++] = (char *)"-fsyntax-only";
    argv[n++] = (char *)work_path("holds.c");
    argv[n] = NULL;
    return run(argv, 60, 1, 0, 0) == 0;
}

static int waived(const char *file, const char *function, const char *line, int missing)
{
    for (int w = 0; waivers[w].file; w++)
        if (!used[w] && !strcmp(waivers[w].file, file) && !strcmp(waivers[w].function, function) &&
            !strcmp(waivers[w].line, line) && waivers[w].count == missing) {
            used[w] = 1;
            return 1;
        }
    return 0;
}

static json_t *gcov(int t)
{
    char name[64];
    snprintf(name, sizeof name, "%d.o", t);
    char *argv[] = {(char *)"/usr/bin/env", (char *)"gcov", (char *)"--json-format", (char *)"--stdout", (char *)"-b",
                    (char *)work_path(name), NULL};
    json_error_t error;
    if (run_into(argv, 60, work_path("gcov.json")))
        die("gcov fails", table[t].file);
    json_t *json = json_load_file(work_path("gcov.json"), 0, &error);
    if (!json)
        die("gcov's output", error.text);
    return json;
}

static json_t *tokens(int t)
{
    char hash[17];
    source_hash(table[t].file, hash);
    return json_string(hash);
}

static const char *const counts[] = {"lines", "lines_hit", "lines_waived", "outcomes", "outcomes_taken", "outcomes_waived"};
enum { LINES, LINES_HIT, LINES_WAIVED, OUTCOMES, OUTCOMES_TAKEN, OUTCOMES_WAIVED, COUNTS };

static int count_of(const json_t *row, int c)
{
    return (int)json_integer_value(json_object_get(row, counts[c]));
}

static json_t *make_row(const char *file, const int *n)
{
    json_t *row = json_pack("{s:s}", "file", file);
    for (int c = 0; c < COUNTS; c++)
        json_object_set_new(row, counts[c], json_integer(n[c]));
    return row;
}

/* A row for the file; returns what is missing and not waived. */
static int count_file(int t, json_t *rows)
{
    json_t *json = gcov(t), *file, *line, *branch;
    size_t i, k, b;
    int found[COUNTS] = {0}, bad = 0;
    char path[4096], *text = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/%s", config.root, table[t].file);
    FILE *source = fopen(path, "r");
    if (!source || getdelim(&text, &size, 0, source) < 0)
        die(path, strerror(errno));
    fclose(source);
    json_array_foreach(json_object_get(json, "files"), i, file) {
        const char *name = json_string_value(json_object_get(file, "file"));
        size_t n = strlen(name), m = strlen(table[t].file);
        if (n < m || strcmp(name + n - m, table[t].file))
            continue; /* headers and tables */
        json_array_foreach(json_object_get(file, "lines"), k, line) {
            const char *function = json_string_value(json_object_get(line, "function_name"));
            int number = (int)json_integer_value(json_object_get(line, "line_number")), missing = 0;
            int never = json_integer_value(json_object_get(line, "count")) == 0;
            found[LINES]++;
            found[LINES_HIT] += !never;
            json_array_foreach(json_object_get(line, "branches"), b, branch) {
                int count = json_integer_value(json_object_get(branch, "count")) > 0;
                found[OUTCOMES]++;
                found[OUTCOMES_TAKEN] += count;
                missing += !count;
            }
            const int outcomes = missing;
            if (never && !missing)
                missing = 1;
            if (!missing)
                continue;
            char *content = text_line(text, number);
            if (waived(table[t].file, function ? function : "", content, missing)) {
                found[LINES_WAIVED] += never;
                found[OUTCOMES_WAIVED] += outcomes;
            } else {
                printf("%s:%d: %s: %s: %d %s\n    %s\n", table[t].file, number, function ? function : "",
                       never ? "never runs" : "not every way is taken", missing,
                       never ? "missing" : "outcomes missing", content);
                bad++;
            }
            free(content);
        }
    }
    free(text);
    json_decref(json);
    json_t *row = make_row(table[t].file, found);
    json_object_set_new(row, "tokens", tokens(t));
    json_array_append_new(rows, row);
    printf("%-20s %4d of %4d lines, %4d of %4d outcomes, %d lines and %d outcomes waived\n", table[t].file, found[LINES_HIT],
           found[LINES], found[OUTCOMES_TAKEN], found[OUTCOMES], found[LINES_WAIVED], found[OUTCOMES_WAIVED]);
    return bad;
}

static json_t *total(const json_t *rows)
{
    int n[COUNTS] = {0};
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
        for (int c = 0; c < COUNTS && strcmp(json_string_value(json_object_get(row, "file")), "all"); c++)
            n[c] += count_of(row, c);
    return make_row("all", n);
}

static void save(const char *path, const json_t *rows)
{
    FILE *file = open_beside(path);
    size_t i;
    json_t *row, *machine = ta_machine(), *all = total(rows);
    char *text = json_dumps(all, JSON_PRESERVE_ORDER);
    fprintf(file, "{\"schema\": \"tinyattn-coverage-c/1\",\n \"command\": \"./run soak_c coverage\",\n"
                  " \"compiler\": \"%s\", \"date\": \"%s\",\n \"rows\": [\n  %s",
            json_string_value(json_object_get(machine, "compiler")), json_string_value(json_object_get(machine, "date")), text);
    free(text);
    json_array_foreach(rows, i, row) {
        text = json_dumps(row, JSON_PRESERVE_ORDER);
        fprintf(file, ",\n  %s", text);
        free(text);
    }
    fprintf(file, "\n]}\n");
    close_beside(file, path);
    json_decref(machine);
    json_decref(all);
}

static json_t *find_row(const json_t *rows, const char *file)
{
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
        if (!strcmp(json_string_value(json_object_get(row, "file")), file))
            return row;
    return NULL;
}

/* The rows that were counted stand in the record; another compiler counts otherwise. */
static int compare(const json_t *record, const json_t *rows)
{
    json_t *machine = ta_machine(), *row;
    const int same = json_equal(json_object_get(machine, "compiler"), json_object_get(record, "compiler"));
    size_t i;
    int bad = 0;
    json_decref(machine);
    if (!same)
        return 0;
    json_array_foreach(rows, i, row) {
        const char *file = json_string_value(json_object_get(row, "file"));
        if (!json_equal(row, find_row(json_object_get(record, "rows"), file))) {
            printf("%s: not as recorded; again: ./run soak_c coverage\n", file);
            bad = 1;
        }
    }
    return bad;
}

static int check(const json_t *record)
{
    const json_t *rows = json_object_get(record, "rows");
    int bad = json_array_size(rows) != FILES + 1;
    json_t *all = total(rows);
    if (bad || !json_equal(all, json_array_get(rows, 0))) {
        printf("the record does not add up; again: ./run soak_c coverage\n");
        bad = 1;
    }
    json_decref(all);
    for (int t = 0; t < FILES; t++) {
        const json_t *row = find_row(rows, table[t].file);
        json_t *hash = tokens(t);
        const char *why = NULL;
        int listed = 0;
        for (int w = 0; waivers[w].file; w++)
            listed += strcmp(waivers[w].file, table[t].file) ? 0 : waivers[w].count;
        if (!row || !json_equal(hash, json_object_get(row, "tokens")))
            why = row ? "changed since it was counted" : "not in the record";
        else if (count_of(row, LINES) != count_of(row, LINES_HIT) + count_of(row, LINES_WAIVED) ||
                 count_of(row, OUTCOMES) != count_of(row, OUTCOMES_TAKEN) + count_of(row, OUTCOMES_WAIVED))
            why = "not covered";
        else if (count_of(row, LINES_WAIVED) > listed || count_of(row, OUTCOMES_WAIVED) > listed ||
                 count_of(row, LINES_WAIVED) + count_of(row, OUTCOMES_WAIVED) < listed)
            why = "another coverage.def";
        if (why) {
            printf("%s: %s; again: ./run soak_c coverage\n", table[t].file, why);
            bad = 1;
        }
        json_decref(hash);
    }
    return bad;
}

int main(int argc, char **argv)
{
    const char *json_path = NULL, *without = NULL, *record_path = NULL;
    int bad = 0, any = 0, checking = 0;
    ta_json_must();
    if (argc < 2)
        die("usage", "coverage CONFIG [option ...] [FILE ...]");
    read_config(argv[1]);
    for (int i = 2; i < argc; i++) {
        if (!strcmp(argv[i], "--json") && i + 1 < argc) {
            json_path = argv[++i];
        } else if (!strcmp(argv[i], "--without") && i + 1 < argc) {
            without = argv[++i];
        } else if ((!strcmp(argv[i], "--compare") || !strcmp(argv[i], "--check")) && i + 1 < argc) {
            checking = argv[i][3] == 'h';
            record_path = argv[++i];
        } else {
            int t = 0;
            while (t < FILES && strcmp(table[t].file, argv[i]))
                t++;
            if (t == FILES)
                die("not in mutants.def", argv[i]);
            selected[t] = any = 1;
        }
    }
    if (!checking)
        work_in(without ? "coverage_without" : "coverage");
    json_t *record = record_path ? json_load_file(record_path, 0, NULL) : NULL;
    if (record_path && !record)
        die(record_path, "no record");
    if (checking) {
        bad = check(record);
        json_decref(record);
        return bad;
    }
    for (int t = 0; t < FILES; t++)
        selected[t] |= !any;
    build(0);
    build(1);
    run_all(without);
    json_t *rows = json_array();
    for (int t = 0; t < FILES; t++)
        if (selected[t])
            bad += count_file(t, rows);
    for (int w = 0; waivers[w].file; w++) {
        int t = 0;
        while (t < FILES && strcmp(table[t].file, waivers[w].file))
            t++;
        if (t < FILES && !selected[t])
            continue;
        if (!used[w]) {
            printf("%s: %s: a waiver without its line: %s\n", waivers[w].file, waivers[w].function, waivers[w].line);
            bad++;
        }
        if (!holds(w)) {
            printf("%s: %s: the reason of a waiver does not hold: %s\n", waivers[w].file, waivers[w].function,
                   waivers[w].holds);
            bad++;
        }
    }
    if (record)
        bad += compare(record, rows);
    if (json_path)
        save(json_path, rows);
    json_decref(record);
    json_decref(rows);
    return bad != 0;
}
