/* SPDX-License-Identifier: MIT
 *
 * soak PART [OPTION ...]             runs a part, or what is left of it
 * soak replay PART INDEX [OPTION ...]  the chunk of that case, up to it; when it differs, once more on an
 *                                    engine that writes the case's waveform, DIR/PART-INDEX.fst
 * soak --check FILE                  whether a record belongs to the present RTL and adds up
 *
 * Options:
 *   --count N        cases instead of those of a release
 *   --jobs N         processes at a time; 0, the default: one a core
 *   --seconds N      begin no chunk after that time
 *   --chunks N       begin no more chunks than that
 *   --record FILE    put the result into FILE (evidence/soak.json)
 *   --state DIR      keep the progress there, and go on from it; another count, build or engine has its own
 *   --fst DIR        where the waveform of a failing case goes
 *   --build NAME     every case on this build
 *   --engine NAME    instead of the part's
 *   --stuck, --lose, --wrong-trace, --forget NAME   seeded bugs (soak.h, flat.h)
 *   --executors FILE, --runs N   executors: see there
 */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/machine.h"
#include "tests/soak/flat.h"
#include "tests/soak/rtl_hash.h"
#include "tests/soak/soak.h"
#include "tools/alone.h"

enum { WINDOW = 64, JOBS = 64 };
#define SCHEMA "tinyattention-soak-1"

static const part *const parts[] = {&part_soft_errors, &part_resets, &part_random_init, &part_executors,
                                    &part_stalls, &part_geometries, &part_random};
static const size_t part_count = sizeof parts / sizeof *parts;

static const part *find_part(const char *name)
{
    for (size_t i = 0; i < part_count; i++)
        if (!strcmp(parts[i]->name, name))
            return parts[i];
    return NULL;
}

/* ---- a chunk, in a process of its own ---- */

/* Cases first to last - 1; the first that differs, or last. */
static uint64_t run_chunk(const part *p, uint64_t first, uint64_t last, tally *t)
{
    while (first < last && !p->run(first, t))
        first++;
    return first;
}

/* The chunk again up to the case, which is written. */
static void write_fst(const part *p, uint64_t index, const char *directory)
{
    static char path[512];
    tally unused = {{0}, {0}};
    const uint64_t first = index / p->chunk * p->chunk;
    if (soak.engine || !strcmp(p->engine, "flat") || !strcmp(p->engine, "none"))
        return; /* an engine without waveforms */
    for (int i = 0; i < BUILDS; i++)
        rig_drop(soak_builds[i]);
    snprintf(path, sizeof path, "%s/%s-%llu.fst", directory, p->name, (unsigned long long)index);
    soak.engine = "fst";
    run_chunk(p, first, index, &unused);
    soak.fst = path;
    p->run(index, &unused);
    for (int i = 0; i < BUILDS; i++)
        rig_drop(soak_builds[i]);
    fprintf(stderr, "waveform: %s\n", path);
}

/* ---- progress ---- */

struct progress {
    uint64_t chunks; /* merged */
    double seconds;
    tally total;
};

static struct run {
    const part *p;
    uint64_t count;
    int jobs;
    double limit;
    uint64_t chunks; /* to begin; 0: all */
    const char *record, *state, *fst, *command;
    char hash[RTL_HASH_CHARS];
} r;

/* Runs of another count, build or engine have files of their own: they leave what a release has come to. */
static void state_path(char *path, size_t size)
{
    char count[32] = "";
    if (r.count != r.p->count)
        snprintf(count, sizeof count, "-%llu", (unsigned long long)r.count);
    snprintf(path, size, "%s/%s%s%s%s%s%s.state", r.state, r.p->name, count, soak.build < 0 ? "" : "-",
             soak.build < 0 ? "" : ta_build_at(soak.build)->name, soak.engine ? "-" : "", soak.engine ? soak.engine : "");
}

/* What a state must have been made with to go on from it. */
static void state_head(char *text, size_t size)
{
    snprintf(text, size, "tinyattention soak 1 %s rtl %s tables %08x count %llu chunk %llu build %d engine %s\n", r.p->name,
             r.hash, (unsigned)ta_tables_crc(), (unsigned long long)r.count, (unsigned long long)r.p->chunk, soak.build,
             soak.engine ? soak.engine : "-");
}

static int save(const struct progress *g)
{
    char path[512], temporary[520], head[512];
    state_path(path, sizeof path);
    state_head(head, sizeof head);
    snprintf(temporary, sizeof temporary, "%s.new", path);
    FILE *out = fopen(temporary, "w");
    if (!out) {
        perror(temporary);
        return 0;
    }
    fprintf(out, "%schunks %llu\nseconds %.3f\n", head, (unsigned long long)g->chunks, g->seconds);
    for (int i = 0; i < SUMS; i++)
        if (g->total.sum[i])
            fprintf(out, "sum %d %llu\n", i, (unsigned long long)g->total.sum[i]);
    for (int i = 0; i < PEAKS; i++)
        fprintf(out, "peak %d %llu\n", i, (unsigned long long)g->total.peak[i]);
    if (fclose(out) || rename(temporary, path)) {
        perror(path);
        return 0;
    }
    return 1;
}

static void resume(struct progress *g)
{
    char path[512], head[512], line[512];
    struct progress read = {0};
    state_path(path, sizeof path);
    state_head(head, sizeof head);
    FILE *in = fopen(path, "r");
    if (!in)
        return;
    int good = fgets(line, sizeof line, in) && !strcmp(line, head);
    while (good && fgets(line, sizeof line, in)) {
        unsigned long long value;
        int i;
        if (sscanf(line, "sum %d %llu", &i, &value) == 2 && i >= 0 && i < SUMS)
            read.total.sum[i] = value;
        else if (sscanf(line, "peak %d %llu", &i, &value) == 2 && i >= 0 && i < PEAKS)
            read.total.peak[i] = value;
        else if (sscanf(line, "chunks %llu", &value) == 1)
            read.chunks = value;
        else
            good = sscanf(line, "seconds %lf", &read.seconds) == 1;
    }
    fclose(in);
    if (good)
        *g = read;
    else
        fprintf(stderr, "soak: %s is of another RTL, or no progress: the part begins anew\n", path);
}

/* ---- all chunks ---- */

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct slot {
    tally t;
    uint64_t failed; /* index + 1 */
};

static void merge(tally *to, const tally *from)
{
    for (int i = 0; i < SUMS; i++)
        to->sum[i] += from->sum[i];
    for (int i = 0; i < PEAKS; i++)
        if (from->peak[i] > to->peak[i])
            to->peak[i] = from->peak[i];
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void child(uint64_t chunk, struct slot *slot)
{
    const uint64_t first = chunk * r.p->chunk, last = least(first + r.p->chunk, r.count);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    const uint64_t at = run_chunk(r.p, first, last, &slot->t);
    if (at < last) {
        slot->failed = at + 1;
        if (r.fst)
            write_fst(r.p, at, r.fst);
    }
    exit(at < last);
}

static void say_progress(const struct progress *g, double since)
{
    const uint64_t done = least(g->chunks * r.p->chunk, r.count);
    fprintf(stderr, "%s: %llu of %llu cases, %.0f s\n", r.p->name, (unsigned long long)done,
            (unsigned long long)r.count, g->seconds + now() - since);
}

/* The command that runs a case again. */
static void say_replay(uint64_t index)
{
    fprintf(stderr, "replay: ./run soak replay %s %llu%s%s%s%s", r.p->name, (unsigned long long)index,
            soak.build < 0 ? "" : " --build ", soak.build < 0 ? "" : ta_build_at(soak.build)->name,
            soak.engine ? " --engine " : "", soak.engine ? soak.engine : "");
    if (index >= r.p->count)
        fprintf(stderr, " --count %llu", (unsigned long long)r.count);
    fputc('\n', stderr);
}

/* Returns 0: all cases ran, or time was up; 1: one differs; 2: stopped. */
static int run_all(struct progress *g)
{
    const uint64_t chunks = (r.count + r.p->chunk - 1) / r.p->chunk;
    struct slot *slots = mmap(NULL, sizeof *slots * WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t pids[WINDOW] = {0}; /* of chunk % WINDOW; 0: none */
    char done[WINDOW] = {0};
    const uint64_t first = g->chunks;
    uint64_t next = first;
    int running = 0, status = 0;
    const double since = now();
    double said = since;
    if (slots == MAP_FAILED) {
        perror("soak");
        return 2;
    }
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    for (;;) {
        const int more = !stopped && !status && !(r.limit > 0 && now() - since > r.limit);
        while (more && (!r.chunks || next - first < r.chunks) && running < r.jobs && next < chunks && next < g->chunks + WINDOW) {
            const size_t i = next % WINDOW;
            memset(&slots[i], 0, sizeof slots[i]);
            done[i] = 0;
            fflush(NULL);
            pids[i] = fork();
            if (pids[i] == 0)
                child(next, &slots[i]);
            if (pids[i] < 0) {
                perror("soak: fork");
                pids[i] = 0;
                stopped = 1;
                break;
            }
            running++;
            next++;
        }
        if (!running)
            break;
        int wait_status;
        const pid_t pid = wait(&wait_status);
        if (pid < 0) { /* a signal: the children end as well */
            for (int i = 0; stopped && i < WINDOW; i++)
                if (pids[i])
                    kill(pids[i], SIGTERM);
            continue;
        }
        for (int i = 0; i < WINDOW; i++) {
            if (pids[i] != pid)
                continue;
            pids[i] = 0;
            running--;
            done[i] = WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0;
            if (done[i] || stopped)
                continue;
            status = 1;
            uint64_t chunk = g->chunks;
            while (chunk % WINDOW != (uint64_t)i)
                chunk++;
            if (slots[i].failed)
                say_replay(slots[i].failed - 1);
            else
                fprintf(stderr, "soak: the process of cases %llu .. %llu ended by itself (wait status %d)\n",
                        (unsigned long long)(chunk * r.p->chunk), (unsigned long long)((chunk + 1) * r.p->chunk - 1),
                        wait_status);
        }
        while (g->chunks < next && done[g->chunks % WINDOW]) {
            merge(&g->total, &slots[g->chunks % WINDOW].t);
            done[g->chunks % WINDOW] = 0;
            g->chunks++;
        }
        if (now() - said > 5) {
            said = now();
            say_progress(g, since);
            struct progress kept = *g;
            kept.seconds += now() - since;
            if (r.state)
                save(&kept);
        }
    }
    say_progress(g, since);
    g->seconds += now() - since;
    munmap(slots, sizeof *slots * WINDOW);
    return status ? 1 : stopped ? 2 : 0;
}

/* ---- the record ---- */

static int write_record(const struct progress *g)
{
    char folder[512], written[520];
    snprintf(written, sizeof written, "%s.new", r.record);
    snprintf(folder, sizeof folder, "%s", r.record);
    char *const slash = strrchr(folder, '/');
    if (slash)
        *slash = 0;
    const int lock = alone_in(slash ? folder : "."); /* the other parts that end now read what this one writes */
    if (lock < 0) {
        perror(slash ? folder : ".");
        return 0;
    }
    json_error_t error;
    json_t *root = json_load_file(r.record, 0, &error), *object = ta_machine();
    if (!root)
        root = json_pack("{s:s, s:s, s:{}}", "schema", SCHEMA, "command", "./run soak", "parts");
    json_object_set_new(object, "command", json_string(r.command));
    json_object_set_new(object, "verilator", json_string("5.48"));
    json_object_set_new(object, "rtl_hash", json_string(r.hash));
    json_object_set_new(object, "planned", json_integer((json_int_t)r.p->count));
    json_object_set_new(object, "count", json_integer((json_int_t)least(g->chunks * r.p->chunk, r.count)));
    json_object_set_new(object, "first_seed", json_integer(0));
    json_object_set_new(object, "failures", json_integer(0));
    json_object_set_new(object, "seconds", json_real(g->seconds));
    r.p->record(object, &g->total);
    json_object_set_new(json_object_get(root, "parts"), r.p->name, object);
    const int good = json_dump_file(root, written, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) == 0 && rename(written, r.record) == 0;
    if (!good)
        fprintf(stderr, "soak: %s cannot be written\n", r.record);
    json_decref(root);
    close(lock);
    return good;
}

static int64_t number(const json_t *object, const char *key)
{
    return (int64_t)json_integer_value(json_object_get(object, key));
}

/* The column of a part's rows that counts cases (random_init makes two runs of each). */
static int adds_up(const char *name, const json_t *object)
{
    const char *column = !strcmp(name, "soft_errors") ? "flips" : "runs";
    const json_t *rows = json_object_get(object, "rows");
    int64_t sum = 0;
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) {
        const char *module = json_string_value(json_object_get(row, "module"));
        if (!module || strcmp(module, "all"))
            sum += number(row, column);
    }
    const int64_t times = !strcmp(name, "random_init") ? 2 : 1;
    if (!strcmp(name, "executors") || sum == times * number(object, "count"))
        return 1;
    fprintf(stderr, "%s: the rows count %lld, expected %lld\n", name, (long long)sum, (long long)(times * number(object, "count")));
    return 0;
}

static int check(const char *path)
{
    json_error_t error;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error), *object;
    const char *name, *schema = json_string_value(json_object_get(root, "schema"));
    int status = 0;
    if (!root || !schema || strcmp(schema, SCHEMA)) {
        fprintf(stderr, "%s: %s\n", path, root ? "found another schema, expected " SCHEMA : error.text);
        return 1;
    }
    json_object_foreach(json_object_get(root, "parts"), name, object) {
        const char *hash = json_string_value(json_object_get(object, "rtl_hash"));
        if (!find_part(name) || !hash || strcmp(hash, r.hash)) {
            fprintf(stderr, "%s: %s: rtl_hash: found %s, expected %s: the record is of another RTL, ./run soak %s makes it again\n",
                    path, name, hash ? hash : "none", r.hash, name);
            status = 1;
        }
        if (!adds_up(name, object))
            status = 1;
        if (number(object, "count") < 1 || number(object, "failures") != 0)
            status = 1;
    }
    if (!json_object_size(json_object_get(root, "parts"))) {
        fprintf(stderr, "%s: found no part\n", path);
        status = 1;
    }
    json_decref(root);
    return status;
}

/* ---- command line ---- */

static int usage(void)
{
    fprintf(stderr, "usage: soak PART [--count N] [--jobs N] [--seconds N] [--chunks N] [--record FILE] [--state DIR] [--fst DIR]\n"
                    "            [--build NAME] [--engine NAME] [--executors FILE] [--runs N]\n"
                    "            [--stuck] [--lose] [--wrong-trace] [--forget NAME]\n"
                    "       soak replay PART INDEX [OPTION ...]\n"
                    "       soak --check FILE\n"
                    "PART:");
    for (size_t i = 0; i < part_count; i++)
        fprintf(stderr, " %s", parts[i]->name);
    fputc('\n', stderr);
    return 2;
}

static int wrong(const char *what, const char *found, const char *expected)
{
    fprintf(stderr, "soak: %s: found '%s', expected %s\n", what, found ? found : "", expected);
    return 2;
}

/* What a part's name was, and what there are. */
static int wrong_part(const char *found)
{
    char names[256] = "one of";
    for (size_t i = 0; i < part_count; i++)
        snprintf(names + strlen(names), sizeof names - strlen(names), " %s", parts[i]->name);
    return wrong("PART", found, names);
}

static int natural(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno;
}

int main(int argc, char **argv)
{
    static char command[1024] = "./run soak";
    static const char *const with_argument[] = {"--record", "--state", "--fst", "--engine", "--forget", "--executors",
                                                "--build", "--count", "--jobs", "--seconds", "--chunks", "--runs"};
    uint64_t index = 0, value;
    int replay = 0, at = 1;
    if (!rtl_hash("rtl/ta_engine.f", r.hash)) {
        fprintf(stderr, "soak: rtl/ta_engine.f or a file of it cannot be read; run it in the project's root\n");
        return 2;
    }
    if (argc == 3 && !strcmp(argv[1], "--check"))
        return check(argv[2]);
    if (argc > 1 && !strcmp(argv[1], "replay")) {
        replay = 1;
        at = 2;
    }
    if (argc <= at)
        return usage();
    r.p = find_part(argv[at]);
    if (!r.p)
        return wrong_part(argv[at]);
    snprintf(command + strlen(command), sizeof command - strlen(command), " %s", r.p->name);
    at++;
    if (replay && (at >= argc || !natural(argv[at], &index)))
        return wrong("INDEX", at < argc ? argv[at] : NULL, "the number of a case");
    at += replay;
    r.count = r.p->count;
    soak.runs = 200;
    for (; at < argc; at++) {
        const char *option = argv[at], *argument = at + 1 < argc ? argv[at + 1] : NULL;
        int *const flag = !strcmp(option, "--stuck")         ? &soak.stuck
                          : !strcmp(option, "--lose")        ? &soak.lose
                          : !strcmp(option, "--wrong-trace") ? &soak.wrong_trace
                                                             : NULL;
        if (flag) {
            *flag = 1;
            continue;
        }
        int known = 0;
        for (size_t i = 0; i < sizeof with_argument / sizeof *with_argument; i++)
            known |= !strcmp(option, with_argument[i]);
        if (!known)
            return wrong("option", option, "one of those of soak");
        if (!argument || !strncmp(argument, "--", 2))
            return wrong(option, argument, "an argument");
        at++;
        const int is_number = natural(argument, &value);
        if (!strcmp(option, "--record"))
            r.record = argument;
        else if (!strcmp(option, "--state"))
            r.state = argument;
        else if (!strcmp(option, "--fst"))
            r.fst = argument;
        else if (!strcmp(option, "--engine"))
            soak.engine = argument;
        else if (!strcmp(option, "--forget"))
            flat_forget = argument;
        else if (!strcmp(option, "--executors"))
            soak.executors = argument;
        else if (!strcmp(option, "--build")) {
            const ta_build *build = ta_build_find(argument);
            for (int i = 0; i < BUILDS; i++)
                if (ta_build_at(soak_builds[i]) == build)
                    soak.build = soak_builds[i];
            if (soak.build < 0)
                return wrong(option, argument, "tiny, tiny32, lab or wide");
        } else if (!is_number)
            return wrong(option, argument, "a whole number");
        else if (!strcmp(option, "--count"))
            r.count = value;
        else if (!strcmp(option, "--jobs"))
            r.jobs = (int)least(value, JOBS);
        else if (!strcmp(option, "--seconds"))
            r.limit = (double)value;
        else if (!strcmp(option, "--chunks"))
            r.chunks = value;
        else
            soak.runs = value;
    }
    if (r.count < 1)
        return wrong("--count", "0", "at least 1");
    if (r.count != r.p->count)
        snprintf(command + strlen(command), sizeof command - strlen(command), " --count %llu", (unsigned long long)r.count);
    if (!strcmp(r.p->name, "geometries"))
        r.count = least(r.count, r.p->count);
    if (replay && index >= r.count) {
        char range[64], found[32];
        snprintf(found, sizeof found, "%llu", (unsigned long long)index);
        snprintf(range, sizeof range, "0 .. %llu, the cases of %s", (unsigned long long)r.count - 1, r.p->name);
        return wrong("INDEX", found, range);
    }
    r.command = command;
    if (r.jobs < 1) {
        const long cores = sysconf(_SC_NPROCESSORS_ONLN);
        r.jobs = cores < 1 ? 1 : cores > JOBS ? JOBS : (int)cores;
    }
    if (r.p->begin && !r.p->begin()) {
        fprintf(stderr, "soak: %s cannot begin\n", r.p->name);
        return 2;
    }
    if (replay) {
        tally unused = {{0}, {0}};
        const uint64_t found = run_chunk(r.p, index / r.p->chunk * r.p->chunk, index + 1, &unused);
        if (found > index) {
            fprintf(stderr, "case %llu is as it should be\n", (unsigned long long)index);
            return 0;
        }
        if (r.fst)
            write_fst(r.p, found, r.fst);
        return 1;
    }
    struct progress g = {0};
    if (r.state)
        resume(&g);
    const int status = run_all(&g);
    if (r.state && !save(&g))
        return 2;
    if (status == 2)
        fprintf(stderr, "soak: stopped; the same command goes on\n");
    if (status)
        return status;
    if (r.record && !write_record(&g))
        return 2;
    printf("%s: %llu cases, none differs\n", r.p->name, (unsigned long long)least(g.chunks * r.p->chunk, r.count));
    return 0;
}
