/* SPDX-License-Identifier: MIT
 *
 * Pinned cycles: the exact cycles of runs over all builds and modes, by the cycle model.  When
 * one changes, so has the engine (or the model is wrong), and the CHANGELOG has to say so: it
 * names the checksum of the pins.
 *
 *   pins --write FILE              records them
 *   pins --check FILE CHANGELOG    exit 1 when one has changed, or the CHANGELOG is silent
 *   pins --rtl                     runs them all on the simulated RTL
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/json_memory.h"
#include "bench/points.h"

enum { POINTS_MAX = 512 };

static struct point {
    int build;
    ta_config config;
} points[POINTS_MAX];
static int count;

static void add(int build, ta_config config)
{
    if (count == POINTS_MAX)
        exit(2);
    points[count++] = (struct point){build, config};
}

/* FLASH with these rows and NAIVE. */
static void both(int build, ta_config config)
{
    add(build, config);
    config.mode = TA_NAIVE;
    add(build, config);
}

static ta_config with(ta_config c, int causal, int offset, int overlap, int stream, int latency)
{
    c.causal = causal;
    c.offset = offset;
    c.overlap = overlap;
    c.stream = stream;
    c.latency = latency;
    return c;
}

static void make(int build)
{
    const ta_build *b = ta_build_at(build);
    const int a = b->a, n = b->nmax, d = b->dmax;
    const int part = n < 128 ? n : 128;
    for (int causal = 0; causal < 2; causal++) { /* the largest, every block */
        for (int rows = a; rows <= 8 * a; rows *= 2)
            add(build, with(point_flash(n, d, rows), causal, 0, 1, 1, 10));
        ta_config naive = with(point_flash(part, d, a), causal, 0, 1, 1, 10);
        naive.mode = TA_NAIVE;
        add(build, naive);
    }
    for (int off = 1; off < 4; off++) /* switches */
        both(build, with(point_flash(part, d, 4 * a), 0, 0, !(off & 1), !(off & 2), 10));
    both(build, with(point_flash(part, d, 4 * a), 0, 0, 1, 1, 0)); /* latency */
    both(build, with(point_flash(part, d, 4 * a), 0, 0, 1, 1, 64));
    both(build, with(point_flash(part, d, 2 * a), 1, -a, 0, 1, 33));
    for (int offset = 0; offset < 3; offset++) { /* partial tiles, no more than a chunk */
        static const int rows[] = {1, 8};
        ta_config c = point_flash(part - 3, a, a);
        c.nk = part - 5;
        c.causal = offset > 0;
        c.offset = offset == 1 ? -a - 1 : offset == 2 ? c.nk - c.nq : 0;
        for (int i = 0; i < 2; i++) {
            c.q_rows = rows[i] * a;
            add(build, c);
        }
        c.mode = TA_NAIVE;
        add(build, c);
    }
    for (int latency = 10; latency <= 64; latency += 54) { /* one query */
        ta_config c = point_flash(1, d, a);
        c.nk = n;
        c.latency = latency;
        both(build, c);
    }
    for (int causal = 0; causal < 2; causal++) { /* short */
        ta_config c = point_flash(a + 1, d, 2 * a);
        c.nk = a + 3;
        c.causal = causal;
        both(build, c);
        c.nq = 2 * a;
        c.nk = 1;
        both(build, c);
    }
    ta_config c = point_flash(n, a, 8 * a); /* long with few columns; wide and short */
    add(build, c);
    c = point_flash(a, d, a);
    both(build, c);
    c = point_flash(n / 2 + 1, d, 8 * a);
    c.nk = n;
    c.causal = 1;
    c.offset = n / 2;
    add(build, c);
}

static unsigned long crc32_of(const char *text)
{
    unsigned long crc = 0xFFFFFFFFul;
    for (const char *c = text; *c; c++) {
        crc ^= (unsigned char)*c;
        for (int i = 0; i < 8; i++)
            crc = crc & 1 ? crc >> 1 ^ 0xEDB88320ul : crc >> 1;
    }
    return crc ^ 0xFFFFFFFFul;
}

static int has_word(const char *path, const char *word)
{
    char line[4096];
    int found = 0;
    FILE *file = fopen(path, "r");
    while (file && !found && fgets(line, sizeof line, file))
        found = strstr(line, word) != NULL;
    if (file)
        fclose(file);
    return found;
}

int main(int argc, char **argv)
{
    const int write = argc == 3 && !strcmp(argv[1], "--write");
    const int check = argc == 4 && !strcmp(argv[1], "--check");
    const int rtl = argc == 2 && !strcmp(argv[1], "--rtl");
    ta_json_must();
    if (!write && !check && !rtl) {
        fprintf(stderr, "usage: pins --write FILE | --check FILE CHANGELOG | --rtl\n");
        return 2;
    }
    json_t *rows = json_array();
    unsigned long long clocks = 0;
    for (int b = 0; b < TA_BUILD_COUNT; b++)
        make(b);
    for (int i = 0; i < count; i++) {
        ta_counters c;
        if (rtl)
            point_rtl(points[i].build, &points[i].config, &c);
        else
            point_model(ta_build_at(points[i].build), &points[i].config, &c);
        clocks += c.cycles;
        json_t *row = point_json(ta_build_at(points[i].build), &points[i].config);
        json_object_set_new(row, "cycles", json_integer((json_int_t)c.cycles));
        json_array_append_new(rows, row);
    }
    char *text = points_text("tinyattn-cycles/1", "./run evidence cycles", NULL, rows);
    char sum[32];
    snprintf(sum, sizeof sum, "`%08lx`", crc32_of(text));
    int status = 0;
    if (rtl) {
        printf("%d runs on the simulated RTL, %llu cycles: each as the model says\n", count, clocks);
    } else if (write) {
        status = points_file(argv[2], text, 0);
        printf("%d runs; the line in CHANGELOG.md that explains a change names %s\n", count, sum);
    } else if (points_file(argv[2], text, 1)) {
        fprintf(stderr, "The cycles of a pinned run have changed. If they should have: ./run evidence cycles, and a\n"
                        "line in CHANGELOG.md that says why and names the new checksum, %s.\n", sum);
        status = 1;
    } else if (!has_word(argv[3], sum)) {
        fprintf(stderr, "%s: no line names %s, the checksum of %s. The cycles of a pinned run have\n"
                        "changed: a line has to say why.\n", argv[3], sum, argv[2]);
        status = 1;
    } else {
        printf("%d runs as pinned, %s\n", count, sum);
    }
    free(text);
    return status;
}
