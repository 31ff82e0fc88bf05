/* SPDX-License-Identifier: MIT
 *
 * check_record FILE: the record of coverage is one of the present RTL and of the present coverage.def, and adds up.
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "tests/coverage_rtl/waivers.h"
#include "tests/soak/rtl_hash.h"

typedef struct sums {
    int points, hit, constant, holds, proof;
} sums;

static void add(const json_t *row, sums *s)
{
    s->points += (int)json_integer_value(json_object_get(row, "points"));
    s->hit += (int)json_integer_value(json_object_get(row, "hit"));
    s->constant += (int)json_integer_value(json_object_get(row, "constant"));
    s->holds += (int)json_integer_value(json_object_get(row, "holds"));
    s->proof += (int)json_integer_value(json_object_get(row, "proof"));
}

static int same(const sums *a, const sums *b)
{
    return a->points == b->points && a->hit == b->hit && a->constant == b->constant && a->holds == b->holds &&
           a->proof == b->proof;
}

int main(int argc, char **argv)
{
    const char *path = argc == 2 ? argv[1] : "";
    char rtl[RTL_HASH_CHARS], line[RTL_HASH_CHARS];
    json_error_t error;
    json_t *json = json_load_file(path, 0, &error), *row;
    size_t i;
    sums total = {0}, kinds = {0}, files = {0}, listed = {0};
    const char *bad = NULL;
    if (!json || !rtl_hash("rtl/ta_engine.f", rtl) || !rtl_hash("fpga/ta_fpga.f", line)) {
        fprintf(stderr, "check_record: %s: %s\n", path, json ? "no RTL here" : error.text);
        return 2;
    }
    const char *r = json_string_value(json_object_get(json, "rtl")), *f = json_string_value(json_object_get(json, "fpga"));
    json_array_foreach(json_object_get(json, "kinds"), i, row)
        add(row, i ? &kinds : &total);
    json_array_foreach(json_object_get(json, "rows"), i, row)
        add(row, &files);
    for (int w = 0; w < waiver_count; w++) {
        const int each = waiver_points(&waivers[w]);
        *(waivers[w].reason == 'h' ? &listed.holds : &listed.proof) += each;
    }
    if (!r || !f || strcmp(r, rtl) || strcmp(f, line))
        bad = "of another RTL";
    else if (!total.points || !same(&total, &kinds) || !same(&total, &files))
        bad = "sums differ";
    else if (total.points != total.hit + total.constant + total.holds + total.proof)
        bad = "a point without a reason";
    else if (listed.holds != total.holds || listed.proof != total.proof)
        bad = "another coverage.def";
    else if (100 * (total.holds + total.proof) > total.points)
        bad = "more than a point in a hundred is waived";
    json_decref(json);
    if (bad)
        printf("%s: %s\n", path, bad);
    return bad != NULL;
}

