/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* popen, sysconf */
#include "bench/machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* The first line of a stream, or null; closes it by `close`. */
static int first_line(FILE *file, char *line, int capacity, int (*close)(FILE *))
{
    int there = file && fgets(line, capacity, file);
    if (file)
        close(file);
    if (there)
        line[strcspn(line, "\n")] = 0;
    return there && *line;
}

static json_t *cpu(void)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    json_t *name = NULL;
    while (file && !name && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (colon && strncmp(line, "model name", 10) == 0) {
            line[strcspn(line, "\n")] = 0;
            name = json_string(colon + 2);
        }
    }
    if (file)
        fclose(file);
    return name ? name : json_null();
}

static json_t *commit(void)
{
    char hash[64], change[256];
    if (!first_line(popen("git log -1 --format=%h -- rtl 2>/dev/null", "r"), hash, sizeof hash - 1, pclose))
        return json_null();
    if (first_line(popen("git status --porcelain -- rtl 2>/dev/null", "r"), change, sizeof change, pclose))
        strcat(hash, "+");
    return json_string(hash);
}

json_t *ta_machine(void)
{
    struct utsname name;
    char date[16] = "";
    const time_t now = time(NULL);
    struct tm broken;
    if (gmtime_r(&now, &broken))
        strftime(date, sizeof date, "%Y-%m-%d", &broken);
    json_t *object = json_object();
    json_object_set_new(object, "cpu", cpu());
    json_object_set_new(object, "cores", json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
    json_object_set_new(object, "system", uname(&name) == 0 ? json_sprintf("%s %s", name.sysname, name.machine)
                                                            : json_null());
#ifdef __clang__
    json_object_set_new(object, "compiler", json_sprintf("clang %s", __clang_version__));
#else
    json_object_set_new(object, "compiler", json_sprintf("gcc %s", __VERSION__));
#endif
    json_object_set_new(object, "date", json_string(date));
    json_object_set_new(object, "rtl_commit", commit());
    return object;
}
