/* SPDX-License-Identifier: MIT
 *
 * Every legal geometry of tiny once: queries, keys, no mask or each causal offset, and the four
 * blocks of FLASH or NAIVE.  Data, overlap, streaming and latency are drawn.
 */
#include <stddef.h>

#include "golden/random_job.h"
#include "tests/soak/soak.h"

/* Of tiny: 32 queries, 32 keys, no mask and 65 offsets, five schedules. */
enum { N = 32, OFFSETS = 2 * N + 2, SCHEDULES = 5 };
enum { RUNS, CLOCKS };

static int run(uint64_t index, tally *t)
{
    rig *r = rig_get(&part_geometries, TA_BUILD_tiny);
    ta_config *c = &r->job.config;
    uint64_t rest = index, state = index;
    rig_draw(r, index, TA_RANDOM_NO_CORNERS);
    const int schedule = (int)(rest % SCHEDULES);
    rest /= SCHEDULES;
    const int offset = (int)(rest % OFFSETS);
    rest /= OFFSETS;
    c->nk = 1 + (int)(rest % N);
    c->nq = 1 + (int)(rest / N);
    c->d = r->build->dmax;
    c->causal = offset > 0;
    c->offset = offset > 0 ? offset - 1 - N : 0;
    c->mode = schedule == SCHEDULES - 1 ? TA_NAIVE : TA_FLASH;
    c->q_rows = r->build->a << (schedule % (SCHEDULES - 1));
    for (ptrdiff_t i = 0; i < (ptrdiff_t)N * c->d; i++) {
        const uint64_t x = ta_random_next(&state);
        r->q[i] = (int8_t)x;
        r->k[i] = (int8_t)(x >> 8);
        r->v[i] = (int8_t)(x >> 16);
    }
    rig_golden(r, 1);
    if (rig_run(r, index) || rig_compare(r, index, RIG_ALL))
        return 1;
    t->sum[2 * schedule + RUNS]++;
    t->sum[2 * schedule + CLOCKS] += r->got.counters.cycles;
    return 0;
}

static void record(json_t *object, const tally *t)
{
    static const char *const names[SCHEDULES] = {"blocks of 4", "blocks of 8", "blocks of 16", "blocks of 32", "NAIVE"};
    json_t *rows = json_array();
    uint64_t clocks = 0;
    for (int i = 0; i < SCHEDULES; i++) {
        clocks += t->sum[2 * i + CLOCKS];
        json_array_append_new(rows, json_pack("{s:s, s:I, s:I}", "schedule", names[i], "runs",
            (json_int_t)t->sum[2 * i + RUNS], "clocks", (json_int_t)t->sum[2 * i + CLOCKS]));
    }
    json_object_set_new(object, "clocks", json_integer((json_int_t)clocks));
    json_object_set_new(object, "rows", rows);
}

const part part_geometries = {"geometries", (uint64_t)N * N * OFFSETS * SCHEDULES, 1000, "plain", NULL, run, record};
