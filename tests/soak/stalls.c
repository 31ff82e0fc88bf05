/* SPDX-License-Identifier: MIT
 *
 * Runs on a memory that withholds grants, read words and write words at random: the same output,
 * row state, bytes and tiles, and an end within bounds.
 */
#include "golden/random_job.h"
#include "tests/soak/flat.h"
#include "tests/soak/soak.h"

enum { RUNS, CLOCKS, STALLED, FIELDS };
enum { LOST }; /* peak: clocks lost for each clock with a stall, in thousandths */

static int run(uint64_t index, tally *t)
{
    rig *r = rig_get(&part_stalls, soak_build(index));
    ta_sim *sim = r->sim;
    uint64_t state = index ^ UINT64_C(0x5eed5eed), clocks = 0, stalled = 0;
    rig_draw(r, index, TA_RANDOM_SMALL);
    rig_golden(r, 0);
    ta_sim_load(sim, &r->job);
    ta_sim_start(sim);
    /* Each kind has a rate of its own, and a stall a length. */
    unsigned rate[3], left[3] = {0};
    const uint32_t longest = 1u << ta_random_below(&state, 8);
    for (int i = 0; i < 3; i++)
        rate[i] = ta_random_below(&state, 4) ? ta_random_below(&state, 200) : 0;
    const uint64_t free_run = r->expected.counters.cycles;
    /* A clock with a stall costs one clock and what it takes the port to start again. */
    while (!ta_sim_done(sim)) {
        unsigned pins = 0;
        for (int i = 0; i < 3; i++) {
            if (left[i])
                left[i]--;
            else if (ta_random_below(&state, 256) < rate[i])
                left[i] = 1 + ta_random_below(&state, longest);
            pins |= left[i] ? 1u << i : 0;
        }
        stalled += pins != 0;
        if (soak.lose && pins & TA_STALL_READ)
            flat_clear("u_memory__DOT__v2_q");
        if (++clocks > free_run + 2 * stalled + 100 || clocks > 64 * free_run + 100000) {
            ta_sim_set_stall(sim, 0);
            return soak_differs(r, index, "end within the clocks without a stall, twice those with one and 100",
                                (int64_t)free_run, (int64_t)clocks);
        }
        ta_sim_set_stall(sim, pins);
        ta_sim_step(sim, 1);
    }
    ta_sim_set_stall(sim, 0);
    rig_read(r);
    if (rig_compare(r, index, RIG_STALLED))
        return 1;
    uint64_t *sum = t->sum + FIELDS * soak_build_row(r->id);
    sum[RUNS]++;
    sum[CLOCKS] += clocks;
    sum[STALLED] += stalled;
    if (stalled >= 100 && clocks > free_run && (clocks - free_run) * 1000 / stalled > t->peak[LOST])
        t->peak[LOST] = (clocks - free_run) * 1000 / stalled;
    return 0;
}

static void record(json_t *object, const tally *t)
{
    json_t *rows = json_array();
    uint64_t clocks = 0;
    for (int i = 0; i < BUILDS; i++) {
        const uint64_t *sum = t->sum + FIELDS * i;
        clocks += sum[CLOCKS];
        json_array_append_new(rows, json_pack("{s:s, s:I, s:I, s:I}", "build", ta_build_at(soak_builds[i])->name,
            "runs", (json_int_t)sum[RUNS], "clocks", (json_int_t)sum[CLOCKS], "stalled", (json_int_t)sum[STALLED]));
    }
    json_object_set_new(object, "clocks", json_integer((json_int_t)clocks));
    json_object_set_new(object, "most_lost_per_stall", json_real((double)t->peak[LOST] / 1000));
    json_object_set_new(object, "rows", rows);
}

const part part_stalls = {"stalls", 100000, 1000, "plain", NULL, run, record};
