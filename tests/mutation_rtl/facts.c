/* SPDX-License-Identifier: MIT
 *
 * Proofs that a mutant is no change, by what is known of the states that the original comes to.
 *
 * In the world of a module's proofs: the original with the properties in it, its inputs as they are assumed
 * to be and its states as they are proven to be, and beside it the module of the netlist with its mutants, both as
 * and-inverter graphs, joined by the names of their signals.  First by one step: in no such state does the mutant's
 * next state or output differ.  Then as two machines from the same state: no output differs, or none that is read; of
 * registers that are read only at times (TA_READ) the two may differ at others, which is proven with it.
 * By the first a mutant is found that acts in no state that is reached; by the others one whose action is never seen (enum
 * way).
 * That the world stands until a mutant differs for the first time is why what is proven of the original may be used.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formal/shell.h"
#include "formal/world.h"
#include "tests/mutation_rtl/equal.h"

static const struct facts {
    struct world world;
    const char *qualified;
} facts[] = {
#define TA_FACTS(module, sources, proofs, qualified) {{module, sources, proofs, NULL}, qualified},
#define TA_LINE(module, sources, proofs, qualified) {{module, sources, proofs, NULL}, qualified},
#include "tests/mutation_rtl/facts.def"
};

static const struct {
    const char *module, *read;
} reads[] = {
#define TA_READ(module, read) {module, read},
#include "tests/mutation_rtl/facts.def"
};

static const struct {
    const char *instance, *signal;
} ones[] = {
#define TA_ONE(instance, signal) {instance, signal},
#include "tests/mutation_rtl/facts.def"
};

/* The modules of an RTLIL text that come from one of the files, alone. */
static char *modules_of(const char *text, const char *files)
{
    char *found = format("%s", ""), *head = format("%s", "");
    int keep = 0, from = 0;
    for (const char *at = text, *end; *at; at = end + 1) {
        end = strchr(at, '\n');
        char *line = format("%.*s\n", (int)(end - at), at);
        if (*line == 'a') { /* autoidx, or an attribute of the module that follows */
            char src[NAME];
            if (sscanf(line, "attribute \\src \"%511[^:]", src) == 1) {
                char *listed = format(" %s ", src);
                from = strstr(files, listed) != NULL;
                free(listed);
            }
            add_text(!strncmp(line, "autoidx", 7) ? &found : &head, line);
        } else if (!strncmp(line, "module ", 7)) {
            keep = from;
            if (keep)
                add_text(&found, head);
            *head = 0;
        }
        if (keep && *line != 'a')
            add_text(&found, line);
        if (!strcmp(line, "end\n"))
            keep = 0;
        free(line);
    }
    free(head);
    return found;
}

static int find(char **names, unsigned count, const char *name)
{
    for (unsigned i = 0; *name && i < count; i++)
        if (!strcmp(names[i], name))
            return (int)i;
    return -1;
}

static unsigned *values(const struct aig *a)
{
    unsigned *v = calloc((size_t)a->inputs + a->latches + a->gates + 1, sizeof *v);
    if (!v)
        abort();
    return v;
}

/* The bit of a mutant's number that an input is, or -1. */
static int chooses(const struct aig *g, unsigned input)
{
    unsigned bit;
    return sscanf(g->input_name[input], "mutsel[%u]", &bit) == 1 ? (int)bit : -1;
}

/* The length of a name without its bit, which is in brackets at its end. */
static int bare(const char *name)
{
    const size_t n = strlen(name);
    return n && name[n - 1] == ']' ? (int)(strrchr(name, '[') - name) : (int)n;
}

/* An output of the module, or what goes into a box: a name with or without the bit, of the list. */
static int is_port(const char *ports, const char *name)
{
    char *line = format("gate/%.*s\n", bare(name), name);
    const int found = strstr(ports, line) != NULL;
    free(line);
    return found;
}

static const unsigned NO_LITERAL = ~0u;

/* What each variable of g is in itself, where no mutant is chosen. */
static unsigned *unmutated(const struct aig *g)
{
    struct net *n = net_new(g->inputs, g->latches);
    unsigned *v = values(g);
    for (unsigned i = 1; i <= g->inputs + g->latches; i++)
        v[i] = i <= g->inputs && chooses(g, i - 1) >= 0 ? 0 : 2 * i;
    net_import(n, g, v);
    net_free(n);
    return v;
}

/* Of each input and latch of g the literal of p that goes by its name, or NO_LITERAL. */
static unsigned *join(const struct aig *p, const struct aig *g)
{
    const unsigned leaves = g->inputs + g->latches;
    unsigned *of = calloc((size_t)leaves + 1, sizeof *of), *v = unmutated(g);
    if (!of)
        abort();
    for (unsigned i = 0; i <= leaves; i++) {
        const int input = i && i <= g->inputs ? find(p->input_name, p->inputs, g->input_name[i - 1]) : -1;
        of[i] = input >= 0 ? 2 * (unsigned)(input + 1) : NO_LITERAL;
    }
    for (unsigned o = 0; o < g->outputs; o++) {
        const unsigned l = net_value(v, g->output[o]);
        const int output = !(l & 1) && l && l / 2 <= leaves ? find(p->output_name, p->outputs, g->output_name[o]) : -1;
        if (output >= 0 && of[l / 2] == NO_LITERAL)
            of[l / 2] = p->output[output];
    }
    free(v);
    return of;
}

/* 1 where a difference of this output, or register, counts, in the original's values: by the last group of the list that
 * has it, or its bit. */
static unsigned qualifier(struct net *n, const struct aig *p, const unsigned *v, const char *qualified, const char *name)
{
    char *own = format(",%.*s,", bare(name), name), *bit = format(",%s,", name), *group;
    unsigned literal = 1;
    for (const char *list = qualified; (group = next_word(&list)) != NULL; free(group)) {
        char *outputs = strchr(group, ':'), *all = format(",%s,", outputs + 1);
        if (strstr(all, own) || strstr(all, bit)) {
            literal = 0;
            *outputs = 0;
            for (char *by = group, *end; *by; by = end) {
                end = by + strcspn(by, "+");
                if (*end)
                    *end++ = 0;
                char *one = ends_with(by, "[]") ? format("%.*s%s", (int)strlen(by) - 2, by, name + bare(name)) : format("%s", by);
                const int o = find(p->output_name, p->outputs, one);
                if (o < 0)
                    die("the module with its properties has no such signal", one);
                literal = net_or(n, literal, net_value(v, p->output[o]));
                free(one);
            }
        }
        free(all);
    }
    free(own);
    free(bit);
    return literal;
}

/* Of each latch of g where it is read, by the list of a TA_READ, in the original's values. */
static unsigned *read_when(const char *list, struct net *n, const struct aig *p, const unsigned *v, const struct aig *g)
{
    unsigned *when = calloc((size_t)g->latches + 1, sizeof *when), *own = unmutated(g);
    if (!when)
        abort();
    for (unsigned i = 0; i < g->latches; i++)
        when[i] = qualifier(n, p, v, list, g->latch_name[i]);
    for (unsigned o = 0; o < g->outputs; o++) { /* each goes by the names of its signals as well */
        const unsigned at = net_value(own, g->output[o]) / 2, literal = qualifier(n, p, v, list, g->output_name[o]);
        if (at > g->inputs && at <= g->inputs + g->latches && literal != 1)
            when[at - g->inputs - 1] = literal;
    }
    free(own);
    return when;
}

/* Of each latch of g whether a clear, or a reset where there is none, sets it, whatever else: its next state is a constant
 * then.  The engine clears by a register, its modules by an input. */
static char *set_by_clear(struct net *n, const struct aig *g, const unsigned *value)
{
    const unsigned leaves = g->inputs + g->latches;
    unsigned *v = values(g);
    char *set = calloc((size_t)g->latches + 1, 1);
    if (!set)
        abort();
    for (unsigned i = 1; i <= leaves; i++) {
        const char *name = i <= g->inputs ? g->input_name[i - 1] : g->latch_name[i - 1 - g->inputs];
        v[i] = !strcmp(name, i <= g->inputs ? "clear_i" : "clear_q") ? 1 : !strcmp(name, "rst_ni") ? 0 : value[i];
    }
    net_import(n, g, v);
    for (unsigned i = 0; i < g->latches; i++)
        set[i] = net_value(v, g->next[i]) < 2;
    free(v);
    return set;
}

/* The properties hold, and what is 1 in that instance alone (TA_ONE) is. */
static unsigned holds_there(struct net *n, const struct aig *p, const unsigned *v, const char *instance)
{
    unsigned holds = world_holds(n, p, v);
    for (size_t i = 0; i < sizeof ones / sizeof *ones; i++) {
        const int o = strcmp(ones[i].instance, instance) ? -1 : find(p->output_name, p->outputs, ones[i].signal);
        if (o >= 0)
            holds = net_and(n, holds, net_value(v, p->output[o]));
    }
    return holds;
}

/* How the two are compared, from the clock in which the module is cleared on.
 * STEP: a step of the mutant from each state of the original; of the clear, what it sets.
 * TOUCHED: the same, but for the registers whose next state the mutant changes: these it has for itself.
 * RETURNS: some clocks of the mutant from each state, in the end it is in the original's state (write_return).
 * READ: a machine of its own, whose registers are the original's where they are read (TA_READ).
 * WHOLE: a machine of its own.
 * What is its own begins as the original behind the clear, but for what the clear sets: that is as the mutant sets it. */
enum way { STEP, READ, TOUCHED, RETURNS, WHOLE };

enum { RETURN = 3 }; /* clocks */

/* Of each latch of g whether the mutant of that number has its own from the clear on; RETURNS: constants of its own. */
static char *own_latches(struct net *n, const struct aig *g, const unsigned *v0, unsigned number, enum way way)
{
    unsigned *v = values(g);
    char *own = calloc((size_t)g->latches + 1, 1);
    if (!own)
        abort();
    for (unsigned i = 1; i <= g->inputs + g->latches; i++)
        v[i] = i <= g->inputs && chooses(g, i - 1) >= 0 ? number >> chooses(g, i - 1) & 1 : v0[i];
    net_import(n, g, v);
    for (unsigned i = 0; i < g->latches; i++) {
        const unsigned by = net_value(v, g->next[i]);
        const int touched = by != net_value(v0, g->next[i]);
        own[i] = way == READ || way == WHOLE || (way == TOUCHED && touched) || (way == RETURNS && touched && by < 2);
    }
    free(v);
    return own;
}

/* The mutant of that number in g beside p, to a file: what differs, and that the properties do not hold.  p begins in
 * any state.  Instance: of the module.  Read: the list of a TA_READ.  Number 0: do g and p differ themselves? */
static void write_pair(const struct facts *f, const struct aig *p, const struct aig *g, const unsigned *of, const char *ports,
                       const char *instance, unsigned number, enum way way, const char *list, const char *path)
{
    const unsigned first = p->inputs + p->latches + 1, begun = 2 * first; /* a latch: 0 in the first clock */
    struct net *n = net_new(p->inputs, p->latches + 1 + (way == STEP ? 0 : g->latches));
    unsigned *vp = values(p), *v0 = values(g), *vk = values(g), differs = 0;
    unsigned *next = calloc((size_t)p->latches + g->latches + 1, sizeof *next), *init = calloc((size_t)p->latches + g->latches + 1, sizeof *init);
    if (!next || !init)
        abort();
    for (unsigned i = 1; i < first; i++)
        vp[i] = 2 * i;
    net_import(n, p, vp);
    for (unsigned i = 1; i <= g->inputs + g->latches; i++)
        v0[i] = i <= g->inputs && chooses(g, i - 1) >= 0 ? 0 : net_value(vp, of[i]);
    net_import(n, g, v0);
    char *own = own_latches(n, g, v0, number, way), *set = set_by_clear(n, g, v0);
    unsigned *read = way == READ ? read_when(list, n, p, vp, g) : NULL;
    for (unsigned i = 1; i <= g->inputs + g->latches; i++) {
        const int bit = i <= g->inputs ? chooses(g, i - 1) : -1;
        vk[i] = bit >= 0 ? number >> bit & 1 : v0[i];
        if (i <= g->inputs || !own[i - 1 - g->inputs])
            continue;
        const unsigned latch = 2 * (first + i - g->inputs), here = net_and(n, begun, read ? read[i - 1 - g->inputs] ^ 1 : 1);
        if (read)
            differs = net_or(n, differs, net_and(n, read[i - 1 - g->inputs], net_xor(n, v0[i], latch)));
        vk[i] = net_or(n, net_and(n, here ^ 1, v0[i]), net_and(n, here, latch));
    }
    net_import(n, g, vk);
    for (unsigned i = 0; i < g->outputs; i++) {
        if (!is_port(ports, g->output_name[i]))
            continue;
        const unsigned as = number ? net_value(v0, g->output[i]) : net_value(vp, p->output[find(p->output_name, p->outputs, g->output_name[i])]);
        differs = net_or(n, differs, net_and(n, net_xor(n, as, net_value(vk, g->output[i])), qualifier(n, p, vp, f->qualified, g->output_name[i])));
    }
    for (unsigned i = 0; i < p->latches; i++) {
        next[i] = net_value(vp, p->next[i]);
        init[i] = p->init[i];
    }
    next[p->latches] = 1;
    unsigned cleared = 0;
    for (unsigned i = 0; i < g->latches; i++) {
        const int same = number ? -1 : find(p->latch_name, p->latches, g->latch_name[i]);
        const unsigned other = net_xor(n, net_value(v0, g->next[i]), net_value(vk, g->next[i]));
        if (own[i]) {
            next[p->latches + 1 + i] = net_or(n, net_and(n, begun, net_value(vk, g->next[i])),
                                              net_and(n, begun ^ 1, net_value(set[i] ? vk : v0, g->next[i])));
        } else if (number) {
            differs = net_or(n, differs, other);
            cleared = set[i] ? net_or(n, cleared, other) : cleared;
        } else if (same >= 0) {
            differs = net_or(n, differs, net_xor(n, net_value(v0, g->next[i]), next[same]));
        }
    }
    differs = number ? net_or(n, net_and(n, differs, begun), net_and(n, cleared, begun ^ 1)) : differs;
    const unsigned output[2] = {differs, holds_there(n, p, vp, instance) ^ 1};
    net_write(n, path, next, init, output, 2);
    free(own);
    free(read);
    free(set);
    free(vp);
    free(v0);
    free(vk);
    free(next);
    free(init);
    net_free(n);
}

/* The same by RETURN clocks: from each state of p the mutant goes on for itself, and in the end at the latest its state is
 * that of g again, but for constants of its own, with no difference that counts before. */
static void write_return(const struct facts *f, const struct aig *p, const struct aig *g, const unsigned *of, const char *ports,
                         const char *instance, unsigned number, const char *path)
{
    const unsigned leaves = g->inputs + g->latches, first = RETURN * p->inputs + 1, begun = 2 * (first + p->latches);
    struct net *n = net_new(RETURN * p->inputs, p->latches + 1 + g->latches);
    unsigned *vp[RETURN], *v0[RETURN], *vk[RETURN];
    unsigned *next = calloc((size_t)p->latches + g->latches + 1, sizeof *next), *init = calloc((size_t)p->latches + g->latches + 1, sizeof *init);
    char *own = NULL;
    unsigned bad = 0, away = 1, cleared = 0; /* away: the properties hold, and it has not been back */
    if (!next || !init)
        abort();
    for (int t = 0; t < RETURN; t++) {
        unsigned seen = 0, apart = 0;
        vp[t] = values(p), v0[t] = values(g), vk[t] = values(g);
        for (unsigned i = 0; i < p->inputs; i++)
            vp[t][1 + i] = 2 * ((unsigned)t * p->inputs + 1 + i);
        for (unsigned i = 0; i < p->latches; i++)
            vp[t][1 + p->inputs + i] = t ? net_value(vp[t - 1], p->next[i]) : 2 * (first + i);
        net_import(n, p, vp[t]);
        for (unsigned i = 1; i <= leaves; i++) {
            const int bit = i <= g->inputs ? chooses(g, i - 1) : -1;
            v0[t][i] = bit >= 0 ? 0 : net_value(vp[t], of[i]);
        }
        net_import(n, g, v0[t]);
        if (!t)
            own = own_latches(n, g, v0[0], number, RETURNS);
        for (unsigned i = 1; i <= leaves; i++) {
            const int bit = i <= g->inputs ? chooses(g, i - 1) : -1;
            vk[t][i] = bit >= 0 ? number >> bit & 1 : v0[t][i];
            if (i > g->inputs && t)
                vk[t][i] = net_value(vk[t - 1], g->next[i - 1 - g->inputs]);
            else if (i > g->inputs && own[i - 1 - g->inputs])
                vk[t][i] = net_or(n, net_and(n, begun ^ 1, v0[t][i]), net_and(n, begun, begun + 2 * (i - g->inputs)));
        }
        net_import(n, g, vk[t]);
        for (unsigned i = 0; i < g->outputs; i++)
            if (is_port(ports, g->output_name[i]))
                seen = net_or(n, seen, net_and(n, net_xor(n, net_value(v0[t], g->output[i]), net_value(vk[t], g->output[i])), qualifier(n, p, vp[t], f->qualified, g->output_name[i])));
        for (unsigned i = 0; i < g->latches; i++)
            if (!own[i])
                apart = net_or(n, apart, net_xor(n, net_value(v0[t], g->next[i]), net_value(vk[t], g->next[i])));
        away = net_and(n, away, holds_there(n, p, vp[t], instance));
        bad = net_or(n, bad, net_and(n, away, seen));
        away = net_and(n, away, apart);
    }
    char *set = set_by_clear(n, g, v0[0]);
    for (unsigned i = 0; i < g->latches; i++) {
        if (own[i])
            next[p->latches + 1 + i] = net_or(n, net_and(n, begun, net_value(vk[0], g->next[i])),
                                              net_and(n, begun ^ 1, net_value(set[i] ? vk[0] : v0[0], g->next[i])));
        else if (set[i])
            cleared = net_or(n, cleared, net_xor(n, net_value(v0[0], g->next[i]), net_value(vk[0], g->next[i])));
    }
    for (unsigned i = 0; i < p->latches; i++) {
        next[i] = net_value(vp[0], p->next[i]);
        init[i] = p->init[i];
    }
    next[p->latches] = 1;
    const unsigned output[2] = {net_or(n, net_and(n, net_or(n, bad, away), begun), net_and(n, cleared, begun ^ 1)), holds_there(n, p, vp[0], instance) ^ 1};
    net_write(n, path, next, init, output, 2);
    free(set);
    free(own);
    for (int t = 0; t < RETURN; t++) {
        free(vp[t]);
        free(v0[t]);
        free(vk[t]);
    }
    free(next);
    free(init);
    net_free(n);
}

/* Frames: of the induction by which signals are found equal; of two machines one may be a clock behind the other in what
 * is not read then. */
static int is_equal(const char *aig, int frames, const char *log)
{
    char *command = format("%s -c 'read_aiger %s; constr -N 1; strash; scleanup; scorr -c -F %d; fold; scorr -F %d; pdr -T %d; print_status'",
                           abc, aig, frames, frames, seconds);
    run(log, 5 * seconds + 60, command);
    free(command);
    char *text = read_all(log);
    const int equal = strstr(text, "Status = 1 ") != NULL;
    free(text);
    return equal;
}

/* Is there a file of formal/cut among the sources that stands for the module, or is it a box? */
static int stands_in(const char *sources, const char *module)
{
    char *file = format("/cut/%s.sv", module), *words = format("/cut/%s_words.sv", module), *box = format("/%s.sv-", module);
    const int found = strstr(sources, file) || strstr(sources, words) || strstr(sources, box);
    free(file);
    free(words);
    free(box);
    return found;
}

/* The level of the row's module on the way to a mutant, or -1: none, or the mutant is in what a stand-in is for, or a box. */
static int level_of(const struct facts *f, const struct survivor *s)
{
    char *own = world_module(&f->world), *instance = world_instance(&f->world), *module = format("\\%s", own);
    int level = -1;
    for (int i = 0; i <= s->depth; i++) {
        if (ends_with(s->module[i], module) && (!*instance || (i && !strcmp(s->instance[i - 1] + 1, instance))))
            level = i;
        else if (level >= 0 && stands_in(f->world.sources, strrchr(s->module[i], '\\') + 1))
            level = LEVELS;
    }
    free(own);
    free(instance);
    free(module);
    return level == LEVELS ? -1 : level;
}

void decide_by_facts(const char *netlist, struct survivor *survivors, int count, void (*found)(struct survivor *s, int equal))
{
    char *dir = format("%s/equal/facts", work), *path = format("%s/p.ys", dir), *log = format("%s/log", dir);
    mkdir(dir, 0777);
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++) {
        const struct facts *f = &facts[k];
        struct survivor **list = calloc((size_t)count + 1, sizeof *list);
        const char *module = NULL;
        int n = 0;
        for (int i = 0; list && i < count; i++) {
            struct survivor *s = &survivors[i];
            const int level = s->decided || s->tried_facts ? -1 : level_of(f, s);
            if (level >= 0 && !module)
                module = s->module[level];
            if (level >= 0 && !strcmp(module, s->module[level]))
                list[n++] = s;
        }
        if (!n) {
            free(list);
            continue;
        }
        char *cuts, *mutated = format("%s/mutated.aig", dir), *names = format("%s/ports", dir), *il = format("%s/original.il", dir), *below = format("%s/cuts.il", dir);
        struct aig *p = world_read(&f->world, dir, yosys, &cuts);
        char *text = read_all(il), *stand_ins = modules_of(text, cuts);
        write_all(below, stand_ins);
        FILE *ys = open_script(path);
        fprintf(ys, "read_rtlil %s/%s.hier.il\nread_rtlil -overwrite %s\nread_rtlil -nooverwrite %s\nhierarchy -top %s\n", lists, netlist, below, il, module);
        char *boxes = box_commands(f->world.sources);
        fprintf(ys, "%s", boxes);
        free(boxes);
        write_products(ys, &f->world);
        fprintf(ys, "flatten\nopt_clean\nchformal -remove\nchtype -set $anyseq t:$anyconst\nrename %s gate\n", module);
        for (int i = 0; i < n; i++) {
            struct survivor s = *list[i];
            if (strchr(f->world.sources, '*') && !strncmp(s.local, "$mul$", 5))
                strcpy(s.local, "product_0");
            char *mutate = mutate_command(&s, level_of(f, &s), "gate");
            fprintf(ys, "%s\n", mutate);
            free(mutate);
        }
        fprintf(ys, "expose -evert gate/c:* gate/t:$mem* %%d\ntee -q -o %s select -list gate/o:*\nsetundef -undriven -zero\n", names);
        write_graph(ys, "-zero", "zinit -all\n", mutated);
        struct aig *g = run_script(yosys, path, log, mutated, f->world.module);
        unsigned *of = join(p, g);
        for (unsigned i = 1; i <= g->inputs + g->latches; i++)
            if (of[i] == NO_LITERAL && (i > g->inputs || chooses(g, i - 1) < 0))
                die("found a signal that the module with its proofs has not", i > g->inputs ? g->latch_name[i - 1 - g->inputs] : g->input_name[i - 1]);
        char *ports = read_all(names);
        char *pair = format("%s/pair.aig", dir);
        write_pair(f, p, g, of, ports, "", 0, STEP, NULL, pair);
        if (!is_equal(pair, 1, log))
            die("the module of the netlist is not that of the proofs", f->world.module);
        for (int i = 0; i < n; i++) {
            const int level = level_of(f, list[i]);
            int equal = 0;
            const char *instance = level ? list[i]->instance[level - 1] + 1 : "";
            for (enum way way = STEP; way <= WHOLE && !equal; way++) {
                if (way == RETURNS) {
                    write_return(f, p, g, of, ports, instance, list[i]->number, pair);
                    equal = is_equal(pair, 1, log);
                } else if (way != READ) {
                    write_pair(f, p, g, of, ports, instance, list[i]->number, way, NULL, pair);
                    equal = is_equal(pair, way == WHOLE ? 2 : 1, log);
                }
                for (size_t r = 0; way == READ && r < sizeof reads / sizeof *reads && !equal; r++) {
                    if (strncmp(reads[r].module, f->world.module, strcspn(f->world.module, " ")))
                        continue;
                    write_pair(f, p, g, of, ports, instance, list[i]->number, READ, reads[r].read, pair);
                    equal = is_equal(pair, 1, log);
                }
            }
            found(list[i], equal);
        }
        aig_free(p);
        aig_free(g);
        free(of);
        free(names);
        free(ports);
        free(pair);
        free(il);
        free(below);
        free(text);
        free(stand_ins);
        free(cuts);
        free(mutated);
        free(list);
    }
    free(dir);
    free(path);
    free(log);
}

void decide_by_a_step(struct survivor *survivors, int count, void (*found)(struct survivor *s, int equal))
{
    char *path = format("%s/equal/step.ys", work), *log = format("%s/equal/step.log", work), *aig = format("%s/equal/step.aig", work);
    FILE *ys = fopen(path, "w");
    int n = 0;
    if (!ys)
        die("cannot be written", path);
    fprintf(ys, "read_rtlil %s/engine.hier.il\n", lists);
    write_legal(ys);
    fprintf(ys, "flatten\nopt_clean\nrename ta_legal gate\n");
    for (int i = 0; i < count; i++)
        if (!survivors[i].decided && !is_in_cut(&survivors[i])) {
            char *mutate = mutate_command(&survivors[i], 0, "gate");
            fprintf(ys, "%s\n", mutate);
            free(mutate);
            n++;
        }
    fprintf(ys, "memory_map\nexpose -evert gate/c:*\ndelete t:$scopeinfo\nasync2sync\ndffunmap\nsetundef -undriven -anyseq\n"
                "techmap\nsimplemap\ndffunmap\nzinit -all\ndfflegalize -cell $_DFF_P_ 01\nopt -fast -nodffe -nosdff\naigmap\n"
                "setundef -undriven -zero\nopt_clean\nwrite_aiger -zinit -symbols %s\n", aig);
    fclose(ys);
    remove(aig);
    char *command = format("%s -q %s", yosys, path);
    if (n)
        run(log, 900, command);
    free(command);
    if (n && access(aig, R_OK))
        die("Yosys makes no graph of the engine and its mutants", log);
    if (n) {
        struct aig *g = aig_read(aig);
        struct net *net = net_new(g->inputs, g->latches);
        unsigned *v0 = values(g), *vk = values(g), *next = calloc((size_t)g->latches + 1, sizeof *next);
        unsigned *differs = calloc((size_t)n, sizeof *differs);
        if (!next || !differs)
            abort();
        for (unsigned i = 1; i <= g->inputs + g->latches; i++)
            v0[i] = i <= g->inputs && chooses(g, i - 1) >= 0 ? 0 : 2 * i;
        net_import(net, g, v0);
        for (unsigned i = 0; i < g->latches; i++)
            next[i] = net_value(v0, g->next[i]);
        for (int i = 0, k = 0; i < count; i++) {
            if (survivors[i].decided || is_in_cut(&survivors[i]))
                continue;
            for (unsigned j = 1; j <= g->inputs + g->latches; j++) {
                const int bit = j <= g->inputs ? chooses(g, j - 1) : -1;
                vk[j] = bit >= 0 ? survivors[i].number >> bit & 1 : v0[j];
            }
            net_import(net, g, vk);
            for (unsigned j = 0; j < g->latches; j++)
                differs[k] = net_or(net, differs[k], net_xor(net, next[j], net_value(vk, g->next[j])));
            for (unsigned j = 0; j < g->outputs; j++)
                differs[k] = net_or(net, differs[k], net_xor(net, net_value(v0, g->output[j]), net_value(vk, g->output[j])));
            k++;
        }
        net_write(net, aig, next, g->init, differs, (unsigned)n);
        net_free(net);
        aig_free(g);
        command = format("%s -c 'read_aiger %s; strash; lcorr; scorr -C 10000; write_aiger %s'", abc, aig, aig);
        const int fails = run(log, 1800, command);
        free(command);
        if (fails)
            die("ABC fails", log);
        g = aig_read(aig);
        for (int i = 0, k = 0; i < count; i++)
            if (!survivors[i].decided && !is_in_cut(&survivors[i]))
                found(&survivors[i], g->output[k++] == 0);
        aig_free(g);
        free(v0);
        free(vk);
        free(next);
        free(differs);
    }
    free(path);
    free(log);
    free(aig);
}
