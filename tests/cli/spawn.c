/* SPDX-License-Identifier: MIT */
#include "spawn.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char program[1024];
static char directory[64];  /* where the program runs */
static char side[64];       /* where its outputs are caught */
static char environment[256];
static spawned last;

void spawn_start(int argc, char **argv)
{
    if (argc < 2 || !realpath(argv[1], program)) {
        fprintf(stderr, "usage: %s PROGRAM\n", argv[0]);
        exit(2);
    }
    snprintf(directory, sizeof directory, "/tmp/ta_cli_XXXXXX");
    snprintf(side, sizeof side, "/tmp/ta_cli_XXXXXX");
    if (!mkdtemp(directory) || !mkdtemp(side)) {
        perror("mkdtemp");
        exit(2);
    }
}

static void remove_directory(const char *path)
{
    char name[512];
    DIR *d = opendir(path);
    struct dirent *e;
    while (d && (e = readdir(d)) != NULL)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) {
            snprintf(name, sizeof name, "%s/%s", path, e->d_name);
            if (remove(name) != 0)
                perror(name);
        }
    if (d)
        closedir(d);
    rmdir(path);
}

void spawn_end(void)
{
    free(last.out);
    free(last.err);
    remove_directory(directory);
    remove_directory(side);
}

void spawn_environment(const char *assignments)
{
    snprintf(environment, sizeof environment, "%s", assignments);
}

static char *read_all(const char *where, const char *name, size_t *size)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", where, name);
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    char *bytes = NULL;
    size_t used = 0;
    for (;;) {
        bytes = realloc(bytes, used + 65537);
        size_t n = fread(bytes + used, 1, 65536, f);
        used += n;
        if (!n)
            break;
    }
    bytes[used] = 0;
    fclose(f);
    if (size)
        *size = used;
    return bytes;
}

const spawned *spawn(const char *format, ...)
{
    char arguments[4096];
    char command[8192];
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof arguments, format, list);
    va_end(list);
    snprintf(command, sizeof command, "cd '%s' && %s '%s' %s >'%s/out' 2>'%s/err'", directory, environment,
             program, arguments, side, side);
    int status = system(command);
    free(last.out);
    free(last.err);
    last.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    last.out = read_all(side, "out", &last.out_size);
    last.err = read_all(side, "err", NULL);
    if (!last.out || !last.err)
        fail_msg("%s: no output", command);
    return &last;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char *spawn_listing(void)
{
    char path[512];
    char line[800];
    char *lines[256];
    int count = 0;
    DIR *d = opendir(directory);
    struct dirent *e;
    struct stat s;
    while (d && (e = readdir(d)) != NULL && count < 256) {
        snprintf(path, sizeof path, "%s/%s", directory, e->d_name);
        if (e->d_name[0] == '.' || stat(path, &s) != 0)
            continue;
        snprintf(line, sizeof line, "%s %lld %lld.%09ld\n", e->d_name, (long long)s.st_size,
                 (long long)s.st_mtim.tv_sec, (long)s.st_mtim.tv_nsec);
        lines[count++] = strdup(line);
    }
    if (d)
        closedir(d);
    qsort(lines, (size_t)count, sizeof *lines, by_name);
    char *all = calloc((size_t)count * 800 + 1, 1);
    for (int i = 0; i < count; i++) {
        strcat(all, lines[i]);
        free(lines[i]);
    }
    return all;
}

void expect_status(const spawned *run, int status)
{
    if (run->status != status)
        fail_msg("status %d, expected %d\nstdout: %.2000s\nstderr: %.2000s", run->status, status, run->out,
                 run->err);
}

void expect_text(const char *where, const char *text)
{
    if (!strstr(where, text))
        fail_msg("expected \"%s\" in: %.2000s", text, where);
}

json_t *parse_json(const spawned *run)
{
    json_error_t error;
    json_t *j = json_loads(run->out, JSON_REJECT_DUPLICATES, &error);
    if (!j)
        fail_msg("JSON: %s, line %d: %.1000s", error.text, error.line, run->out);
    return j;
}

json_t *load_json(const char *path)
{
    json_error_t error;
    size_t size;
    char *text = read_all(directory, path, &size);
    json_t *j = text ? json_loads(text, JSON_REJECT_DUPLICATES, &error) : NULL;
    if (!j)
        fail_msg("%s: no JSON: %s", path, text ? error.text : "no file");
    free(text);
    return j;
}

json_t *at_path(json_t *object, const char *path)
{
    char key[128];
    const char *at = path;
    while (*at) {
        size_t n = strcspn(at, ".");
        snprintf(key, sizeof key, "%.*s", (int)n, at);
        object = json_object_get(object, key);
        if (!object)
            fail_msg("JSON has no %s", path);
        at += n + (at[n] == '.');
    }
    return object;
}

double number_at(json_t *object, const char *path)
{
    json_t *x = at_path(object, path);
    if (!json_is_number(x))
        fail_msg("%s is no number", path);
    return json_number_value(x);
}

unsigned char *load_file(const char *path, size_t *size)
{
    return (unsigned char *)read_all(directory, path, size);
}

void save_file(const char *path, const void *bytes, size_t size)
{
    char name[512];
    snprintf(name, sizeof name, "%s/%s", directory, path);
    FILE *f = fopen(name, "wb");
    if (!f || fwrite(bytes, 1, size, f) != size || fclose(f) != 0)
        fail_msg("%s: cannot write", name);
}

/* Values of the row-major element: the same whatever the order of the file. */
static double value_of(uint64_t seed, size_t index)
{
    uint64_t x = (seed * 1000003 + index + 1) * 0x9E3779B97F4A7C15u;
    double sum = 0;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    x ^= x >> 31;
    for (int i = 0; i < 4; i++, x >>= 16)
        sum += (double)(x & 0xFFFF) / 65536 - 0.5;
    return floor(sum * 1.7 * 1024) / 1024;
}

static void put(unsigned char *to, const void *value, size_t n, int big)
{
    const unsigned char *from = value;
    for (size_t i = 0; i < n; i++) /* the machine is little endian */
        to[i] = from[big ? n - 1 - i : i];
}

void save_npy(const char *path, const npy_case *c, uint64_t seed)
{
    char header[256];
    char shape[64] = "";
    size_t count = 1;
    size_t size = (size_t)(c->descr[2] - '0');
    for (int i = 0; i < c->rank; i++) {
        snprintf(shape + strlen(shape), sizeof shape - strlen(shape), "%d, ", c->shape[i]);
        count *= (size_t)c->shape[i];
    }
    int n = snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }", c->descr,
                     c->fortran ? "True" : "False", shape);
    while ((10 + n + 1) % 64)
        header[n++] = ' ';
    header[n++] = '\n';
    unsigned char *bytes = malloc(10 + (size_t)n + count * size);
    memcpy(bytes, "\x93NUMPY\x01\x00", 8);
    bytes[8] = (unsigned char)n;
    bytes[9] = (unsigned char)(n >> 8);
    memcpy(bytes + 10, header, (size_t)n);
    for (size_t i = 0; i < count; i++) {
        size_t at = i;
        if (c->fortran) {
            size_t rest = i;
            size_t index[4] = {0};
            for (int a = c->rank - 1; a >= 0; a--) {
                index[a] = rest % (size_t)c->shape[a];
                rest /= (size_t)c->shape[a];
            }
            at = 0;
            for (int a = c->rank - 1; a >= 0; a--)
                at = at * (size_t)c->shape[a] + index[a];
        }
        double x = value_of(seed, i);
        float f = (float)x;
        int8_t b = (int8_t)fmax(-128, fmin(127, floor(x * 75)));
        unsigned char *to = bytes + 10 + n + at * size;
        if (c->descr[1] == 'i')
            *to = (unsigned char)b;
        else if (size == 4)
            put(to, &f, 4, c->descr[0] == '>');
        else
            put(to, &x, 8, c->descr[0] == '>');
    }
    save_file(path, bytes, 10 + (size_t)n + count * size);
    free(bytes);
}

void save_three(int nq, int nk, int d, int dv)
{
    npy_case q = {"<f4", 0, 2, {nq, d}};
    npy_case k = {"<f4", 0, 2, {nk, d}};
    npy_case v = {"<f4", 0, 2, {nk, dv}};
    save_npy("q.npy", &q, 1);
    save_npy("k.npy", &k, 2);
    save_npy("v.npy", &v, 3);
}
