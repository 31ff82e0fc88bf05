/* SPDX-License-Identifier: MIT
 *
 * test_record BUILD DIRECTORY: the debug vector changes nothing else, the record's table fits the RTL,
 * stages follow each other at their latencies, checkpoints replay, traces are well formed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "golden/random_job.h"
#include "sim/record.h"
#include "sim/sim.h"
#include "sim/trace.h"

static int index_of_build;
static const char *directory; /* for files */
static const ta_build *build;
static ta_sim *plain, *debug;
static int8_t *q, *k, *v;
static ta_result results[2];
static ta_job job;

static void *allocate(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    assert_non_null(p);
    return p;
}

static int set_up(void **state)
{
    (void)state;
    build = ta_build_at(index_of_build);
    size_t n = (size_t)build->nmax, nd = n * (size_t)build->dmax;
    plain = ta_sim_new(index_of_build);
    debug = ta_sim_new_debug(index_of_build);
    assert_non_null(plain);
    assert_non_null(debug);
    q = allocate(nd, 1);
    k = allocate(nd, 1);
    v = allocate(nd, 1);
    for (int i = 0; i < 2; i++) {
        results[i].out = allocate(nd, 2);
        results[i].m = allocate(n, 2);
        results[i].l = allocate(n, 8);
    }
    job = (ta_job){.build = *build, .q = q, .k = k, .v = v};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    ta_sim_free(plain);
    ta_sim_free(debug);
    free(q);
    free(k);
    free(v);
    for (int i = 0; i < 2; i++) {
        free(results[i].out);
        free(results[i].m);
        free(results[i].l);
    }
    return 0;
}

static void random_job(uint64_t seed, unsigned flags)
{
    ta_random_job(build, seed, flags, &job.config, q, k, v);
}

/* Every other output, clock by clock. */
static void debug_changes_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 1000; seed < 1012; seed++) {
        random_job(seed, seed % 3 ? TA_RANDOM_SMALL : build->nmax > 64 ? TA_RANDOM_SMALL : 0);
        if (seed == 1011)
            job.config.nq = 0; /* refused */
        ta_sim_load(plain, &job);
        ta_sim_load(debug, &job);
        ta_sim_start(plain);
        ta_sim_start(debug);
        for (int clock = 0, after = 0; after < 4; clock++) {
            ta_counters a, b;
            ta_sim_counters(plain, &a);
            ta_sim_counters(debug, &b);
            assert_memory_equal(&a, &b, sizeof a);
            assert_int_equal(ta_sim_done(plain), ta_sim_done(debug));
            assert_int_equal(ta_sim_status(plain), ta_sim_status(debug));
            assert_int_equal(ta_sim_config_error(plain), ta_sim_config_error(debug));
            after += ta_sim_status(plain) != TA_SIM_TIMEOUT;
            assert_true(clock < 2000000);
            ta_sim_step(plain, 1);
            ta_sim_step(debug, 1);
        }
        if (seed == 1011) {
            assert_int_equal(ta_sim_config_error(debug), TA_CONFIG_ERROR_nq);
            continue;
        }
        ta_sim_result(plain, &job.config, &results[0]);
        ta_sim_result(debug, &job.config, &results[1]);
        size_t rows = (size_t)job.config.nq;
        assert_memory_equal(results[0].out, results[1].out, 2 * rows * (size_t)job.config.d);
        assert_memory_equal(results[0].m, results[1].m, 2 * rows);
        assert_memory_equal(results[0].l, results[1].l, 8 * rows);
    }
}

static void table_of_the_record(void **state)
{
    (void)state;
    const ta_record_table *t = ta_sim_record_table(debug);
    assert_int_equal(t->words, ta_record_words(build));
    assert_null(ta_sim_record_table(plain));
    uint32_t dummy;
    assert_int_equal(ta_sim_record(plain, &dummy), 0);
    assert_int_equal(ta_record_find("mm1.weight"), TA_FIELD_mm1_weight);
    assert_int_equal(ta_record_find("mm1.weigh"), -1);
    assert_int_equal(ta_record_find("mm"), -1);
    size_t words = 0;
    for (int i = 0; i < TA_FIELD_COUNT; i++) {
        assert_int_equal(t->field[i].offset, words);
        assert_in_range(t->field[i].bits, 1, 32);
        words += (size_t)t->field[i].count;
    }
    /* counters and done: the port's and the record's */
    random_job(7, TA_RANDOM_SMALL);
    assert_int_equal(ta_sim_job(debug, &job, &results[0]), TA_SIM_OK);
    uint32_t *record = allocate(t->words, sizeof *record);
    ta_sim_record(debug, record);
    int e = 0;
#define TA_COUNTER(id, meaning)                                                              \
    assert_int_equal(ta_record_get(t, record, TA_FIELD_count_value, e++), results[0].counters.id);
#include "spec/counters.def"
#undef TA_COUNTER
    assert_int_equal(ta_record_get(t, record, TA_FIELD_run_done, 0), 1);
    free(record);
}

/* A stage's row reaches the next stage after the latency that stages.def states. */
struct latencies {
    uint64_t from[4][64]; /* [stage][cycle % 64]: row + 1 */
    int checked[4];
};

static int follow(void *context, const ta_record_table *t, uint64_t cycle, const uint32_t *r)
{
    struct latencies *l = context;
    int size[TA_SIZE_COUNT];
    ta_sizes(t->build, size);
    const int A = t->build->a, RowMaxLat = size[TA_SIZE_RowMaxLat], latency = 0;
    enum {
#define TA_STAGE(id, file, module, group, cycles, meaning) AT_##id,
#include "spec/stages.def"
#undef TA_STAGE
    };
    const int cycles[] = {
#define TA_STAGE(id, file, module, group, cycles, meaning) cycles,
#include "spec/stages.def"
#undef TA_STAGE
    };
#define ON(valid, row) \
    (ta_record_get(t, r, TA_FIELD_##valid, 0) ? (uint64_t)ta_record_get(t, r, TA_FIELD_##row, 0) + 1 : 0)
    const uint64_t mm1 = ON(mm1_valid, mm1_row), s = ON(s_valid, s_row);
    const uint64_t last = ta_record_get(t, r, TA_FIELD_s_last, 0) ? s : 0;
    const uint64_t z = ON(z_valid, z_row), p = ON(p_valid, p_row);
    const uint64_t mm2 = ON(mm2_valid, mm2_row), o = ON(o_valid, o_row);
    const struct {
        uint64_t in, out;
        int cycles;
    } pairs[4] = {{mm1, s, cycles[AT_mm1]},
                  {last, z, cycles[AT_scale_mask]},
                  {z, p, cycles[AT_softmax]},
                  {mm2, o, cycles[AT_mm2] + cycles[AT_accumulate]}};
    for (int i = 0; i < 4; i++) {
        l->from[i][cycle % 64] = pairs[i].in;
        if (cycle >= 64) {
            assert_int_equal(pairs[i].out, l->from[i][(cycle - (uint64_t)pairs[i].cycles) % 64]);
            l->checked[i] += pairs[i].out != 0;
        }
    }
    return 0;
}

static void stages_keep_their_latency(void **state)
{
    (void)state;
    struct latencies l;
    memset(&l, 0, sizeof l);
    random_job(11, TA_RANDOM_FLASH | TA_RANDOM_NO_CORNERS);
    job.config.nq = job.config.nk = build->a * 4;
    job.config.causal = 0;
    assert_int_equal(ta_trace_run(debug, &job, NULL, follow, &l), TA_SIM_OK);
    for (int i = 0; i < 4; i++)
        assert_true(l.checked[i] > 0);
}

/* ---- checkpoints ---- */

static uint64_t hash_words(uint64_t h, const uint32_t *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ words[i]) * 0x100000001b3u;
    return h;
}

/* A hash over every record of the clocks to come, count of them. */
static uint64_t clocks_from(ta_sim *sim, uint64_t h, uint64_t count)
{
    const ta_record_table *t = ta_sim_record_table(sim);
    uint32_t *record = allocate(t->words, sizeof *record);
    for (uint64_t after = 0; count > 0 && after < 3; count--) {
        ta_sim_record(sim, record);
        h = hash_words(h, record, t->words);
        after += ta_sim_status(sim) != TA_SIM_TIMEOUT;
        ta_sim_step(sim, 1);
    }
    free(record);
    return h;
}

static uint64_t run_for(ta_sim *sim, uint64_t clocks)
{
    return clocks_from(sim, 0, clocks);
}

/* To the end of the run, the result included. */
static uint64_t finish_from(ta_sim *sim, uint64_t h)
{
    h = clocks_from(sim, h, UINT64_MAX);
    ta_sim_result(sim, &job.config, &results[1]);
    for (int i = 0; i < job.config.nq * job.config.d; i++)
        h = (h ^ (uint16_t)results[1].out[i]) * 0x100000001b3u;
    return h;
}

static void checkpoints_replay(void **state)
{
    (void)state;
    size_t bytes = ta_sim_checkpoint_bytes(debug);
    assert_true(bytes > 4096);
    uint8_t *checkpoint = allocate(bytes, 1);
    for (uint64_t seed = 20; seed < 26; seed++) {
        random_job(seed, TA_RANDOM_SMALL | (seed % 2 ? TA_RANDOM_NAIVE : TA_RANDOM_FLASH));
        /* from reset */
        ta_sim *fresh = ta_sim_new_debug(index_of_build);
        ta_sim_load(fresh, &job);
        ta_sim_start(fresh);
        uint64_t expected = finish_from(fresh, 0);
        uint64_t steps = results[1].counters.cycles * (1 + seed - 20) / 7;
        ta_sim_free(fresh);
        fresh = ta_sim_new_debug(index_of_build);
        ta_sim_load(fresh, &job);
        ta_sim_start(fresh);
        uint64_t so_far = run_for(fresh, steps);
        ta_sim_checkpoint(fresh, checkpoint);
        ta_sim_free(fresh);
        /* in another engine, after other runs */
        random_job(seed + 1, TA_RANDOM_SMALL);
        ta_sim_job(debug, &job, &results[0]);
        random_job(seed, TA_RANDOM_SMALL | (seed % 2 ? TA_RANDOM_NAIVE : TA_RANDOM_FLASH));
        assert_int_equal(ta_sim_restore(debug, checkpoint, bytes), 1);
        assert_int_equal(ta_sim_cycle(debug), steps);
        assert_true(finish_from(debug, so_far) == expected);
        /* and once more */
        assert_int_equal(ta_sim_restore(debug, checkpoint, bytes), 1);
        assert_true(finish_from(debug, so_far) == expected);
    }
    /* an engine without debug vector: the same */
    size_t plain_bytes = ta_sim_checkpoint_bytes(plain);
    uint8_t *plain_checkpoint = allocate(plain_bytes, 1);
    ta_sim_load(plain, &job);
    ta_sim_start(plain);
    ta_sim_step(plain, 50);
    ta_sim_checkpoint(plain, plain_checkpoint);
    ta_sim_run(plain, 0);
    ta_sim_step(plain, 2);
    ta_sim_result(plain, &job.config, &results[0]);
    assert_int_equal(ta_sim_restore(plain, plain_checkpoint, plain_bytes), 1);
    ta_sim_run(plain, 0);
    ta_sim_step(plain, 2);
    ta_sim_result(plain, &job.config, &results[1]);
    assert_memory_equal(&results[0].counters, &results[1].counters, sizeof results[0].counters);
    assert_memory_equal(results[0].out, results[1].out,
                        2 * (size_t)job.config.nq * (size_t)job.config.d);
    /* refused: another kind, another build, another size, other tables, no checkpoint */
    assert_int_equal(ta_sim_restore(plain, checkpoint, bytes), 0);
    assert_int_equal(ta_sim_restore(debug, plain_checkpoint, plain_bytes), 0);
    ta_sim *other = ta_sim_new((index_of_build + 1) % TA_BUILD_COUNT);
    assert_int_equal(ta_sim_restore(other, plain_checkpoint, plain_bytes), 0);
    ta_sim_free(other);
    assert_int_equal(ta_sim_restore(plain, plain_checkpoint, plain_bytes - 1), 0);
    assert_int_equal(ta_sim_restore(plain, plain_checkpoint, 0), 0);
    for (int byte = 0; byte < 16; byte++) { /* magic, CRC of the tables, kind */
        plain_checkpoint[byte] ^= 1;
        assert_int_equal(ta_sim_restore(plain, plain_checkpoint, plain_bytes), 0);
        plain_checkpoint[byte] ^= 1;
    }
    assert_int_equal(ta_sim_restore(plain, plain_checkpoint, plain_bytes), 1);
    ta_sim_run(plain, 0);
    free(checkpoint);
    free(plain_checkpoint);
}

/* ---- traces ---- */

static char *read_all(FILE *file, size_t *size)
{
    long length = ftell(file);
    assert_true(length > 0);
    rewind(file);
    char *text = allocate((size_t)length + 1, 1);
    assert_int_equal(fread(text, 1, (size_t)length, file), length);
    *size = (size_t)length;
    fclose(file);
    return text;
}

static void trace_job(void)
{
    random_job(3, TA_RANDOM_SMALL | TA_RANDOM_FLASH | TA_RANDOM_NO_CORNERS);
}

static void json_lines(void **state)
{
    (void)state;
    trace_job();
    FILE *file = tmpfile();
    assert_int_equal(ta_trace_jsonl(file, debug, &job, &results[0]), TA_SIM_OK);
    size_t size;
    char *text = read_all(file, &size);
    uint64_t line = 0, words = 0, entered = 0;
    json_t *object = NULL;
    for (char *at = text; *at;) {
        char *end = strchr(at, '\n');
        assert_non_null(end);
        json_decref(object);
        object = json_loadb(at, (size_t)(end - at), JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(object);
        if (line == 0) {
            assert_string_equal(json_string_value(json_object_get(object, "build")), build->name);
            assert_int_equal(json_object_size(json_object_get(object, "fields")), TA_FIELD_COUNT);
            assert_int_equal(json_integer_value(json_object_get(json_object_get(object, "config"), "nk")),
                             job.config.nk);
            assert_int_equal(json_array_size(json_object_get(json_object_get(object, "codes"), "stall")),
                             TA_STALL_COUNT);
        } else {
            assert_int_equal(json_integer_value(json_object_get(object, "cycle")), line - 1);
            words += json_integer_value(json_object_get(json_object_get(object, "wr"), "valid")) != 0;
            entered += json_integer_value(json_object_get(json_object_get(object, "mm1"), "valid")) != 0;
        }
        line++;
        at = end + 1;
    }
    const json_t *count = json_object_get(object, "count");
    assert_int_equal(json_integer_value(json_object_get(count, "cycles")), results[0].counters.cycles);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(count, "mm2"), "compute")),
                     results[0].counters.busy_mm2);
    assert_int_equal(entered, results[0].counters.busy_mm1);
    assert_int_equal(words * (uint64_t)build->port_bits / 8, results[0].counters.hbm_write_bytes);
    assert_int_equal(line, 1 + results[0].counters.cycles + 3); /* cycles 0 .. cycles + 2 */
    json_decref(object);
    free(text);
}

static void value_change_dump(void **state)
{
    (void)state;
    trace_job();
    FILE *file = tmpfile();
    assert_int_equal(ta_trace_vcd(file, debug, &job, &results[0]), TA_SIM_OK);
    size_t size;
    char *text = read_all(file, &size);
    unsigned long variables = 0, times = 0, last = 0, scopes = 0;
    char busy[16] = "";
    uint64_t rises = 0;
    for (char *at = text, *end; *at; at = end + 1) {
        end = strchr(at, '\n');
        assert_non_null(end);
        *end = 0;
        if (strncmp(at, "$var", 4) == 0)
            variables++;
        else if (strncmp(at, "$scope", 6) == 0)
            scopes++;
        else if (strncmp(at, "$upscope", 8) == 0)
            scopes--;
        else if (at[0] == '#') {
            unsigned long time = strtoul(at + 1, NULL, 10);
            assert_true(times == 0 || time > last);
            last = time;
            times++;
        }
        char name[32];
        if (sscanf(at, "$var wire 1 %15s %31s", busy, name) == 2 && strcmp(name, "done") == 0)
            rises = 0;
        else if (at[0] == '1' && times > 0)
            rises++;
    }
    assert_int_equal(scopes, 0);
    assert_int_equal(variables, 1 + ta_record_words(build));
    assert_int_equal(last, 10 * (results[0].counters.cycles + 2) + 5);
    assert_true(rises > results[0].counters.cycles);
    free(text);
}

static void fast_signal_trace(void **state)
{
    (void)state;
    ta_sim *fst = ta_sim_new_fst(index_of_build);
    if (build->name[0] == 'x') {
        assert_null(fst);
        return;
    }
    assert_non_null(fst);
    trace_job();
    char path[4096]; /* in the build's directory of tests */
    snprintf(path, sizeof path, "%s/trace_%s.fst", directory, build->name);
    assert_int_equal(ta_trace_fst(path, fst, &job, &results[0]), TA_SIM_OK);
    assert_int_equal(ta_sim_job(plain, &job, &results[1]), TA_SIM_OK);
    assert_memory_equal(&results[0].counters, &results[1].counters, sizeof results[0].counters);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    size_t size;
    char *data = read_all(file, &size);
    assert_true(size > 1000);
    assert_int_equal(data[0], 0); /* an FST header block of 329 bytes */
    assert_int_equal((unsigned char)data[8], 329 & 255);
    free(data);
    remove(path);
    assert_int_equal(ta_trace_fst("/nonexistent/x.fst", fst, &job, NULL), TA_SIM_REFUSED);
    assert_int_equal(ta_trace_fst(path, plain, &job, NULL), TA_SIM_REFUSED);
    ta_sim_free(fst);
}

int main(int argc, char **argv)
{
    build = argc == 3 ? ta_build_find(argv[1]) : NULL;
    if (!build)
        return 2;
    directory = argv[2];
    index_of_build = (int)(build - ta_build_at(0));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(debug_changes_nothing),
        cmocka_unit_test(table_of_the_record),
        cmocka_unit_test(stages_keep_their_latency),
        cmocka_unit_test(checkpoints_replay),
        cmocka_unit_test(json_lines),
        cmocka_unit_test(value_change_dump),
        cmocka_unit_test(fast_signal_trace),
    };
    return cmocka_run_group_tests_name(argv[1], tests, set_up, tear_down);
}
