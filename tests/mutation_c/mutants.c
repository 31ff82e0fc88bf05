/* SPDX-License-Identifier: MIT
 *
 * Runs the unit tests against mutants of the C code: one small change, one build of the shared
 * library that holds it, then the tests of mutants.def until one fails.
 *
 *   mutants CONFIG [option ...] [FILE ...]      the files of mutants.def, or those named
 *     --sample N      one mutant in N, by --seed S (default 1); compared with the record
 *     --draw D        of the larger files another draw than the record's, 1; not into a record
 *     --record JSON   writes the rows of these files into the record, which keeps the others;
 *                     without FILE, those whose row is not of the present source
 *     --check JSON    runs nothing: the record is complete, of the present sources and tables, adds up, and is good
 *     --tests "..."   these tests in place of the table's (how the negative control runs)
 *     --work NAME     directory for this run's files, beside CONFIG (default work)
 *     --verbose       a line for each mutant
 *
 * A mutant is killed when a test fails, crashes or passes its limit (ten times what the
 * unchanged code takes).  Survivors run again under AddressSanitizer and UBSan, as every C test
 * does.  One that the compiler turns into the very same code is no mutant, nor is one that does
 * not compile; one of equivalent.def must survive.  Exit status 1: a file is below 95 %, or what
 * was found contradicts a table.
 *
 * CONFIG is written by CMake: lines "key value".
 */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/json_memory.h"
#include "bench/machine.h"
#include "harness.h"

enum { GOOD = 95, ENOUGH = 1000 };

static const struct {
    const char *file, *library;
    int most;
    const char *tests;
} table[] = {
#define TA_MUTATED(file, library, most, tests) {file, #library, most, tests},
#include "mutants.def"
#undef TA_MUTATED
};
enum { FILES = sizeof table / sizeof table[0] };

static const struct {
    const char *file, *function, *before, *after, *why;
} equivalents[] = {
#define TA_EQUIVALENT(file, function, before, after, why) {file, function, before, after, why},
#include "equivalent.def"
#undef TA_EQUIVALENT
    {NULL, NULL, NULL, NULL, NULL}};

static int verbose;
static uint64_t draw_number = 1;

/* Compiles the mutant's source, as optimised as asked. */
static int compile(int library, const char *optimise, int sanitized, const char *object)
{
    char *argv[WORDS_MAX + 16];
    int n = 0;
    argv[n++] = (char *)config.cc;
    for (char **f = config.flags[library]; *f; f++)
        argv[n++] = *f;
    argv[n++] = (char *)optimise;
    if (sanitized) {
        for (char **f = config.sanitize; *f; f++)
            argv[n++] = *f;
    }
    argv[n++] = (char *)"-c";
    argv[n++] = (char *)work_path("mutant.c");
    argv[n++] = (char *)"-o";
    argv[n++] = (char *)object;
    argv[n] = NULL;
    return run(argv, 120, 1, 0, 0);
}

/* The library with this object in place of the file's own. */
static int link_library(int library, const char *file, const char *object, int sanitized)
{
    char *argv[WORDS_MAX + 16], own[256];
    int n = 0, found = 0;
    snprintf(own, sizeof own, "/%s.o", file);
    argv[n++] = (char *)config.cc;
    argv[n++] = (char *)"-shared";
    argv[n++] = (char *)"-o";
    argv[n++] = (char *)work_path(library ? "libmutation_host.so" : "libmutation_golden.so");
    argv[n++] = (char *)object;
    for (char **o = config.objects[sanitized][library]; *o; o++) {
        size_t length = strlen(*o), k = strlen(own);
        if (length > k && !strcmp(*o + length - k, own))
            found++;
        else
            argv[n++] = *o;
    }
    if (found != 1)
        die("not one object of", file);
    for (char **f = config.sanitize; sanitized && *f; f++)
        argv[n++] = *f;
    char golden[4200];
    snprintf(golden, sizeof golden, "%s/libmutation_golden.so", config.base);
    if (library)
        argv[n++] = golden;
    argv[n++] = (char *)"-lm";
    argv[n] = NULL;
    return run(argv, 120, 0, 0, 0);
}

/* Runs the tests named until one fails: 0: all passed; 1: killed; 2: by its limit. */
static int run_tests(const char *names, int sanitized, int measure)
{
    char list[1024];
    snprintf(list, sizeof list, "%s", names);
    char *words[WORDS_MAX];
    split(list, words, WORDS_MAX);
    for (char **w = words; *w; w++) {
        int i = find_test(*w);
        if ((sanitized && config.tests[i].plain) || (measure && config.tests[i].seconds[sanitized] > 0))
            continue;
        double begin = now();
        double limit = measure ? 120 : 10 * config.tests[i].seconds[sanitized] + 1;
        int status = run(config.tests[i].argv + 1, limit, !measure || !verbose, 1, sanitized);
        if (measure)
            config.tests[i].seconds[sanitized] = now() - begin;
        if (measure && status)
            die("a test of the unchanged code fails", *w);
        if (status)
            return status;
    }
    return 0;
}

static int same_files(const char *a, const char *b)
{
    FILE *f = fopen(a, "rb"), *g = fopen(b, "rb");
    int same = f && g, c = 0;
    while (same && c != EOF)
        same = (c = getc(f)) == getc(g);
    if (f)
        fclose(f);
    if (g)
        fclose(g);
    return same;
}

enum outcome { KILLED, HUNG, SURVIVED, EQUIVALENT, SAME_CODE, NOT_COMPILING, OUTCOMES };
static const char *const outcome_names[] = {"killed", "hung", "survived", "equivalent", "same_code",
                                            "not_compiling"};

/* The unchanged file through the same way: its tests pass, and take this long.  What another file's run has measured
 * is not measured again. */
static void calibrate(int library, const char *file, const char *tests, const mutants *m, int sanitized)
{
    write_text(work_path("mutant.c"), m->text);
    if (compile(library, "-O1", sanitized, work_path("original.o")) ||
        link_library(library, file, work_path("original.o"), sanitized))
        die("the unchanged file does not compile", file);
    run_tests(tests, sanitized, 1);
    if (compile(library, "-O2", 0, work_path("original.o")))
        die("the unchanged file does not compile", file);
}

static enum outcome try_mutant(int library, const char *file, const char *tests, const mutants *m,
                               const mutant *x)
{
    for (int sanitized = 0; sanitized < 2; sanitized++) {
        if (sanitized)
            calibrate(library, file, tests, m, 1);
        char *source = mutant_source(m, x);
        write_text(work_path("mutant.c"), source);
        free(source);
        if (compile(library, "-O1", sanitized, work_path("mutant.o")))
            return NOT_COMPILING;
        if (link_library(library, file, work_path("mutant.o"), sanitized))
            return NOT_COMPILING; /* an array index that is no constant any more, and the like */
        int status = run_tests(tests, sanitized, 0);
        if (status)
            return status == 2 ? HUNG : KILLED;
        if (!sanitized) {
            if (compile(library, "-O2", 0, work_path("mutant.o")))
                return NOT_COMPILING;
            if (same_files(work_path("mutant.o"), work_path("original.o")))
                return SAME_CODE;
        }
    }
    return SURVIVED;
}

static uint64_t mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xBF58476D1CE4E5B9u;
    x ^= x >> 27;
    x *= 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

static int drawn(const mutants *m, int most)
{
    return most && (size_t)most < m->count ? most : (int)m->count;
}

/* Mutants kept, `most` of them: the smallest of a hash of their numbers, and of the draw's. */
static void draw(const mutants *m, size_t most, uint64_t number, unsigned char *kept)
{
    const uint64_t first = (number - 1) << 32;
    memset(kept, most == 0 || most >= m->count, m->count);
    for (size_t i = 0; most && most < m->count && i < m->count; i++) {
        size_t below = 0;
        for (size_t k = 0; k < m->count; k++)
            below += mix(k + 1 + first) < mix(i + 1 + first);
        kept[i] = below < most;
    }
}

static int listed_equivalent(const char *file, const char *function, const char *before, const char *after)
{
    for (int i = 0; equivalents[i].file; i++)
        if (!strcmp(equivalents[i].file, file) && !strcmp(equivalents[i].function, function) &&
            !strcmp(equivalents[i].before, before) && !strcmp(equivalents[i].after, after))
            return i;
    return -1;
}

static int outcome_of(const json_t *row, int outcome)
{
    return (int)json_integer_value(json_object_get(row, outcome_names[outcome]));
}

/* Of those that were decided the share that was killed, in tenths of a percent, rounded down. */
static int score(const json_t *row)
{
    const int good = outcome_of(row, KILLED) + outcome_of(row, HUNG), all = good + outcome_of(row, SURVIVED);
    return all > 0 ? 1000 * good / all : 0;
}

/* A row of the record: how many of all the file's mutants were run, and what became of them. */
static json_t *make_row(const char *file, int all, const int *counts)
{
    int run = 0;
    json_t *row = json_pack("{s:s, s:i, s:i}", "file", file, "all", all, "mutants", 0);
    for (int o = 0; o < OUTCOMES; o++) {
        json_object_set_new(row, outcome_names[o], json_integer(counts[o]));
        run += counts[o];
    }
    json_object_set_new(row, "mutants", json_integer(run));
    json_object_set_new(row, "killed_percent", json_real(score(row) / 10.0));
    return row;
}

static void print_row(const json_t *row)
{
    printf("%-20s", json_string_value(json_object_get(row, "file")));
    for (int o = 0; o < OUTCOMES; o++)
        printf(" %s %d", outcome_names[o], outcome_of(row, o));
    printf("  %.1f %%\n", score(row) / 10.0);
}

static json_t *find_row(json_t *record, const char *file)
{
    size_t i;
    json_t *row, *rows = json_object_get(record, "rows");
    json_array_foreach(rows, i, row)
        if (!strcmp(json_string_value(json_object_get(row, "file")), file))
            return row;
    return NULL;
}

static int known_survivor(json_t *row, const char *function, const char *before, const char *after)
{
    size_t i;
    json_t *s;
    json_array_foreach(json_object_get(row, "survivors"), i, s) {
        const char *f = json_string_value(json_array_get(s, 0));
        const char *b = json_string_value(json_array_get(s, 1));
        const char *a = json_string_value(json_array_get(s, 2));
        if (!strcmp(f, function) && !strcmp(b, before) && !strcmp(a, after))
            return 1;
    }
    return 0;
}

/* All mutants of a file, or a sample.  0: no contradiction. */
static int run_file(int t, const char *tests, unsigned sample, uint64_t seed, json_t *old, json_t **row)
{
    const char *file = table[t].file;
    const int library = !strcmp(table[t].library, "host");
    char hash[17];
    mutants m;
    int counts[OUTCOMES] = {0}, contradictions = 0;
    int found[sizeof equivalents / sizeof equivalents[0]] = {0};
    json_t *survivors = json_array();
    double begin = now();
    read_source(file, &m);
    source_hash(file, hash);
    if (!tests)
        tests = table[t].tests;
    unsigned char *kept = calloc(m.count + 1, 1);
    draw(&m, (size_t)table[t].most, draw_number, kept);
    calibrate(library, file, tests, &m, 0);
    for (size_t i = 0; i < m.count; i++) {
        const mutant *x = &m.list[i];
        char *before = mutant_line(&m, x, 0), *after = mutant_line(&m, x, 1);
        int e = listed_equivalent(file, x->function, before, after);
        if (e >= 0)
            found[e] = 1;
        if (kept[i] && (sample <= 1 || mix(seed * 0x9E3779B97F4A7C15u + i + m.count) % sample == 0)) {
            enum outcome o = try_mutant(library, file, tests, &m, x);
            if (e >= 0 && (o == KILLED || o == HUNG)) {
                fprintf(stderr, "%s:%d: killed, and listed as equivalent: %s\n", file, x->line, after);
                contradictions++;
            }
            if (e >= 0 && o == SURVIVED)
                o = EQUIVALENT;
            counts[o]++;
            if (o == SURVIVED) {
                json_array_append_new(survivors, json_pack("[s, s, s]", x->function, before, after));
                int known = sample > 1 && old && known_survivor(old, x->function, before, after);
                if (sample > 1 && !known)
                    contradictions++;
                fprintf(stderr, "%s:%d: %s: survived%s, %s:\n    %s\n    %s\n", file, x->line, x->function,
                        known ? ", as recorded" : "", mutation_kind_name(x->kind), before, after);
            } else if (verbose) {
                fprintf(stderr, "%s:%d: %s, %s: %s\n", file, x->line, outcome_names[o],
                        mutation_kind_name(x->kind), after);
            }
        }
        free(before);
        free(after);
    }
    for (int e = 0; equivalents[e].file; e++)
        if (!strcmp(equivalents[e].file, file) && !found[e]) {
            fprintf(stderr, "%s: %s: no such mutant: %s\n", file, equivalents[e].function, equivalents[e].after);
            contradictions++;
        }
    *row = make_row(file, (int)m.count, counts);
    json_object_set_new(*row, "tokens", json_string(hash));
    json_object_set_new(*row, "seconds", json_integer((json_int_t)(now() - begin + 0.5)));
    json_object_set_new(*row, "survivors", survivors);
    print_row(*row);
    fflush(stdout);
    free(kept);
    mutants_free(&m);
    return contradictions;
}

/* The sum of all rows of files. */
static json_t *total(json_t *record)
{
    int counts[OUTCOMES] = {0}, all = 0;
    for (int t = 0; t < FILES; t++) {
        const json_t *row = find_row(record, table[t].file);
        for (int o = 0; o < OUTCOMES; o++)
            counts[o] += outcome_of(row, o);
        all += (int)json_integer_value(json_object_get(row, "all"));
    }
    return make_row("all", all, counts);
}

static void save(const char *path, json_t *record)
{
    /* One row a line: all, then in the order of the table. */
    FILE *file = open_beside(path);
    char *machine = json_dumps(json_object_get(record, "machine"), JSON_PRESERVE_ORDER);
    fprintf(file, "{\"schema\": \"tinyattn-mutants-c/1\",\n \"command\": \"./run soak_c mutants\",\n \"machine\": %s,\n \"rows\": [\n",
            machine);
    json_t *all = total(record);
    for (int t = -1; t < FILES; t++) {
        const json_t *row = t < 0 ? all : find_row(record, table[t].file);
        if (!row)
            continue;
        char *text = json_dumps(row, JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(4));
        fprintf(file, "%s  %s", t < 0 ? "" : ",\n", text);
        free(text);
    }
    json_decref(all);
    fprintf(file, "\n]}\n");
    free(machine);
    close_beside(file, path);
}

/* The record has the file's row, of the present source. */
static int up_to_date(int t, const json_t *row)
{
    char hash[17];
    const char *recorded = json_string_value(json_object_get(row, "tokens"));
    source_hash(table[t].file, hash);
    return recorded && strcmp(hash, recorded) == 0;
}

/* A row that was made of the present tables, and adds up; else what is wrong. */
static const char *wrong(int t, const json_t *row)
{
    mutants m;
    read_source(table[t].file, &m);
    const int all = (int)m.count, run = drawn(&m, table[t].most);
    int sum = 0, equivalent = 0;
    mutants_free(&m);
    for (int o = 0; o < OUTCOMES; o++)
        sum += outcome_of(row, o);
    for (int e = 0; equivalents[e].file; e++)
        equivalent += !strcmp(equivalents[e].file, table[t].file);
    if (json_integer_value(json_object_get(row, "all")) != all || json_integer_value(json_object_get(row, "mutants")) != run)
        return "another number of mutants than mutants.def says";
    if (sum != run || (int)json_array_size(json_object_get(row, "survivors")) != outcome_of(row, SURVIVED) ||
        json_real_value(json_object_get(row, "killed_percent")) != score(row) / 10.0)
        return "does not add up";
    if (outcome_of(row, EQUIVALENT) > equivalent)
        return "more are equivalent than equivalent.def lists";
    return NULL;
}

static int check(json_t *record)
{
    int bad = 0;
    for (int t = 0; t < FILES; t++) {
        json_t *row = find_row(record, table[t].file);
        const char *why = row ? NULL : "not in the record";
        if (row)
            why = up_to_date(t, row) ? wrong(t, row) : "changed since its mutants were run";
        if (why) {
            printf("%s: %s; again: ./run soak_c mutants %s\n", table[t].file, why, table[t].file);
            bad = 1;
            continue;
        }
        print_row(row);
        if (score(row) < 10 * GOOD) {
            printf("%s: below %d %%\n", table[t].file, GOOD);
            bad = 1;
        }
    }
    json_t *sum = total(record);
    print_row(sum);
    if (!json_equal(sum, find_row(record, "all"))) {
        printf("the row of all is not the sum of the others\n");
        bad = 1;
    }
    const int decided = outcome_of(sum, KILLED) + outcome_of(sum, HUNG) + outcome_of(sum, SURVIVED);
    if (decided < ENOUGH) {
        printf("%d mutants decided, expected at least %d\n", decided, ENOUGH);
        bad = 1;
    }
    json_decref(sum);
    return bad;
}

int main(int argc, char **argv)
{
    const char *record_path = NULL, *tests = NULL, *work = "work";
    unsigned sample = 1;
    uint64_t seed = 1;
    int checking = 0, bad = 0, i = 2, named[FILES] = {0}, any = 0;
    ta_json_must();
    if (argc < 2)
        die("usage", "mutants CONFIG [option ...] [FILE ...]");
    read_config(argv[1]);
    for (; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(argv[i], "--verbose")) {
            verbose = 1;
        } else if (argv[i][0] == '-' && value) {
            i++;
            if (!strcmp(argv[i - 1], "--sample"))
                sample = (unsigned)atoi(value);
            else if (!strcmp(argv[i - 1], "--seed"))
                seed = strtoull(value, NULL, 10);
            else if (!strcmp(argv[i - 1], "--draw"))
                draw_number = strtoull(value, NULL, 10);
            else if (!strcmp(argv[i - 1], "--record"))
                record_path = value;
            else if (!strcmp(argv[i - 1], "--check"))
                record_path = value, checking = 1;
            else if (!strcmp(argv[i - 1], "--work"))
                work = value;
            else if (!strcmp(argv[i - 1], "--tests"))
                tests = value;
            else
                die("no such option", argv[i - 1]);
        } else {
            int t = 0;
            while (t < FILES && strcmp(table[t].file, argv[i]))
                t++;
            if (t == FILES)
                die("not in mutants.def", argv[i]);
            named[t] = any = 1;
        }
    }
    if (record_path && draw_number != 1)
        die("--draw", "not with a record");
    if (!checking)
        work_in(work); /* alone from here on: the record as another run left it */
    json_t *record = record_path ? json_load_file(record_path, 0, NULL) : NULL;
    if (!record && checking)
        die(record_path, "no record");
    if (!record)
        record = json_pack("{s:[]}", "rows");
    if (checking) {
        bad = check(record);
        json_decref(record);
        return bad;
    }
    for (int t = 0; t < FILES; t++) {
        json_t *row, *old = find_row(record, table[t].file);
        if (any ? !named[t] : sample <= 1 && record_path && up_to_date(t, old))
            continue;
        bad |= run_file(t, tests, sample, seed, old, &row) != 0;
        if (sample <= 1 && score(row) < 10 * GOOD) {
            printf("%s: below %d %%\n", table[t].file, GOOD);
            bad = 1;
        }
        if (record_path && sample <= 1) {
            if (old)
                json_object_update(old, row);
            else
                json_array_append(json_object_get(record, "rows"), row);
            json_object_set_new(record, "machine", ta_machine());
            save(record_path, record);
        }
        json_decref(row);
    }
    json_decref(record);
    return bad;
}
