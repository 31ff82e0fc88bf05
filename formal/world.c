/* SPDX-License-Identifier: MIT */
#include "formal/world.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formal/shell.h"

/* The next word of a list, and where it goes on; NULL at its end. */
char *next_word(const char **list)
{
    *list += strspn(*list, " ");
    const size_t n = strcspn(*list, " ");
    if (!n)
        return NULL;
    char *w = format("%.*s", (int)n, *list);
    *list += n;
    return w;
}

void add_text(char **text, const char *more)
{
    char *whole = format("%s%s", *text, more);
    free(*text);
    *text = whole;
}

char *world_module(const struct world *w)
{
    return format("%.*s", (int)strcspn(w->module, " "), w->module);
}

/* What stands behind the module's name. */
static const char *behind_module(const struct world *w)
{
    const char *at = w->module + strcspn(w->module, " ");
    return at + strspn(at, " ");
}

char *world_instance(const struct world *w)
{
    const char *at = behind_module(w);
    const size_t n = strcspn(at, " ");
    return format("%.*s", memchr(at, '=', n) ? 0 : (int)n, at);
}

/* The properties of all proofs of a row, for one module: where there are more, each in a block of its own, the wires
 * into the modules below once. */
static char *properties(const struct world *w)
{
    if (!strchr(w->proofs, ' ')) {
        char *path = format("formal/%s.sv", w->proofs), *text = read_all(path);
        free(path);
        return text;
    }
    char *wires = format("%s", ""), *blocks = format("%s", "");
    for (const char *list = w->proofs, *name; (name = next_word(&list)) != NULL; free((char *)name)) {
        char *path = format("formal/%s.sv", name), *text = read_all(path), *begin = format("if (1) begin : g_%s\n", name);
        add_text(&blocks, begin);
        for (char *at = text, *end; *at; at = end + 1) {
            end = strchr(at, '\n');
            char *line = format("%.*s\n", (int)(end - at), at);
            if (!strstr(line, "(* hierconn *)"))
                add_text(&blocks, line);
            else if (!strstr(wires, line))
                add_text(&wires, line);
            free(line);
        }
        add_text(&blocks, "end\n");
        free(path);
        free(text);
        free(begin);
    }
    char *whole = format("%s%s", wires, blocks);
    free(wires);
    free(blocks);
    return whole;
}

/* Copies of the sources to DIR; their list, and that of the stand-ins. */
static char *copy_sources(const struct world *w, const char *dir, char **cuts)
{
    char *files = format("%s/macros.sv", dir), *macros = read_all("formal/macros.svh");
    write_all(files, macros);
    free(macros);
    *cuts = format("%s", " ");
    for (const char *list = w->sources; ;) {
        char *path = next_word(&list);
        if (!path)
            return files;
        const size_t n = strlen(path);
        const int insert = path[n - 1] == '+';
        if (strchr("+-*", path[n - 1]))
            path[n - 1] = 0;
        char *text = read_all(path), *copy = format(" %s/%s", dir, base_name(path));
        if (insert) {
            char *more = properties(w);
            if (w->also)
                add_text(&more, w->also);
            char *whole = into_module(text, more);
            free(text);
            free(more);
            char *instance = world_instance(w);
            text = set_parameters(whole, behind_module(w) + strlen(instance));
            free(instance);
        }
        write_all(copy + 1, text);
        add_text(&files, copy);
        if (strstr(path, "/cut/")) {
            add_text(cuts, copy + 1);
            add_text(cuts, " ");
        }
        free(text);
        free(copy);
        free(path);
    }
}

void write_graph(FILE *ys, const char *undriven, const char *before, const char *path)
{
    fprintf(ys, "delete t:$scopeinfo\nexpose w:* w:$* %%d\nasync2sync\ndffunmap\nsetundef -undriven %s\nmemory_map\ntechmap\nsimplemap\n"
                "dffunmap\n%sdfflegalize -cell $_DFF_P_ 01\naigmap\nsetundef -undriven -zero\nopt_clean\nwrite_aiger -zinit -symbols %s\n",
            undriven, before, path);
    fclose(ys);
    remove(path);
}

FILE *open_script(const char *path)
{
    FILE *ys = fopen(path, "w");
    if (!ys)
        die("cannot be written", path);
    return ys;
}

struct aig *run_script(const char *yosys, const char *script, const char *log, const char *path, const char *of)
{
    char *command = format("%s -q %s", yosys, script);
    run(log, 900, command);
    free(command);
    if (access(path, R_OK))
        die("Yosys makes no graph", of);
    return aig_read(path);
}

void write_products(FILE *ys, const struct world *w)
{
    for (const char *list = w->sources, *path; (path = next_word(&list)) != NULL; free((char *)path))
        if (path[strlen(path) - 1] == '*')
            fprintf(ys, "rename -enumerate -pattern product_%% *?%.*s/t:$mul\n", (int)strcspn(base_name(path), "."), base_name(path));
}

struct aig *world_read(const struct world *w, const char *dir, const char *yosys, char **cuts)
{
    char *script = format("%s/p.ys", dir), *log = format("%s/log", dir), *path = format("%s/original.aig", dir);
    char *module = world_module(w);
    char *files = copy_sources(w, dir, cuts);
    FILE *ys = open_script(script);
    char *boxes = box_commands(w->sources);
    fprintf(ys, "read_verilog -formal -sv %s\nhierarchy -top %s\n%sprep -nordff\n", files, module, boxes);
    free(boxes);
    write_products(ys, w);
    fprintf(ys, "write_rtlil %s/original.il\nflatten\nexpose -evert c:* t:$mem* %%d\nchformal -cover -remove\n", dir);
    write_graph(ys, "-anyseq", "", path);
    struct aig *p = run_script(yosys, script, log, path, module);
    free(script);
    free(log);
    free(path);
    free(module);
    free(files);
    return p;
}

/* The properties hold.  An assertion is registered: it is that of the state before. */
unsigned world_holds(struct net *n, const struct aig *p, const unsigned *v)
{
    const unsigned leaves = p->inputs + p->latches;
    unsigned *later = calloc((size_t)leaves + p->gates + 1, sizeof *later), holds = 1;
    char *by_input = calloc((size_t)leaves + p->gates + 1, 1);
    if (!later || !by_input)
        abort();
    for (unsigned i = 1; i <= leaves; i++) {
        later[i] = i <= p->inputs ? v[i] : net_value(v, p->next[i - 1 - p->inputs]);
        by_input[i] = i <= p->inputs;
    }
    net_import(n, p, later);
    for (unsigned i = 0; i < p->gates; i++)
        by_input[leaves + 1 + i] = by_input[p->gate[i][0] >> 1] | by_input[p->gate[i][1] >> 1];
    for (unsigned i = 0; i < p->constraints; i++)
        holds = net_and(n, holds, net_value(by_input[p->constraint[i] >> 1] ? v : later, p->constraint[i]));
    for (unsigned i = 0; i < p->bads; i++)
        holds = net_and(n, holds, net_value(by_input[p->bad[i] >> 1] ? v : later, p->bad[i]) ^ 1);
    free(later);
    free(by_input);
    return holds;
}

