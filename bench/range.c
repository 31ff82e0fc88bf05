/* SPDX-License-Identifier: MIT
 *
 * The engine over its whole range, in exact counts: runs on the simulated RTL where a build is
 * large enough ("rtl"; each is compared with golden and the closed forms), the closed forms
 * beyond ("model").
 *
 *   range --write DIR    DIR/utilization.json: against N, D, block and port, every build
 *                        DIR/growth.json: FLASH and NAIVE as N grows
 *   range --check DIR    exit 1 when they are not what holds now
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/json_memory.h"
#include "bench/points.h"
#include "golden/golden.h"

enum { MOST = 131072, RTL_CYCLES = 400000 };

static json_t *rows;

/* One row of `set`; the RTL only where it is the build as it is. */
static void add(const char *set, int index, int port, const ta_config *c)
{
    ta_build b = *ta_build_at(index);
    ta_counters k;
    const int fits = port == b.port_bits && c->nq <= b.nmax && c->nk <= b.nmax && c->d <= b.dmax &&
                     c->q_rows <= b.nmax;
    b.port_bits = port;
    b.nmax = b.nmax > c->nq ? b.nmax : c->nq;
    b.dmax = b.dmax > c->d ? b.dmax : c->d;
    b.nmax = b.nmax > c->q_rows ? b.nmax : c->q_rows;
    point_model(&b, c, &k);
    const int rtl = fits && k.cycles <= RTL_CYCLES;
    if (rtl)
        point_rtl(index, c, &k);
    const double macs = (double)(k.mm1_macs + k.mm2_macs);
    const uint64_t bytes = k.hbm_read_bytes + k.hbm_write_bytes;
    json_t *row = json_pack("{s:s}", "set", set);
    json_t *point = point_json(&b, c);
    json_object_update(row, point);
    json_decref(point);
    json_object_set_new(row, "port_bits", json_integer(port));
    json_object_set_new(row, "cycles", json_integer((json_int_t)k.cycles));
    json_object_set_new(row, "bytes", json_integer((json_int_t)bytes));
    json_object_set_new(row, "macs", json_integer((json_int_t)(k.mm1_macs + k.mm2_macs)));
    json_object_set_new(row, "buffer_bytes", json_integer((json_int_t)ta_buffer_bytes(&b, c)));
    json_object_set_new(row, "utilization", json_real(macs / (2.0 * b.a * b.a * (double)k.cycles)));
    json_object_set_new(row, "source", json_string(rtl ? "rtl" : "model"));
    json_array_append_new(rows, row);
}

static void utilization(void)
{
    for (int i = 0; i < TA_BUILD_COUNT; i++) {
        const ta_build *b = ta_build_at(i);
        const int a = b->a, n = b->nmax, d = b->dmax;
        ta_config c;
        for (int size = 2 * a; size <= 16 * n && size <= 8192; size *= 2) {
            c = point_flash(size, d, 8 * a);
            add("n", i, b->port_bits, &c);
        }
        for (int size = a; size <= 4 * d && size <= 128; size *= 2) {
            c = point_flash(n, size, 8 * a);
            add("d", i, b->port_bits, &c);
        }
        for (int causal = 0; causal < 2; causal++)
            for (int block = a; block <= 8 * a; block *= 2) {
                c = point_flash(n, d, block);
                c.causal = causal;
                add("block", i, b->port_bits, &c);
            }
        for (int port = 16; port <= 128; port *= 2)
            if (port <= 8 * a) {
                c = point_flash(n, d, 8 * a);
                add("port", i, port, &c);
                c.q_rows = 2 * a;
                add("port", i, port, &c);
            }
    }
    for (int d = 8; d <= 128; d *= 2) /* the map */
        for (int n = 16; n <= 8192; n *= 2) {
            const ta_config c = point_flash(n, d, 64);
            add("map", TA_BUILD_wide, 64, &c);
        }
}

static void growth(void)
{
    for (int i = 0; i < TA_BUILD_COUNT; i++) {
        const ta_build *b = ta_build_at(i);
        for (int n = 2 * b->a; n <= MOST; n *= 2) {
            ta_config c = point_flash(n, b->dmax, 8 * b->a);
            add("flash", i, b->port_bits, &c);
            c.mode = TA_NAIVE;
            add("naive", i, b->port_bits, &c);
        }
    }
}

static int file(const char *dir, const char *name, const char *schema, int check)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.json", dir, name);
    char *text = points_text(schema, "./run evidence range", NULL, rows);
    const int status = points_file(path, text, check);
    free(text);
    return status;
}

int main(int argc, char **argv)
{
    const int check = argc == 3 && !strcmp(argv[1], "--check");
    ta_json_must();
    if (argc != 3 || (!check && strcmp(argv[1], "--write") != 0)) {
        fprintf(stderr, "usage: range --write DIR | --check DIR\n");
        return 2;
    }
    rows = json_array();
    utilization();
    int status = file(argv[2], "utilization", "tinyattn-utilization/1", check);
    rows = json_array();
    growth();
    return file(argv[2], "growth", "tinyattn-growth/1", check) | status;
}
