/* SPDX-License-Identifier: MIT
 *
 * tinyattn study --sweep: what other widths, tables and quantizer choices would do to the
 * error: on N(0,1), on the presets, on the real heads.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/report.h"
#include "cli/study.h"
#include "study/model.h"

enum { OWN = -1 };

static const struct variant {
    const char *group;
    int p_frac, z_frac, acc_frac, recip_bits, newton;
} variants[] = {
#define TA_VARIANT(group, p, z, acc, recip, newton) {group, p, z, acc, recip, newton},
#include "study/variants.def"
#undef TA_VARIANT
};

enum { VARIANTS = sizeof variants / sizeof variants[0], SCHEDULES = 2 };

static int own(int x, int otherwise)
{
    return x == OWN ? otherwise : x;
}

static ta_widths widths_of(const struct variant *v, const ta_build *build)
{
    const ta_widths b = ta_widths_of(build);
    return (ta_widths){own(v->p_frac, b.p_frac), own(v->z_frac, b.z_frac), own(v->acc_frac, b.acc_frac),
                       own(v->recip_bits, b.recip_bits), own(v->newton, b.newton)};
}

static json_t *widths_json(const struct variant *v, const ta_build *build)
{
    const ta_widths w = widths_of(v, build), b = ta_widths_of(build);
    json_t *o = json_object();
    json_object_set_new(o, "group", json_string(v->group));
    json_object_set_new(o, "p_bits", json_integer(w.p_frac));
    json_object_set_new(o, "exp2_entries", json_integer(1 << w.z_frac));
    json_object_set_new(o, "accumulator_bits", json_integer(w.acc_frac));
    json_object_set_new(o, "recip_entries", json_integer(1 << w.recip_bits));
    json_object_set_new(o, "newton_steps", json_integer(w.newton));
    json_object_set_new(o, "engine", json_boolean(w.p_frac == b.p_frac && w.z_frac == b.z_frac &&
                                                  w.acc_frac == b.acc_frac && w.recip_bits == b.recip_bits &&
                                                  w.newton == b.newton));
    return o;
}

/* Room for one head. */
typedef struct room {
    int32_t *s, *m;
    int64_t *l, *o;
    int16_t *out, *m16;
    double *weight, *value;
    ta_model model;
} room;

static room *room_new(const work *w, ta_error *error)
{
    const size_t nq = (size_t)w->problem.nq, nk = (size_t)w->problem.nk, d = (size_t)w->config.d;
    room *r = calloc(1, sizeof *r);
    if (r) {
        r->s = malloc(nq * nk * sizeof *r->s);
        r->m = malloc(nq * sizeof *r->m);
        r->m16 = malloc(nq * sizeof *r->m16);
        r->l = malloc(nq * sizeof *r->l);
        r->o = malloc(d * sizeof *r->o);
        r->out = malloc(nq * d * sizeof *r->out);
        r->weight = malloc(nq * nk * sizeof *r->weight);
        r->value = malloc(nq * d * sizeof *r->value);
    }
    if (!r || !r->s || !r->m || !r->m16 || !r->l || !r->o || !r->out || !r->weight || !r->value)
        ta_fail(error, TA_ERROR_INPUT, "not enough memory");
    return r;
}

static void room_free(room *r)
{
    if (!r)
        return;
    void *all[] = {r->s, r->m, r->m16, r->l, r->o, r->out, r->weight, r->value};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]);
    free(r);
}

/* value (nq, dv) of a head by one variant and schedule; r->s is filled. */
static void run_variant(const work *w, int head, const struct variant *v, int mode, double *weight,
                        room *r)
{
    const ta_widths widths = widths_of(v, &w->build);
    ta_config config = w->config;
    ta_job job;
    config.mode = mode;
    ta_quantized_job(&w->quantized, head, &w->build, &config, &job);
    ta_model_init(&r->model, &widths);
    ta_model_run(&r->model, &job, r->s, r->out, r->m, r->l, weight, r->o);
    for (int i = 0; i < config.nq; i++) /* whether the row saw a key is what dequantize asks */
        r->m16[i] = r->l[i] ? 0 : INT16_MIN;
    ta_dequantize(&w->quantized, head, r->out, r->m16, r->value);
}

static void scores(const work *w, int head, room *r)
{
    ta_job job;
    ta_quantized_job(&w->quantized, head, &w->build, &w->config, &job);
    ta_model_scores(&job, r->s);
}

/* ---- N(0,1) ---- */

static int sweep_seed(const study *s, statistics (*t)[SCHEDULES], int64_t index, ta_error *error)
{
    work w;
    int status = study_work(s, (uint64_t)(s->options.first + index), &w, error);
    if (status)
        return status;
    room *r = room_new(&w, error);
    if (!error->code) {
        scores(&w, 0, r);
        for (int v = 0; v < VARIANTS; v++)
            for (int mode = 0; mode < SCHEDULES; mode++) {
                run_variant(&w, 0, &variants[v], mode, NULL, r);
                study_error(&w, r->value);
                statistics_add(&t[v][mode], (size_t)index, r->value, (size_t)s->n * (size_t)s->d);
            }
    }
    room_free(r);
    work_free(&w);
    return error->code;
}

static int sweep_normal(const study *s, json_t *rows, ta_error *error)
{
    static statistics t[VARIANTS][SCHEDULES];
    const int64_t count = s->options.seeds;
    progress p;
    int status = TA_OK;
    for (int v = 0; v < VARIANTS; v++)
        for (int mode = 0; mode < SCHEDULES && !status; mode++)
            status = statistics_new(&t[v][mode], (size_t)count, (size_t)count * (size_t)s->n * (size_t)s->d, error);
    progress_start(&p, "seeds", (uint64_t)count);
#pragma omp parallel for schedule(dynamic)
    for (int64_t i = 0; i < count; i++) {
        ta_error mine = {0, ""};
        if (!status && sweep_seed(s, t, i, &mine)) {
#pragma omp critical(study)
            {
                status = mine.code;
                *error = mine;
            }
        }
        progress_add(&p, 1);
    }
    progress_end(&p);
    for (int v = 0; v < VARIANTS; v++) {
        json_t *row = widths_json(&variants[v], &s->build);
        for (int mode = 0; mode < SCHEDULES; mode++) {
            if (!status)
                statistics_finish(&t[v][mode]);
            json_object_set_new(row, mode == TA_FLASH ? "flash" : "naive", statistics_json(&t[v][mode], NULL));
            statistics_free(&t[v][mode]);
        }
        json_array_append_new(rows, row);
    }
    return status;
}

/* ---- presets ---- */

/* Largest difference between the weights and the float softmax on the dequantized tensors. */
static double weight_error(const work *w, const room *r)
{
    const ta_quantized *z = &w->quantized;
    const int nk = w->problem.nk;
    const double factor = z->sq[0] * z->sk[0] * w->softmax_scale;
    double most = 0;
    for (int i = 0; i < w->problem.nq; i++) {
        const long seen = w->config.causal ? (long)i + w->config.offset + 1 : nk;
        const int keys = seen < 0 ? 0 : seen > nk ? nk : (int)seen;
        double top = -INFINITY, sum = 0;
        for (int j = 0; j < keys; j++)
            top = fmax(top, factor * r->s[i * nk + j]);
        for (int j = 0; j < keys; j++)
            sum += exp(factor * r->s[i * nk + j] - top);
        for (int j = 0; j < keys; j++)
            most = fmax(most, fabs(r->weight[i * nk + j] - exp(factor * r->s[i * nk + j] - top) / sum));
    }
    return most;
}

static int sweep_preset(const ta_preset *preset, json_t *rows, ta_error *error)
{
    const options o = {.preset = preset->name, .quant = -1, .smooth = -1, .cfg_scale = -1, .mode = -1,
                       .latency = -1, .seeds = -1, .causal = preset->causal ? CAUSAL_TOP_LEFT : CAUSAL_OFF};
    work w;
    int status = work_load(&w, &o, engine_golden, error);
    if (status)
        return status;
    room *r = room_new(&w, error);
    const size_t size = (size_t)w.problem.nq * (size_t)w.problem.dv;
    double *naive = malloc(size * sizeof *naive);
    if (!naive)
        ta_fail(error, TA_ERROR_INPUT, "not enough memory");
    if (!error->code) {
        ta_error_sum sums;
        double mean = 0, apart = 0;
        memset(&sums, 0, sizeof sums);
        scores(&w, 0, r);
        run_variant(&w, 0, &variants[0], TA_NAIVE, NULL, r);
        memcpy(naive, r->value, size * sizeof *naive);
        run_variant(&w, 0, &variants[0], TA_FLASH, r->weight, r);
        ta_error_add(&sums, &w.quantized, &w.reference, 0, r->value);
        for (size_t i = 0; i < size; i++) {
            const double lsb = w.quantized.sv[i % (size_t)w.problem.dv];
            mean += fabs(r->value[i] - w.reference.dequantized[i]) / lsb / (double)size;
            apart = fmax(apart, fabs(r->value[i] - naive[i]) / lsb);
        }
        const ta_metrics total = ta_metrics_finish(&sums.total), data = ta_metrics_finish(&sums.datapath);
        json_t *row = json_object();
        json_object_set_new(row, "preset", json_string(preset->name));
        json_object_set_new(row, "build", json_string(w.build.name));
        json_object_set_new(row, "causal", json_boolean(w.config.causal));
        json_object_set_new(row, "max_v_lsb", report_real(data.max_v_lsb));
        json_object_set_new(row, "mean_v_lsb", report_real(mean));
        json_object_set_new(row, "weight_max", report_real(weight_error(&w, r)));
        json_object_set_new(row, "flash_naive_v_lsb", report_real(apart));
        json_object_set_new(row, "datapath_rel_l1", report_real(data.rel_l1));
        json_object_set_new(row, "total_rel_l1", report_real(total.rel_l1));
        json_array_append_new(rows, row);
    }
    free(naive);
    room_free(r);
    work_free(&w);
    return error->code;
}

/* ---- real heads ---- */

/* A set of files of DIR: three tensors a layer. */
static const struct data_set {
    const char *name;
    int layers;
    double softmax_scale; /* 0: the default */
} data_sets[] = {
    {"minilm", 6, 0},
    {"ocr", 2, 1},
};
static const char *const pieces[2][4] = {{"nurse", "trophy", "tiles", NULL}, {"line0", "line5", NULL}};

typedef struct heads_sum {
    ta_error_sum all; /* every head of the set */
    double worst;     /* total.rel_l1 of the worst file and layer */
} heads_sum;

/* Adds the heads of one file and layer by each widths' variant (count), FLASH. */
static int sweep_file(const work *w, int count, const struct variant *list, heads_sum *sums, ta_error *error)
{
    ta_error_sum part[VARIANTS];
    memset(part, 0, sizeof part);
    int status = TA_OK;
    room *r = room_new(w, error);
    for (int head = 0; head < w->problem.heads && !error->code; head++) {
        scores(w, head, r);
        for (int v = 0; v < count; v++) {
            run_variant(w, head, &list[v], TA_FLASH, NULL, r);
            ta_error_add(&part[v], &w->quantized, &w->reference, head, r->value);
            ta_error_add(&sums[v].all, &w->quantized, &w->reference, head, r->value);
        }
    }
    status = error->code;
    for (int v = 0; v < count; v++)
        sums[v].worst = fmax(sums[v].worst, ta_metrics_finish(&part[v].total).rel_l1);
    room_free(r);
    return status;
}

static int sweep_set(int set, const char *dir, int quant, int smooth, int count, const struct variant *list,
                     heads_sum *sums, const ta_build *build, ta_error *error)
{
    int status = TA_OK;
    memset(sums, 0, (size_t)count * sizeof *sums);
    for (int i = 0; pieces[set][i] && !status; i++)
        for (int layer = 0; layer < data_sets[set].layers && !status; layer++) {
            char source[3][512];
            options o = {.quant = quant, .smooth = smooth, .cfg_scale = -1, .mode = -1, .latency = -1,
                         .seeds = -1, .scale = data_sets[set].softmax_scale, .build = build};
            work w;
            for (int t = 0; t < 3; t++) {
                if (set == 0)
                    snprintf(source[t], sizeof source[t], "%s/minilm/%s.safetensors:layer%d.%c", dir,
                             pieces[set][i], layer, "qkv"[t]);
                else
                    snprintf(source[t], sizeof source[t], "%s/ocr/%s_layer%d_%c.npy", dir, pieces[set][i],
                             layer, "qkv"[t]);
                o.source[t] = source[t];
            }
            status = work_load(&w, &o, engine_golden, error);
            if (status)
                break;
            status = sweep_file(&w, count, list, sums, error);
            work_free(&w);
        }
    return status;
}

static void heads_json(json_t *row, const heads_sum *s)
{
    json_object_set_new(row, "total_rel_l1", report_real(ta_metrics_finish(&s->all.total).rel_l1));
    json_object_set_new(row, "quantization_rel_l1", report_real(ta_metrics_finish(&s->all.quantization).rel_l1));
    json_object_set_new(row, "datapath_rel_l1", report_real(ta_metrics_finish(&s->all.datapath).rel_l1));
    json_object_set_new(row, "worst_total_rel_l1", report_real(s->worst));
}

static int sweep_heads(const char *dir, json_t *heads, json_t *quantizers, ta_error *error)
{
    const ta_build *lab = ta_build_find("lab");
    heads_sum sums[VARIANTS];
    int status = TA_OK;
    for (int set = 0; set < 2 && !status; set++) {
        status = sweep_set(set, dir, TA_QUANT_CHANNEL, TA_SMOOTH_KV, VARIANTS, variants, sums, lab, error);
        for (int v = 0; v < VARIANTS && !status; v++) {
            json_t *row = widths_json(&variants[v], lab);
            json_object_set_new(row, "data", json_string(data_sets[set].name));
            heads_json(row, &sums[v]);
            json_array_append_new(heads, row);
        }
        for (int quant = 0; quant < TA_QUANT_COUNT && !status; quant++)
            for (int smooth = 0; smooth < TA_SMOOTH_COUNT && !status; smooth++) {
                static const struct variant both[] = {{"P", 8, OWN, OWN, OWN, OWN}, {"P", 12, OWN, OWN, OWN, OWN}};
                status = sweep_set(set, dir, quant, smooth, 2, both, sums, lab, error);
                json_t *row = json_object();
                json_object_set_new(row, "data", json_string(data_sets[set].name));
                json_object_set_new(row, "quant", json_string(ta_quant_name(quant)));
                json_object_set_new(row, "smooth", json_string(ta_smooth_name(smooth)));
                heads_json(row, &sums[1]);
                json_object_set_new(row, "total_rel_l1_p8", report_real(ta_metrics_finish(&sums[0].all.total).rel_l1));
                json_array_append_new(quantizers, row);
            }
    }
    return status;
}

/* ---- the command ---- */

static double number(const json_t *row, const char *a, const char *b)
{
    const json_t *x = json_object_get(row, a);
    return json_number_value(b ? json_object_get(x, b) : x);
}

static void print_widths(const json_t *row)
{
    printf("%-12s %2lld %5lld %3lld %5lld+%lld %s", json_string_value(json_object_get(row, "group")),
           json_integer_value(json_object_get(row, "p_bits")),
           json_integer_value(json_object_get(row, "exp2_entries")),
           json_integer_value(json_object_get(row, "accumulator_bits")),
           json_integer_value(json_object_get(row, "recip_entries")),
           json_integer_value(json_object_get(row, "newton_steps")),
           json_is_true(json_object_get(row, "engine")) ? "*" : " ");
}

static void print(const json_t *o)
{
    static const char head[] = "group        P   exp2  acc recip  ";
    size_t i;
    json_t *row;
    printf("N(0,1), %lld seeds, N %lld, D %lld, build %s: error of the datapath, V-LSB (* the engine's own)\n%s"
           " flash mean  p99.99   worst    naive mean  p99.99   worst\n",
           json_integer_value(json_object_get(o, "seeds")), json_integer_value(json_object_get(o, "n")),
           json_integer_value(json_object_get(o, "d")), json_string_value(json_object_get(o, "build")), head);
    json_array_foreach(json_object_get(o, "rows"), i, row) {
        print_widths(row);
        for (int mode = 0; mode < 2; mode++)
            printf("    %.5f %8.5f %8.5f", number(row, mode ? "naive" : "flash", "mean_abs"),
                   number(row, mode ? "naive" : "flash", "p9999"), number(row, mode ? "naive" : "flash", "worst"));
        putchar('\n');
    }
    printf("\npreset            datapath, V-LSB: max    mean    weight max  flash-naive  relative: datapath  total\n");
    json_array_foreach(json_object_get(o, "presets"), i, row)
        printf("%-18s %20.4f %8.4f %10.5f %12.4f %18.5f %8.5f\n", json_string_value(json_object_get(row, "preset")),
               number(row, "max_v_lsb", NULL), number(row, "mean_v_lsb", NULL), number(row, "weight_max", NULL),
               number(row, "flash_naive_v_lsb", NULL), number(row, "datapath_rel_l1", NULL),
               number(row, "total_rel_l1", NULL));
    if (json_array_size(json_object_get(o, "heads"))) {
        printf("\nreal heads, relative L1\n%s  data   datapath     total  worst file\n", head);
        json_array_foreach(json_object_get(o, "heads"), i, row) {
            print_widths(row);
            printf("  %-6s %9.5f %9.5f %9.5f\n", json_string_value(json_object_get(row, "data")),
                   number(row, "datapath_rel_l1", NULL), number(row, "total_rel_l1", NULL),
                   number(row, "worst_total_rel_l1", NULL));
        }
        printf("\nquantizer, relative L1      INT8  datapath     total  total, P of 8 bits\n");
        json_array_foreach(json_object_get(o, "quantizers"), i, row)
            printf("%-6s %-8s %-5s %9.5f %9.5f %9.5f %9.5f\n", json_string_value(json_object_get(row, "data")),
                   json_string_value(json_object_get(row, "quant")), json_string_value(json_object_get(row, "smooth")),
                   number(row, "quantization_rel_l1", NULL), number(row, "datapath_rel_l1", NULL),
                   number(row, "total_rel_l1", NULL), number(row, "total_rel_l1_p8", NULL));
    }
}

int command_sweep(const options *given)
{
    ta_error error = {0, ""};
    study s;
    json_t *rows = json_array(), *presets = json_array(), *heads = json_array(), *quantizers = json_array();
    int status = study_init(&s, given, &error);
    if (!status && (given->engine || given->mode >= 0))
        status = ta_fail(&error, TA_ERROR_USAGE, "found --sweep with --%s: it has a model of its own, and both schedules",
                         given->engine ? "engine" : "schedule");
    if (!status && given->data) /* before the long part */
        status = sweep_heads(given->data, heads, quantizers, &error);
    if (!status)
        status = sweep_normal(&s, rows, &error);
    for (int i = 0; i < ta_preset_count() && !status; i++)
        status = sweep_preset(ta_preset_at(i), presets, &error);
    if (!status) {
        json_t *o = study_json(&s);
        json_object_del(o, "engine");
        json_object_set(o, "rows", rows);
        json_object_set(o, "presets", presets);
        json_object_set(o, "heads", heads);
        json_object_set(o, "quantizers", quantizers);
        if (given->json)
            status = report_write(given->json, json_incref(o), &error);
        if (!status && options_text(given))
            print(o);
        json_decref(o);
    }
    json_decref(rows);
    json_decref(presets);
    json_decref(heads);
    json_decref(quantizers);
    return status ? report_error(given, &error) : 0;
}
