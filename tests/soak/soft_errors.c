/* SPDX-License-Identifier: MIT
 *
 * Single-bit flips of the engine's flip-flops and memories in build tiny, uniform over bits and
 * over the cycles of a run.  What the run makes of it:
 *
 *   masked     it ends with the right output, in the right number of cycles
 *   delayed    the right output, in another number of cycles
 *   wrong      it ends with another output: the host's check against golden flags it
 *   error      the engine reports an error: refused, overflow, time-out
 *   hang       no end within twice its cycles and 1000: the host's watchdog ends it by a reset
 *
 * The next run must be exact: after a start if the run ended, else after a reset.  One that ended
 * and is exact only after a reset as well is counted.
 */
#include <stdio.h>
#include <string.h>

#include "golden/random_job.h"
#include "tests/soak/flat.h"
#include "tests/soak/soak.h"

enum { MASKED, DELAYED, WRONG, ERROR, HANG, RESET, CLASSES };
enum { MODULES = 40, NAME = 32, FLIPS = MODULES * CLASSES };

static char names[MODULES][NAME];
static uint64_t bits[MODULES];
static int modules, variables;
static uint64_t all_bits;

/* The instance in the engine that a variable belongs to, without its prefix and index; what the engine
 * has itself is "engine". */
static int module_of(const char *name)
{
    static const char *const prefixes[] = {"__Vcellout__", "u_", "g_"};
    char module[NAME] = "engine";
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
            name += strlen(prefixes[i]);
    const char *end = strstr(name, "__");
    if (end)
        snprintf(module, sizeof module, "%.*s", (int)(end - name), name);
    for (int i = 0; i < modules; i++)
        if (!strcmp(names[i], module))
            return i;
    if (modules == MODULES)
        return MODULES - 1;
    snprintf(names[modules], NAME, "%s", module);
    return modules++;
}

static int begin(void)
{
    rig_get(&part_soft_errors, TA_BUILD_tiny);
    variables = flat_find();
    for (int i = 0; i < variables; i++) {
        const char *name;
        uint64_t elements, width;
        flat_variable(i, &name, &elements, &width);
        bits[module_of(name)] += elements * width;
        all_bits += elements * width;
    }
    rig_drop(TA_BUILD_tiny);
    return all_bits > 0;
}

static int run(uint64_t index, tally *t)
{
    rig *r = rig_get(&part_soft_errors, TA_BUILD_tiny);
    uint64_t state = index ^ UINT64_C(0xb17f11b), elements = 0, width = 0;
    const char *name = "";
    int variable = 0;
    uint64_t at = ta_random_below(&state, (uint32_t)all_bits);
    for (; variable < variables; variable++) {
        flat_variable(variable, &name, &elements, &width);
        if (at < elements * width)
            break;
        at -= elements * width;
    }
    rig_draw(r, 2 * index, TA_RANDOM_ANY);
    rig_golden(r, 0);
    const uint64_t cycles = r->expected.counters.cycles;
    ta_sim_load(r->sim, &r->job);
    ta_sim_start(r->sim);
    ta_sim_step(r->sim, ta_random_below(&state, (uint32_t)cycles));
    flat_flip(variable, at / width, at % width);
    const int after = flat_bit(variable, at / width, at % width);
    int class = HANG;
    const enum ta_sim_status status = ta_sim_run(r->sim, 2 * cycles + 1000 - ta_sim_cycle(r->sim));
    if (status == TA_SIM_OK) {
        rig_read(r);
        class = !rig_equal(r, RIG_OUTPUT) ? WRONG : r->got.counters.cycles == cycles ? MASKED : DELAYED;
    } else if (status == TA_SIM_TIMEOUT ? ta_sim_timed_out(r->sim) : 1) {
        class = ERROR;
    }
    if (class == HANG)
        ta_sim_reset(r->sim);
    rig_draw(r, 2 * index + 1, TA_RANDOM_SMALL);
    rig_golden(r, 0);
    ta_sim_load(r->sim, &r->job);
    ta_sim_start(r->sim);
    for (uint64_t i = 0; soak.stuck && i < rig_limit(r) && !ta_sim_done(r->sim); i++) {
        if (flat_bit(variable, at / width, at % width) != after)
            flat_flip(variable, at / width, at % width);
        ta_sim_step(r->sim, 1);
    }
    int exact = ta_sim_run(r->sim, rig_limit(r)) == TA_SIM_OK;
    if (exact) {
        rig_read(r);
        exact = rig_equal(r, RIG_ALL);
    }
    const int module = module_of(name);
    t->sum[module * CLASSES + class]++;
    if (!exact && class != HANG && !soak.stuck) {
        t->sum[module * CLASSES + RESET]++;
        ta_sim_reset(r->sim);
        exact = !(rig_run(r, index) || rig_compare(r, index, RIG_ALL));
    }
    if (!exact) {
        fprintf(stderr, "case %llu: after bit %llu of %s[%llu] was flipped the next run is not exact\n",
                (unsigned long long)index, (unsigned long long)(at % width), name, (unsigned long long)(at / width));
        return 1;
    }
    return 0;
}

static json_t *row(const char *name, uint64_t count, const uint64_t *sum)
{
    uint64_t flips = 0;
    for (int i = MASKED; i <= HANG; i++)
        flips += sum[i];
    return json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "module", name, "bits", (json_int_t)count,
        "flips", (json_int_t)flips, "masked", (json_int_t)sum[MASKED], "delayed", (json_int_t)sum[DELAYED],
        "wrong", (json_int_t)sum[WRONG], "error", (json_int_t)sum[ERROR], "hang", (json_int_t)sum[HANG],
        "by_reset", (json_int_t)sum[RESET]);
}

static void record(json_t *object, const tally *t)
{
    uint64_t total[CLASSES] = {0};
    json_t *rows = json_array();
    for (int i = 0; i < modules; i++) {
        for (int c = 0; c < CLASSES; c++)
            total[c] += t->sum[i * CLASSES + c];
        json_array_append_new(rows, row(names[i], bits[i], t->sum + i * CLASSES));
    }
    json_array_append_new(rows, row("all", all_bits, total));
    json_object_set_new(object, "bits", json_integer((json_int_t)all_bits));
    json_object_set_new(object, "rows", rows);
}

const part part_soft_errors = {"soft_errors", 20000, 250, "flat", begin, run, record};
