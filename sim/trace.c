/* SPDX-License-Identifier: MIT */
#include "sim/trace.h"

#include <stdlib.h>
#include <string.h>

enum { LAST_CLOCKS = 2 }; /* after done, until the counters have their last value */

enum ta_sim_status ta_trace_run(ta_sim *sim, const ta_job *job, ta_result *result,
                                ta_clock_fn *clock, void *context)
{
    const ta_record_table *table = ta_sim_record_table(sim);
    uint32_t *record = table ? malloc(table->words * sizeof *record) : NULL;
    if (!record)
        return TA_SIM_REFUSED;
    ta_sim_load(sim, job);
    ta_sim_start(sim);
    int after = 0, stop = 0;
    while (after <= LAST_CLOCKS && !stop) {
        ta_sim_record(sim, record);
        stop = clock(context, table, ta_sim_cycle(sim), record);
        after += !ta_record_get(table, record, TA_FIELD_run_busy, 0);
        ta_sim_step(sim, 1);
    }
    free(record);
    if (stop)
        return TA_SIM_REFUSED;
    if (result)
        ta_sim_result(sim, &job->config, result);
    return ta_sim_status(sim);
}

/* ---- VCD ---- */

struct vcd {
    FILE *out;
    uint32_t *last; /* the record before; null at first */
};

/* A short name of printable characters for each element. */
static void put_code(FILE *out, unsigned n)
{
    do {
        putc('!' + (int)(n % 94), out);
        n /= 94;
    } while (n);
}

static void vcd_head(FILE *out, const ta_record_table *t)
{
    fprintf(out, "$version tinyattn, build %s $end\n$timescale 1 ns $end\n", t->build->name);
    fprintf(out, "$scope module ta_engine $end\n$var wire 1 ");
    put_code(out, 0);
    fprintf(out, " clk $end\n");
    for (int i = 0; i < TA_FIELD_COUNT; i++) {
        const ta_field *f = &t->field[i];
        if (i == 0 || strcmp(f->group, f[-1].group) != 0)
            fprintf(out, "%s$scope module %s $end\n", i ? "$upscope $end\n" : "", f->group);
        for (int e = 0; e < f->count; e++) {
            fprintf(out, "$var wire %d ", f->bits);
            put_code(out, (unsigned)(f->offset + e) + 1);
            fprintf(out, " %s", f->name);
            if (f->count > 1)
                fprintf(out, "_%d", e);
            if (f->bits > 1)
                fprintf(out, " [%d:0]", f->bits - 1);
            fprintf(out, " $end\n");
        }
    }
    fprintf(out, "$upscope $end\n$upscope $end\n$enddefinitions $end\n");
}

static int vcd_clock(void *context, const ta_record_table *t, uint64_t cycle,
                     const uint32_t *record)
{
    struct vcd *v = context;
    FILE *out = v->out;
    fprintf(out, "#%llu\n1", 10ull * cycle);
    put_code(out, 0);
    putc('\n', out);
    for (int i = 0; i < TA_FIELD_COUNT; i++) {
        const ta_field *f = &t->field[i];
        for (int e = 0; e < f->count; e++) {
            uint32_t value = record[f->offset + e];
            if (v->last && v->last[f->offset + e] == value)
                continue;
            if (f->bits == 1) {
                putc('0' + (int)value, out);
            } else {
                putc('b', out);
                for (int bit = f->bits - 1; bit >= 0; bit--)
                    putc('0' + (int)(value >> bit & 1), out);
                putc(' ', out);
            }
            put_code(out, (unsigned)(f->offset + e) + 1);
            putc('\n', out);
        }
    }
    fprintf(out, "#%llu\n0", 10ull * cycle + 5);
    put_code(out, 0);
    putc('\n', out);
    if (!v->last)
        v->last = malloc(t->words * sizeof *v->last);
    if (!v->last)
        return 1;
    memcpy(v->last, record, t->words * sizeof *v->last);
    return ferror(out);
}

enum ta_sim_status ta_trace_vcd(FILE *out, ta_sim *sim, const ta_job *job, ta_result *result)
{
    struct vcd v = {out, NULL};
    if (ta_sim_record_table(sim))
        vcd_head(out, ta_sim_record_table(sim));
    enum ta_sim_status status = ta_trace_run(sim, job, result, vcd_clock, &v);
    free(v.last);
    return status;
}

/* ---- JSON lines ---- */

static const char *const counter_names[] = {
#define TA_COUNTER(id, meaning) #id,
#include "spec/counters.def"
#undef TA_COUNTER
};

#define NAME(id, meaning) "\"" #id "\","
static const char *const codes[][2] = {
#define TA_PHASE NAME
    {"phase",
#include "spec/phases.def"
    },
#undef TA_PHASE
#define TA_BURST NAME
    {"burst",
#include "spec/bursts.def"
    },
#undef TA_BURST
#define TA_STALL NAME
    {"stall",
#include "spec/stalls.def"
    },
#undef TA_STALL
#define TA_CONFIG_ERROR NAME
    {"config_error",
#include "spec/config_errors.def"
    },
#undef TA_CONFIG_ERROR
#define TA_UNIT NAME
    {"unit",
#include "spec/units.def"
    },
#undef TA_UNIT
#define TA_UNIT_STATE NAME
    {"unit_state",
#include "spec/units.def"
    },
#undef TA_UNIT_STATE
#define TA_BUFFER(id, name, tag, fill) NAME(id, name)
    {"buffer",
#include "spec/buffers.def"
    },
#undef TA_BUFFER
};

static void json_head(FILE *out, const ta_record_table *t, const ta_config *c)
{
    fprintf(out, "{\"schema\":\"tinyattn-record/1\",\"build\":\"%s\",\"config\":{", t->build->name);
#define TA_CONFIG(id, pin, bits, values, effect) \
    fprintf(out, "%s\"" #id "\":%lld", #id[0] == 'n' && #id[1] == 'q' ? "" : ",", (long long)c->id);
#include "spec/config.def"
#undef TA_CONFIG
    fprintf(out, "},\"codes\":{");
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        fprintf(out, "%s\"%s\":[%.*s]", i ? "," : "", codes[i][0],
                (int)strlen(codes[i][1]) - 1, codes[i][1]);
    fprintf(out, "},\"fields\":{");
    for (int i = 0; i < TA_FIELD_COUNT; i++) {
        const ta_field *f = &t->field[i];
        fprintf(out, "%s\"%s.%s\":{\"format\":\"%s\",\"bits\":%d,\"signed\":%s,\"fraction\":%d,"
                     "\"elements\":%d,\"signal\":\"%s\",\"meaning\":\"%s\"}",
                i ? "," : "", f->group, f->name, f->text, f->bits,
                f->is_signed ? "true" : "false", f->fraction, f->count, f->signal, f->meaning);
    }
    fprintf(out, "}}\n");
}

static int json_clock(void *context, const ta_record_table *t, uint64_t cycle,
                      const uint32_t *record)
{
    FILE *out = context;
    fprintf(out, "{\"cycle\":%llu", (unsigned long long)cycle);
    for (int i = 0; i < TA_FIELD_COUNT; i++) {
        const ta_field *f = &t->field[i];
        if (i == 0 || strcmp(f->group, f[-1].group) != 0)
            fprintf(out, "%s,\"%s\":{", i ? "}" : "", f->group);
        else
            putc(',', out);
        if (i == TA_FIELD_count_value) {
            for (int e = 0; e < f->count; e++) {
                int cause = e - TA_COUNTER_COUNT;
                if (cause >= 0 && cause % TA_STALL_COUNT == 0)
                    fprintf(out, "%s,\"mm%d\":{", cause ? "}" : "", cause / TA_STALL_COUNT + 1);
                else if (e > 0)
                    putc(',', out);
                fprintf(out, "\"%s\":%u",
                        cause < 0 ? counter_names[e] : ta_stall_name(cause % TA_STALL_COUNT),
                        (unsigned)record[f->offset + e]);
            }
            putc('}', out);
            continue;
        }
        fprintf(out, "\"%s\":%s", f->name, f->count > 1 ? "[" : "");
        for (int e = 0; e < f->count; e++)
            fprintf(out, "%s%lld", e ? "," : "",
                    (long long)ta_record_get(t, record, (enum ta_field_id)i, e));
        if (f->count > 1)
            putc(']', out);
    }
    fprintf(out, "}}\n");
    return ferror(out);
}

enum ta_sim_status ta_trace_jsonl(FILE *out, ta_sim *sim, const ta_job *job, ta_result *result)
{
    if (ta_sim_record_table(sim))
        json_head(out, ta_sim_record_table(sim), &job->config);
    return ta_trace_run(sim, job, result, json_clock, out);
}

/* ---- FST ---- */

enum ta_sim_status ta_trace_fst(const char *path, ta_sim *sim, const ta_job *job,
                                ta_result *result)
{
    ta_sim_load(sim, job);
    if (!ta_sim_trace_fst(sim, path))
        return TA_SIM_REFUSED;
    ta_sim_start(sim);
    enum ta_sim_status status = ta_sim_run(sim, 0);
    ta_sim_step(sim, LAST_CLOCKS);
    ta_sim_trace_fst(sim, NULL);
    if (status == TA_SIM_OK && result)
        ta_sim_result(sim, &job->config, result);
    return status;
}
