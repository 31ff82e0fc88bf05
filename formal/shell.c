/* SPDX-License-Identifier: MIT */
#include "formal/shell.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/child.h"

char *format(const char *pattern, ...)
{
    va_list a;
    va_start(a, pattern);
    int n = vsnprintf(NULL, 0, pattern, a);
    va_end(a);
    char *text = malloc((size_t)n + 1);
    if (!text)
        abort();
    va_start(a, pattern);
    vsnprintf(text, (size_t)n + 1, pattern, a);
    va_end(a);
    return text;
}

void die(const char *what, const char *name)
{
    fprintf(stderr, "%s: %s: %s\n", program, name, what);
    exit(1);
}

char *read_all(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        die(strerror(errno), path);
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room);
    for (size_t n; text && (n = fread(text + size, 1, room - size - 1, f)) > 0;) {
        size += n;
        if (room - size < 2)
            text = realloc(text, room *= 2);
    }
    fclose(f);
    if (!text)
        abort();
    text[size] = 0;
    return text;
}

void write_all(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");
    if (!f || fputs(text, f) < 0 || fclose(f))
        die("cannot be written", path);
}

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *into_module(const char *text, const char *more)
{
    const char *end = NULL;
    for (const char *at = text; (at = strstr(at, "endmodule")) != NULL; at++)
        end = at;
    if (!end)
        die("found no endmodule", text);
    return format("%.*s%s%s", (int)(end - text), text, more, end);
}

char *set_parameters(char *text, const char *set)
{
    while (*set) {
        size_t n = strcspn(set, " "), equals = strcspn(set, "=");
        if (n) {
            char *name = format("%.*s", (int)equals, set), *at = text, *value = NULL;
            for (; !value && (at = strstr(at, "parameter int ")); at += 14) {
                char *p = at + 14 + strspn(at + 14, " ");
                if (!strncmp(p, name, equals) && (p[equals] == ' ' || p[equals] == '='))
                    value = p + equals + strspn(p + equals, " =");
            }
            if (!value)
                die("the top has no such parameter", name);
            char *changed = format("%.*s%.*s%s", (int)(value - text), text, (int)(n - equals - 1), set + equals + 1,
                                   value + strspn(value, "0123456789"));
            free(name);
            free(text);
            text = changed;
        }
        set += n;
        set += strspn(set, " ");
    }
    return text;
}

const char *tool(const char *const *names)
{
    for (; *names; names++) {
        char *command = format("PATH=build/venv/bin:$PATH command -v %s >/dev/null 2>&1", *names);
        int found = system(command) == 0;
        free(command);
        if (found)
            return *names;
    }
    return NULL;
}

int run(const char *log, int seconds, const char *command)
{
    char *line = format("PATH=$PWD/build/venv/bin:$PATH; exec %s >%s 2>&1 </dev/null", command, log);
    sigset_t before;
    int status;
    const pid_t pid = child_fork(&before);
    if (pid < 0)
        die(strerror(errno), "fork");
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    free(line);
    if (child_wait(pid, seconds, &before, &status))
        return 124;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

char *box_commands(const char *sources)
{
    char *commands = format("%s", "");
    for (const char *s = sources, *end; *(s += strspn(s, " ")); s = end) {
        end = s + strcspn(s, " ");
        if (end[-1] != '-')
            continue;
        char *path = format("%.*s", (int)(end - s), s), *name = format("%.*s", (int)strcspn(base_name(path), "."), base_name(path));
        char *longer = format("%sblackbox *?%s *?%s\\\\*\n", commands, name, name);
        free(path);
        free(name);
        free(commands);
        commands = longer;
    }
    return commands;
}
