/* SPDX-License-Identifier: MIT
 *
 * probes [--ts] [RTL]: for each field of the state record the file and line of the RTL that drives
 * its signal: an assignment, the output of an instance, or the port of ta_engine that brings it in.
 * One a line: FIELD FILE:LINE; with --ts as a TypeScript table.  Exit 1 when a signal of
 * spec/record.def is not in the RTL or nothing drives it: a probe's name would then tell a reader
 * something that is not there.
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *field, *signal;
} probes[] = {
#define TA_FIELD(group, name, format, elements, signal, meaning) {#group "." #name, signal},
#include "spec/record.def"
#undef TA_FIELD
};

static const char *root;

static int is_word(int c)
{
    return isalnum(c) || c == '_' || c == '$';
}

/* The first place of the whole word in the line, or null. */
static const char *find_word(const char *line, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = strstr(line, word); at; at = strstr(at + 1, word)) {
        if ((at == line || !is_word((unsigned char)at[-1])) && !is_word((unsigned char)at[n]))
            return at;
    }
    return NULL;
}

static FILE *open_module(const char *module)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.sv", root, module);
    return fopen(path, "r");
}

/* The text after the word and its index, blanks skipped. */
static const char *after(const char *at, const char *word)
{
    at += strlen(word);
    for (int depth = 0; *at == '[' || depth; at++)
        depth += *at == '[' ? 1 : *at == ']' ? -1 : *at == 0 ? -depth : 0;
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* Whether a statement can begin at that place of the line. */
static int begins(const char *line, const char *at)
{
    while (at > line && isspace((unsigned char)at[-1]))
        at--;
    if (at == line || strchr(");:,", at[-1]))
        return 1;
    for (const char *const *word = (const char *const[]){"assign", "begin", "else", NULL}; *word; word++) {
        size_t n = strlen(*word);
        if (at - line >= (ptrdiff_t)n && strncmp(at - n, *word, n) == 0)
            return 1;
    }
    return 0;
}

/* Whether the place is inside an output connection, ".name_o( ... )", of the line. */
static int is_output_of_instance(const char *line, const char *at)
{
    int depth = 0;
    while (at > line) {
        at--;
        depth += *at == ')' ? 1 : *at == '(' ? -1 : 0;
        if (depth < 0)
            return at - line > 2 && strncmp(at - 2, "_o", 2) == 0;
    }
    return 0;
}

/* An output that is connected by its own name, ".name_o," is driven by the instance, too.
 * What the line does to the signal: 3 drives it, 2 clears it, 1 brings it in as an input; else 0. */
static int drives(const char *line, const char *signal)
{
    int best = 0;
    const size_t length = strlen(signal);
    const int is_output = length > 2 && strcmp(signal + length - 2, "_o") == 0;
    for (const char *at = find_word(line, signal); at; at = find_word(at + 1, signal)) {
        const char *rest = after(at, signal);
        const char *value = rest[0] == '=' && rest[1] != '=' ? rest + 1 : strncmp(rest, "<=", 2) == 0 ? rest + 2 : NULL;
        if (value && begins(line, at)) {
            while (isspace((unsigned char)*value))
                value++;
            size_t n = strcspn(value, ";");
            int is_zero = n > 0 && value[n - 1] == '0' && memchr(value, '\'', n) && !memchr(value, ' ', n);
            best = is_zero && best < 2 ? 2 : is_zero ? best : 3;
        } else if (is_output_of_instance(line, at) || (at > line && at[-1] == '.' && *rest != '(' && is_output)) {
            best = 3;
        } else if (best == 0 && find_word(line, "input") && find_word(line, "input") < at) {
            best = 1;
        }
    }
    return best;
}

/* The first line of the module's file that does most to the signal, 0 if nothing drives it. */
static int driven_at(const char *module, const char *signal)
{
    FILE *in = open_module(module);
    char line[1024];
    int number = 0, found = 0, best = 0;
    while (in && fgets(line, sizeof line, in)) {
        number++;
        char *comment = strstr(line, "//");
        if (comment)
            *comment = 0;
        int now = drives(line, signal);
        if (now > best) {
            best = now;
            found = number;
        }
    }
    if (in)
        fclose(in);
    return found;
}

/* The line of ta_engine that connects the field to the debug vector. */
static int connected_at(const char *field)
{
    char port[64];
    snprintf(port, sizeof port, "%s_i", field);
    *strchr(port, '.') = '_';
    FILE *in = open_module("ta_engine");
    char line[1024];
    int number = 0, found = 0;
    while (in && !found && fgets(line, sizeof line, in)) {
        number++;
        if (find_word(line, port))
            found = number;
    }
    if (in)
        fclose(in);
    return found;
}

/* The module of the instance: the name before " #(" or before the instance's own. */
static int module_of(const char *parent, const char *instance, char *module, size_t size)
{
    FILE *in = open_module(parent);
    char line[1024], last[256] = "";
    int found = 0;
    while (in && !found && fgets(line, sizeof line, in)) {
        for (const char *at = line; (at = strstr(at, "ta_")); at++) {
            if ((at == line || isspace((unsigned char)at[-1])) && !strstr(line, "endfunction")) {
                size_t n = 0;
                while (is_word((unsigned char)at[n]))
                    n++;
                if (strncmp(at + n, " #(", 3) == 0 || strncmp(at + n, " u_", 3) == 0)
                    snprintf(last, sizeof last, "%.*s", (int)n, at);
            }
        }
        const char *at = find_word(line, instance);
        if (at && strncmp(at + strlen(instance), " (", 2) == 0 && last[0]) {
            snprintf(module, size, "%s", last);
            found = 1;
        }
    }
    if (in)
        fclose(in);
    return found;
}

static void put(int is_ts, const char *field, const char *module, int line)
{
    if (is_ts)
        printf("  \"%s\": [\"%s.sv\", %d],\n", field, module, line);
    else
        printf("%s %s/%s.sv:%d\n", field, root, module, line);
}

int main(int argc, char **argv)
{
    int wrong = 0;
    const int is_ts = argc > 1 && strcmp(argv[1], "--ts") == 0;
    root = argc > 1 + is_ts ? argv[1 + is_ts] : "rtl";
    if (is_ts)
        printf("// Generated by tools/probes.c; do not edit.\n// SPDX-License-Identifier: MIT\n//\n"
               "// Where each field of the state record comes from: file of rtl/ and line.\n"
               "export const probes = {\n");
    for (size_t i = 0; i < sizeof probes / sizeof probes[0]; i++) {
        char module[256] = "ta_engine", path[256];
        snprintf(path, sizeof path, "%s", probes[i].signal);
        char *name = path, *dot;
        int good = 1;
        int line = 0;
        if (strcmp(path, "Debug") == 0) /* made for the record, in ta_engine */
            line = connected_at(probes[i].field);
        while (!line && good && (dot = strchr(name, '.'))) {
            *dot = 0;
            char parent[256];
            snprintf(parent, sizeof parent, "%s", module);
            good = module_of(parent, name, module, sizeof module);
            name = dot + 1;
        }
        if (!line && good)
            line = driven_at(module, name);
        if (line)
            put(is_ts, probes[i].field, module, line);
        else
            fprintf(stderr, "probes: %s: nothing drives %s\n", probes[i].field, probes[i].signal);
        wrong |= !line;
    }
    if (is_ts)
        printf("} as const;\n");
    return wrong;
}
