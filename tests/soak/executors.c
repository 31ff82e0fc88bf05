/* SPDX-License-Identifier: MIT
 *
 * One hash over all output ports but the debug vector, after every clock of the same runs of tiny, on
 * every executor that the list names (--executors FILE): a line each, NAME|COMMAND; the command gets
 * the number of runs and prints hash and clocks (ports.c).
 */
#define _POSIX_C_SOURCE 200809L /* popen */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/soak/soak.h"

enum { MANY = 16, TEXT = 512 };

static char names[MANY][TEXT], commands[MANY][TEXT];
static int count;

static int begin(void)
{
    char line[TEXT];
    FILE *in = soak.executors ? fopen(soak.executors, "r") : NULL;
    if (!in) {
        fprintf(stderr, "soak: --executors: found %s, expected a file with a line NAME|COMMAND for each\n",
                soak.executors ? soak.executors : "none");
        return 0;
    }
    while (count < MANY && fgets(line, sizeof line, in)) {
        char *bar = strchr(line, '|');
        line[strcspn(line, "\n")] = 0;
        if (!bar)
            continue;
        *bar = 0;
        snprintf(names[count], TEXT, "%s", line);
        snprintf(commands[count], TEXT, "%s", bar + 1);
        count++;
    }
    fclose(in);
    if (count < 2)
        fprintf(stderr, "soak: %s: found %d executors, expected at least 2\n", soak.executors, count);
    return count >= 2;
}

static int run(uint64_t index, tally *t)
{
    unsigned long long first = 0;
    (void)index;
    for (int i = 0; i < count; i++) {
        char command[TEXT + 32], line[TEXT] = "";
        unsigned long long hash, clocks;
        const int length = snprintf(command, sizeof command, "%s %llu", commands[i], (unsigned long long)soak.runs);
        if (length < 0 || (size_t)length >= sizeof command) {
            fprintf(stderr, "%s: found a command of %d characters, expected fewer than %zu\n", names[i], length,
                    sizeof command);
            return 1;
        }
        FILE *in = popen(command, "r");
        const int there = in && fgets(line, sizeof line, in);
        const int status = in ? pclose(in) : -1;
        if (!there || status != 0 || sscanf(line, "%llx %llu", &hash, &clocks) != 2 || clocks < 100 * soak.runs) {
            fprintf(stderr, "%s: found '%.60s', expected hash and clocks\n  %s\n", names[i], line, command);
            return 1;
        }
        fprintf(stderr, "%016llx %llu %s\n", hash, clocks, names[i]);
        if (i == 0)
            first = hash;
        if (hash != first) {
            fprintf(stderr, "%s: hash of the ports: expected %016llx (%s), found %016llx\n", names[i], first, names[0], hash);
            return 1;
        }
        t->sum[2 * i] = hash;
        t->sum[2 * i + 1] = clocks;
    }
    return 0;
}

static void record(json_t *object, const tally *t)
{
    json_t *rows = json_array();
    for (int i = 0; i < count; i++) {
        char hash[24];
        snprintf(hash, sizeof hash, "%016llx", (unsigned long long)t->sum[2 * i]);
        json_array_append_new(rows, json_pack("{s:s, s:I, s:I, s:s}", "executor", names[i], "runs",
            (json_int_t)soak.runs, "clocks", (json_int_t)t->sum[2 * i + 1], "hash", hash));
    }
    json_object_set_new(object, "runs", json_integer((json_int_t)soak.runs));
    json_object_set_new(object, "rows", rows);
}

const part part_executors = {"executors", 1, 1, "none", begin, run, record};
