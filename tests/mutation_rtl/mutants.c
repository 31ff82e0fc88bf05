/* SPDX-License-Identifier: MIT
 *
 * Mutants of the hardware (mutants.def) against golden and the closed forms.
 *
 *   mutants_rtl LISTS WORK [--record FILE]      runs what WORK/results does not hold yet, so that a run
 *                                               that was cut goes on; then writes the record, with what was
 *                                               proven of the survivors (equal.c, WORK/verdicts)
 *   mutants_rtl LISTS WORK --record FILE --jobs 0    the record of what was run so far; the rest is open
 *   mutants_rtl LISTS --sample N --record FILE [--jobs N]      one mutant in N anew, compared with the
 *                                               record; what survives there has the first jobs alone.
 *                                               --jobs: the control, that many of the jobs
 *   mutants_rtl LISTS --check FILE [--open N]   does the record belong to the sources, and add up?  Are no
 *                                               more than N (0) open?
 *   mutants_rtl LISTS --mutant NUMBER           one mutant, and which job finds it
 *   mutants_rtl LISTS --times                   seconds of each job on the unchanged hardware
 *
 * All but --check: --netlist engine|line, the mutants of that netlist alone.  LISTS is the folder with
 * the lists of mutants (netlist.sh).  Status 1: a sample or a check contradicts the record.
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

enum verdict { UNKNOWN, KILLED, PORTS, SURVIVED, EQUAL, UNDECIDED, VERDICTS };
static const char *const verdict_names[] = {"unknown", "killed", "ports", "survived", "equal", "undecided"};

static struct mutant {
    enum netlist netlist;
    unsigned number;
    int file;
    char *text; /* what mutate was told, without the number */
    enum verdict verdict;
    int by; /* job or talk that killed it */
    int survives; /* in the record */
    int skipped;  /* the record does not know */
} *mutants;
static int mutant_count;

static const char *lists, *work;

static json_int_t open_most; /* in a record that is checked */

static const char not_run[] = "not run"; /* in the record, as the reason */

static void die(const char *what, const char *name)
{
    fprintf(stderr, "mutants_rtl: %s: %s\n", name, what);
    exit(2);
}

static FILE *open_in(const char *folder, const char *name, const char *mode)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, mode);
}

/* A line: mutate -ctrl mutsel 12 NUMBER -mode ... -src FILE:LINE ...; the file of the cell is that
 * of the last -src. */
static void read_list(enum netlist n)
{
    char name[64], text[8192];
    snprintf(name, sizeof name, "%s.list", netlist_names[n]);
    FILE *f = open_in(lists, name, "r");
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
        mutants[mutant_count++] = (struct mutant){n, number, file, strdup(text + at), UNKNOWN, 0, 0, 0};
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
static enum verdict run_engine(unsigned number, int jobs, int *by)
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
        int null = open("/dev/null", O_WRONLY), good = 1, ports = 0;
        dup2(null, 2);
        setrlimit(RLIMIT_CPU, &limit);
        for (int i = 0; i < jobs && good; i++) {
            if (write(pipes[1], &i, sizeof i) != sizeof i)
                break;
            good = jobs_run(i, number);
            ports |= jobs_ports_differ();
        }
        _exit(good ? ports ? 2 : 0 : 1);
    }
    close(pipes[1]);
    while (read(pipes[0], &reached, sizeof reached) == sizeof reached)
        *by = reached;
    close(pipes[0]);
    int status = 0;
    waitpid(child, &status, 0);
    status = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    return status == 0 ? SURVIVED : status == 2 ? PORTS : KILLED;
}

static void run_mutant(struct mutant *m, int count)
{
    if (m->netlist == engine) {
        m->verdict = run_engine(m->number, count, &m->by);
    } else {
        int good = 1;
        for (m->by = 0; m->by < count && good; m->by++)
            good = step(line, m->by, m->number, talks_seconds(m->by));
        m->by--;
        m->verdict = good ? SURVIVED : KILLED;
    }
}

static void read_verdicts(const char *name, const char *hash)
{
    char text[8192], word[32], found[64];
    unsigned number;
    int by;
    FILE *f = open_in(work, name, "r");
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

static void print_row(const json_t *row)
{
    printf("%-22s mutants %lld killed %lld ports %lld equal %lld undecided %lld open %lld\n",
           json_string_value(json_object_get(row, "file")), (long long)number(row, "mutants"),
           (long long)number(row, "killed"), (long long)number(row, "ports"), (long long)number(row, "equal"), (long long)number(row, "undecided"),
           (long long)number(row, "open"));
}

static json_t *make_row(int file)
{
    int counts[VERDICTS] = {0}, all = 0;
    for (int i = 0; i < mutant_count; i++)
        if (file < 0 || mutants[i].file == file) {
            counts[mutants[i].verdict]++;
            all++;
        }
    /* Killed, or seen at the ports, of those that are not proven equal, in percent, rounded down. */
    const int others = all - counts[EQUAL];
    return json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:f}", "file", file < 0 ? "all" : table[file].file, "mutants", all,
                     "killed", counts[KILLED], "ports", counts[PORTS], "equal", counts[EQUAL], "undecided", counts[UNDECIDED], "open",
                     counts[SURVIVED] + counts[UNKNOWN], "found_percent",
                     others ? (double)(1000 * (counts[KILLED] + counts[PORTS]) / others) / 10 : 100.0);
}

static void save(const char *path, const char *rtl, const char *fpga)
{
    FILE *f = fopen(path, "w");
    if (!f)
        die(strerror(errno), path);
    json_t *machine = ta_machine();
    char *text = json_dumps(machine, JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(4));
    fprintf(f, "{\"schema\": \"tinyattn-mutants-rtl/1\",\n \"command\": \"./run soak mutants\",\n \"rtl\": \"%s\", \"fpga\": \"%s\",\n"
               " \"machine\": %s,\n \"rows\": [\n", rtl, fpga, text);
    free(text);
    for (int i = -1; i < FILES; i++) {
        json_t *row = make_row(i);
        text = json_dumps(row, JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(4));
        fprintf(f, "  %s%s\n", text, i + 1 < FILES ? "," : "],");
        print_row(row);
        free(text);
        json_decref(row);
    }
    fprintf(f, " \"survivors\": [");
    int first = 1;
    for (int i = 0; i < mutant_count; i++) {
        const struct mutant *m = &mutants[i];
        if (m->verdict == KILLED)
            continue;
        const char *reason = m->verdict == UNDECIDED ? reason_of(m) : m->verdict == UNKNOWN ? not_run : "";
        json_t *row = json_pack("[s, i, s, s, s]", netlist_names[m->netlist], (int)m->number,
                                m->verdict == SURVIVED || m->verdict == UNKNOWN ? "open" : verdict_names[m->verdict], reason, m->text);
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
    json_t *record = json_load_file(path, 0, NULL), *row;
    size_t i;
    int bad = 0;
    if (!record)
        die("no record", path);
    const char *r = json_string_value(json_object_get(record, "rtl")), *p = json_string_value(json_object_get(record, "fpga"));
    if (!r || !p || strcmp(r, rtl) || strcmp(p, fpga)) {
        printf("%s: belongs to other sources: found %s %s, expected %s %s; again: ./run soak mutants\n", path, r ? r : "none",
               p ? p : "none", rtl, fpga);
        bad = 1;
    }
    static const char *const verdicts[] = {"ports", "equal", "undecided", "open"};
    const json_t *all = NULL;
    json_int_t found = 0, killed = 0, counts[4] = {0}, listed[4] = {0};
    json_array_foreach(json_object_get(record, "rows"), i, row) {
        print_row(row);
        if (!i) {
            all = row;
            continue;
        }
        found += number(row, "mutants");
        killed += number(row, "killed");
        for (int k = 0; k < 4; k++)
            counts[k] += number(row, verdicts[k]);
    }
    json_array_foreach(json_object_get(record, "survivors"), i, row) {
        const char *verdict = json_string_value(json_array_get(row, 2)), *reason = json_string_value(json_array_get(row, 3));
        for (int k = 0; k < 4; k++)
            listed[k] += verdict && !strcmp(verdict, verdicts[k]);
        if (verdict && !strcmp(verdict, "undecided") && (!reason || !*reason)) {
            printf("undecided without a reason: %s\n", json_string_value(json_array_get(row, 4)));
            bad = 1;
        }
    }
    for (int k = 0; k < 4; k++)
        if (!all || counts[k] != listed[k] || number(all, verdicts[k]) != counts[k]) {
            printf("%s: the rows say %lld, the list of survivors %lld, the sum %lld\n", verdicts[k], (long long)counts[k],
                   (long long)listed[k], (long long)(all ? number(all, verdicts[k]) : 0));
            bad = 1;
        }
    if (!all || found != number(all, "mutants") || killed != number(all, "killed") ||
        found != killed + counts[0] + counts[1] + counts[2] + counts[3]) {
        printf("%lld mutants, %lld killed: not the sum of the rows\n", (long long)found, (long long)killed);
        bad = 1;
    }
    if (found < 3000) {
        printf("mutants: found %lld, expected at least 3000\n", (long long)found);
        bad = 1;
    }
    if (1000 * counts[2] > 5 * found) {
        printf("undecided: found %lld, expected at most 0.5 %%\n", (long long)counts[2]);
        bad = 1;
    }
    if (counts[3] > open_most) {
        printf("open: found %lld, expected at most %lld\n", (long long)counts[3], (long long)open_most);
        bad = 1;
    }
    json_decref(record);
    return bad;
}

/* Marks what survives in the record. */
static void read_record(const char *path)
{
    json_t *record = json_load_file(path, 0, NULL), *row;
    size_t k;
    if (!record)
        die("no record", path);
    json_array_foreach(json_object_get(record, "survivors"), k, row) {
        const char *reason = json_string_value(json_array_get(row, 3)), *text = json_string_value(json_array_get(row, 4));
        for (int i = 0; text && i < mutant_count; i++)
            if (!strcmp(mutants[i].text, text)) {
                mutants[i].survives = 1;
                mutants[i].skipped = reason && !strcmp(reason, not_run);
            }
    }
    json_decref(record);
}

/* The sample's verdicts are those of the record. */
static int compare(void)
{
    int bad = 0;
    for (int i = 0; i < mutant_count; i++) {
        const struct mutant *m = &mutants[i];
        if (m->verdict != UNKNOWN && m->survives != (m->verdict != KILLED)) {
            printf("%s %u: %s, expected %s: %s\n", netlist_names[m->netlist], m->number, verdict_names[m->verdict],
                   m->survives ? "survived" : "killed", m->text);
            bad = 1;
        }
    }
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
    int checking = 0, bad = 0, times = 0, few = -1;
    if (argc < 2)
        die("usage", "mutants_rtl LISTS [WORK] [option ...]; see the head of mutants.c");
    lists = argv[1];
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 2; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(argv[i], "--times")) {
            times = 1;
            continue;
        }
        if (argv[i][0] != '-' && !work) {
            work = argv[i];
            continue;
        }
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
        else if (!strcmp(argv[i], "--open"))
            open_most = atoi(value);
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
    if (!work && !sample && !one && !times)
        die("has no WORK", "a run of all mutants");
    if (sample && !record)
        die("has no --record", "--sample");
    if (few > 0 && !sample)
        die("is for --sample", "--jobs");
    snprintf(both, sizeof both, "%s%s", rtl, fpga);
    for (int n = 0; n < NETLISTS; n++)
        read_list((enum netlist)n);
    if (sample)
        read_record(record);
    const int counts[NETLISTS] = {jobs_init(), talks_count()}, quick[NETLISTS] = {JOBS_QUICK, TALKS_QUICK};
    if (!counts[engine])
        die("no memory", "jobs");
    for (int n = 0; n < NETLISTS; n++)
        for (int i = 0; i < (few == 0 ? 0 : (sample ? quick : counts)[n]) && (!only || !strcmp(only, netlist_names[n])); i++) {
            const double before = now();
            const char *name = n == engine ? jobs_name(i) : talks_name(i);
            if (!(n == engine ? jobs_run(i, 0) : step(line, i, 0, 600))) {
                printf("%s: the unchanged hardware fails %s\n", netlist_names[n], name);
                bad = 1;
            } else if (times) {
                printf("%s %d: %.4f s %s\n", netlist_names[n], i, now() - before, name);
            }
        }
    if (bad || times)
        return bad;
    FILE *results = NULL;
    if (!sample && !one) {
        read_verdicts("results", both);
        int any = 0;
        for (int i = 0; i < mutant_count; i++)
            any |= mutants[i].verdict != UNKNOWN;
        results = open_in(work, "results", any ? "a" : "w");
        if (!results)
            die(strerror(errno), "results");
        if (!any)
            fprintf(results, "sources %s\n", both);
    }
    double start = now(), told = start;
    int done = 0, killed = 0;
    static int kills[NETLISTS][1000];
    for (int i = 0; i < mutant_count; i++) {
        struct mutant *m = &mutants[i];
        if (m->verdict != UNKNOWN || m->skipped)
            continue;
        if (only && strcmp(only, netlist_names[m->netlist]))
            continue;
        if (one ? m->number != one : sample && mix((uint64_t)i + 1) % sample)
            continue;
        if (few == 0)
            continue;
        run_mutant(m, few > 0 ? few : m->survives ? quick[m->netlist] : counts[m->netlist]);
        done++;
        killed += m->verdict == KILLED;
        if (m->verdict == KILLED)
            kills[m->netlist][m->by]++;
        if (results) {
            fprintf(results, "%s %u %s %d\n", netlist_names[m->netlist], m->number, verdict_names[m->verdict], m->by);
            fflush(results);
        }
        if (m->verdict != KILLED && !sample)
            printf("%s %u %s: %s\n", netlist_names[m->netlist], m->number, verdict_names[m->verdict], m->text);
        else if (one)
            printf("%s %u killed by %s\n", netlist_names[m->netlist], m->number,
                   m->netlist == engine ? jobs_name(m->by) : talks_name(m->by));
        if (now() - told > 30) {
            told = now();
            printf("%5.0f s: %d of %d mutants, %d killed\n", told - start, i + 1, mutant_count, killed);
        }
    }
    printf("%d mutants, %d killed, %.0f s\n", done, killed, now() - start);
    for (int n = 0; n < NETLISTS; n++)
        for (int i = 0; i < 1000; i++)
            if (kills[n][i])
                printf("  %4d by %s %d: %s\n", kills[n][i], netlist_names[n], i, n == engine ? jobs_name(i) : talks_name(i));
    if (sample)
        return compare();
    if (results)
        fclose(results);
    if (record) {
        read_verdicts("verdicts", both);
        for (int i = 0; i < mutant_count; i++)
            if (mutants[i].verdict == SURVIVED && reason_of(&mutants[i]))
                mutants[i].verdict = UNDECIDED;
        save(record, rtl, fpga);
    }
    return 0;
}
