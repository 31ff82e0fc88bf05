/* SPDX-License-Identifier: MIT
 *
 * A run as a file, and as a command.
 */
#include <stdio.h>
#include <string.h>

#include "sim/trace.h"
#include "wasm/page.h"

enum { VCD, PERFETTO, JSONL, CSV, JSON };

static void csv(FILE *out, const ta_run *r)
{
    static const char *const ports[] = {"",
#define TA_BURST(id, meaning) #id,
#include "spec/bursts.def"
#undef TA_BURST
    };
    static const char *const phases[] = {
#define TA_PHASE(id, meaning) #id,
#include "spec/phases.def"
#undef TA_PHASE
    };
    fprintf(out, "cycle,phase,port,mm1,softmax,mm2,store\n");
    for (int i = 0; i < r->cycles; i++)
        fprintf(out, "%d,%s,%s,%s,%d,%s,%d\n", i, phases[r->track[TA_RUN_PHASE][i]], ports[r->track[TA_RUN_PORT][i]],
                ta_stall_name(r->track[TA_RUN_MM1][i]), r->track[TA_RUN_SOFTMAX][i],
                ta_stall_name(r->track[TA_RUN_MM2][i]), r->track[TA_RUN_STORE][i]);
}

int ta_run_export(ta_run *r, int format)
{
    static enum ta_sim_status (*const writers[])(FILE *, ta_sim *, const ta_job *, ta_result *) = {
        ta_trace_vcd, ta_trace_perfetto, ta_trace_jsonl};
    int status = 0;
    if (format == CSV) {
        csv(stdout, r);
    } else if (format == JSON) {
        const char *result = ta_run_result(r);
        fprintf(stdout, "%s\n", result ? result : "");
    } else if (format >= VCD && format <= JSONL) {
        ta_sim *sim = ta_sim_new_debug(r->build_id);
        if (!sim || writers[format](stdout, sim, &r->job, NULL) != TA_SIM_OK)
            status = -1;
        ta_sim_free(sim);
    } else {
        status = -1;
    }
    if (fflush(stdout) || status) {
        ta_fail(&ta_failure, TA_ERROR_INPUT, "the file could not be made: not enough memory, or no such format");
        return -1;
    }
    return 0;
}

/* A word of a POSIX shell. */
static void put_word(text *t, const char *word)
{
    text_put(t, "'");
    for (; *word; word++)
        if (*word == '\'')
            text_put(t, "'\\''");
        else
            text_put(t, "%c", *word);
    text_put(t, "'");
}

const char *ta_run_command(const ta_run *r)
{
    const ta_input *x = r->input;
    const ta_config *c = &r->config;
    text *t = &ta_answer;
    text_clear(t);
    text_put(t, "./run run");
    if (x->preset) {
        text_put(t, " --preset %s", x->preset->name);
    } else {
        for (int i = 0; i < 3; i++) {
            text_put(t, " --%c ", "qkv"[i]);
            if (x->source[i][0]) {
                put_word(t, x->source[i]);
            } else {
                char name[8];
                snprintf(name, sizeof name, "%c.npy", "qkv"[i]);
                text_put(t, "%s", name);
            }
        }
    }
    if (x->problem.is_int8)
        text_put(t, " --cfg-scale %u", (unsigned)c->scale);
    else
        text_put(t, " --quant %s --smooth %s", ta_quant_name(x->options.quant), ta_smooth_name(x->options.smooth));
    if (!x->problem.is_int8 && !x->preset)
        text_put(t, " --scale %.17g", x->options.softmax_scale);
    text_put(t, " --build %s --schedule %s", r->build.name, c->mode == TA_NAIVE ? "naive" : "flash");
    if (c->mode == TA_FLASH)
        text_put(t, " --q-rows %d", c->q_rows);
    if (c->causal)
        text_put(t, " --causal-offset %d", c->offset);
    if (!c->overlap)
        text_put(t, " --no-overlap");
    if (!c->stream)
        text_put(t, " --no-stream");
    text_put(t, " --latency %d", c->latency);
    return text_get(t);
}
