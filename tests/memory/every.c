/* SPDX-License-Identifier: MIT
 *
 * tinyattn with each of its allocations failing once, and with each and all later ones failing:
 * it says "memory" and ends with status 3, leaving no file and nothing on standard output; or
 * it did without, and everything it leaves is that of a run where none failed.
 *
 *   every [--step N] [--forgetful] ROOT     ROOT: the project's; --step: one allocation in N
 *   --forgetful: as if no failed allocation of jansson were noticed; the test must fail
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/json_memory.h"
#include "failing.h"

int tinyattn_main(int argc, char **argv);
int __real_ta_json_failed(void);
int __wrap_ta_json_failed(void);

enum { ARGUMENTS = 32, FILES = 8, NO_MEMORY = 3, LIMIT = 300 /* seconds for a run */ };

static const char *const lines[] = {
    "presets",
    "predict --n 64 --d 8 --json p.json",
    "run --preset toy --out o.npy --lse l.npy --json r.json",
    "run --preset toy --engine float",
    "run --q ROOT/data/ocr/line5_layer0_q.npy --k ROOT/data/ocr/line5_layer0_k.npy "
    "--v ROOT/data/ocr/line5_layer0_v.npy --engine cpu --json -",
    "run --q ROOT/data/minilm/nurse.safetensors:layer0.q --k ROOT/data/minilm/nurse.safetensors:layer0.k "
    "--v ROOT/data/minilm/nurse.safetensors:layer0.v --engine cpu --out o.npy",
    "run --preset toy --engine board:/dev/null",
    "compare --preset toy --engine golden",
    "compare --preset toy --json c.json",
    "check --seeds 2 --json k.json",
    "study --seeds 2 --n 8 --d 8 --json s.json",
    "show --preset toy",
    "show --preset toy --svg s.svg --png s.png",
    "trace --preset toy --jsonl t.jsonl --vcd t.vcd --perfetto t.json",
};

static char place[] = "/tmp/ta_memory_XXXXXX"; /* where it runs */
static char side[] = "/tmp/ta_memory_XXXXXX";  /* its outputs, and those of the good run */
static const char *root;
static int forgetful;
static long *fired; /* shared with the child */

int __wrap_ta_json_failed(void)
{
    return forgetful ? 0 : __real_ta_json_failed();
}

static void die(const char *what)
{
    perror(what);
    exit(2);
}

typedef struct text {
    char *bytes;
    size_t size;
} text;

static text read_text(const char *directory, const char *name)
{
    char path[512];
    text t = {NULL, 0};
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *f = fopen(path, "rb");
    if (!f)
        return t;
    t.bytes = malloc((16u << 20) + 1);
    if (!t.bytes)
        die("malloc");
    t.size = fread(t.bytes, 1, 16u << 20, f);
    t.bytes[t.size] = 0;
    fclose(f);
    return t;
}

/* What a run leaves. */
typedef struct left {
    int status; /* of waitpid */
    text out, err;
    int count;
    char name[FILES][256];
    text file[FILES];
} left;

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void collect(left *l)
{
    char *names[FILES];
    DIR *d = opendir(place);
    if (!d)
        die(place);
    l->out = read_text(side, "out");
    l->err = read_text(side, "err");
    l->count = 0;
    for (struct dirent *e; (e = readdir(d)) != NULL;)
        if (e->d_name[0] != '.' && l->count < FILES)
            names[l->count++] = strdup(e->d_name);
    closedir(d);
    qsort(names, (size_t)l->count, sizeof *names, by_name);
    for (int i = 0; i < l->count; i++) {
        char path[512];
        snprintf(l->name[i], sizeof l->name[i], "%s", names[i]);
        l->file[i] = read_text(place, names[i]);
        snprintf(path, sizeof path, "%s/%s", place, names[i]);
        remove(path);
        free(names[i]);
    }
}

static void forget(left *l)
{
    free(l->out.bytes);
    free(l->err.bytes);
    for (int i = 0; i < l->count; i++)
        free(l->file[i].bytes);
}

static void into(const char *name, int fd)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", side, name);
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || dup2(file, fd) < 0)
        die(path);
    close(file);
}

static void run(const char *line, long n, int all, left *l)
{
    static char copy[1024];
    char *argv[ARGUMENTS] = {(char *)"tinyattn"};
    int argc = 1;
    size_t at = 0;
    for (const char *c = line; *c; c++) /* ROOT stands for the path */
        if (strncmp(c, "ROOT", 4) == 0) {
            at += (size_t)snprintf(copy + at, sizeof copy - at, "%s", root);
            c += 3;
        } else {
            copy[at++] = *c;
        }
    copy[at] = 0;
    for (char *w = strtok(copy, " "); w && argc < ARGUMENTS - 1; w = strtok(NULL, " "))
        argv[argc++] = w;
    argv[argc] = NULL;
    *fired = 0;
    fflush(stdout);
    const pid_t child = fork();
    if (child < 0)
        die("fork");
    if (child == 0) {
        into("out", 1);
        into("err", 2);
        if (chdir(place))
            die(place);
        alarm(LIMIT);
        failing_from(n, all);
        const int status = tinyattn_main(argc, argv);
        *fired = failing_count();
        failing_from(-1, 0);
        exit(status);
    }
    if (waitpid(child, &l->status, 0) != child)
        die("waitpid");
    collect(l);
    if (WIFEXITED(l->status) && WEXITSTATUS(l->status) == NO_MEMORY && strstr(l->err.bytes, "memory"))
        *fired = 1; /* it may have left by exit */
}

static int same_text(const text *a, const text *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->bytes, b->bytes, a->size) == 0);
}

/* Null: l is as it should be. */
static const char *judge(const left *l, const left *good)
{
    if (!WIFEXITED(l->status))
        return "ended by a signal";
    if (l->status == good->status && same_text(&l->err, &good->err)) {
        if (l->count != good->count || !same_text(&l->out, &good->out))
            return "status of the good run, and other outputs";
        for (int i = 0; i < l->count; i++)
            if (strcmp(l->name[i], good->name[i]) != 0 || !same_text(&l->file[i], &good->file[i]))
                return "status of the good run, and another file";
        return NULL;
    }
    if (WEXITSTATUS(l->status) != NO_MEMORY)
        return "another status";
    if (!l->err.bytes || strncmp(l->err.bytes, "tinyattn", 8) != 0 || !strstr(l->err.bytes, "memory"))
        return "no word of memory";
    if (l->count)
        return "a file is left";
    if (l->out.size)
        return "something on standard output";
    return NULL;
}

int main(int argc, char **argv)
{
    long step = 1, runs = 0, bad = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--step") == 0 && i + 1 < argc)
            step = strtol(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--forgetful") == 0)
            forgetful = 1;
        else
            root = argv[i];
    }
    if (!root || step < 1) {
        fprintf(stderr, "usage: every [--step N] [--forgetful] ROOT\n");
        return 2;
    }
    fired = mmap(NULL, sizeof *fired, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (fired == MAP_FAILED || !mkdtemp(place) || !mkdtemp(side))
        die("mmap, mkdtemp");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        left good;
        long n[2] = {0, 0}, refused = 0;
        run(lines[i], -1, 0, &good);
        if (!WIFEXITED(good.status) || (WEXITSTATUS(good.status) != 0 && !strstr(lines[i], "board:"))) {
            printf("%s: fails by itself: %s\n", lines[i], good.err.bytes);
            bad++;
        }
        for (int all = 0; all < 2; all++) {
            for (;; n[all] += n[all] < 20 ? 1 : step) {
                left l;
                run(lines[i], n[all], all, &l);
                const long failed = *fired;
                const char *why = judge(&l, &good);
                refused += WIFEXITED(l.status) && WEXITSTATUS(l.status) == NO_MEMORY;
                runs++;
                if (why) {
                    bad++;
                    if (bad <= 20)
                        printf("%s: allocation %ld%s: %s (status %x)\n%.600s", lines[i], n[all],
                               all ? " and all after" : "", why, (unsigned)l.status, l.err.bytes ? l.err.bytes : "");
                }
                forget(&l);
                if (!failed && !why)
                    break; /* it has fewer than n */
            }
        }
        printf("%-40.40s %6ld allocations, %6ld refusals\n", lines[i], n[0], refused);
        fflush(stdout);
        forget(&good);
    }
    rmdir(place);
    static const char *const names[] = {"out", "err"};
    for (int i = 0; i < 2; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", side, names[i]);
        remove(path);
    }
    rmdir(side);
    printf("%ld runs, %ld wrong\n", runs, bad);
    return bad != 0;
}
