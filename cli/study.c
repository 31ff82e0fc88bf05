/* SPDX-License-Identifier: MIT
 *
 * tinyattn study: statistics of the datapath's error over random inputs.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/report.h"
#include "golden/random_job.h"

/* The largest `capacity` values seen: a heap whose first is the smallest. */
typedef struct largest {
    size_t capacity;
    size_t count;
    double *heap;
} largest;

static void sift_down(largest *l)
{
    size_t i = 0;
    for (;;) {
        size_t least = i;
        for (size_t c = 2 * i + 1; c <= 2 * i + 2 && c < l->count; c++)
            if (l->heap[c] < l->heap[least])
                least = c;
        if (least == i)
            return;
        double x = l->heap[i];
        l->heap[i] = l->heap[least];
        l->heap[least] = x;
        i = least;
    }
}

static void largest_add(largest *l, double x)
{
    if (l->count < l->capacity) {
        size_t i = l->count++;
        while (i && l->heap[(i - 1) / 2] > x) {
            l->heap[i] = l->heap[(i - 1) / 2];
            i = (i - 1) / 2;
        }
        l->heap[i] = x;
    } else if (x > l->heap[0]) {
        l->heap[0] = x;
        sift_down(l);
    }
}

/* N(0,1): Box-Muller, the cosine then the sine of each pair, on SplitMix64. */
static void fill_normal(uint64_t *state, size_t n, double *x)
{
    static const double two_pi = 6.28318530717958647693;
    for (size_t i = 0; i < n; i += 2) {
        double u = (double)((ta_random_next(state) >> 11) + 1) * 0x1p-53; /* (0, 1] */
        double v = (double)(ta_random_next(state) >> 11) * 0x1p-53;       /* [0, 1) */
        double r = sqrt(-2 * log(u));
        x[i] = r * cos(two_pi * v);
        if (i + 1 < n)
            x[i + 1] = r * sin(two_pi * v);
    }
}

enum { FLASH, NAIVE, SCHEDULES };

typedef struct statistics {
    const engine *engine; /* null: not asked for */
    double *sums;         /* (seeds) sum of the error over the output */
    largest most;
    double worst;
    double mean_abs;
    double p9999;
} statistics;

typedef struct study {
    const options *options;
    const engine *engine;
    int n, d;
    ta_build build;
    ta_config config;
    int causal_by_seed;
    statistics schedules[SCHEDULES];
} study;

/* One thread's states, by schedule. */
typedef struct states {
    void *state[SCHEDULES];
} states;

static int run_schedule(const study *s, const work *w, int schedule, void *state, double *value,
                        ta_error *error)
{
    const statistics *t = &s->schedules[schedule];
    ta_config config = w->config;
    ta_job job;
    ta_result result;
    if (t->engine->is_float) {
        memcpy(value, w->reference.given, (size_t)s->n * (size_t)s->d * sizeof *value);
        return TA_OK;
    }
    config.mode = schedule == FLASH ? TA_FLASH : TA_NAIVE;
    ta_quantized_job(&w->quantized, 0, &w->build, &config, &job);
    if (!result_new(&job.config, &result))
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory");
    int status = t->engine->run(state, &job, &result, error);
    if (!status)
        ta_dequantize(&w->quantized, 0, result.out, result.m, value);
    result_free(&result);
    return status;
}

static int study_seed(study *s, uint64_t seed, size_t index, states *x, ta_error *error)
{
    const uint64_t shape[2] = {(uint64_t)s->n, (uint64_t)s->d};
    const size_t size = (size_t)s->n * (size_t)s->d;
    options o = *s->options;
    work w;
    uint64_t state = seed;
    int status = TA_OK;
    double *value = malloc(size * sizeof *value);
    memset(&w, 0, sizeof w);
    if (!value)
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory");
    for (int i = 0; i < 3 && !status; i++) {
        static const char *const names[] = {"Q", "K", "V"};
        status = ta_tensor_new(&w.tensors[i], names[i], TA_F64, 2, shape, error);
        if (!status)
            fill_normal(&state, size, w.tensors[i].f);
    }
    if (s->causal_by_seed && (seed & 1))
        o.causal = CAUSAL_TOP_LEFT;
    if (!status)
        status = work_prepare(&w, &o, s->engine, error);
    for (int schedule = 0; schedule < SCHEDULES && !status; schedule++) {
        statistics *t = &s->schedules[schedule];
        if (!t->engine)
            continue;
        status = run_schedule(s, &w, schedule, x->state[schedule], value, error);
        if (status)
            break;
        double sum = 0;
        double worst = 0;
        for (size_t i = 0; i < size; i++) {
            value[i] = fabs(value[i] - w.reference.dequantized[i]) / w.quantized.sv[i % (size_t)s->d];
            sum += value[i];
            worst = fmax(worst, value[i]);
        }
        t->sums[index] = sum;
#pragma omp critical(study)
        {
            t->worst = fmax(t->worst, worst);
            for (size_t i = 0; i < size; i++)
                largest_add(&t->most, value[i]);
        }
    }
    work_free(&w);
    free(value);
    return status;
}

static int study_run(study *s, progress *p, ta_error *error)
{
    const int64_t count = s->options->seeds;
    int status = TA_OK;
#pragma omp parallel
    {
        states x;
        ta_error mine = {0, ""};
        for (int i = 0; i < SCHEDULES; i++) {
            const engine *e = s->schedules[i].engine;
            x.state[i] = e && e->open ? e->open(&s->build, &mine) : NULL;
        }
#pragma omp for schedule(dynamic)
        for (int64_t i = 0; i < count; i++) {
            if (!mine.code)
                study_seed(s, (uint64_t)(s->options->first + i), (size_t)i, &x, &mine);
            progress_add(p, 1);
        }
        for (int i = 0; i < SCHEDULES; i++)
            if (x.state[i])
                s->schedules[i].engine->close(x.state[i]);
        if (mine.code) {
#pragma omp critical(study)
            if (!status) {
                status = mine.code;
                *error = mine;
            }
        }
    }
    return status;
}

static int statistics_new(statistics *t, size_t seeds, size_t values, ta_error *error)
{
    size_t rank = (size_t)ceil(0.9999 * (double)values); /* nearest rank, from 1 */
    t->most.capacity = values - rank + 1;
    t->most.heap = malloc(t->most.capacity * sizeof *t->most.heap);
    t->sums = calloc(seeds, sizeof *t->sums);
    return t->most.heap && t->sums ? TA_OK : ta_fail(error, TA_ERROR_INPUT, "not enough memory");
}

static void statistics_finish(statistics *t, size_t seeds, size_t values)
{
    double sum = 0;
    for (size_t i = 0; i < seeds; i++)
        sum += t->sums[i];
    t->mean_abs = sum / (double)values;
    t->p9999 = t->most.heap[0];
}

static json_t *statistics_json(const statistics *t)
{
    if (!t->engine)
        return json_null();
    json_t *o = json_object();
    json_object_set_new(o, "engine", json_string(t->engine->name));
    json_object_set_new(o, "mean_abs", report_real(t->mean_abs));
    json_object_set_new(o, "p9999", report_real(t->p9999));
    json_object_set_new(o, "worst", report_real(t->worst));
    return o;
}

static json_t *study_json(const study *s)
{
    const options *o = s->options;
    json_t *j = json_object();
    json_object_set_new(j, "schema", json_string(TA_SCHEMA));
    json_object_set_new(j, "build", json_string(s->build.name));
    json_object_set_new(j, "engine", json_string(s->engine->name));
    json_object_set_new(j, "seeds", json_integer(o->seeds));
    json_object_set_new(j, "first", json_integer(o->first));
    json_object_set_new(j, "n", json_integer(s->n));
    json_object_set_new(j, "d", json_integer(s->d));
    json_object_set_new(j, "causal", s->causal_by_seed ? json_string("odd seeds")
                                                       : json_boolean(o->causal != CAUSAL_OFF));
    json_object_set_new(j, "p_frac", json_integer(s->build.pf));
    json_object_set_new(j, "quant", json_string(ta_quant_name(o->quant)));
    json_object_set_new(j, "smooth", json_string(ta_smooth_name(o->smooth)));
    json_object_set_new(j, "flash", statistics_json(&s->schedules[FLASH]));
    json_object_set_new(j, "naive", statistics_json(&s->schedules[NAIVE]));
    return j;
}

int command_study(const options *given)
{
    ta_error error = {0, ""};
    options o = *given;
    study s;
    outputs files = {.count = 0};
    progress p;
    memset(&s, 0, sizeof s);
    if (o.seeds < 0)
        o.seeds = 1000;
    if (o.quant < 0)
        o.quant = TA_QUANT_TENSOR;
    if (o.smooth < 0)
        o.smooth = TA_SMOOTH_NONE;
    s.options = &o;
    s.engine = o.engine ? o.engine : engine_golden;
    s.n = o.nq ? (int)o.nq : 32;
    s.d = o.d ? (int)o.d : 4;
    s.causal_by_seed = o.causal == CAUSAL_OFF;
    const size_t values = (size_t)o.seeds * (size_t)s.n * (size_t)s.d;
    int status = TA_OK;
    if ((double)o.seeds * s.n * s.d > 1e15)
        status = ta_fail(&error, TA_ERROR_USAGE, "found more than 10^15 values, expected fewer");
    if (!status && s.engine->flash_only && o.mode == TA_NAIVE)
        status = ta_fail(&error, TA_ERROR_USAGE, "--engine %s: found --schedule naive, expected flash",
                         s.engine->name);
    if (!status)
        status = build_choose(&o, s.engine, "--n, --d", s.n, s.n, s.d, s.d,
                              o.causal == CAUSAL_OFFSET ? o.offset : 0, &s.build, &error);
    if (!status)
        status = config_make(&o, &s.build, s.n, s.n, (s.d + s.build.a - 1) / s.build.a * s.build.a,
                             &s.config, &error);
    for (int i = 0; i < SCHEDULES && !status; i++) {
        if (o.mode >= 0 && (o.mode == TA_NAIVE) != (i == NAIVE))
            continue;
        s.schedules[i].engine = i == NAIVE && s.engine->flash_only ? engine_golden : s.engine;
        status = statistics_new(&s.schedules[i], (size_t)o.seeds, values, &error);
    }
    if (!status) {
        progress_start(&p, "seeds", (uint64_t)o.seeds);
        o.mode = -1;
        status = study_run(&s, &p, &error);
        progress_end(&p);
    }
    for (int i = 0; i < SCHEDULES && !status; i++)
        if (s.schedules[i].engine)
            statistics_finish(&s.schedules[i], (size_t)o.seeds, values);
    if (!status && o.json) {
        status = report_add(&files, o.json, study_json(&s), &error);
        if (!status)
            status = outputs_write(&files, &error);
    } else if (!status) {
        printf("%lld seeds, N %d, D %d, build %s, engine %s, one scale per %s, smoothing %s%s\n", o.seeds,
               s.n, s.d, s.build.name, s.engine->name, ta_quant_name(o.quant), ta_smooth_name(o.smooth),
               s.causal_by_seed ? ", odd seeds causal" : ", causal");
        printf("error of the datapath, V-LSB   mean     p99.99   worst\n");
        for (int i = 0; i < SCHEDULES; i++)
            if (s.schedules[i].engine)
                printf("%-5s (%s)%*s %.5f  %.5f  %.5f\n", i == FLASH ? "flash" : "naive",
                       s.schedules[i].engine->name, 19 - (int)strlen(s.schedules[i].engine->name), "",
                       s.schedules[i].mean_abs, s.schedules[i].p9999, s.schedules[i].worst);
    }
    for (int i = 0; i < SCHEDULES; i++) {
        free(s.schedules[i].sums);
        free(s.schedules[i].most.heap);
    }
    return status ? report_error(given, &error) : 0;
}
