/* SPDX-License-Identifier: MIT */
#include "harness.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tools/alone.h"
#include "tools/child.h"

harness config;

void die(const char *what, const char *which)
{
    fprintf(stderr, "mutants: %s: %s\n", what, which);
    exit(2);
}

void split(char *s, char **words, int max)
{
    int n = 0;
    for (char *w = strtok(s, " "); w; w = strtok(NULL, " ")) {
        if (n == max - 1)
            die("too many words", w);
        words[n++] = w;
    }
    words[n] = NULL;
}

void read_config(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t size = 0;
    ssize_t n = file ? getdelim(&config.text, &size, 0, file) : -1;
    if (n < 0)
        die(path, strerror(errno));
    fclose(file);
    for (char *next = config.text, *line; (line = strsep(&next, "\n"));) {
        char *value = strchr(line, ' ');
        if (!value)
            continue;
        *value++ = 0;
        if (!strcmp(line, "cc"))
            config.cc = value;
        else if (!strcmp(line, "root"))
            config.root = value;
        else if (!strcmp(line, "work"))
            config.base = config.work = value;
        else if (!strcmp(line, "sanitizers"))
            config.sanitizers = value;
        else if (!strcmp(line, "sanitize"))
            split(value, config.sanitize, WORDS_MAX);
        else if (!strcmp(line, "flags_golden"))
            split(value, config.flags[0], WORDS_MAX);
        else if (!strcmp(line, "flags_host"))
            split(value, config.flags[1], WORDS_MAX);
        else if (!strcmp(line, "objects_golden"))
            split(value, config.objects[0][0], WORDS_MAX);
        else if (!strcmp(line, "objects_host"))
            split(value, config.objects[0][1], WORDS_MAX);
        else if (!strcmp(line, "sanitized_golden"))
            split(value, config.objects[1][0], WORDS_MAX);
        else if (!strcmp(line, "sanitized_host"))
            split(value, config.objects[1][1], WORDS_MAX);
        else if (!strcmp(line, "test") || !strcmp(line, "test_plain")) {
            if (config.test_count == TESTS_MAX)
                die("too many tests", value);
            config.tests[config.test_count].plain = line[4] != 0;
            split(value, config.tests[config.test_count].argv, WORDS_MAX);
            config.tests[config.test_count].name = config.tests[config.test_count].argv[0];
            config.test_count++;
        } else
            die(path, line);
    }
}

void read_source(const char *file, mutants *m)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", config.root, file);
    if (mutants_read(path, m))
        die("cannot read", path);
}

void source_hash(const char *file, char hash[17])
{
    mutants m;
    read_source(file, &m);
    snprintf(hash, 17, "%016llx", (unsigned long long)m.hash);
    mutants_free(&m);
}

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int start(char *const *argv, double limit, int quiet, int libraries, int sanitized,
                 const char *into)
{
    sigset_t before;
    const pid_t pid = child_fork(&before);
    if (pid < 0)
        die("fork", strerror(errno));
    if (pid == 0) {
        rlim_t s = (rlim_t)limit + 1;
        setrlimit(RLIMIT_CPU, &(struct rlimit){s, s});
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){64u << 20, 64u << 20});
        if (!sanitized)
            setrlimit(RLIMIT_AS, &(struct rlimit){(rlim_t)8 << 30, (rlim_t)8 << 30});
        setenv("CMOCKA_TEST_ABORT", "1", 1); /* at the first failure */
        if (libraries) {
            char path[8192];
            snprintf(path, sizeof path, "%s:%s", config.work, config.base);
            setenv("LD_LIBRARY_PATH", path, 1);
        }
        if (sanitized) {
            setenv("LD_PRELOAD", config.sanitizers, 1);
            setenv("ASAN_OPTIONS", "detect_leaks=1:allocator_may_return_null=1", 1);
        }
        int null = open("/dev/null", O_RDWR);
        dup2(null, 0);
        if (into)
            dup2(open(into, O_WRONLY | O_CREAT | O_TRUNC, 0666), 1);
        if (quiet) {
            if (!into)
                dup2(null, 1);
            dup2(null, 2);
        }
        if (chdir(config.root))
            _exit(127);
        execv(argv[0], argv);
        _exit(127);
    }
    int status;
    if (child_wait(pid, 10 * limit + 20, &before, &status))
        return 2;
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
        return 2;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        die("cannot run", argv[0]);
    return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int run(char *const *argv, double limit, int quiet, int libraries, int sanitized)
{
    return start(argv, limit, quiet, libraries, sanitized, NULL);
}

int run_into(char *const *argv, double limit, const char *file)
{
    return start(argv, limit, 0, 0, 0, file);
}

void work_in(const char *name)
{
    static char directory[4096];
    snprintf(directory, sizeof directory, "%s/%s.work", config.work, name);
    if (mkdir(directory, 0777) && errno != EEXIST)
        die(directory, strerror(errno));
    if (alone_in(directory) < 0)
        die(directory, strerror(errno));
    config.work = directory;
}

int find_test(const char *name)
{
    for (int i = 0; i < config.test_count; i++)
        if (!strcmp(config.tests[i].name, name))
            return i;
    die("no such test", name);
    return -1;
}

void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file))
        die(path, strerror(errno));
}

static const char *beside(const char *path)
{
    static char name[4200];
    snprintf(name, sizeof name, "%s.new", path);
    return name;
}

FILE *open_beside(const char *path)
{
    FILE *file = fopen(beside(path), "w");
    if (!file)
        die(beside(path), strerror(errno));
    return file;
}

void close_beside(FILE *file, const char *path)
{
    const int failed = ferror(file);
    if (fclose(file) || failed || rename(beside(path), path))
        die(path, strerror(errno));
}

const char *work_path(const char *name)
{
    static char paths[8][4096];
    static int at;
    char *p = paths[at++ % 8];
    snprintf(p, sizeof paths[0], "%s/%s", config.work, name);
    return p;
}
