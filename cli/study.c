/* SPDX-License-Identifier: MIT
 *
 * tinyattn study: statistics of the datapath's error over random inputs.
 */
#include "cli/study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/report.h"
#include "golden/random_job.h"

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

int study_work(const study *s, uint64_t seed, work *w, ta_error *error)
{
    const uint64_t shape[2] = {(uint64_t)s->n, (uint64_t)s->d};
    options o = s->options;
    uint64_t state = seed;
    int status = TA_OK;
    memset(w, 0, sizeof *w);
    for (int i = 0; i < 3 && !status; i++) {
        static const char *const names[] = {"Q", "K", "V"};
        status = ta_tensor_new(&w->tensors[i], names[i], TA_F64, 2, shape, error);
        if (!status)
            fill_normal(&state, (size_t)s->n * (size_t)s->d, w->tensors[i].f);
    }
    if (s->causal_by_seed && (seed & 1))
        o.causal = CAUSAL_TOP_LEFT;
    o.mode = -1;
    if (!status)
        status = work_prepare(w, &o, s->engine, error);
    if (status)
        work_free(w);
    return status;
}

void study_error(const work *w, double *value)
{
    const size_t d = (size_t)w->problem.dv, size = (size_t)w->problem.nq * d;
    for (size_t i = 0; i < size; i++)
        value[i] = fabs(value[i] - w->reference.dequantized[i]) / w->quantized.sv[i % d];
}

int study_init(study *s, const options *given, ta_error *error)
{
    int status = TA_OK;
    memset(s, 0, sizeof *s);
    s->options = *given;
    options *o = &s->options;
    if (o->seeds < 0)
        o->seeds = 1000;
    if (o->quant < 0)
        o->quant = TA_QUANT_TENSOR;
    if (o->smooth < 0)
        o->smooth = TA_SMOOTH_NONE;
    s->engine = o->engine ? o->engine : engine_golden;
    s->n = o->nq ? (int)o->nq : 32;
    s->d = o->d ? (int)o->d : 4;
    s->causal_by_seed = o->causal == CAUSAL_OFF;
    if ((double)o->seeds * s->n * s->d > 1e15)
        status = ta_fail(error, TA_ERROR_USAGE, "found more than 10^15 values, expected fewer");
    if (!status && s->engine->flash_only && o->mode == TA_NAIVE)
        status = ta_fail(error, TA_ERROR_USAGE, "--engine %s: found --schedule naive, expected flash",
                         s->engine->name);
    if (!status)
        status = build_choose(o, s->engine, "--n, --d", s->n, s->n, s->d, s->d,
                              o->causal == CAUSAL_OFFSET ? o->offset : 0, &s->build, error);
    if (!status)
        status = config_make(o, &s->build, s->n, s->n, (s->d + s->build.a - 1) / s->build.a * s->build.a,
                             &s->config, error);
    return status;
}

json_t *statistics_json(const statistics *t, const char *by)
{
    json_t *o = json_object();
    if (by)
        json_object_set_new(o, "engine", json_string(by));
    json_object_set_new(o, "mean_abs", report_real(t->mean));
    json_object_set_new(o, "p9999", report_real(t->p9999));
    json_object_set_new(o, "worst", report_real(t->worst));
    return o;
}

json_t *study_json(const study *s)
{
    const options *o = &s->options;
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
    return j;
}

/* ---- the engines ---- */

enum { FLASH, NAIVE, SCHEDULES };

typedef struct schedule {
    const engine *engine; /* null: not asked for */
    statistics statistics;
} schedule;

/* One thread's states, by schedule. */
typedef struct states {
    void *state[SCHEDULES];
} states;

static int run_schedule(const study *s, const work *w, const schedule *t, int mode, void *state,
                        double *value, ta_error *error)
{
    ta_config config = w->config;
    ta_job job;
    ta_result result;
    if (t->engine->is_float) {
        memcpy(value, w->reference.given, (size_t)s->n * (size_t)s->d * sizeof *value);
        return TA_OK;
    }
    config.mode = mode;
    ta_quantized_job(&w->quantized, 0, &w->build, &config, &job);
    if (!result_new(&job.config, &result))
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory");
    int status = t->engine->run(state, &job, &result, error);
    if (!status)
        ta_dequantize(&w->quantized, 0, result.out, result.m, value);
    result_free(&result);
    return status;
}

static int study_seed(const study *s, schedule *schedules, uint64_t seed, size_t index, states *x,
                      ta_error *error)
{
    const size_t size = (size_t)s->n * (size_t)s->d;
    work w;
    double *value = malloc(size * sizeof *value);
    if (!value)
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory");
    int status = study_work(s, seed, &w, error);
    if (status) {
        free(value);
        return status;
    }
    for (int i = 0; i < SCHEDULES && !status; i++) {
        if (!schedules[i].engine)
            continue;
        status = run_schedule(s, &w, &schedules[i], i == FLASH ? TA_FLASH : TA_NAIVE, x->state[i],
                              value, error);
        if (status)
            break;
        study_error(&w, value);
        statistics_add(&schedules[i].statistics, index, value, size);
    }
    work_free(&w);
    free(value);
    return status;
}

static int study_run(const study *s, schedule *schedules, progress *p, ta_error *error)
{
    const int64_t count = s->options.seeds;
    int status = TA_OK;
#pragma omp parallel
    {
        states x;
        ta_error mine = {0, ""};
        for (int i = 0; i < SCHEDULES; i++) {
            const engine *e = schedules[i].engine;
            x.state[i] = e && e->open ? e->open(&s->build, &mine) : NULL;
        }
#pragma omp for schedule(dynamic)
        for (int64_t i = 0; i < count; i++) {
            if (!mine.code)
                study_seed(s, schedules, (uint64_t)(s->options.first + i), (size_t)i, &x, &mine);
            progress_add(p, 1);
        }
        for (int i = 0; i < SCHEDULES; i++)
            if (x.state[i])
                schedules[i].engine->close(x.state[i]);
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

int command_study(const options *given)
{
    ta_error error = {0, ""};
    study s;
    schedule schedules[SCHEDULES];
    progress p;
    if (given->sweep)
        return command_sweep(given);
    memset(schedules, 0, sizeof schedules);
    int status = given->data ? ta_fail(&error, TA_ERROR_USAGE, "found --data without --sweep, expected both")
                             : study_init(&s, given, &error);
    const options *o = &s.options;
    for (int i = 0; i < SCHEDULES && !status; i++) {
        if (o->mode >= 0 && (o->mode == TA_NAIVE) != (i == NAIVE))
            continue;
        schedules[i].engine = i == NAIVE && s.engine->flash_only ? engine_golden : s.engine;
        status = statistics_new(&schedules[i].statistics, (size_t)o->seeds,
                                (size_t)o->seeds * (size_t)s.n * (size_t)s.d, &error);
    }
    if (!status) {
        progress_start(&p, "seeds", (uint64_t)o->seeds);
        status = study_run(&s, schedules, &p, &error);
        progress_end(&p);
    }
    for (int i = 0; i < SCHEDULES && !status; i++)
        if (schedules[i].engine)
            statistics_finish(&schedules[i].statistics);
    if (!status && o->json) {
        json_t *j = study_json(&s);
        for (int i = 0; i < SCHEDULES; i++)
            json_object_set_new(j, i == FLASH ? "flash" : "naive",
                                schedules[i].engine ? statistics_json(&schedules[i].statistics, schedules[i].engine->name)
                                                    : json_null());
        status = report_write(o->json, j, &error);
    }
    if (!status && options_text(o)) {
        printf("%lld seeds, N %d, D %d, build %s, engine %s, one scale per %s, smoothing %s%s\n", o->seeds,
               s.n, s.d, s.build.name, s.engine->name, ta_quant_name(o->quant), ta_smooth_name(o->smooth),
               s.causal_by_seed ? ", odd seeds causal" : ", causal");
        printf("error of %-19s   mean     p99.99   worst\n",
               s.engine->is_float ? "INT8 itself, V-LSB" : "the datapath, V-LSB");
        for (int i = 0; i < SCHEDULES; i++)
            if (schedules[i].engine)
                printf("%-5s (%s)%*s %.5f  %.5f  %.5f\n", i == FLASH ? "flash" : "naive",
                       schedules[i].engine->name, 19 - (int)strlen(schedules[i].engine->name), "",
                       schedules[i].statistics.mean, schedules[i].statistics.p9999,
                       schedules[i].statistics.worst);
    }
    for (int i = 0; i < SCHEDULES; i++)
        statistics_free(&schedules[i].statistics);
    return status ? report_error(given, &error) : 0;
}
