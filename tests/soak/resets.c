/* SPDX-License-Identifier: MIT
 *
 * resets: a reset in a random cycle of a run; the next run, of another job, is exact.
 * random_init: an engine of tiny whose registers and memories begin with random bits; its first two runs
 * are exact.
 */
#include "golden/random_job.h"
#include "tests/soak/flat.h"
#include "tests/soak/soak.h"

enum { RUNS, CLOCKS, FIELDS };

static void add(tally *t, const rig *r)
{
    uint64_t *sum = t->sum + FIELDS * soak_build_row(r->id);
    sum[RUNS]++;
    sum[CLOCKS] += r->got.counters.cycles;
}

static void record(json_t *object, const tally *t)
{
    json_t *rows = json_array();
    uint64_t clocks = 0;
    for (int i = 0; i < BUILDS; i++) {
        const uint64_t *sum = t->sum + FIELDS * i;
        if (!sum[RUNS])
            continue;
        clocks += sum[CLOCKS];
        json_array_append_new(rows, json_pack("{s:s, s:I, s:I}", "build", ta_build_at(soak_builds[i])->name, "runs",
            (json_int_t)sum[RUNS], "clocks", (json_int_t)sum[CLOCKS]));
    }
    json_object_set_new(object, "clocks", json_integer((json_int_t)clocks));
    json_object_set_new(object, "rows", rows);
}

static int run_resets(uint64_t index, tally *t)
{
    rig *r = rig_get(&part_resets, soak_build(index));
    uint64_t state = index ^ UINT64_C(0x4e5e7);
    rig_draw(r, 2 * index, TA_RANDOM_SMALL);
    rig_golden(r, 0);
    ta_sim_load(r->sim, &r->job);
    ta_sim_start(r->sim);
    ta_sim_step(r->sim, ta_random_below(&state, (uint32_t)r->expected.counters.cycles + 3));
    rig_reset(r);
    if (rig_job(r, index, 2 * index + 1, TA_RANDOM_SMALL))
        return 1;
    add(t, r);
    return 0;
}

static int run_random_init(uint64_t index, tally *t)
{
    rig_drop(TA_BUILD_tiny);
    flat_seed = (int)index + 1;
    rig *r = rig_get(&part_random_init, TA_BUILD_tiny);
    for (uint64_t i = 0; i < 2; i++) {
        if (rig_job(r, index, 2 * index + i, TA_RANDOM_SMALL))
            return 1;
        add(t, r);
    }
    return 0;
}

const part part_resets = {"resets", 10000, 200, "plain", NULL, run_resets, record};
const part part_random_init = {"random_init", 1000, 50, "flat", NULL, run_random_init, record};
