/* SPDX-License-Identifier: MIT
 *
 * Mutants of the hardware (mutants.def) against golden and the closed forms.
 *
 *   mutants_rtl DIR [--record FILE] [--sample N] [--proofs FILE] [--mutant NETLIST NUMBER]
 *   mutants_rtl DIR --check FILE
 *
 * DIR holds the netlists' lists (netlist.sh).  Runs what DIR/results does not hold yet, so that a
 * run that was cut goes on; --record writes the record when all are there, with what was proven of
 * the survivors (equal.c, DIR/verdicts).  --sample N runs one mutant in N anew, without DIR/results,
 * and compares with the record.  Status 1: a sample or a check contradicts the record.
 */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/mutation_rtl/jobs.h"
#include "tests/mutation_rtl/talks.h"
#include "tests/soak/rtl_hash.h"
#include "bench/machine.h"

enum netlist { engine, line, NETLISTS };
static const char *const netlist_names[] = {"engine", "line"};

static const struct {
    enum netlist netlist;
    const char *file;
    int count;
} table[] = {
#define TA_MUTATED(netlist, file, count) {netlist, file, count},
#include "tests/mutation_rtl/mutants.def"
#undef TA_MUTATED
};
enum { FILES = sizeof table / sizeof *table };

/* Survivors that no proof decided, each with the reason why no output is expected to differ. */
static const struct {
    const char *file, *part, *reason;
} reasons[] = {
#define TA_UNDECIDED(file, part, reason) {file, part, reason},
#include "tests/mutation_rtl/undecided.def"
#undef TA_UNDECIDED
    {NULL, NULL, NULL},
};

enum verdict { UNKNOWN, KILLED, SURVIVED, EQUAL, UNDECIDED, VERDICTS };
static const char *const verdict_names[] = {"unknown", "killed", "survived", "equal", "undecided"};

static struct mutant {
    enum netlist netlist;
    unsigned number;
    int file;
    char *text; /* what mutate was told, without the number */
    enum verdict verdict;
    int by; /* job or talk that killed it */
} *mutants;
static int mutant_count;

static const char *dir;

static void die(const char *what, const char *name)
{
    fprintf(stderr, "mutants_rtl: %s: %s\n", name, what);
    exit(2);
}

static FILE *in_dir(const char *name, const char *mode)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    return fopen(path, mode);
}

/* A line: mutate -ctrl mutsel 12 NUMBER -mode ... -src FILE:LINE ...; the file of the cell is that
 * of the last -src. */
static void read_list(enum netlist n)
{
    char name[64], text[8192];
    snprintf(name, sizeof name, "%s.list", netlist_names[n]);
    FILE *f = in_dir(name, "r");
    if (!f)
        die("no list of mutants: netlist.sh makes it", name);
    while (fgets(text, sizeof text, f)) {
        unsigned number;
        int at = 0;
        text[strcspn(text, "\n")] = 0;
        if (sscanf(text, "mutate -ctrl mutsel %*d %u %n", &number, &at) < 1 || !at)
            die("found a line that is no mutant", name);
        const char *src = NULL;
        for (const char *s = text; (s = strstr(s, "-src ")) != NULL; s += 5)
            src = s + 5;
        int file = 0, base = 1;
        for (; file < FILES; file++)
            if (table[file].netlist == n) {
                if ((int)number >= base && (int)number < base + table[file].count)
                    break;
                base += table[file].count;
            }
        if (file == FILES || !src)
            die("belongs to no file of mutants.def", text);
        if ((mutant_count & (mutant_count - 1)) == 0)
            mutants = realloc(mutants, (size_t)(2 * mutant_count + 1) * sizeof *mutants);
        if (!mutants)
            abort();
        mutants[mutant_count++] = (struct mutant){n, number, file, strdup(text + at), UNKNOWN, 0};
    }
    fclose(f);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One step of a mutant in a process of its own: a hang is a limit of its time on the processor.
 * 1: all as expected. */
static int step(enum netlist n, int i, unsigned number, unsigned seconds)
{
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        die(strerror(errno), "fork");
    if (!child) {
        struct rlimit limit = {seconds, seconds + 1};
        int null = open("/dev/null", O_WRONLY);
        dup2(null, 1);
        dup2(null, 2);
        setrlimit(RLIMIT_CPU, &limit);
        _exit(n == engine ? !jobs_run(i, number) : !talks_run(i, number));
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* All jobs of the engine until one differs: a process for all of them, which tells how far it came. */
static int run_engine(unsigned number, int jobs, int *by)
{
    int pipes[2], reached = 0;
    if (pipe(pipes))
        die(strerror(errno), "pipe");
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        die(strerror(errno), "fork");
    if (!child) {
        struct rlimit limit = {120, 121};
        int null = open("/dev/null", O_WRONLY), good = 1;
        dup2(null, 2);
        setrlimit(RLIMIT_CPU, &limit);
        for (int i = 0; i < jobs && good; i++) {
            if (write(pipes[1], &i, sizeof i) != sizeof i)
                break;
            good = jobs_run(i, number);
        }
        _exit(!good);
    }
    close(pipes[1]);
    while (read(pipes[0], &reached, sizeof reached) == sizeof reached)
        *by = reached;
    close(pipes[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void run_mutant(struct mutant *m, int jobs, int talks)
{
    int good;
    if (m->netlist == engine) {
        good = run_engine(m->number, jobs, &m->by);
    } else {
        good = 1;
        for (m->by = 0; m->by < talks && good; m->by++)
            good = step(line, m->by, m->number, talks_seconds(m->by));
        m->by--;
    }
    m->verdict = good ? SURVIVED : KILLED;
}

static void read_verdicts(const char *name, const char *hash)
{
    char text[8192], word[32], found[64];
    unsigned number;
    int by;
    FILE *f = in_dir(name, "r");
    if (!f)
        return;
    if (!fgets(text, sizeof text, f) || sscanf(text, "sources %63s", found) != 1 || strcmp(found, hash)) {
        fclose(f);
        return; /* of other sources */
    }
    while (fgets(text, sizeof text, f)) {
        char netlist[16];
        if (sscanf(text, "%15s %u %31s %d", netlist, &number, word, &by) != 4)
            continue;
        for (int i = 0; i < mutant_count; i++)
            if (!strcmp(netlist_names[mutants[i].netlist], netlist) && mutants[i].number == number)
                for (int v = KILLED; v < VERDICTS; v++)
                    if (!strcmp(verdict_names[v], word)) {
                        mutants[i].verdict = (enum verdict)v;
                        mutants[i].by = by;
                    }
    }
    fclose(f);
}

static const char *reason_of(const struct mutant *m)
{
    for (int i = 0; reasons[i].file; i++)
        if (!strcmp(reasons[i].file, table[m->file].file) && strstr(m->text, reasons[i].part))
            return reasons[i].reason;
    return NULL;
}

static json_int_t number(const json_t *row, const char *key)
{
    return json_integer_value(json_object_get(row, key));
}

/* Killed of those that are not proven equal, in percent. */
static double score(const json_t *row)
{
    double killed = (double)number(row, "killed"), all = killed + (double)number(row, "survived");
    return all > 0 ? 100 * killed / all : 100;
}

static void print_row(const json_t *row)
{
    printf("%-22s mutants %lld killed %lld equal %lld undecided %lld survived %lld  %.1f %%\n",
           json_string_value(json_object_get(row, "file")), (long long)number(row, "mutants"),
           (long long)number(row, "killed"), (long long)number(row, "equal"), (long long)number(row, "undecided"),
           (long long)number(row, "survived"), score(row));
}

static json_t *make_row(int file)
{
    int counts[VERDICTS] = {0}, all = 0;
    for (int i = 0; i < mutant_count; i++)
        if (file < 0 || mutants[i].file == file) {
            counts[mutants[i].verdict]++;
            all++;
        }
    return json_pack("{s:s, s:i, s:i, s:i, s:i, s:i}", "file", file < 0 ? "all" : table[file].file, "mutants", all,
                     "killed", counts[KILLED], "equal", counts[EQUAL], "undecided", counts[UNDECIDED], "survived",
                     counts[SURVIVED] + counts[UNKNOWN]);
}

static void save(const char *path, const char *rtl, const char *fpga)
{
    FILE *f = fopen(path, "w");
    if (!f)
        die(strerror(errno), path);
    json_t *machine = ta_machine();
    char *text = json_dumps(machine, JSON_PRESERVE_ORDER);
    fprintf(f, "{\"schema\": \"tinyattn-mutants-rtl/1\",\n \"command\": \"./run mutants\",\n \"rtl\": \"%s\", \"fpga\": \"%s\",\n"
               " \"machine\": %s,\n \"rows\": [\n", rtl, fpga, text);
    free(text);
    for (int i = -1; i < FILES; i++) {
        json_t *row = make_row(i);
        text = json_dumps(row, JSON_PRESERVE_ORDER);
        fprintf(f, "  %s%s\n", text, i + 1 < FILES ? "," : "],");
        print_row(row);
        free(text);
        json_decref(row);
    }
    fprintf(f, " \"survivors\": [");
    int first = 1;
    for (int i = 0; i < mutant_count; i++) {
        const struct mutant *m = &mutants[i];
        if (m->verdict == KILLED || m->verdict == UNKNOWN)
            continue;
        const char *reason = m->verdict == UNDECIDED ? reason_of(m) : "";
        json_t *row = json_pack("[s, i, s, s, s]", netlist_names[m->netlist], (int)m->number, verdict_names[m->verdict],
                                reason ? reason : "", m->text);
        text = json_dumps(row, 0);
        fprintf(f, "%s\n  %s", first ? "" : ",", text);
        first = 0;
        free(text);
        json_decref(row);
    }
    fprintf(f, "\n]}\n");
    json_decref(machine);
    if (fclose(f))
        die(strerror(errno), path);
}

static int check(const char *path, const char *rtl, const char *fpga)
{
    json_t *record = json_load_file(path, 0, NULL), *row, *survivors;
    size_t i;
    int bad = 0;
    if (!record)
        die("no record", path);
    const char *r = json_string_value(json_object_get(record, "rtl")), *p = json_string_value(json_object_get(record, "fpga"));
    if (!r || !p || strcmp(r, rtl) || strcmp(p, fpga)) {
        printf("%s: belongs to other sources: found %s %s, expected %s %s; again: ./run mutants\n", path, r ? r : "none",
               p ? p : "none", rtl, fpga);
        bad = 1;
    }
    json_array_foreach(json_object_get(record, "rows"), i, row) {
        print_row(row);
        if (i)
            continue;
        if (number(row, "mutants") < 3000) {
            printf("mutants: found %lld, expected at least 3000\n", (long long)number(row, "mutants"));
            bad = 1;
        }
        if (1000 * number(row, "undecided") > 5 * number(row, "mutants")) {
            printf("undecided: found %lld, expected at most 0.5 %%\n", (long long)number(row, "undecided"));
            bad = 1;
        }
    }
    survivors = json_object_get(record, "survivors");
    json_array_foreach(survivors, i, row) {
        const char *verdict = json_string_value(json_array_get(row, 2)), *reason = json_string_value(json_array_get(row, 3));
        if (!strcmp(verdict, "undecided") && !*reason) {
            printf("undecided without a reason: %s\n", json_string_value(json_array_get(row, 4)));
            bad = 1;
        }
    }
    json_decref(record);
    return bad;
}

/* The sample's verdicts are those of the record. */
static int compare(const char *path)
{
    json_t *record = json_load_file(path, 0, NULL), *row;
    size_t k;
    int bad = 0;
    if (!record)
        die("no record", path);
    for (int i = 0; i < mutant_count; i++) {
        const struct mutant *m = &mutants[i];
        int known = 0;
        if (m->verdict == UNKNOWN)
            continue;
        json_array_foreach(json_object_get(record, "survivors"), k, row)
            known |= !strcmp(json_string_value(json_array_get(row, 4)), m->text);
        if (known != (m->verdict == SURVIVED)) {
            printf("%s %u: %s, expected %s: %s\n", netlist_names[m->netlist], m->number, verdict_names[m->verdict],
                   known ? "survived" : "killed", m->text);
            bad = 1;
        }
    }
    json_decref(record);
    return bad;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

int main(int argc, char **argv)
{
    const char *record = NULL, *only = NULL;
    unsigned sample = 0, one = 0;
    int checking = 0, bad = 0, jobs, talks, few = 0;
    if (argc < 2)
        die("usage", "mutants_rtl DIR [option ...]");
    dir = argv[1];
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 2; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!value)
            die("has no value", argv[i]);
        if (!strcmp(argv[i], "--record"))
            record = value;
        else if (!strcmp(argv[i], "--check"))
            record = value, checking = 1;
        else if (!strcmp(argv[i], "--sample"))
            sample = (unsigned)atoi(value);
        else if (!strcmp(argv[i], "--netlist"))
            only = value;
        else if (!strcmp(argv[i], "--mutant"))
            one = (unsigned)atoi(value);
        else if (!strcmp(argv[i], "--jobs"))
            few = atoi(value);
        else
            die("no such option", argv[i]);
        i++;
    }
    char rtl[RTL_HASH_CHARS], fpga[RTL_HASH_CHARS], both[2 * RTL_HASH_CHARS];
    if (!rtl_hash("rtl/ta_engine.f", rtl) || !rtl_hash("fpga/ta_fpga.f", fpga))
        die("cannot be read: run from the project's root", "rtl/ta_engine.f, fpga/ta_fpga.f");
    if (checking)
        return check(record, rtl, fpga);
    snprintf(both, sizeof both, "%s%s", rtl, fpga);
    for (int n = 0; n < NETLISTS; n++)
        read_list((enum netlist)n);
    jobs = jobs_init();
    talks = talks_count();
    if (!jobs)
        die("no memory", "jobs");
    for (int i = 0; i < jobs; i++)
        if ((!only || !strcmp(only, "engine")) && !step(engine, i, 0, 600)) {
            printf("engine: the unchanged hardware fails %s\n", jobs_name(i));
            bad = 1;
        }
    for (int i = 0; i < talks; i++)
        if ((!only || !strcmp(only, "line")) && !step(line, i, 0, 600)) {
            printf("line: the unchanged hardware fails %s\n", talks_name(i));
            bad = 1;
        }
    if (bad)
        return 1;
    if (few) /* control: with fewer jobs mutants live */
        jobs = talks = few;
    FILE *results = NULL;
    if (!sample && !one && !few) {
        read_verdicts("results", both);
        int any = 0;
        for (int i = 0; i < mutant_count; i++)
            any |= mutants[i].verdict != UNKNOWN;
        results = in_dir("results", any ? "a" : "w");
        if (!results)
            die(strerror(errno), "results");
        if (!any)
            fprintf(results, "sources %s\n", both);
    }
    double start = now(), told = start;
    int done = 0, killed = 0;
    static int kills[2][1000];
    for (int i = 0; i < mutant_count; i++) {
        struct mutant *m = &mutants[i];
        if (m->verdict != UNKNOWN || (only && strcmp(only, netlist_names[m->netlist])))
            continue;
        if (one ? m->number != one : sample && mix((uint64_t)i + 1) % sample)
            continue;
        run_mutant(m, jobs, talks);
        done++;
        killed += m->verdict == KILLED;
        if (m->verdict == KILLED)
            kills[m->netlist][m->by]++;
        if (results) {
            fprintf(results, "%s %u %s %d\n", netlist_names[m->netlist], m->number, verdict_names[m->verdict], m->by);
            fflush(results);
        }
        if (m->verdict == SURVIVED)
            printf("%s %u survived: %s\n", netlist_names[m->netlist], m->number, m->text);
        else if (one)
            printf("%s %u killed by %s\n", netlist_names[m->netlist], m->number,
                   m->netlist == engine ? jobs_name(m->by) : talks_name(m->by));
        if (now() - told > 30) {
            told = now();
            printf("%5.0f s: %d of %d mutants, %d killed\n", told - start, done, mutant_count, killed);
        }
    }
    printf("%d mutants, %d killed, %.0f s\n", done, killed, now() - start);
    for (int n = 0; n < NETLISTS; n++)
        for (int i = 0; i < 1000; i++)
            if (kills[n][i])
                printf("  %4d by %s\n", kills[n][i], n == engine ? jobs_name(i) : talks_name(i));
    if (results)
        fclose(results);
    if (sample || few)
        return record ? compare(record) : few ? killed != done : 0;
    if (record) {
        read_verdicts("verdicts", both);
        for (int i = 0; i < mutant_count; i++)
            if (mutants[i].verdict == SURVIVED && reason_of(&mutants[i]))
                mutants[i].verdict = UNDECIDED;
        save(record, rtl, fpga);
    }
    return 0;
}
