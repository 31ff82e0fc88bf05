/* SPDX-License-Identifier: MIT
 *
 * Coverage of the hardware of build tiny: lines, branches, toggles of each bit in either direction (of vectors up
 * to 256 bits), states and arcs.  The jobs and talks of the mutants run on models with points of coverage, and runs
 * of runs.h; a point that another build shares may be hit there.
 *
 *   coverage_rtl WORK [--without CLASS] [--list FILE SIGNAL] [--json FILE]
 *
 * WORK holds engine.json and line.json of constants.sh.  --without leaves out the jobs whose name begins with CLASS,
 * or the talks ("talks"); --list adds a row to coverage.def: how the control runs.  Exit status 1: a point is not hit,
 * is no constant of the netlist and not in coverage.def; a row there names a point that is hit or not there; a run is
 * wrong.
 */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/coverage_rtl/models.h"
#include "tests/coverage_rtl/runs.h"
#include "tests/coverage_rtl/waivers.h"
#include "tests/mutation_rtl/jobs.h"
#include "tests/mutation_rtl/talks.h"
#include "tests/soak/rtl_hash.h"

enum { KEY = 256, FIELDS = 8 };

static void die(const char *what, const char *name)
{
    fprintf(stderr, "coverage_rtl: %s: %s\n", name, what);
    exit(2);
}

static void *more(void *memory, size_t n, size_t size)
{
    void *p = realloc(memory, n * size);
    if (!p)
        die("not enough memory", "coverage");
    return p;
}

static int used[WAIVERS_MOST];

/* ---- the points ---- */

typedef struct point {
    char key[KEY];       /* kind, file, line, column, comment */
    unsigned models;     /* that have it, by kind of model */
    unsigned long long hits;
} point;

static point *points;
static size_t point_count;

static int by_key(const void *a, const void *b)
{
    return strcmp(((const point *)a)->key, ((const point *)b)->key);
}

/* The path in the project: its last two parts, three in this folder. */
static const char *short_path(const char *path)
{
    const char *last = strstr(path, "tests/coverage_rtl/");
    if (last)
        return last;
    last = strrchr(path, '/');
    if (!last)
        return path;
    while (last > path && last[-1] != '/')
        last--;
    return last;
}

/* Reads a file of Verilator; only: points that are there already. */
static void read_file(const char *path, unsigned model, int only)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t size = 0, capacity = point_count;
    if (!file)
        die(strerror(errno), path);
    while (getline(&line, &size, file) > 0) {
        const char *page = "", *name = "", *number = "", *column = "", *comment = "";
        char *end = strstr(line, "' ");
        if (strncmp(line, "C '", 3) || !end)
            continue;
        *end = 0;
        for (char *at = strchr(line, 1); at;) {
            char *key = at + 1, *value = strchr(key, 2);
            at = strchr(key, 1);
            if (at)
                *at = 0;
            if (!value)
                continue;
            *value++ = 0;
            *(!strcmp(key, "page") ? &page : !strcmp(key, "f") ? &name : !strcmp(key, "l") ? &number : !strcmp(key, "n") ?
              &column : !strcmp(key, "o") ? &comment : &(const char *){NULL}) = value;
        }
        point p;
        const int n = snprintf(p.key, sizeof p.key, "%.*s\t%s\t%s\t%s\t%s", (int)strcspn(page, "/"), page,
                               short_path(name), number, column, comment);
        if (n < 0 || n >= KEY)
            die("a long key", path);
        p.models = 1u << model;
        p.hits = strtoull(end + 2, NULL, 10);
        if (only) {
            point *known = bsearch(&p, points, point_count, sizeof p, by_key);
            if (known)
                known->hits += p.hits;
            continue;
        }
        if (point_count == capacity) {
            capacity = 2 * capacity + 1000;
            points = more(points, capacity, sizeof *points);
        }
        points[point_count++] = p;
    }
    free(line);
    fclose(file);
}

/* Points of one key are one. */
static void merge(void)
{
    size_t n = 0;
    qsort(points, point_count, sizeof *points, by_key);
    for (size_t i = 0; i < point_count; i++) {
        if (n && !strcmp(points[n - 1].key, points[i].key)) {
            points[n - 1].hits += points[i].hits;
            points[n - 1].models |= points[i].models;
        } else {
            points[n++] = points[i];
        }
    }
    point_count = n;
}

static void read_all(const char *work)
{
    char path[4096];
    for (int kind = 0; kind < TA_COVERAGE_KINDS; kind++) {
        for (int i = 0; i < ta_coverage_files(kind); i++) {
            snprintf(path, sizeof path, "%s/%s%d", work, ta_coverage_name(kind), i);
            read_file(path, (unsigned)kind, kind == TA_COVERAGE_OTHER);
            remove(path);
            if (kind != TA_COVERAGE_OTHER)
                merge();
        }
    }
}

/* ---- constants ---- */

/* A net of a flattened netlist, by the place where it is declared. */
typedef struct net {
    const char *name; /* with its instances */
    char file[64];
    int line, offset, model;
    json_t *bits;
} net;

static net *nets;
static size_t net_count;

static void read_netlist(const char *work, int model)
{
    char path[4096];
    json_error_t error;
    const char *name;
    json_t *module, *item;
    snprintf(path, sizeof path, "%s/%s.json", work, ta_coverage_name(model));
    json_t *json = json_load_file(path, 0, &error); /* kept */
    if (!json)
        die(error.text, path);
    json_object_foreach(json_object_get(json, "modules"), name, module) {
        const char *item_name;
        if (!json_object_get(json_object_get(module, "attributes"), "top"))
            continue;
        json_object_foreach(json_object_get(module, "netnames"), item_name, item) {
            const char *source = json_string_value(json_object_get(json_object_get(item, "attributes"), "src"));
            while (source) { /* FILE:LINE.COLUMN-..., one behind the other with | */
                net x = {item_name, "", 0, (int)json_integer_value(json_object_get(item, "offset")), model,
                         json_object_get(item, "bits")};
                char file[256];
                if (sscanf(source, "%255[^:]:%d", file, &x.line) == 2) {
                    snprintf(x.file, sizeof x.file, "%.63s", short_path(file));
                    if (net_count % 1024 == 0)
                        nets = more(nets, net_count + 1024, sizeof *nets);
                    nets[net_count++] = x;
                }
                source = strchr(source, '|');
                source = source ? source + 1 : NULL;
            }
        }
    }
}

/* In each model that has the point, each net of that name is one bit for ever there. */
static int constant(const point *p, const char *file, int line, const char *signal, int bit)
{
    unsigned found = 0;
    for (size_t i = 0; i < net_count; i++) {
        const net *x = &nets[i];
        const size_t n = strlen(x->name), k = strlen(signal);
        if (x->line != line || strcmp(x->file, file) || n < k || strcmp(x->name + n - k, signal) ||
            (n > k && x->name[n - k - 1] != '.') || !(p->models >> x->model & 1))
            continue;
        const json_t *b = json_array_get(x->bits, (size_t)(bit - x->offset));
        if (!b)
            continue;
        if (!json_is_string(b) || !strchr("01", json_string_value(b)[0]))
            return 0; /* a signal, or undefined */
        found |= 1u << x->model;
    }
    return found == p->models;
}

/* ---- the report ---- */

enum kind { TOGGLE, LINE, BRANCH, STATE, KINDS };
static const char *const kind_names[KINDS] = {"toggle", "line", "branch", "state"};
static const char *const pages[KINDS] = {"v_toggle", "v_line", "v_branch", "v_user"};

typedef struct sums {
    char file[64];
    int points, hit, constant, holds, proof;
} sums;

static sums by_kind[KINDS], by_file[128], all;
static int file_count;

static sums *of_file(const char *file)
{
    int i = 0;
    while (i < file_count && strcmp(by_file[i].file, file))
        i++;
    if (i == file_count) {
        if (file_count == 128)
            die("too many files", file);
        snprintf(by_file[file_count++].file, sizeof by_file[0].file, "%s", file);
    }
    return &by_file[i];
}

/* Line `number` of a file without the white space at both ends. */
static void source_line(const char *file, int number, char *to, size_t size)
{
    FILE *f = fopen(file, "r");
    char *line = NULL;
    size_t capacity = 0;
    if (!f)
        die(strerror(errno), file);
    while (number-- > 0 && getline(&line, &capacity, f) > 0) {
    }
    fclose(f);
    line[strcspn(line, "\n")] = 0;
    snprintf(to, size, "%s", line + strspn(line, " "));
    free(line);
}

static int waived(const char *file, const char *name, const char *line, int bit, enum edges edge)
{
    for (int i = 0; i < waiver_count; i++)
        if (!strcmp(waivers[i].file, file) && !strcmp(waivers[i].signal, name) && !waivers[i].line == !line &&
            (line ? !strcmp(waivers[i].line, line) : waivers[i].low <= bit && bit <= waivers[i].high &&
                                                         (waivers[i].edges & edge)))
            return i;
    return -1;
}

/* Returns 1 when nothing says why the point is not hit. */
static int look(const point *p)
{
    char copy[KEY], *field[FIELDS], *at = copy, text[512];
    int n = 0, kind = 0, line, bit = 0, w;
    enum edges edge = RISE;
    memcpy(copy, p->key, sizeof copy);
    for (; n < 5 && at; n++) {
        field[n] = at;
        at = n < 4 ? strchr(at, '\t') : NULL;
        if (at)
            *at++ = 0;
    }
    while (strcmp(pages[kind], field[0]))
        if (++kind == KINDS)
            die("a point of another kind", p->key);
    sums *rows[3] = {&by_kind[kind], of_file(field[1]), &all};
    for (int i = 0; i < 3; i++) {
        rows[i]->points++;
        rows[i]->hit += p->hits != 0;
    }
    if (p->hits)
        return 0;
    line = (int)strtol(field[2], NULL, 10);
    if (kind == TOGGLE) { /* SIGNAL[BIT]:0->1 */
        char *edge_at = strrchr(field[4], ':'), *bit_at;
        if (!edge_at)
            die("a toggle of another form", p->key);
        edge = edge_at[1] == '0' ? RISE : FALL;
        *edge_at = 0;
        bit_at = strrchr(field[4], '[');
        if (bit_at && field[4][strlen(field[4]) - 1] == ']') {
            bit = (int)strtol(bit_at + 1, NULL, 10);
            *bit_at = 0;
        }
        w = waived(field[1], field[4], NULL, bit, edge);
    } else {
        source_line(field[1], line, text, sizeof text);
        w = waived(field[1], field[4], text, 0, RISE);
    }
    if (w >= 0) {
        used[w]++;
        for (int i = 0; i < 3; i++)
            *(waivers[w].reason == 'h' ? &rows[i]->holds : &rows[i]->proof) += 1;
        return 0;
    }
    if (kind == TOGGLE && constant(p, field[1], line, field[4], bit)) {
        for (int i = 0; i < 3; i++)
            rows[i]->constant++;
        return 0;
    }
    if (kind == TOGGLE)
        printf("%s:%d: %s[%d] never %s\n", field[1], line, field[4], bit, edge == RISE ? "rises" : "falls");
    else
        printf("%s:%d: %s never: %s: %s\n", field[1], line, kind_names[kind], field[4], text);
    return 1;
}

static int report(void)
{
    int bad = 0;
    for (size_t i = 0; i < point_count; i++)
        bad += look(&points[i]);
    for (int i = 0; i < waiver_count; i++) {
        const int each = waiver_points(&waivers[i]);
        if (used[i] != each) {
            printf("%s: %s: a row of coverage.def for %d points, %d of them are there and not hit\n", waivers[i].file,
                   waivers[i].signal, each, used[i]);
            bad++;
        }
    }
    for (int k = 0; k < KINDS; k++)
        printf("%-8s %6d points, %6d hit, %4d constant, %3d that cannot be\n", kind_names[k], by_kind[k].points,
               by_kind[k].hit, by_kind[k].constant, by_kind[k].holds + by_kind[k].proof);
    if (100 * (all.holds + all.proof) > all.points) {
        printf("more than a point in a hundred is in coverage.def: %d of %d\n", all.holds + all.proof, all.points);
        bad++;
    }
    return bad;
}

static void write_row(FILE *file, const char *key, const char *name, const sums *s, const char *end)
{
    fprintf(file, "  {\"%s\": \"%s\", \"points\": %d, \"hit\": %d, \"constant\": %d, \"holds\": %d, \"proof\": %d}%s\n",
            key, name, s->points, s->hit, s->constant, s->holds, s->proof, end);
}

static void write_json(const char *path)
{
    char rtl[RTL_HASH_CHARS], line[RTL_HASH_CHARS];
    FILE *file = fopen(path, "w");
    if (!file || !rtl_hash("rtl/ta_engine.f", rtl) || !rtl_hash("fpga/ta_fpga.f", line))
        die("cannot be written", path);
    fprintf(file, "{\"schema\": \"tinyattn-coverage-rtl/1\",\n \"command\": \"./run soak coverage_rtl\",\n"
            " \"rtl\": \"%s\", \"fpga\": \"%s\",\n \"kinds\": [\n", rtl, line);
    write_row(file, "kind", "all", &all, ",");
    for (int k = 0; k < KINDS; k++)
        write_row(file, "kind", kind_names[k], &by_kind[k], k + 1 < KINDS ? "," : "");
    fprintf(file, "], \"rows\": [\n");
    for (int i = 0; i < file_count; i++)
        write_row(file, "file", by_file[i].file, &by_file[i], i + 1 < file_count ? "," : "");
    fprintf(file, "]}\n");
    if (fclose(file))
        die(strerror(errno), path);
}

/* ---- runs ---- */

static int run(const char *without)
{
    int bad = 0, left_out = 0;
    const int n = jobs_init();
    if (!n)
        die("not enough memory", "jobs");
    for (int i = 0; i < n; i++) {
        if (without && !strncmp(jobs_name(i), without, strlen(without))) {
            left_out++;
        } else if (!jobs_run(i, 0)) {
            printf("job %s: not as expected\n", jobs_name(i));
            bad++;
        }
    }
    if (!runs_random(2000) || !runs_other(80) || !runs_long()) {
        printf("runs of the engine: not as expected\n");
        bad++;
    }
    if (without && !strcmp(without, "talks"))
        return bad;
    if (without && !left_out)
        die("leaves nothing out", without);
    if (!runs_numbers() || !runs_blocks()) {
        printf("runs over the pins: not as expected\n");
        bad++;
    }
    for (int i = 0; i < talks_count(); i++)
        if (!talks_run(i, 0)) {
            printf("talk %s: not as expected\n", talks_name(i));
            bad++;
        }
    return bad;
}

int main(int argc, char **argv)
{
    const char *without = NULL, *json = NULL;
    if (argc < 2 || argv[1][0] == '-')
        die("usage", "coverage_rtl WORK [--without CLASS] [--list FILE SIGNAL] [--json FILE]");
    for (int i = 2; i < argc; i++) {
        if (!strcmp(argv[i], "--without") && i + 1 < argc)
            without = argv[++i];
        else if (!strcmp(argv[i], "--list") && i + 2 < argc && waiver_count < WAIVERS_MOST)
            waivers[waiver_count++] = (waiver){argv[i + 1], argv[i + 2], NULL, 0, 0, BOTH, 'h'}, i += 2;
        else if (!strcmp(argv[i], "--json") && i + 1 < argc)
            json = argv[++i];
        else
            die("usage", argv[i]);
    }
    ta_coverage_folder(argv[1]);
    for (int model = 0; model < TA_COVERAGE_OTHER; model++)
        read_netlist(argv[1], model);
    int bad = run(without);
    ta_coverage_end();
    read_all(argv[1]);
    bad += report();
    if (json && !bad)
        write_json(json);
    return bad != 0;
}
