/* SPDX-License-Identifier: MIT */
#include "cli/work.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/golden.h"
#include "host/file.h"

#ifdef _OPENMP
#include <omp.h>
#endif

enum {
    GOLDEN_N = 131072, /* limits of the engines in software */
    GOLDEN_D = 65536
};

static int padded(int d, int dv, int a)
{
    int most = d > dv ? d : dv;
    return (most + a - 1) / a * a;
}

static int fits(const ta_build *b, int nq, int nk, int d, int dv)
{
    return nq <= b->nmax && nk <= b->nmax && padded(d, dv, b->a) <= b->dmax;
}

static int max3(int x, int y, int z)
{
    int m = x > y ? x : y;
    return m > z ? m : z;
}

/* The first build whose hardware holds the sizes; null: none. */
static const ta_build *build_that_fits(int nq, int nk, int d, int dv)
{
    for (int i = 0; i < TA_BUILD_COUNT; i++)
        if (fits(ta_build_at(i), nq, nk, d, dv))
            return ta_build_at(i);
    return NULL;
}

void build_note(FILE *file, const ta_build *raised, int nq, int nk, int d, int dv)
{
    const ta_build *b = ta_build_find(raised->name), *other = build_that_fits(nq, nk, d, dv);
    if (fits(b, nq, nk, d, dv))
        return;
    fprintf(file, "beyond   the hardware of build %s (N %d, D %d): its lanes, P and port with larger memories; %s%s\n",
            b->name, b->nmax, b->dmax, other ? "large enough is " : "no build is large enough", other ? other->name : "");
}

/* What else would take the sizes, for a message. */
static const char *other_way(const options *o, int nq, int nk, int d, int dv, char text[128])
{
    const ta_build *fit = build_that_fits(nq, nk, d, dv);
    *text = 0;
    if (fit)
        snprintf(text, 128, "; --build %s is large enough", fit->name);
    else if (o->command->groups & GROUP_ENGINE)
        snprintf(text, 128, "; --engine golden and cpu take N up to %d, D up to %d", (int)GOLDEN_N, (int)GOLDEN_D);
    return text;
}

int build_choose(const options *o, const engine *e, const char *name, int nq, int nk, int d,
                 int dv, long reach, ta_build *build, ta_error *error)
{
    static const int by_default[] = {TA_BUILD_tiny, TA_BUILD_lab, TA_BUILD_wide};
    const ta_build *b = o->build;
    int fit = b && fits(b, nq, nk, d, dv);
    for (int i = 0; i < 3 && !o->build && !fit; i++) {
        b = ta_build_at(by_default[i]);
        fit = fits(b, nq, nk, d, dv);
    }
    *build = *b;
    if (e && e->is_sized) {
        if (fit)
            return TA_OK;
        char other[128];
        int n = nq > nk ? nq : nk;
        int dp = padded(d, dv, b->a);
        if (n > b->nmax)
            return ta_fail(error, o->build ? TA_ERROR_USAGE : TA_ERROR_INPUT,
                           "%s: N: found %d, expected at most %d for the %s of build %s%s%s", name,
                           n, b->nmax, e->name, b->name, o->build ? "" : ", the largest",
                           other_way(o, nq, nk, d, dv, other));
        char from[32] = "";
        if (dp != (d > dv ? d : dv))
            snprintf(from, sizeof from, " (padded from %d)", d > dv ? d : dv);
        return ta_fail(error, o->build ? TA_ERROR_USAGE : TA_ERROR_INPUT,
                       "%s: D: found %d%s, expected at most %d for the %s of build %s%s%s", name, dp,
                       from, b->dmax, e->name, b->name, o->build ? "" : ", the largest",
                       other_way(o, nq, nk, d, dv, other));
    }
    build->nmax = max3(b->nmax, nq > nk ? nq : nk, (int)labs(reach));
    build->dmax = max3(b->dmax, padded(d, dv, b->a), 0);
    return TA_OK;
}

int config_check(const ta_build *b, const ta_config *c, ta_error *error)
{
    switch (ta_config_check(b, c)) {
    case TA_CONFIG_ERROR_none:
        return TA_OK;
    case TA_CONFIG_ERROR_q_rows:
        return ta_fail(error, TA_ERROR_USAGE,
                       "--q-rows: found %d, expected %d, %d, %d or %d, at most %d (build %s)",
                       c->q_rows, b->a, 2 * b->a, 4 * b->a, 8 * b->a, b->nmax, b->name);
    case TA_CONFIG_ERROR_offset:
        return ta_fail(error, TA_ERROR_USAGE,
                       "--causal-offset: found %d, expected %d to %d (build %s)", c->offset,
                       -b->nmax, b->nmax, b->name);
    default:
        return ta_fail(error, TA_ERROR_USAGE, "configuration: expected %s",
                       ta_config_expected(ta_config_check(b, c)));
    }
}

int config_make(const options *o, const ta_build *b, int nq, int nk, int d, ta_config *c,
                ta_error *error)
{
    memset(c, 0, sizeof *c);
    c->nq = nq;
    c->nk = nk;
    c->d = d;
    c->mode = o->mode == TA_NAIVE ? TA_NAIVE : TA_FLASH;
    c->q_rows = o->q_rows ? o->q_rows : 4 * b->a;
    c->causal = o->causal != CAUSAL_OFF;
    c->offset = o->causal == CAUSAL_BOTTOM_RIGHT ? nk - nq
                : o->causal == CAUSAL_OFFSET     ? o->offset
                                                 : 0;
    c->overlap = !o->no_overlap;
    c->stream = !o->no_stream;
    c->latency = o->latency < 0 ? 10 : o->latency;
    return config_check(b, c, error);
}

/* Options that belong to the other kind of tensors. */
static int check_kind(const work *w, const options *o, ta_error *error)
{
    if (w->problem.is_int8) {
        if (o->cfg_scale < 0)
            return ta_fail(error, TA_ERROR_USAGE, "%s: found int8 tensors without --cfg-scale, "
                           "expected --cfg-scale INT", w->problem.q->name);
        if (o->scale > 0)
            return ta_fail(error, TA_ERROR_USAGE, "%s: found --scale with int8 tensors, expected "
                           "--cfg-scale alone", w->problem.q->name);
        if (o->quant >= 0 || o->smooth >= 0)
            return ta_fail(error, TA_ERROR_USAGE, "%s: found %s with int8 tensors, which are taken "
                           "as they are", w->problem.q->name, o->quant >= 0 ? "--quant" : "--smooth");
    } else if (o->cfg_scale >= 0) {
        return ta_fail(error, TA_ERROR_USAGE, "%s: found --cfg-scale with floating-point tensors, "
                       "expected --scale", w->problem.q->name);
    }
    return TA_OK;
}

/* Attention on the tensors as given alone, where they cannot be quantized. */
static int reference_of_given(work *w, ta_error *error)
{
    const ta_problem *p = &w->problem;
    size_t nq = (size_t)p->nq;
    size_t outputs = (size_t)p->heads * nq * (size_t)p->dv;
    size_t rows = (size_t)p->heads * nq;
    double *at = malloc((outputs + rows + (size_t)p->nk) * sizeof *at);
    if (!at)
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory for the reference of %s",
                       p->q->name);
    w->reference.memory = at;
    w->reference.given = at;
    w->reference.lse = at + outputs;
    for (size_t h = 0; h < (size_t)p->heads; h++) {
        size_t kv = (size_t)ta_problem_kv_head(p, (int)h);
        ta_float_attention(p->nq, p->nk, p->d, p->dv, p->q->f + h * nq * (size_t)p->d,
                           p->k->f + kv * (size_t)p->nk * (size_t)p->d,
                           p->v->f + kv * (size_t)p->nk * (size_t)p->dv, w->softmax_scale,
                           w->config.causal, w->config.offset,
                           at + h * nq * (size_t)p->dv, w->reference.lse + h * nq,
                           at + outputs + rows);
    }
    return TA_OK;
}

int work_prepare(work *w, const options *o, const engine *e, ta_error *error)
{
    ta_problem *p = &w->problem;
    ta_quant_options q = {TA_QUANT_CHANNEL, TA_SMOOTH_KV, 0, 0};
    int status;
    w->engine = o->engine ? o->engine : e;
    if ((status = ta_problem_init(p, &w->tensors[Q], &w->tensors[K], &w->tensors[V], error)) ||
        (status = check_kind(w, o, error)))
        return status;
    if (w->engine->flash_only && o->mode == TA_NAIVE)
        return ta_fail(error, TA_ERROR_USAGE, "--engine %s: found --schedule naive, expected flash",
                       w->engine->name);
    if ((status = build_choose(o, w->engine, p->q->name, p->nq, p->nk, p->d, p->dv,
                               o->causal == CAUSAL_OFFSET ? o->offset : 0, &w->build, error)))
        return status;
    if (!w->engine->is_sized && !w->engine->is_float) {
        if (p->nq > GOLDEN_N || p->nk > GOLDEN_N)
            return ta_fail(error, TA_ERROR_INPUT, "%s: N: found %d, expected at most %d",
                           p->nq > GOLDEN_N ? p->q->name : p->k->name, p->nq > GOLDEN_N ? p->nq : p->nk, (int)GOLDEN_N);
        if (w->build.nmax > GOLDEN_N)
            return ta_fail(error, TA_ERROR_USAGE, "--causal-offset: found %d, expected %d to %d", o->offset,
                           -(int)GOLDEN_N, (int)GOLDEN_N);
        if (w->build.dmax > GOLDEN_D)
            return ta_fail(error, TA_ERROR_INPUT, "%s: D: found %d, expected at most %d",
                           p->q->name, w->build.dmax, (int)GOLDEN_D);
    }
    if ((status = config_make(o, &w->build, p->nq, p->nk, ta_problem_padded_d(p, w->build.a),
                              &w->config, error)))
        return status;
    if (o->quant >= 0)
        q.quant = o->quant;
    if (o->smooth >= 0)
        q.smooth = o->smooth;
    if (p->is_int8)
        q.cfg_scale = (uint32_t)o->cfg_scale;
    w->softmax_scale = o->scale > 0 ? o->scale
                       : w->preset  ? w->preset->softmax_scale
                                    : ta_problem_default_scale(p);
    q.softmax_scale = w->softmax_scale;
    status = ta_quantize(p, &q, w->build.a, &w->quantized, error);
    w->is_quantized = status == TA_OK;
    const char *const short_of = "not enough memory"; /* is no property of the tensors */
    if (status && w->engine->is_float && strncmp(error->text, short_of, strlen(short_of)) != 0) {
        for (int i = 0; i < 3; i++) /* values that are not finite stay an error */
            if ((status = ta_tensor_check_finite(&w->tensors[i], error)))
                return status;
        return reference_of_given(w, error);
    }
    if (status)
        return status;
    w->config.scale = w->quantized.cfg_scale[0];
    w->softmax_scale = w->quantized.softmax_scale;
    return ta_reference_new(p, &w->quantized, w->config.causal, w->config.offset, &w->reference,
                            error);
}

int work_load(work *w, const options *o, const engine *e, ta_error *error)
{
    int status;
    memset(w, 0, sizeof *w);
    if (o->preset) {
        w->preset = ta_preset_find(o->preset);
        if (!w->preset) {
            char names[384];
            size_t n = 0;
            for (int i = 0; i < ta_preset_count() && n < sizeof names; i++)
                n += (size_t)snprintf(names + n, sizeof names - n, "%s%s", i ? ", " : "", ta_preset_at(i)->name);
            return ta_fail(error, TA_ERROR_USAGE, "--preset: found '%.64s', expected one of %s", o->preset, names);
        }
        status = ta_preset_load(w->preset, &w->tensors[Q], &w->tensors[K], &w->tensors[V], error);
        if (status)
            return status;
    } else {
        for (int i = 0; i < 3; i++)
            if ((status = ta_tensor_load(o->source[i], &w->tensors[i], error))) {
                work_free(w);
                return status;
            }
    }
    status = work_prepare(w, o, e, error);
    if (status)
        work_free(w);
    return status;
}

void work_free(work *w)
{
    ta_reference_free(&w->reference);
    ta_quantized_free(&w->quantized);
    for (int i = 0; i < 3; i++)
        ta_tensor_free(&w->tensors[i]);
    memset(w, 0, sizeof *w);
}

/* ---- execution ---- */

static void add_counters(ta_counters *sum, const ta_counters *x)
{
#define TA_COUNTER(id, meaning) sum->id += x->id;
#include "spec/counters.def"
#undef TA_COUNTER
    for (int array = 0; array < 2; array++)
        for (int cause = 0; cause < TA_STALL_COUNT; cause++)
            sum->stalls[array][cause] += x->stalls[array][cause];
}

/* What the heads leave behind, each in its own place. */
typedef struct head_state {
    ta_counters counters;
    int status;
    int bit_exact;
    difference difference;
    ta_error error;
} head_state;

/* One head on one thread's engine and, where checked, golden. */
static void run_head(run *r, int head, void *state, void *golden, head_state *h)
{
    const work *w = r->work;
    const ta_quantized *z = &w->quantized;
    const size_t rows = (size_t)z->nq;
    ta_job job;
    ta_result result;
    ta_result expected;
    memset(&expected, 0, sizeof expected);
    ta_quantized_job(z, head, &w->build, &r->config, &job);
    if (!result_new(&job.config, &result) ||
        (r->engine->is_checked && !result_new(&job.config, &expected))) {
        result_free(&result);
        h->status = ta_fail(&h->error, TA_ERROR_INPUT, "not enough memory for head %d", head);
        return;
    }
    h->status = r->engine->run(state, &job, &result, &h->error);
    h->counters = result.counters;
    h->bit_exact = 1;
    if (!h->status && r->engine->is_checked) {
        h->status = engine_golden->run(golden, &job, &expected, &h->error);
        if (!h->status && difference_find(&job.config, &expected, &result, &h->difference)) {
            h->bit_exact = 0;
            difference_locate(r->engine, state, &job, &h->difference);
            h->difference.head = head;
        }
    }
    if (!h->status) {
        memcpy(r->out + (size_t)head * rows * (size_t)z->dp, result.out,
               rows * (size_t)z->dp * sizeof *result.out);
        ta_dequantize(z, head, result.out, result.m, r->value + (size_t)head * rows * (size_t)z->dv);
        ta_log_sum_exp(&w->problem, z, head, result.m, result.l, r->lse + (size_t)head * rows);
    }
    result_free(&result);
    result_free(&expected);
}

static void run_heads(run *r, head_state *heads, progress *shown)
{
    const int count = r->work->problem.heads;
#ifdef _OPENMP
    const int most = r->engine->is_single ? 1 : omp_get_max_threads();
#pragma omp parallel num_threads(most < count ? most : count)
#endif
    {
        ta_error error = {0, ""};
        void *state = r->engine->open(&r->work->build, &error);
        void *golden = r->engine->is_checked && state
                           ? engine_golden->open(&r->work->build, &error) : NULL;
#pragma omp for schedule(dynamic)
        for (int head = 0; head < count; head++) {
            if (error.code) {
                heads[head].status = error.code;
                heads[head].error = error;
            } else {
                run_head(r, head, state, golden, &heads[head]);
            }
            progress_add(shown, 1);
        }
        r->engine->close(state);
        engine_golden->close(golden);
    }
}

static void execute_float(run *r)
{
    const work *w = r->work;
    const ta_problem *p = &w->problem;
    const size_t size = (size_t)p->nq * (size_t)p->dv;
    const double *from = w->reference.given ? w->reference.given : w->reference.dequantized;
    if (!w->is_quantized) { /* no V-LSB; the differences are 0 */
        for (size_t i = 0; i < size * (size_t)p->heads; i++) {
            static const double one = 1;
            ta_metrics_add(&r->errors.total, 1, 1, &from[i], &from[i], &one);
        }
    }
    memcpy(r->value, from, (size_t)p->heads * size * sizeof *r->value);
    memcpy(r->lse, w->reference.lse, (size_t)p->heads * (size_t)p->nq * sizeof *r->lse);
}

int run_execute(run *r, const work *w, const engine *e, int mode, int q_rows, progress *shown,
                ta_error *error)
{
    const ta_problem *p = &w->problem;
    const size_t rows = (size_t)p->heads * (size_t)p->nq;
    int status = TA_OK;
    memset(r, 0, sizeof *r);
    r->work = w;
    r->engine = e;
    r->config = w->config;
    r->config.mode = mode;
    r->config.q_rows = q_rows;
    r->bit_exact = -1;
    r->buffer_bytes = -1;
    r->value = malloc(rows * (size_t)p->dv * sizeof *r->value);
    r->lse = malloc(rows * sizeof *r->lse);
    if (!e->is_float)
        r->out = malloc(rows * (size_t)w->config.d * sizeof *r->out);
    head_state *heads = calloc((size_t)p->heads, sizeof *heads);
    if (!r->value || !r->lse || !heads || (!e->is_float && !r->out)) {
        free(heads);
        run_free(r);
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory for the output");
    }
    if (e->is_float) {
        execute_float(r);
    } else {
        r->bit_exact = e->is_checked ? 1 : -1;
        r->has_counters = 1;
        r->buffer_bytes = ta_buffer_bytes(&w->build, &r->config);
        run_heads(r, heads, shown);
    }
    for (int h = 0; h < p->heads && !status; h++) {
        head_state *s = &heads[h];
        if (s->status == CLI_CHECK_FAILED && r->bit_exact) {
            r->bit_exact = 0;
            r->has_counters = 0;
            snprintf(r->mismatch, sizeof r->mismatch, "head %d: %.400s", h, s->error.text);
        } else if (s->status && s->status != CLI_CHECK_FAILED) {
            if (error)
                *error = s->error;
            status = s->status;
        } else if (!s->status && !s->bit_exact && r->bit_exact && !e->is_float) {
            r->bit_exact = 0;
            difference_text(r->mismatch, sizeof r->mismatch, &s->difference);
        }
        add_counters(&r->counters, &s->counters);
        if (!s->status && w->is_quantized)
            ta_error_add(&r->errors, &w->quantized, &w->reference, h,
                         r->value + (size_t)h * (size_t)p->nq * (size_t)p->dv);
    }
    free(heads);
    if (status)
        run_free(r);
    return status;
}

void run_free(run *r)
{
    free(r->out);
    free(r->value);
    free(r->lse);
    memset(r, 0, sizeof *r);
}
