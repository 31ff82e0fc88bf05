/* SPDX-License-Identifier: MIT */
#include "cli/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/json_memory.h"
#include "golden/golden.h"

static json_t *integer(uint64_t x)
{
    return json_integer((json_int_t)x);
}

json_t *report_real(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

double report_utilization(const ta_build *b, const ta_counters *c)
{
    if (!c->cycles)
        return NAN;
    return (double)(c->mm1_macs + c->mm2_macs) / (2.0 * b->a * b->a * (double)c->cycles);
}

static json_t *stalls(const ta_counters *c)
{
    json_t *both = json_object();
    for (int array = 0; array < 2; array++) {
        json_t *one = json_object();
        for (int cause = 0; cause < TA_STALL_COUNT; cause++)
            json_object_set_new(one, ta_stall_name(cause), integer(c->stalls[array][cause]));
        json_object_set_new(both, array ? "mm2" : "mm1", one);
    }
    return both;
}

static json_t *metrics(const ta_metrics_sum *sum)
{
    if (!sum->count)
        return json_null();
    ta_metrics m = ta_metrics_finish(sum);
    json_t *o = json_object();
    json_object_set_new(o, "max", report_real(m.max));
    json_object_set_new(o, "mean_abs", report_real(m.mean_abs));
    json_object_set_new(o, "rmse", report_real(m.rmse));
    json_object_set_new(o, "rel_l1", report_real(m.rel_l1));
    json_object_set_new(o, "cosine", report_real(m.cosine));
    json_object_set_new(o, "max_v_lsb", report_real(m.max_v_lsb));
    return o;
}

/* The facts behind an object's keys; engine, work, errors may be null. */
typedef struct facts {
    const ta_build *build;
    const ta_config *config;
    const char *engine;
    const work *work;
    int d, dv, heads;
    const ta_counters *counters; /* null: none */
    int has_stalls;
    int64_t buffer_bytes;
    int bit_exact;
    const ta_error_sum *errors;
} facts;

static json_t *counted(const facts *f, uint64_t x)
{
    return f->counters ? integer(x) : json_null();
}

static json_t *object_of(const facts *f)
{
    static const ta_counters none;
    const ta_counters *c = f->counters ? f->counters : &none;
    const ta_config *g = f->config;
    const work *w = f->work;
    const int is_float = w && !w->problem.is_int8 && w->is_quantized;
    json_t *o = json_object();
    json_object_set_new(o, "schema", json_string(TA_SCHEMA));
    json_object_set_new(o, "build", json_string(f->build->name));
    json_object_set_new(o, "engine", f->engine ? json_string(f->engine) : json_null());
    json_object_set_new(o, "schedule", json_string(g->mode == TA_FLASH ? "flash" : "naive"));
    json_object_set_new(o, "nq", json_integer(g->nq));
    json_object_set_new(o, "nk", json_integer(g->nk));
    json_object_set_new(o, "d", json_integer(f->d));
    json_object_set_new(o, "d_v", json_integer(f->dv));
    json_object_set_new(o, "d_padded", json_integer(g->d));
    json_object_set_new(o, "heads", json_integer(f->heads));
    json_object_set_new(o, "q_rows", g->mode == TA_FLASH ? json_integer(g->q_rows) : json_null());
    json_object_set_new(o, "causal", json_boolean(g->causal));
    json_object_set_new(o, "causal_offset", g->causal ? json_integer(g->offset) : json_null());
    json_object_set_new(o, "overlap", json_boolean(g->overlap));
    json_object_set_new(o, "stream", json_boolean(g->stream));
    json_object_set_new(o, "latency", json_integer(g->latency));
    json_object_set_new(o, "p_frac", json_integer(f->build->pf));
    json_object_set_new(o, "quant", is_float ? json_string(ta_quant_name(w->quantized.quant)) : json_null());
    json_object_set_new(o, "smooth", is_float ? json_string(ta_smooth_name(w->quantized.smooth)) : json_null());
    if (w && w->is_quantized) {
        json_t *scales = json_array();
        for (int h = 0; h < f->heads; h++)
            json_array_append_new(scales, integer(w->quantized.cfg_scale[h]));
        json_object_set_new(o, "cfg_scale", scales);
    } else {
        json_object_set_new(o, "cfg_scale", json_null());
    }
    json_object_set_new(o, "cycles", counted(f, c->cycles));
    json_object_set_new(o, "hbm_read_bytes", counted(f, c->hbm_read_bytes));
    json_object_set_new(o, "hbm_write_bytes", counted(f, c->hbm_write_bytes));
    json_object_set_new(o, "tiles", counted(f, c->tiles));
    json_object_set_new(o, "tiles_skipped", counted(f, c->tiles_skipped));
    json_object_set_new(o, "kv_loads", counted(f, c->kv_loads));
    json_object_set_new(o, "mm1_macs", counted(f, c->mm1_macs));
    json_object_set_new(o, "mm2_macs", counted(f, c->mm2_macs));
    json_object_set_new(o, "utilization", report_real(report_utilization(f->build, c)));
    json_object_set_new(o, "buffer_bytes",
                        f->buffer_bytes >= 0 ? json_integer(f->buffer_bytes) : json_null());
    json_object_set_new(o, "stalls", f->has_stalls ? stalls(c) : json_null());
    json_object_set_new(o, "bit_exact", f->bit_exact >= 0 ? json_boolean(f->bit_exact) : json_null());
    if (f->errors) {
        json_t *e = json_object();
        json_object_set_new(e, "total", metrics(&f->errors->total));
        json_object_set_new(e, "quantization", metrics(&f->errors->quantization));
        json_object_set_new(e, "datapath", metrics(&f->errors->datapath));
        json_object_set_new(o, "error", e);
    } else {
        json_object_set_new(o, "error", json_null());
    }
    return o;
}

json_t *report_run(const run *r)
{
    const ta_problem *p = &r->work->problem;
    facts f = {&r->work->build, &r->config, r->engine->name, r->work, p->d, p->dv, p->heads,
               r->has_counters ? &r->counters : NULL,
               r->has_counters && r->engine->is_sized, r->buffer_bytes, r->bit_exact, &r->errors};
    return object_of(&f);
}

json_t *report_predict(const ta_build *build, const ta_config *config, int d, int heads,
                       const ta_counters *counters)
{
    facts f = {build, config, NULL, NULL, d, d, heads, counters, 1,
               ta_buffer_bytes(build, config), -1, NULL};
    return object_of(&f);
}

int report_add(outputs *files, const char *path, json_t *object, ta_error *error)
{
    char *text = json_dumps(object, JSON_INDENT(2));
    size_t n = text ? strlen(text) : 0;
    char *line = text && !ta_json_failed() ? realloc(text, n + 2) : NULL;
    json_decref(object);
    if (!line) {
        free(text);
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory for the JSON");
    }
    line[n] = '\n';
    outputs_add(files, path, line, n + 1);
    return TA_OK;
}

int report_write(const char *path, json_t *object, ta_error *error)
{
    outputs files = {.count = 0};
    int status = report_add(&files, path, object, error);
    if (!status)
        status = outputs_write(&files, error);
    outputs_free(&files);
    return status;
}

const char *report_count(char dst[32], unsigned long long x)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%llu", x);
    char *w = dst;
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            *w++ = ',';
        *w++ = digits[i];
    }
    *w = 0;
    return dst;
}

static void number(FILE *file, const char *format, double x)
{
    if (isfinite(x))
        fprintf(file, format, x);
    else
        fputs("none", file);
}

void report_sizes(FILE *file, int nq, int nk, int d)
{
    fprintf(file, "%d quer%s, %d key%s, D %d", nq, nq == 1 ? "y" : "ies", nk, nk == 1 ? "" : "s", d);
}

void report_text(FILE *file, const run *r)
{
    char text[32];
    const work *w = r->work;
    const ta_problem *p = &w->problem;
    const ta_build *b = &w->build;
    const ta_config *c = &r->config;
    if (w->preset)
        fprintf(file, "%s: %s\n", w->preset->name, w->preset->title);
    fprintf(file, "heads    %d, ", p->heads);
    report_sizes(file, p->nq, p->nk, p->d);
    if (p->dv != p->d)
        fprintf(file, ", D of V %d", p->dv);
    if (!r->engine->is_float && (c->d != p->d || c->d != p->dv))
        fprintf(file, ", padded to %d", c->d);
    fprintf(file, "\nengine   %s", r->engine->name);
    if (!r->engine->is_float) {
        fprintf(file, ", build %s (%d lanes, %d-bit P, %d-bit port), %s", b->name, b->a, b->pf,
                b->port_bits, c->mode == TA_FLASH ? "flash" : "naive");
        if (c->mode == TA_FLASH)
            fprintf(file, " %d rows", c->q_rows);
    }
    if (c->causal)
        fprintf(file, ", causal %+d", c->offset);
    if (!r->engine->is_float)
        fprintf(file, "%s%s, latency %d", c->overlap ? "" : ", no overlap",
                c->stream ? "" : ", no stream", c->latency);
    fputc('\n', file);
    if (!r->engine->is_float)
        build_note(file, b, p->nq, p->nk, p->d, p->dv);
    if (r->bit_exact >= 0)
        fprintf(file, "result   %s\n", r->bit_exact ? "bit-exact with the golden model"
                                                    : "DIFFERS from the golden model");
    else if (r->engine == engine_golden)
        fputs("result   not compared: this is the golden model\n", file);
    else if (!r->engine->is_float)
        fputs("result   not compared: --engine golden gives the golden model's bits\n", file);
    if (r->has_counters) {
        uint64_t bytes = r->counters.hbm_read_bytes + r->counters.hbm_write_bytes;
        fprintf(file, "bytes    %s", report_count(text, bytes));
        if (c->mode == TA_FLASH) {
            ta_config naive = *c;
            ta_counters n;
            naive.mode = TA_NAIVE;
            ta_traffic(b, &naive, &n);
            uint64_t all = (n.hbm_read_bytes + n.hbm_write_bytes) * (uint64_t)p->heads;
            fprintf(file, " (naive %s, %.1f times as many)", report_count(text, all),
                    (double)all / (double)bytes);
        }
        fprintf(file, "\ntiles    %s", report_count(text, r->counters.tiles));
        if (r->counters.tiles_skipped)
            fprintf(file, ", %s skipped", report_count(text, r->counters.tiles_skipped));
        fputc('\n', file);
        fprintf(file, "cycles   %s, arrays busy ", report_count(text, r->counters.cycles));
        number(file, "%.3f", report_utilization(b, &r->counters));
        fputc('\n', file);
    }
    if (r->engine->is_float) {
        fputs("error    none: this is the attention that engines are compared with", file);
        if (w->is_quantized && !p->is_int8) {
            fputs("; INT8 alone would cost ", file);
            number(file, "%.3g", ta_metrics_finish(&r->errors.quantization).rel_l1);
        }
        fputc('\n', file);
    } else if (r->errors.total.count || r->errors.datapath.count) {
        const int is_total = r->errors.total.count != 0;
        const ta_metrics m = ta_metrics_finish(is_total ? &r->errors.total : &r->errors.datapath);
        const char *of = is_total ? "float attention" : "float attention on the integers";
        if (isfinite(m.rel_l1)) {
            fprintf(file, "error    %.3g relative to %s", m.rel_l1, of);
            if (is_total) {
                fputs(": INT8 ", file);
                number(file, "%.3g", ta_metrics_finish(&r->errors.quantization).rel_l1);
                fputs(", datapath ", file);
                number(file, "%.3g", ta_metrics_finish(&r->errors.datapath).rel_l1);
            }
        } else {
            fprintf(file, "error    not relative: %s is 0 everywhere", of);
        }
        fputs("; at most ", file);
        number(file, "%.3g", m.max_v_lsb);
        fputs(" V-LSB\n", file);
    }
}
