/* SPDX-License-Identifier: MIT
 *
 * Fills what stands between the marks of the documentation, "ta:WHAT ..." and "/ta" (or
 * "/ta:WHAT") in HTML comments, from the tables of the project, from evidence/, and from what
 * commands print:
 *
 *   builds, counters, stalls, config_errors, config, sizes, formats, stages, memory, phases,
 *   bursts, buffers, units, unit_states, record, presets, plan, proofs, commands, refusals
 *                                    tables of spec/, host/, tests/, formal/
 *   param NAME                       an integer of rtl/ta_pkg.sv, in line
 *   value FILE PATH                  a value of evidence/FILE.json, in line; PATH: rows.0.cycles, or
 *                                    rows.module=all.flips: of the first row whose module is all
 *   table FILE[.ARRAY] [KEY=VALUE ...] : KEY[~TITLE], KEY[~TITLE] ...
 *                                    the rows (or another array) of evidence/FILE.json that
 *                                    match, a column a key; KEY may be a PATH; _ in a title is
 *                                    a space; two rows that differ and read the same are refused
 *   line FILE TEXT                   the text, {PATH} in it being a value of evidence/FILE.json,
 *                                    {PATH of PATH} the share of one in another; in the texts of
 *                                    tests/plan.def {FILE PATH} and {FILE PATH of PATH}
 *   optional table|line ...          the same, and nothing while there is no evidence/FILE.json
 *   bars                             what is wanted (bench/bars.def) beside what was measured
 *   records                          the records (bench/parts.def): how long each part of
 *                                    ./run evidence took, where, and whether the hardware is still
 *                                    the one that it was measured on
 *   tinyattn ARGUMENT ...            what that command prints; its files are not kept
 *   wave FROM TO STEP ROW ... : ARGUMENT ... [; ARGUMENT ...]
 *                                    WaveDrom text of the clocks FROM to TO (since the run began) of
 *                                    tinyattn trace ARGUMENT ..., a column STEP clocks: what most of
 *                                    them show; of several runs one below the other.  ROW: port, pass,
 *                                    or a group of the state record that has a tile (spec/record.def)
 *   any other NAME                   evidence/NAME.md: a table that a benchmark printed
 *
 *   fill [--check] [--tinyattn PROGRAM] FILE ...
 *                  writes the files again; --check: exit 1 when one is not what it should be
 *   fill --plan    prints the tests of each row of tests/plan.def, one regular expression a line
 *   fill --rtl     prints the hash of the RTL (tests/soak/rtl_hash.h)
 *   fill --stale   prints the parts of ./run evidence without a record, or with one of other RTL
 *
 * Run it in the project's root.
 */
#define _POSIX_C_SOURCE 200809L /* open_memstream, popen */

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "spec/spec.h"
#include "tests/soak/rtl_hash.h"

static const char *file_name; /* of the file being filled, for messages */
static const char *tinyattn;

static void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "fill: ");
    if (file_name)
        fprintf(stderr, "%s: ", file_name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

/* The whole of a file, 0-terminated; the caller frees it. */
static char *read_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    char *text = 0;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!in || !out)
        die("%s cannot be read", path);
    for (int c; (c = getc(in)) != EOF;)
        putc(c, out);
    fclose(in);
    fclose(out);
    return text;
}

/* ---- tables of the project ---- */

static void builds(FILE *out)
{
    fprintf(out, "| build | lanes A | DMAX | NMAX | PF | port, bits | for |\n"
                 "|---|--:|--:|--:|--:|--:|---|\n");
#define TA_BUILD(id, a, dmax, nmax, pf, port, purpose)                                          \
    fprintf(out, "| `%s` | %d | %d | %d | %d | %d | %s |\n", #id, a, dmax, nmax, pf, port, purpose);
#include "spec/builds.def"
#undef TA_BUILD
}

static void counters(FILE *out)
{
    fprintf(out, "| counter | meaning |\n|---|---|\n");
#define TA_COUNTER(id, meaning) fprintf(out, "| `%s` | %s |\n", #id, meaning);
#include "spec/counters.def"
#undef TA_COUNTER
}

static void stalls(FILE *out)
{
    fprintf(out, "| cause | the cycle is charged to it when |\n|---|---|\n");
#define TA_STALL(id, meaning) fprintf(out, "| `%s` | %s |\n", #id, meaning);
#include "spec/stalls.def"
#undef TA_STALL
}

static void config_errors(FILE *out)
{
    int code = 0;
    fprintf(out, "| code | name | expected |\n|--:|---|---|\n");
#define TA_CONFIG_ERROR(id, expected) fprintf(out, "| %d | `%s` | %s |\n", code++, #id, expected);
#include "spec/config_errors.def"
#undef TA_CONFIG_ERROR
}

static void commands(FILE *out)
{
    fprintf(out, "| code | command | request | reply, behind a code 0 | effect |\n|--:|---|---|---|---|\n");
#define TA_COMMAND(id, code, request, reply, effect) \
    fprintf(out, "| %d | `%s` | %s | %s | %s |\n", code, #id, request, reply, effect);
#include "spec/commands.def"
#undef TA_COMMAND
}

static void refusals(FILE *out)
{
    int code = 0;
    fprintf(out, "| code | name | what was wrong |\n|--:|---|---|\n");
#define TA_REFUSAL(id, meaning) fprintf(out, "| %d | `%s` | %s |\n", code++, #id, meaning);
#include "spec/refusals.def"
#undef TA_REFUSAL
}

static void presets(FILE *out)
{
    fprintf(out, "| preset | what it shows |\n|---|---|\n");
#define TA_PRESET_MINILM(name, sentence, layer, head, title, point)                             \
    fprintf(out, "| `%s` | %s: %s |\n", name, title, point);
#define TA_PRESET_OCR TA_PRESET_MINILM
#include "host/presets.def"
#undef TA_PRESET_OCR
#undef TA_PRESET_MINILM
}

static void print_text(FILE *out, const char *text, const char *file);

/* A bar in a cell, also in code, is written with a stroke before it.  A text may have values of records in it. */
static void plan_row(FILE *out, const char *first, const char *second, const char *tests)
{
    fputs("| ", out);
    print_text(out, first, 0);
    fputs(" | ", out);
    print_text(out, second, 0);
    fputs(" | `./test '", out);
    for (; *tests; tests++)
        fprintf(out, "%s%c", *tests == '|' ? "\\" : "", *tests);
    fprintf(out, "'` |\n");
}

static void plan(FILE *out)
{
    fprintf(out, "| claim | how it is checked | command |\n|---|---|---|\n");
#define TA_PLAN(claim, how, tests) plan_row(out, claim, how, tests);
#include "tests/plan.def"
}

static void seeded(FILE *out)
{
    fprintf(out, "| check | the bug with which it fails | command |\n|---|---|---|\n");
#define TA_SEEDED(check, bug, tests) plan_row(out, check, bug, tests);
#include "tests/plan.def"
}

static void plan_tests(void)
{
#define TA_PLAN(claim, how, tests) puts(tests);
#define TA_SEEDED(check, bug, tests) puts(tests);
#include "tests/plan.def"
}

/* The proofs: what each claims, of which module, and how much of it is seen to be not empty. */
enum method { INDUCT, BITS, PDR };
static const char *const methods[] = {"k-induction", "k-induction, bits", "PDR"};

/* What stands for no set of parameters: those of the module, which are tiny's, if it has any. */
static const char *own_parameters(const char *name, const char *top, const char *sources)
{
    char files[4096], head[80], *save = 0;
    int has = -1;
    snprintf(head, sizeof head, "\nmodule %s ", top);
    snprintf(files, sizeof files, "formal/%s.sv %s", name, sources);
    for (const char *path = strtok_r(files, " +-", &save); has < 0 && path; path = strtok_r(0, " +-", &save)) {
        char *text = read_file(path), *module = strstr(text, head);
        if (module)
            has = module[strlen(head)] == '#';
        free(text);
    }
    if (has < 0)
        die("formal/proofs.def: %s: found no module %s", name, top);
    return has ? "as in tiny" : "none";
}

static void proof_row(FILE *out, const char *name, enum method method, const char *top, const char *parameters,
                      const char *sources, const char *claim)
{
    char path[80];
    int covers = 0, mutants = 0;
    snprintf(path, sizeof path, "formal/%s.sv", name);
    char *text = read_file(path);
    for (const char *at = text; (at = strstr(at, "`REACH(")); at++)
        covers++;
    free(text);
#define TA_BROKEN(proof, file, before, after) mutants += !strcmp(#proof, name);
#include "formal/proofs.def"
#undef TA_BROKEN
    fprintf(out, "| `%s` | %s | %s | `%s` | %s | %d | %d |\n", name, claim, methods[method], top,
            *parameters ? parameters : own_parameters(name, top, sources), covers, mutants);
}

static void proof_table(FILE *out)
{
    fprintf(out, "| proof | claim | method | top | parameters | reached | mutants |\n|---|---|---|---|---|--:|--:|\n");
#define TA_PROOF(name, engine, top, parameters, sources, steps, seconds, claim) \
    proof_row(out, #name, engine, top, parameters, sources, claim);
#include "formal/proofs.def"
#undef TA_PROOF
}

/* ---- values ---- */

/* param NAME: "localparam int NAME = 3;" of the package. */
static void param(FILE *out, const char *name)
{
    char pattern[80];
    char *text = read_file("rtl/ta_pkg.sv");
    snprintf(pattern, sizeof pattern, "localparam int %s = ", name);
    const char *found = strstr(text, pattern);
    if (!found)
        die("rtl/ta_pkg.sv has no \"%s\"", pattern);
    fprintf(out, "%ld", strtol(found + strlen(pattern), 0, 10));
    free(text);
}

/* A number with commas between groups of three digits. */
static void print_integer(FILE *out, json_int_t value)
{
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT, value < 0 ? -value : value);
    if (value < 0)
        putc('-', out);
    for (int i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0)
            putc(',', out);
        putc(digits[i], out);
    }
}

static void print_value(FILE *out, const json_t *value)
{
    switch (value ? json_typeof(value) : JSON_NULL) {
    case JSON_STRING: fputs(json_string_value(value), out); break;
    case JSON_INTEGER: print_integer(out, json_integer_value(value)); break;
    case JSON_REAL: {
        double x = json_real_value(value), size = x < 0 ? -x : x;
        fprintf(out, size < 1 && size > 0 ? "%#.3g" : size < 10 ? "%.3f" : "%.1f", x);
        break;
    }
    case JSON_TRUE: fputs("yes", out); break;
    case JSON_FALSE: fputs("no", out); break;
    default: fputs("–", out); break;
    }
}

/* The first row whose KEY is the text, of KEY=TEXT. */
static json_t *row_where(json_t *rows, const char *part)
{
    const size_t n = strcspn(part, "=");
    char key[64];
    size_t i;
    json_t *row;
    snprintf(key, sizeof key, "%.*s", (int)n, part);
    json_array_foreach(rows, i, row) {
        const char *text = json_string_value(json_object_get(row, key));
        if (text && !strcmp(text, part + n + 1))
            return row;
    }
    return 0;
}

/* The value at PATH, parts separated by dots; null: there is none. */
static json_t *find(json_t *at, const char *path)
{
    char part[64];
    while (at && *path) {
        size_t n = strcspn(path, ".");
        if (n >= sizeof part)
            return 0;
        memcpy(part, path, n);
        part[n] = 0;
        at = json_is_array(at) ? strchr(part, '=') ? row_where(at, part) : json_array_get(at, strtoul(part, 0, 10))
                               : json_object_get(at, part);
        path += n + (path[n] == '.');
    }
    return at;
}

/* Null: the name begins with ? and there is no such record (only inside this program). */
static json_t *load_evidence(const char *name)
{
    char path[256];
    json_error_t error;
    const int may_miss = name[0] == '?';
    snprintf(path, sizeof path, "evidence/%s.json", name + may_miss);
    if (may_miss && access(path, F_OK) != 0 && errno == ENOENT)
        return 0;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        die("%s: %s", path, error.text);
    return root;
}

/* value FILE PATH */
static void value(FILE *out, char *arguments)
{
    char *save = 0;
    const char *name = strtok_r(arguments, " ", &save);
    const char *path = strtok_r(0, " ", &save);
    if (!name || !path)
        die("value: expected FILE PATH");
    json_t *root = load_evidence(name);
    const json_t *at = find(root, path);
    if (!at)
        die("value: evidence/%s.json has no %s", name, path);
    print_value(out, at);
    json_decref(root);
}

/* What stands in { and }, of a record: PATH, that value; PATH of PATH, the first one's share of the second in
 * percent.  Without a file its name stands before them. */
static void print_braced(FILE *out, char *text, const char *file)
{
    char *save = 0;
    char *name = file ? 0 : strtok_r(text, " ", &save);
    char *path = strtok_r(file ? text : 0, " ", &save), *of = strtok_r(0, " ", &save), *whole = strtok_r(0, " ", &save);
    if (!path || (of && (strcmp(of, "of") || !whole)))
        die("found {%s}, expected %sPATH or %sPATH of PATH", text, file ? "" : "FILE ", file ? "" : "FILE ");
    json_t *root = load_evidence(file ? file : name);
    const json_t *at = find(root, path), *all = whole ? find(root, whole) : 0;
    if (!at || (whole && json_number_value(all) == 0))
        die("evidence/%s.json has no %s", file ? file : name, at ? whole : path);
    if (whole)
        fprintf(out, "%.1f %%", 100 * json_number_value(at) / json_number_value(all));
    else
        print_value(out, at);
    json_decref(root);
}

/* A text, and what stands in its braces. */
static void print_text(FILE *out, const char *text, const char *file)
{
    for (const char *open; (open = strchr(text, '{')); ) {
        const char *close = strchr(open, '}');
        char inside[256];
        if (!close || close - open > (long)sizeof inside)
            die("%s: a { is not closed", text);
        fprintf(out, "%.*s", (int)(open - text), text);
        snprintf(inside, sizeof inside, "%.*s", (int)(close - open - 1), open + 1);
        print_braced(out, inside, file);
        text = close + 1;
    }
    fputs(text, out);
}

/* line FILE TEXT */
static void line(FILE *out, char *arguments)
{
    char *text = strchr(arguments, ' ');
    if (!text)
        die("line: expected FILE TEXT");
    *text++ = 0;
    print_text(out, text, arguments);
    putc('\n', out);
}

/* A record of evidence/; its name ends at a dot or a space. */
static int is_recorded(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "evidence/%.*s.json", (int)strcspn(name, ". "), name);
    FILE *in = fopen(path, "rb");
    if (in)
        fclose(in);
    return in != 0;
}

static int matches(json_t *row, const char *key, const char *expected)
{
    char *text = 0;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    print_value(out, find(row, key));
    fclose(out);
    int equal = strcmp(text, expected) == 0;
    free(text);
    return equal;
}

/* table FILE [KEY=VALUE ...] : KEY, KEY ... */
static void table(FILE *out, char *arguments)
{
    enum { MANY = 24 };
    char *save = 0, *columns = strchr(arguments, ':');
    char *keys[MANY], *titles[MANY], *filters[MANY];
    size_t key_count = 0, filter_count = 0;
    if (!columns)
        die("table: expected \": KEY, ...\"");
    *columns++ = 0;
    const char *name = strtok_r(arguments, " ", &save);
    for (char *part; filter_count < MANY && (part = strtok_r(0, " ", &save));)
        filters[filter_count++] = part;
    for (char *part = strtok_r(columns, ", ", &save); part && key_count < MANY;
         part = strtok_r(0, ", ", &save)) {
        char *tilde = strchr(part, '~'), *dot = strrchr(part, '.'); /* the title: the last part */
        if (tilde)
            *tilde = 0;
        titles[key_count] = tilde ? tilde + 1 : dot ? dot + 1 : part;
        keys[key_count++] = part;
    }
    for (size_t i = 0; i < filter_count; i++) {
        char *equals = strchr(filters[i], '=');
        if (!equals)
            die("table: expected KEY=VALUE, found %s", filters[i]);
        *equals = 0;
    }

    char file[80];
    snprintf(file, sizeof file, "%s", name ? name : "");
    char *array = strchr(file, '.');
    if (array)
        *array++ = 0;
    json_t *root = load_evidence(file);
    json_t *rows = find(root, array ? array : "rows");
    json_t *first = json_array_get(rows, 0);
    for (size_t i = 0; i < key_count; i++) {
        fputs("| ", out);
        if (!find(first, keys[i]))
            die("table: the rows of evidence/%s.json have no %s", name, keys[i]);
        for (const char *c = titles[i]; *c; c++)
            putc(*c == '_' ? ' ' : *c, out);
        putc(' ', out);
    }
    fputs("|\n", out);
    for (size_t i = 0; i < key_count; i++)
        fputs(json_is_number(find(first, keys[i])) ? "|--:" : "|---", out);
    fputs("|\n", out);
    size_t index;
    json_t *row;
    enum { ROWS = 1024 };
    char *lines[ROWS];
    json_t *shown[ROWS];
    size_t count = 0;
    json_array_foreach(rows, index, row) {
        int wanted = 1;
        size_t size = 0;
        for (size_t i = 0; i < filter_count; i++)
            wanted &= matches(row, filters[i], filters[i] + strlen(filters[i]) + 1);
        if (!wanted)
            continue;
        FILE *text = count < ROWS ? open_memstream(&lines[count], &size) : 0;
        if (!text)
            die("table: evidence/%s.json has too many rows", file);
        for (size_t i = 0; i < key_count; i++) {
            fputs("| ", text);
            print_value(text, find(row, keys[i]));
            fputs(i + 1 < key_count ? " " : " |\n", text);
        }
        fclose(text);
        fputs(lines[count], out);
        /* A reader cannot tell them apart: what differs is in no column. */
        for (size_t i = 0; i < count; i++)
            if (strcmp(lines[i], lines[count]) == 0 && !json_equal(shown[i], row))
                die("table: evidence/%s.json: two rows that differ read the same: %s", file, lines[count]);
        shown[count++] = row;
    }
    while (count)
        free(lines[--count]);
    json_decref(root);
}

/* ---- what is wanted, and of which hardware the records are ---- */

enum relation { AT_MOST, AT_LEAST };

static void bar(FILE *out, const char *what, const char *record, const char *filters, const char *key,
                enum relation relation, double wanted, double aim)
{
    char file[80], all[160], *save = 0;
    snprintf(file, sizeof file, "?%s", record);
    snprintf(all, sizeof all, "%s", filters);
    char *array = strchr(file, '.'), *filter[8];
    size_t count = 0;
    if (array)
        *array++ = 0;
    for (char *part = strtok_r(all, " ", &save); part && count < 8; part = strtok_r(0, " ", &save))
        filter[count++] = part;
    json_t *root = load_evidence(file), *at = count ? 0 : find(root, key), *row;
    json_t *rows = find(root, array ? array : "rows");
    size_t index;
    for (size_t i = 0; i < count; i++)
        *strchr(filter[i], '=') = 0;
    if (count) json_array_foreach(rows, index, row) {
        int same = !at;
        for (size_t i = 0; same && i < count; i++)
            same = matches(row, filter[i], filter[i] + strlen(filter[i]) + 1);
        if (same)
            at = find(row, key);
    }
    const char *sign = relation == AT_MOST ? "≤" : "≥";
    fprintf(out, "| %s | ", what);
    if (at)
        print_value(out, at);
    else
        fputs("not recorded yet", out);
    fprintf(out, " | %s %g | ", sign, wanted);
    const double x = json_number_value(at);
    fputs(!at ? "–" : (relation == AT_MOST ? x <= wanted : x >= wanted) ? "yes" : "no", out);
    if (aim > 0)
        fprintf(out, " | %s %g | %s |\n", sign, aim,
                !at ? "–" : (relation == AT_MOST ? x <= aim : x >= aim) ? "yes" : "no");
    else
        fputs(" | | |\n", out);
    json_decref(root);
}

static void bars(FILE *out)
{
    fprintf(out, "| | measured | wanted | met | aim | reached |\n|---|--:|--:|---|--:|---|\n");
#define TA_BAR(what, record, filters, key, relation, wanted, aim) \
    bar(out, what, record, filters, key, relation, wanted, aim);
#include "bench/bars.def"
#undef TA_BAR
}

static const struct part {
    const char *name, *files;
    int of_rtl;
    const char *contents;
} parts[] = {
#define TA_PART(name, files, of_rtl, contents) {#name, files, of_rtl, contents},
#include "bench/parts.def"
#undef TA_PART
};
enum { PARTS = sizeof parts / sizeof parts[0] };

/* Hash of the RTL that is here. */
static const char *rtl_here(void)
{
    static char hash[RTL_HASH_CHARS];
    if (!hash[0] && !rtl_hash("rtl/ta_engine.f", hash))
        die("a file of rtl/ta_engine.f cannot be read; run from the project's root");
    return hash;
}

static int files_there(const struct part *p)
{
    char files[160], path[256], *save = 0;
    snprintf(files, sizeof files, "%s", p->files);
    for (char *file = strtok_r(files, " ", &save); file; file = strtok_r(0, " ", &save)) {
        snprintf(path, sizeof path, "evidence/%s", file);
        if (access(path, F_OK) != 0)
            return 0;
    }
    return 1;
}

/* Its row of evidence/parts.json, and its files are there; null: not. */
static json_t *part_row(json_t *made, const struct part *p)
{
    size_t index;
    json_t *row;
    if (!files_there(p))
        return 0;
    json_array_foreach(find(made, "rows"), index, row) if (matches(row, "part", p->name)) return row;
    return 0;
}

static int of_here(json_t *row)
{
    const char *hash = json_string_value(find(row, "rtl"));
    return hash && !strcmp(hash, rtl_here());
}

static void records(FILE *out)
{
    json_t *made = load_evidence("?parts");
    fprintf(out, "| part | contents | records | seconds | date | on | hardware |\n|---|---|---|--:|---|---|---|\n");
    for (int i = 0; i < PARTS; i++) {
        json_t *row = part_row(made, &parts[i]);
        if (!parts[i].files[0])
            continue;
        fprintf(out, "| `%s` | %s | %s | ", parts[i].name, parts[i].contents, parts[i].files);
        if (!row) {
            fprintf(out, "not %s yet | – | – | ", files_there(&parts[i]) ? "timed" : "recorded");
        } else {
            static const char *const keys[] = {"seconds", "date", "cpu"};
            for (int k = 0; k < 3; k++) {
                print_value(out, find(row, keys[k]));
                fputs(k == 2 ? ", " : " | ", out);
            }
            print_value(out, find(row, "compiler"));
            fputs(", Verilator ", out);
            print_value(out, find(row, "verilator"));
            fputs(" | ", out);
        }
        fputs(!parts[i].of_rtl ? "no part of it" : !row ? "unknown" : of_here(row) ? "this one" : "**an earlier one**", out);
        fputs(" |\n", out);
    }
    json_decref(made);
}

static void stale(void)
{
    json_t *made = load_evidence("?parts");
    for (int i = 0; i < PARTS; i++) {
        json_t *row = part_row(made, &parts[i]);
        if (!row || (parts[i].of_rtl && !of_here(row)))
            puts(parts[i].name);
    }
    json_decref(made);
}

/* tinyattn ARGUMENT ...: the command and its output.  Returns 0 when there is no program. */
static int command(FILE *out, const char *arguments)
{
    char line[1024];
    if (!tinyattn)
        return 0;
    snprintf(line, sizeof line, "program=$(realpath '%s') && folder=$(mktemp -d) && cd \"$folder\" && NO_COLOR=1 "
             "\"$program\" %s; status=$?; rm -rf \"$folder\"; exit $status", tinyattn, arguments);
    FILE *in = popen(line, "r");
    if (!in)
        die("%s cannot be run", line);
    fprintf(out, "```text\n$ tinyattn %s\n", arguments);
    for (int c; (c = getc(in)) != EOF;)
        putc(c, out);
    if (pclose(in) != 0)
        die("%s failed", line);
    fputs("```\n", out);
    return 1;
}

/* ---- timing diagrams ---- */

enum { WAVE_COLUMNS = 200, WAVE_TEXT = 16 };

/* What a row shows at a clock: a digit of WaveDrom, which stands for the hue of a tensor, and a text; 0: idle. */
static char wave_at(json_t *codes, json_t *clock, const char *row, char text[WAVE_TEXT])
{
    static const struct {
        const char *kind, *text;
        char hue;
    } moves[] = {{"q", "Q", '4'}, {"k", "K", '3'}, {"v", "V", '6'}, {"o", "O", '7'},
                 {"z", "Z in", '8'}, {"p", "P in", '5'}, {"ring z", "Z out", '8'}, {"ring max", "Z out", '8'},
                 {"ring exp", "P out", '5'}, {"ring pv", "P out", '5'}}; /* a pass's last words leave in the next */
    static const struct {
        const char *group;
        char hue;
    } groups[] = {{"mm1", '8'}, {"s", '8'}, {"z", '8'}, {"m", '8'}, {"p", '5'}, {"l", '5'}, {"mm2", '7'}, {"o", '7'}};
    const json_t *phases = json_object_get(codes, "phase");
    const char *phase = json_string_value(json_array_get(phases, (size_t)json_integer_value(find(clock, "run.phase"))));
    if (!strcmp(row, "pass")) {
        const size_t n = (size_t)json_integer_value(find(clock, "run.phase"));
        snprintf(text, WAVE_TEXT, "pass %zu", n - 1);
        return n > 1 ? '2' : 0;
    }
    if (!strcmp(row, "port")) {
        const int reads = json_integer_value(find(clock, "rd.valid")) != 0;
        const int writes = json_integer_value(find(clock, "wr.valid")) && json_integer_value(find(clock, "wr.ready"));
        const json_t *bursts = json_object_get(codes, "burst");
        const size_t n = (size_t)json_integer_value(find(clock, reads ? "rd.kind" : "wr.kind"));
        char kind[64];
        snprintf(kind, sizeof kind, "%s%s%s", json_string_value(json_array_get(bursts, n)), reads || n < 6 ? "" : " ",
                 reads || n < 6 ? "" : phase);
        for (size_t i = 0; (reads || writes) && i < sizeof moves / sizeof moves[0]; i++)
            if (!strcmp(kind, moves[i].kind)) {
                snprintf(text, WAVE_TEXT, "%s", moves[i].text);
                return moves[i].hue;
            }
        if (reads || writes)
            die("wave: no name for the burst \"%s\"", kind);
        return 0;
    }
    json_t *group = json_object_get(clock, row);
    if (!group)
        die("wave: found the row \"%s\", expected port, pass or a group of the state record", row);
    if (!json_integer_value(json_object_get(group, "valid")))
        return 0;
    if (!strcmp(row, "w1") || !strcmp(row, "w2")) {
        snprintf(text, WAVE_TEXT, row[1] == '1' ? "K lines" : "V lines");
        return row[1] == '1' ? '3' : '6';
    }
    snprintf(text, WAVE_TEXT, "tile %d", (int)json_integer_value(json_object_get(group, "tile")));
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (!strcmp(row, groups[i].group))
            return groups[i].hue;
    return '2';
}

/* A row of the diagram: of each column what most of its clocks show. */
static void wave_row(FILE *out, json_t *codes, json_t *clocks, const char *row, const long window[3])
{
    char wave[WAVE_COLUMNS + 1], data[WAVE_COLUMNS][WAVE_TEXT], last[WAVE_TEXT + 1] = "?";
    size_t columns = 0, texts = 0;
    for (long from = window[0]; from < window[1] && columns < WAVE_COLUMNS; from += window[2], columns++) {
        char seen[16][WAVE_TEXT + 1];
        int times[16], kinds = 0, best = 0;
        for (long c = from; c < from + window[2]; c++) {
            char text[WAVE_TEXT] = "", key[WAVE_TEXT + 1];
            json_t *clock = json_array_get(clocks, (size_t)c);
            const char hue = clock ? wave_at(codes, clock, row, text) : 0;
            int i = 0;
            snprintf(key, sizeof key, "%c%s", hue ? hue : '0', hue ? text : "");
            while (i < kinds && strcmp(seen[i], key) != 0)
                i++;
            if (i == kinds && kinds < 16) {
                strcpy(seen[i], key);
                times[kinds++] = 0;
            }
            if (i < kinds)
                times[i]++;
        }
        for (int i = 1; i < kinds; i++)
            if (times[i] > times[best])
                best = i;
        wave[columns] = '.';
        if (strcmp(seen[best], last) != 0) {
            wave[columns] = seen[best][0];
            if (seen[best][0] != '0')
                snprintf(data[texts++], WAVE_TEXT, "%s", seen[best] + 1);
            strcpy(last, seen[best]);
        }
    }
    wave[columns] = 0;
    fprintf(out, "\"wave\": \"%s\", \"data\": [", wave);
    for (size_t i = 0; i < texts; i++)
        fprintf(out, "%s\"%s\"", i ? ", " : "", data[i]);
    fputs("] }", out);
}

/* wave FROM TO STEP ROW ... : ARGUMENT ... [; ARGUMENT ...].  Returns 0 when there is no program. */
static int wave(FILE *out, char *arguments)
{
    char *rows[8], *save = 0, *runs = strchr(arguments, ':');
    long window[3] = {0, 0, 0};
    size_t count = 0, printed = 0;
    if (!tinyattn)
        return 0;
    if (runs)
        *runs++ = 0;
    for (char *word = strtok_r(arguments, " ", &save); word; word = strtok_r(0, " ", &save), count++) {
        if (count >= 11)
            die("wave: more than 8 rows");
        if (count < 3)
            window[count] = strtol(word, 0, 10);
        else
            rows[count - 3] = word;
    }
    if (!runs || count < 4 || window[0] < 0 || window[1] <= window[0] || window[2] < 1)
        die("wave: expected FROM TO STEP ROW ... : ARGUMENT ...");
    const int several = strchr(runs, ';') != 0;
    fputs("```wavedrom\n{ \"signal\": [", out);
    for (char *run = strtok_r(runs, ";", &save); run; run = strtok_r(0, ";", &save)) {
        char command_line[1024], *line = 0;
        size_t size = 0;
        json_t *head = 0, *clocks = json_array();
        snprintf(command_line, sizeof command_line, "%s trace %s --jsonl -", tinyattn, run);
        FILE *in = popen(command_line, "r");
        if (!in)
            die("%s cannot be run", command_line);
        while (getline(&line, &size, in) > 0) {
            json_t *object = json_loads(line, 0, 0);
            if (!object)
                die("%s: a line is no JSON", command_line);
            if (!head)
                head = object;
            else if (json_array_size(clocks) || json_integer_value(find(object, "run.phase")))
                json_array_append_new(clocks, object); /* from the clock on in which the run begins */
            else
                json_decref(object);
        }
        free(line);
        if (pclose(in) != 0 || json_array_size(clocks) <= (size_t)window[0])
            die("%s failed, or its run is shorter", command_line);
        for (size_t i = 0; i < count - 3; i++) {
            if (!strcmp(rows[i], "pass") && !json_integer_value(find(head, "config.mode")))
                continue; /* FLASH has one */
            fprintf(out, "%s\n  { \"name\": \"%s%s\", ", printed++ ? "," : "",
                    !several ? "" : json_integer_value(find(head, "config.mode")) ? "NAIVE " : "FLASH ", rows[i]);
            wave_row(out, json_object_get(head, "codes"), clocks, rows[i], window);
        }
        json_decref(head);
        json_decref(clocks);
    }
    fputs("\n] }\n```\n", out);
    return 1;
}

/* ---- tables of spec/ ---- */

static void phases(FILE *out)
{
    int code = 0;
    fputs("| code | phase | moves |\n|--:|---|---|\n", out);
#define TA_PHASE(id, meaning) fprintf(out, "| %d | `%s` | %s |\n", code++, #id, meaning);
#include "spec/phases.def"
#undef TA_PHASE
}

static void bursts(FILE *out)
{
    int code = 0;
    fputs("| code | burst | moves |\n|--:|---|---|\n", out);
#define TA_BURST(id, meaning) fprintf(out, "| %d | `%s` | %s |\n", code++, #id, meaning);
#include "spec/bursts.def"
#undef TA_BURST
}

static void units(FILE *out)
{
    int code = 0;
    fputs("| element | unit | does |\n|--:|---|---|\n", out);
#define TA_UNIT(id, meaning) fprintf(out, "| %d | `%s` | %s |\n", code++, #id, meaning);
#include "spec/units.def"
#undef TA_UNIT
}

static void unit_states(FILE *out)
{
    int code = 0;
    fputs("| code | state | the unit |\n|--:|---|---|\n", out);
#define TA_UNIT_STATE(id, meaning) fprintf(out, "| %d | `%s` | %s |\n", code++, #id, meaning);
#include "spec/units.def"
#undef TA_UNIT_STATE
}

static void buffers(FILE *out)
{
    int code = 0;
    fputs("| element | buffer | tag | fill |\n|--:|---|---|---|\n", out);
#define TA_BUFFER(id, name, tag, fill) \
    fprintf(out, "| %d | %s | %s | %s |\n", code++, name, tag, fill);
#include "spec/buffers.def"
#undef TA_BUFFER
}

static void memory(FILE *out)
{
    fputs("| region | bytes | contents |\n|---|---|---|\n", out);
#define TA_REGION(id, bytes, contents) \
    fprintf(out, "| %s | `%s` | %s |\n", #id, #bytes, contents);
#include "spec/memory.def"
#undef TA_REGION
}

static void sizes(FILE *out)
{
    fputs("| name | value | meaning |\n|---|---|---|\n", out);
#define TA_SIZE(id, expression, meaning) \
    fprintf(out, "| `%s` | `%s` | %s |\n", #id, #expression, meaning);
#include "spec/sizes.def"
#undef TA_SIZE
}

static void formats(FILE *out)
{
    fputs("| format | written as | bits | signed | fraction bits | meaning |\n"
          "|---|---|---|---|---|---|\n", out);
#define TA_FORMAT(id, text, bits, is_signed, fraction, meaning)                         \
    fprintf(out, "| `%s` | %s | %s | %s | %s | %s |\n", #id, text, #bits,               \
            is_signed ? "yes" : "no", #fraction, meaning);
#include "spec/formats.def"
#undef TA_FORMAT
}

static void config(FILE *out)
{
    fputs("| pin | bits | values | effect |\n|---|--:|---|---|\n", out);
#define TA_CONFIG(id, pin, bits, values, effect) \
    fprintf(out, "| `%s` | %d | %s | %s |\n", pin, bits, values, effect);
#include "spec/config.def"
#undef TA_CONFIG
}

static void stages(FILE *out)
{
    fputs("| stage | model | module | group of the record | cycles | does |\n"
          "|---|---|---|---|---|---|\n", out);
#define TA_STAGE(id, file, module, group, latency, meaning)                                    \
    fprintf(out, module[0] ? "| %s | `%s` | `%s` | `%s` | %s | %s |\n"                         \
                           : "| %s | `%s` | %s | %s | %s | %s |\n",                            \
            #id, file, module, group, #latency[0] == '0' ? "" : #latency, meaning);
#include "spec/stages.def"
#undef TA_STAGE
}

static void record(FILE *out)
{
    fputs("| field | format | elements | signal in `ta_engine` | meaning |\n"
          "|---|---|---|---|---|\n", out);
#define TA_FIELD(group, name, format, elements, signal, meaning)                              \
    fprintf(out, "| `%s.%s` | %s | %s | `%s` | %s |\n", #group, #name, #format, #elements,    \
            signal, meaning);
#include "spec/record.def"
#undef TA_FIELD
}

/* ---- marks ---- */

static const struct {
    const char *name;
    void (*write)(FILE *out);
} tables[] = {
    {"builds", builds},   {"counters", counters}, {"stalls", stalls}, {"config_errors", config_errors},
    {"presets", presets}, {"plan", plan}, {"seeded", seeded}, {"proofs", proof_table}, {"config", config}, {"sizes", sizes},
    {"formats", formats}, {"stages", stages},     {"memory", memory}, {"phases", phases},
    {"bursts", bursts},   {"buffers", buffers},   {"units", units},   {"unit_states", unit_states},
    {"record", record},   {"commands", commands}, {"refusals", refusals}, {"bars", bars},
    {"records", records},
};

/* Writes what belongs to the mark; 0: leave it as it is. */
static int fill(FILE *out, char *mark)
{
    char *arguments = mark + strcspn(mark, " ");
    if (*arguments)
        *arguments++ = 0;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (!strcmp(mark, tables[i].name)) {
            fputs("\n\n", out);
            tables[i].write(out);
            fputs("\n", out);
            return 1;
        }
    }
    if (!strcmp(mark, "optional")) {
        mark = arguments;
        if (strncmp(mark, "table ", 6) != 0 && strncmp(mark, "line ", 5) != 0)
            die("optional: expected table or line, found \"%s\"", mark);
        arguments = strchr(mark, ' ');
        *arguments++ = 0;
        if (!is_recorded(arguments)) {
            fputs("\n", out);
            return 1;
        }
    }
    if (!strcmp(mark, "param")) {
        param(out, arguments);
    } else if (!strcmp(mark, "value")) {
        value(out, arguments);
    } else if (!strcmp(mark, "table")) {
        fputs("\n\n", out);
        table(out, arguments);
        fputs("\n", out);
    } else if (!strcmp(mark, "line")) {
        fputs("\n", out);
        line(out, arguments);
    } else if (!strcmp(mark, "tinyattn")) {
        if (!tinyattn)
            return 0;
        fputs("\n\n", out);
        command(out, arguments);
        fputs("\n", out);
    } else if (!strcmp(mark, "wave")) {
        if (!tinyattn)
            return 0;
        fputs("\n\n", out);
        wave(out, arguments);
        fputs("\n", out);
    } else {
        char path[256];
        snprintf(path, sizeof path, "evidence/%s.md", mark);
        char *text = read_file(path);
        fprintf(out, "\n%s", text);
        free(text);
    }
    return 1;
}

/* The text with every mark filled; the caller frees it. */
static char *filled(const char *text)
{
    static const char begin[] = "<!-- ta:", close[] = " -->", end[] = "<!-- /ta";
    char *result = 0;
    size_t size = 0;
    FILE *out = open_memstream(&result, &size);
    if (!out)
        die("out of memory");
    for (const char *at = text;;) {
        const char *mark = strstr(at, begin);
        if (!mark) {
            fputs(at, out);
            break;
        }
        const char *name = mark + strlen(begin);
        const char *name_end = strstr(name, close);
        const char *old = name_end ? name_end + strlen(close) : 0;
        const char *stop = old ? strstr(old, end) : 0;
        const char *next = old ? strstr(old, begin) : 0;
        if (!stop || !strstr(stop, close) || (next && next < stop))
            die("the mark \"%.40s\" is not closed", mark);
        char *copy = strndup(name, (size_t)(name_end - name));
        fwrite(at, 1, (size_t)(old - at), out);
        if (!fill(out, copy))
            fwrite(old, 1, (size_t)(stop - old), out);
        free(copy);
        at = stop;
    }
    fclose(out);
    return result;
}

int main(int argc, char **argv)
{
    int check = 0, status = 0, i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (!strcmp(argv[i], "--plan")) {
            plan_tests();
            return 0;
        }
        if (!strcmp(argv[i], "--rtl")) {
            puts(rtl_here());
            return 0;
        }
        if (!strcmp(argv[i], "--stale")) {
            stale();
            return 0;
        }
        if (!strcmp(argv[i], "--check"))
            check = 1;
        else if (!strcmp(argv[i], "--tinyattn") && i + 1 < argc)
            tinyattn = argv[++i];
        else
            i = argc;
    }
    if (i >= argc) {
        fprintf(stderr, "usage: fill [--check] [--tinyattn PROGRAM] FILE ... | fill --plan | --rtl | --stale\n");
        return 2;
    }
    for (; i < argc; i++) {
        file_name = argv[i];
        char *before = read_file(argv[i]);
        char *now = filled(before);
        if (strcmp(before, now)) {
            printf("%s: %s\n", check ? "stale" : "filled", argv[i]);
            status |= check;
            FILE *out = check ? 0 : fopen(argv[i], "wb");
            if (!check && (!out || fputs(now, out) == EOF || fclose(out) == EOF))
                die("cannot be written");
        }
        free(now);
        free(before);
    }
    return status;
}
