/* SPDX-License-Identifier: MIT
 *
 * Random runs from end to end: row state at every tile, output, bytes, cycles, ledger.
 */
#include "golden/random_job.h"
#include "tests/soak/soak.h"

enum { RUNS, CLOCKS, VALUES, NAIVE, FIELDS };

static int run(uint64_t index, tally *t)
{
    rig *r = rig_get(&part_random, soak_build(index));
    uint64_t *sum = t->sum + FIELDS * soak_build_row(r->id);
    const uint64_t values = r->values;
    if (rig_job(r, index, index, TA_RANDOM_ANY))
        return 1;
    sum[RUNS]++;
    sum[CLOCKS] += r->got.counters.cycles;
    sum[VALUES] += r->values - values;
    sum[NAIVE] += r->job.config.mode == TA_NAIVE;
    return 0;
}

static void record(json_t *object, const tally *t)
{
    json_t *rows = json_array();
    uint64_t clocks = 0, values = 0;
    for (int i = 0; i < BUILDS; i++) {
        const uint64_t *sum = t->sum + FIELDS * i;
        clocks += sum[CLOCKS];
        values += sum[VALUES];
        json_array_append_new(rows, json_pack("{s:s, s:I, s:I, s:I, s:I}", "build", ta_build_at(soak_builds[i])->name,
            "runs", (json_int_t)sum[RUNS], "naive", (json_int_t)sum[NAIVE], "clocks", (json_int_t)sum[CLOCKS],
            "row_state", (json_int_t)sum[VALUES]));
    }
    json_object_set_new(object, "clocks", json_integer((json_int_t)clocks));
    json_object_set_new(object, "row_state", json_integer((json_int_t)values));
    json_object_set_new(object, "rows", rows);
}

const part part_random = {"random", 1000000, 1000, "debug", NULL, run, record};
