/* SPDX-License-Identifier: MIT
 *
 * probes [--ts] [RTL]: for each field of the state record the line of the RTL that drives its
 * signal, one a line: FIELD FILE:LINE NAME, NAME as it is called there; with --ts as a TypeScript
 * table.  Exit 1 when a signal of spec/record.def is not in the RTL, or nothing drives it: a
 * probe's name would then tell a reader something that is not there.
 *
 * A signal is followed through the ports of instances, down to where it is made, or to the line
 * of a cell (delay, memory, queue), and, for an input of ta_engine, up into ta_top.  Where several
 * lines drive it, one that is more than a constant is taken, or a constant that is not 0.  The text is read as this project writes it: a port's direction is in its suffix.
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 256, LINES = 2000, LINE = 512, DEPTH = 8 };

static const struct {
    const char *field, *group, *name, *signal;
} probes[] = {
#define TA_FIELD(group, name, format, elements, signal, meaning) {#group "." #name, #group, #name, signal},
#include "spec/record.def"
#undef TA_FIELD
};

static const char *root;

typedef struct source {
    char module[NAME];
    char line[LINES][LINE]; /* without comments */
    int count;
} source;

typedef struct place {
    char module[NAME], name[NAME];
    int line; /* 0: none */
} place;

static int is_word(int c)
{
    return isalnum(c) || c == '_' || c == '$';
}

/* The next place of the whole word at or after from, or null. */
static const char *find_word(const char *line, const char *from, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = strstr(from, word); at; at = strstr(at + 1, word)) {
        if ((at == line || !is_word((unsigned char)at[-1])) && !is_word((unsigned char)at[n]))
            return at;
    }
    return NULL;
}

/* The module's file; the caller frees it.  Null: there is none. */
static source *read_module(const char *module)
{
    char path[2 * NAME];
    snprintf(path, sizeof path, "%s/%s.sv", root, module);
    FILE *in = fopen(path, "r");
    source *s = in ? calloc(1, sizeof *s) : NULL;
    if (s) {
        snprintf(s->module, sizeof s->module, "%s", module);
        while (s->count < LINES && fgets(s->line[s->count], LINE, in)) {
            char *comment = strstr(s->line[s->count], "//");
            if (comment)
                *comment = 0;
            s->count++;
        }
    }
    if (in)
        fclose(in);
    return s;
}

/* After a bracket that stands at from and everything in it. */
static const char *after_bracket(const char *from)
{
    int depth = 0;
    do {
        depth += strchr("[{(", *from) != NULL;
        depth -= strchr("]})", *from) != NULL;
        from++;
    } while (*from && depth > 0);
    return from;
}

static const char *skip_space(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* The word at the place is assigned to: on the left of = or <= of a statement.  1: 0, 2: another
 * constant, 3: more than that. */
static int is_assigned(const char *line, const char *at, size_t length)
{
    const char *begin = at, *end = skip_space(at + length);
    /* part of a concatenation on the left */
    for (const char *c = at; c > line; c--)
        if (c[-1] == '{') {
            begin = c - 1;
            break;
        } else if (!is_word((unsigned char)c[-1]) && !strchr(" ,[]:-+*", c[-1])) {
            break;
        }
    if (begin != at) {
        end = skip_space(after_bracket(begin));
    } else {
        while (*end == '[')
            end = skip_space(after_bracket(end));
    }
    if (end[0] == '<' && end[1] == '=')
        end += 2;
    else if (end[0] == '=' && end[1] != '=')
        end += 1;
    else
        return 0;
    while (begin > line && isspace((unsigned char)begin[-1]))
        begin--;
    const size_t before = (size_t)(begin - line);
    static const char *const starts[] = {"begin", "else", "assign", ";", ")", ":"};
    int good = before == 0;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        const size_t n = strlen(starts[i]);
        good |= before >= n && strncmp(begin - n, starts[i], n) == 0;
    }
    if (!good)
        return 0;
    end = skip_space(end);
    if (strncmp(end, "ta_spec_pkg::", 13) == 0) /* the idle state is the zero of its table */
        return strstr(end, "_IDLE;") ? 1 : 2;
    if (*end != '\'' && !isdigit((unsigned char)*end))
        return 3;
    return strncmp(end, "'0", 2) == 0 || strncmp(end, "1'b0", 4) == 0 ? 1 : 2;
}

/* The module of which line is part of an instance's connections, or the name stands in it. */
static int instance_at(const source *s, int line, char module[NAME])
{
    for (int i = line; i >= 0; i--) {
        const char *at = skip_space(s->line[i]);
        size_t n = 0;
        while (is_word((unsigned char)at[n]))
            n++;
        const char *next = skip_space(at + n);
        if (strncmp(at, "ta_", 3) == 0 && at[n] != ':' && (*next == '#' || is_word((unsigned char)*next))) {
            snprintf(module, NAME, "%.*s", (int)n, at);
            return 1;
        }
        if (i < line && strchr(s->line[i], ';'))
            return 0;
    }
    return 0;
}

/* The module of an instance. */
static int module_of(const char *parent, const char *instance, char module[NAME])
{
    source *s = read_module(parent);
    int found = 0;
    for (int i = 0; s && i < s->count && !found; i++) {
        const char *at = find_word(s->line[i], s->line[i], instance);
        if (at && *skip_space(at + strlen(instance)) == '(')
            found = instance_at(s, i, module);
    }
    free(s);
    return found;
}

static int resolve(const char *module, const char *name, int depth, place *out);

/* The port before a connection's opening bracket, which stands before at; 0: none. */
static int port_around(const char *line, const char *at, char port[NAME])
{
    int depth = 0;
    for (const char *c = at; c > line; c--) {
        depth += c[-1] == ')';
        depth -= c[-1] == '(';
        if (depth < 0) {
            const char *end = c - 1;
            while (end > line && end[-1] == ' ')
                end--;
            const char *begin = end;
            while (begin > line && is_word((unsigned char)begin[-1]))
                begin--;
            if (begin == line || begin[-1] != '.')
                return 0;
            snprintf(port, NAME, "%.*s", (int)(end - begin), begin);
            return 1;
        }
    }
    return 0;
}

static int is_output(const char *port)
{
    const size_t n = strlen(port);
    return n > 2 && strcmp(port + n - 2, "_o") == 0;
}

static int is_cell(const char *module)
{
    static const char *const cells[] = {"ta_delay", "ta_fifo", "ta_lut_ram", "ta_ram", "ta_mul", "ta_mul_wide"};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
        if (strcmp(cells[i], module) == 0)
            return 1;
    return 0;
}

/* An instance whose output the name is: the driver in its module. */
static int from_instance(const source *s, const char *name, int depth, place *out)
{
    for (int i = 0; i < s->count; i++)
        for (const char *at = s->line[i]; (at = find_word(s->line[i], at, name)); at++) {
            char port[NAME], module[NAME];
            if (at > s->line[i] && at[-1] == '.') { /* .name, or .name(another) */
                if (*skip_space(at + strlen(name)) == '(')
                    continue;
                snprintf(port, sizeof port, "%s", name);
            } else if (!port_around(s->line[i], at, port)) {
                continue;
            }
            if (!is_output(port) || !instance_at(s, i, module))
                continue;
            if (is_cell(module)) {
                out->line = i + 1;
                snprintf(out->module, NAME, "%s", s->module);
                snprintf(out->name, NAME, "%s", name);
                return 1;
            }
            if (resolve(module, port, depth + 1, out))
                return 1;
        }
    return 0;
}

/* The first word of what is connected to a port of an instance of the module; 0: none. */
static int connected(const source *s, const char *child, const char *port, char word[NAME])
{
    for (int i = 0; i < s->count; i++)
        for (const char *at = s->line[i]; (at = find_word(s->line[i], at, port)); at++) {
            char module[NAME];
            if (at == s->line[i] || at[-1] != '.' || !instance_at(s, i, module) || strcmp(module, child) != 0)
                continue;
            const char *from = at + strlen(port);
            if (*from != '(')
                from = at;
            while (*from && !is_word((unsigned char)*from))
                from++;
            size_t n = 0;
            while (is_word((unsigned char)from[n]))
                n++;
            snprintf(word, NAME, "%.*s", (int)n, from);
            return 1;
        }
    return 0;
}

/* Where the signal of the module is driven; 0: nowhere. */
static int resolve(const char *module, const char *name, int depth, place *out)
{
    source *s = depth < DEPTH ? read_module(module) : NULL;
    int best = 0, is_input = 0;
    out->line = 0;
    for (int i = 0; s && i < s->count; i++)
        for (const char *at = s->line[i]; best < 3 && (at = find_word(s->line[i], at, name)); at++) {
            const int here = is_assigned(s->line[i], at, strlen(name));
            const char *input = find_word(s->line[i], s->line[i], "input");
            is_input |= input && input < at && find_word(s->line[i], input, "logic") != NULL;
            if (here > best) {
                best = here;
                out->line = i + 1;
                snprintf(out->module, NAME, "%s", module);
                snprintf(out->name, NAME, "%s", name);
            }
        }
    int found = best > 0 || (s && from_instance(s, name, depth, out));
    if (s && !found && is_input && strcmp(module, "ta_engine") == 0) {
        source *top = read_module("ta_top");
        char word[NAME];
        found = top && connected(top, module, name, word) && resolve("ta_top", word, depth + 1, out);
        free(top);
    }
    free(s);
    return found;
}

/* The probe's signal: a path of instances and a name; "Debug": what ta_debug is given. */
static int find(size_t i, place *out)
{
    char module[NAME] = "ta_engine", path[NAME];
    snprintf(path, sizeof path, "%s", probes[i].signal);
    if (strcmp(path, "Debug") == 0) {
        char port[NAME], word[NAME];
        source *s = read_module(module);
        snprintf(port, sizeof port, "%s_%s_i", probes[i].group, probes[i].name);
        const int found = s && connected(s, "ta_debug", port, word);
        free(s);
        return found && resolve(module, word, 0, out);
    }
    char *name = path, *dot;
    while ((dot = strchr(name, '.'))) {
        char parent[NAME];
        *dot = 0;
        snprintf(parent, sizeof parent, "%s", module);
        if (!module_of(parent, name, module))
            return 0;
        name = dot + 1;
    }
    return resolve(module, name, 0, out);
}

int main(int argc, char **argv)
{
    int wrong = 0;
    const int is_ts = argc > 1 && strcmp(argv[1], "--ts") == 0;
    root = argc > 1 + is_ts ? argv[1 + is_ts] : "rtl";
    if (is_ts)
        printf("// Generated by tools/probes.c; do not edit.\n// SPDX-License-Identifier: MIT\n//\n"
               "// The line of the RTL that drives each field of the state record: file of rtl/ and line.\n"
               "export const probes = {\n");
    for (size_t i = 0; i < sizeof probes / sizeof probes[0]; i++) {
        place at;
        if (!find(i, &at)) {
            fprintf(stderr, "probes: %s: nothing drives %s\n", probes[i].field, probes[i].signal);
            wrong = 1;
        } else if (is_ts) {
            printf("  \"%s\": [\"%s.sv\", %d],\n", probes[i].field, at.module, at.line);
        } else {
            printf("%s %s/%s.sv:%d %s\n", probes[i].field, root, at.module, at.line, at.name);
        }
    }
    if (is_ts)
        printf("} as const;\n");
    return wrong;
}
