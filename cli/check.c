/* SPDX-License-Identifier: MIT
 *
 * tinyattn check: the simulated hardware against golden on random jobs.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/engines.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/work.h"
#include "golden/golden.h"
#include "golden/random_job.h"

enum { TEXT = 512 };

/* One thread's engines and arrays. */
typedef struct bench {
    const ta_build *build;
    void *rtl;
    void *golden;
    int8_t *q, *k, *v;
    ta_result expected, got;
    ta_error error;
    uint64_t runs[2][2]; /* by mode and stream */
    uint64_t cycles;
} bench;

static int bench_open(bench *b, const ta_build *build)
{
    size_t size = (size_t)build->nmax * (size_t)build->dmax;
    ta_config largest;
    memset(b, 0, sizeof *b);
    memset(&largest, 0, sizeof largest);
    largest.nq = build->nmax;
    largest.d = build->dmax;
    b->build = build;
    b->rtl = engine_rtl->open(build, &b->error);
    b->golden = engine_golden->open(build, &b->error);
    b->q = malloc(size);
    b->k = malloc(size);
    b->v = malloc(size);
    return b->rtl && b->golden && b->q && b->k && b->v && result_new(&largest, &b->expected) &&
           result_new(&largest, &b->got);
}

static void bench_close(bench *b)
{
    engine_rtl->close(b->rtl);
    engine_golden->close(b->golden);
    free(b->q);
    free(b->k);
    free(b->v);
    result_free(&b->expected);
    result_free(&b->got);
}

/* Options of the configuration replace what the seed drew. */
static void apply(const options *o, ta_config *c)
{
    if (o->q_rows)
        c->q_rows = o->q_rows;
    if (o->causal != CAUSAL_OFF) {
        c->causal = 1;
        c->offset = o->causal == CAUSAL_OFFSET         ? o->offset
                    : o->causal == CAUSAL_BOTTOM_RIGHT ? c->nk - c->nq
                                                       : 0;
    }
    if (o->no_overlap)
        c->overlap = 0;
    if (o->no_stream)
        c->stream = 0;
    if (o->latency >= 0)
        c->latency = o->latency;
}

static unsigned random_flags(const options *o)
{
    return o->mode == TA_FLASH ? TA_RANDOM_FLASH : o->mode == TA_NAIVE ? TA_RANDOM_NAIVE : TA_RANDOM_ANY;
}

/* 1: x and y differ, and text says where. */
static int counters_differ(const ta_counters *x, const ta_counters *y, char text[TEXT])
{
    static const struct {
        const char *name;
        size_t at;
    } all[] = {
#define TA_COUNTER(id, meaning) {#id, offsetof(ta_counters, id)},
#include "spec/counters.def"
#undef TA_COUNTER
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        uint64_t expected;
        uint64_t got;
        memcpy(&expected, (const char *)x + all[i].at, sizeof expected);
        memcpy(&got, (const char *)y + all[i].at, sizeof got);
        if (expected != got) {
            snprintf(text, TEXT, "signal %s expected %" PRIu64 " got %" PRIu64, all[i].name, expected, got);
            return 1;
        }
    }
    for (int array = 0; array < 2; array++)
        for (int cause = 0; cause < TA_STALL_COUNT; cause++)
            if (x->stalls[array][cause] != y->stalls[array][cause]) {
                snprintf(text, TEXT, "signal stalls.mm%d.%s expected %" PRIu64 " got %" PRIu64, array + 1,
                         ta_stall_name(cause), x->stalls[array][cause], y->stalls[array][cause]);
                return 1;
            }
    return 0;
}

/* 0; CLI_CHECK_FAILED: a difference; TA_ERROR_INPUT: not enough memory. */
static int check_job(bench *b, const ta_job *job, char text[TEXT])
{
    difference d;
    ta_error error = {0, ""};
    int status = engine_golden->run(b->golden, job, &b->expected, &error);
    if (!status)
        status = engine_rtl->run(b->rtl, job, &b->got, &error);
    if (status) {
        snprintf(text, TEXT, "%.400s", error.text);
        return status == TA_ERROR_INPUT ? status : CLI_CHECK_FAILED;
    }
    b->runs[job->config.mode][job->config.stream]++;
    b->cycles += b->got.counters.cycles;
    memset(&d, 0, sizeof d);
    if (difference_find(&job->config, &b->expected, &b->got, &d)) {
        difference_locate(engine_rtl, b->rtl, job, &d);
        difference_text(text, TEXT, &d);
        return CLI_CHECK_FAILED;
    }
    return counters_differ(&b->expected.counters, &b->got.counters, text) ? CLI_CHECK_FAILED : 0;
}

static int check_seed(bench *b, const options *o, uint64_t seed, char text[TEXT])
{
    ta_job job;
    job.build = *b->build;
    job.q = b->q;
    job.k = b->k;
    job.v = b->v;
    ta_random_job(b->build, seed, random_flags(o), &job.config, b->q, b->k, b->v);
    apply(o, &job.config);
    for (int stream = 0; o->both_streams && stream < 2; stream++) {
        job.config.stream = stream;
        const int status = check_job(b, &job, text);
        if (status)
            return status;
    }
    return o->both_streams ? 0 : check_job(b, &job, text);
}

static void print_replay(const options *o, const ta_build *build, uint64_t seed)
{
    fprintf(stderr, "replay: tinyattn check --build %s --first %" PRIu64 " --seeds 1", build->name, seed);
    if (o->mode >= 0)
        fprintf(stderr, " --schedule %s", o->mode == TA_FLASH ? "flash" : "naive");
    if (o->q_rows)
        fprintf(stderr, " --q-rows %d", o->q_rows);
    if (o->causal == CAUSAL_TOP_LEFT)
        fputs(" --causal", stderr);
    if (o->causal == CAUSAL_BOTTOM_RIGHT)
        fputs(" --causal=bottom-right", stderr);
    if (o->causal == CAUSAL_OFFSET)
        fprintf(stderr, " --causal-offset %d", o->offset);
    if (o->no_overlap)
        fputs(" --no-overlap", stderr);
    if (o->no_stream)
        fputs(" --no-stream", stderr);
    if (o->both_streams)
        fputs(" --both-streams", stderr);
    if (o->latency >= 0)
        fprintf(stderr, " --latency %d", o->latency);
    fputc('\n', stderr);
}

static void print_job(const options *o, bench *b, uint64_t seed, const char *text)
{
    ta_config c;
    int corner = ta_random_job(b->build, seed, random_flags(o), &c, b->q, b->k, b->v);
    apply(o, &c);
    fprintf(stderr, "tinyattn check: seed %" PRIu64 ": %s\n", seed, text);
    fprintf(stderr, "job: %s, nq %d nk %d d %d q_rows %d causal %d offset %d overlap %d stream %d "
            "latency %d cfg_scale %" PRIu32 ", corner %d\n", c.mode == TA_FLASH ? "flash" : "naive", c.nq,
            c.nk, c.d, c.q_rows, c.causal, c.offset, c.overlap, c.stream, c.latency, c.scale, corner);
}

static int write_json(const options *o, const ta_build *build, uint64_t checked, const bench *all, int is_equal,
                      ta_error *error)
{
    json_t *object = json_pack(
        "{s:s, s:s, s:I, s:I, s:b, s:b, s:I, s:I, s:I, s:I, s:I}", "schema", TA_SCHEMA, "build", build->name, "first",
        (json_int_t)o->first, "jobs", (json_int_t)checked, "both_streams", o->both_streams, "bit_exact", is_equal,
        "flash_stream", (json_int_t)all->runs[TA_FLASH][1], "flash_no_stream", (json_int_t)all->runs[TA_FLASH][0],
        "naive_stream", (json_int_t)all->runs[TA_NAIVE][1], "naive_no_stream", (json_int_t)all->runs[TA_NAIVE][0],
        "cycles", (json_int_t)all->cycles);
    return report_write(o->json, object, error);
}

int command_check(const options *o)
{
    ta_error error = {0, ""};
    const ta_build *build = o->build ? o->build : ta_build_at(TA_BUILD_tiny);
    const int64_t count = o->seeds < 0 ? 1000 : o->seeds;
    const uint64_t first = (uint64_t)o->first;
    uint64_t bad_seed = UINT64_MAX;
    uint64_t checked = 0;
    char text[TEXT] = "";
    int status = TA_OK;
    progress p;
    bench all = {.cycles = 0};
    ta_config c = {build->nmax, build->nmax, build->dmax, TA_FLASH, 4 * build->a, 1, 0, 1, 1, 10, 1};
    apply(o, &c);
    if (o->both_streams && o->no_stream) {
        ta_fail(&error, TA_ERROR_USAGE, "found --both-streams and --no-stream, expected one of them");
        return report_error(o, &error);
    }
    if (config_check(build, &c, &error))
        return report_error(o, &error);
    progress_start(&p, "seeds", (uint64_t)count);
#pragma omp parallel
    {
        bench b;
        int ok = bench_open(&b, build);
        char mine[TEXT];
        if (!ok) {
#pragma omp critical(check)
            status = ta_fail(&error, TA_ERROR_INPUT, "not enough memory for the simulator");
        }
#pragma omp for schedule(dynamic)
        for (int64_t i = 0; i < count; i++) {
            uint64_t seed = first + (uint64_t)i;
            uint64_t stop;
#pragma omp atomic read
            stop = bad_seed;
            if (!ok || seed > stop || seed % (uint64_t)o->shards != (uint64_t)o->shard)
                continue;
            int bad = check_seed(&b, o, seed, mine);
            progress_add(&p, 1);
#pragma omp critical(check)
            {
                checked++;
                if (bad == TA_ERROR_INPUT) {
                    status = ta_fail(&error, bad, "%s", mine);
                } else if (bad && seed < bad_seed) {
#pragma omp atomic write
                    bad_seed = seed;
                    memcpy(text, mine, sizeof text);
                }
            }
        }
#pragma omp critical(check)
        for (int mode = 0; mode < 2; mode++) {
            for (int stream = 0; stream < 2; stream++)
                all.runs[mode][stream] += b.runs[mode][stream];
            all.cycles += mode ? 0 : b.cycles;
        }
        bench_close(&b);
    }
    progress_end(&p);
    if (!status && o->json)
        status = write_json(o, build, checked, &all, bad_seed == UINT64_MAX, &error);
    if (status)
        return report_error(o, &error);
    if (bad_seed == UINT64_MAX) {
        if (options_text(o))
            printf("%" PRIu64 " job%s on build %s: %s\n", checked, checked == 1 ? "" : "s", build->name,
                   checked ? "output, row state, counters, cycles and ledger equal"
                           : "nothing was compared, no seed falls into the shard");
        return 0;
    }
    bench b;
    if (bench_open(&b, build))
        print_job(o, &b, bad_seed, text);
    bench_close(&b);
    print_replay(o, build, bad_seed);
    return CLI_CHECK_FAILED;
}
