/* SPDX-License-Identifier: MIT
 *
 * Compares Frama-C's report with alarms.def.
 *
 *   eva_alarms UNIT REPORT [UNIT REPORT ...]
 *
 * A report is what -report-csv writes.  Exit status 1: an alarm, a precondition or an assert that does not
 * hold for sure and is not listed; an assert that was never reached; a row of the list without its alarm.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *unit, *function, *kind, *property, *why;
} listed[] = {
#define TA_ALARM(unit, function, kind, property, why) {unit, function, kind, property, why},
#include "alarms.def"
#undef TA_ALARM
};
enum { LISTED = sizeof listed / sizeof listed[0], MOST = 10 };
_Static_assert(LISTED <= MOST, "at most ten alarms are explained");

enum column { DIRECTORY, FILE_NAME, LINE, FUNCTION, KIND, STATUS, PROPERTY, COLUMNS };

static void die(const char *what, const char *name)
{
    fprintf(stderr, "eva_alarms: %s: %s\n", name, what);
    exit(2);
}

/* Splits a line at its tabs; the number of columns. */
static int split(char *line, char *columns[COLUMNS])
{
    int n = 0;
    line[strcspn(line, "\n")] = 0;
    for (char *at = line; at && n < COLUMNS; n++) {
        columns[n] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = 0;
    }
    return n;
}

static int find(const char *unit, char *const c[COLUMNS])
{
    for (int i = 0; i < LISTED; i++)
        if (!strcmp(listed[i].unit, unit) && !strcmp(listed[i].function, c[FUNCTION]) &&
            !strcmp(listed[i].kind, c[KIND]) && !strcmp(listed[i].property, c[PROPERTY]))
            return i;
    return LISTED;
}

/* Returns what is wrong with the unit. */
static int check(const char *unit, const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL, *c[COLUMNS];
    size_t size = 0;
    int bad = 0, proven = 0, explained = 0, used[LISTED + 1] = {0};
    if (!file)
        die("cannot be read", path);
    if (getline(&line, &size, file) < 0 || split(line, c) != COLUMNS || strcmp(c[STATUS], "status"))
        die("is no report", path);
    while (getline(&line, &size, file) > 0) {
        if (split(line, c) != COLUMNS)
            die("a row of another form", path);
        int contract = !strncmp(c[KIND], "precondition of ", 16);
        if (!strcmp(c[STATUS], "Considered valid") || !strncmp(c[DIRECTORY], "FRAMAC_SHARE", 12))
            continue; /* Frama-C's own libc */
        if (contract && !strcmp(c[STATUS], "Dead"))
            continue; /* a function of unknown.h that the unit does not call */
        if (!strcmp(c[STATUS], "Valid")) {
            proven++;
            continue;
        }
        int i = find(unit, c);
        used[i] = 1;
        if (i < LISTED && !strcmp(c[STATUS], "Unknown")) {
            explained++;
        } else {
            printf("%s: %s/%s:%s: %s: %s, %s: %s\n", unit, c[DIRECTORY], c[FILE_NAME], c[LINE], c[FUNCTION], c[KIND],
                   c[STATUS], c[PROPERTY]);
            bad++;
        }
    }
    free(line);
    fclose(file);
    for (int i = 0; i < LISTED; i++)
        if (!strcmp(listed[i].unit, unit) && !used[i]) {
            printf("%s: %s: a row of alarms.def without its alarm: %s\n", unit, listed[i].function, listed[i].property);
            bad++;
        }
    if (!proven) {
        printf("%s: nothing is proven\n", unit);
        bad++;
    }
    printf("%-10s %3d proven, %d explained, %d bad\n", unit, proven, explained, bad);
    return bad;
}

int main(int argc, char **argv)
{
    int bad = 0;
    if (argc < 3 || argc % 2 == 0)
        die("usage", "eva_alarms UNIT REPORT [UNIT REPORT ...]");
    for (int i = 1; i + 1 < argc; i += 2)
        bad += check(argv[i], argv[i + 1]);
    return bad != 0;
}
