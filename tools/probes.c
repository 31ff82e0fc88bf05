/* SPDX-License-Identifier: MIT
 *
 * probes [RTL]: for each field of the state record the file and line of the RTL that its signal
 * comes from, one a line: FIELD FILE:LINE.  Exit 1 when a signal of spec/record.def is not in the
 * RTL: a probe's name would then tell a reader something that is not there.
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
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

/* The line of the module's file that declares the signal, 0 if none does. */
static int declared_at(const char *module, const char *signal)
{
    FILE *in = open_module(module);
    char line[1024];
    int number = 0, found = 0;
    while (in && !found && fgets(line, sizeof line, in)) {
        number++;
        char *comment = strstr(line, "//");
        if (comment)
            *comment = 0;
        const char *at = find_word(line, signal);
        if (at && find_word(line, "logic") && find_word(line, "logic") < at)
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

int main(int argc, char **argv)
{
    int wrong = 0;
    root = argc > 1 ? argv[1] : "rtl";
    for (size_t i = 0; i < sizeof probes / sizeof probes[0]; i++) {
        char module[256] = "ta_engine", path[256];
        snprintf(path, sizeof path, "%s", probes[i].signal);
        char *name = path, *dot;
        int good = 1;
        if (strcmp(path, "Debug") == 0) { /* made for the record, in ta_engine */
            printf("%s %s/ta_engine.sv:%d\n", probes[i].field, root, declared_at(module, "dbg_o"));
            continue;
        }
        while (good && (dot = strchr(name, '.'))) {
            *dot = 0;
            char parent[256];
            snprintf(parent, sizeof parent, "%s", module);
            good = module_of(parent, name, module, sizeof module);
            name = dot + 1;
        }
        int line = good ? declared_at(module, name) : 0;
        if (line)
            printf("%s %s/%s.sv:%d\n", probes[i].field, root, module, line);
        else
            fprintf(stderr, "probes: %s: there is no %s\n", probes[i].field, probes[i].signal);
        wrong |= !line;
    }
    return wrong;
}
