/* SPDX-License-Identifier: MIT
 *
 * tinyattn trace: every clock of a run of one head on the simulated hardware.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/report.h"
#include "sim/trace.h"

#ifdef TA_CLI_TRACE

typedef enum ta_sim_status tracer(FILE *out, ta_sim *sim, const ta_job *job, ta_result *result);

/* FST is written by the simulator itself, to a file that is then read. */
static enum ta_sim_status fst(FILE *out, ta_sim *sim, const ta_job *job, ta_result *result)
{
    char path[] = "/tmp/tinyattn-XXXXXX", bytes[65536];
    const int made = mkstemp(path);
    if (made < 0)
        return TA_SIM_REFUSED;
    close(made);
    temporary_add(path);
    enum ta_sim_status status = ta_trace_fst(path, sim, job, result);
    FILE *in = fopen(path, "rb");
    for (size_t n; in && (n = fread(bytes, 1, sizeof bytes, in)) > 0;)
        fwrite(bytes, 1, n, out);
    if (!in)
        status = TA_SIM_REFUSED;
    else
        fclose(in);
    unlink(path);
    temporary_remove(path);
    return status;
}

/* Runs the job once for this file.  0, an error, or CLI_CHECK_FAILED. */
static int add_trace(outputs *files, const char *path, tracer *trace, ta_sim *(*new_sim)(int), const ta_job *job,
                     ta_result *result, ta_error *error)
{
    const ta_build *row = ta_build_find(job->build.name);
    int index = 0;
    memory text;
    while (ta_build_at(index) != row)
        index++;
    ta_sim *sim = new_sim(index);
    FILE *out = memory_open(&text);
    if (!sim || !out) {
        if (out)
            memory_close(out, &text);
        ta_sim_free(sim);
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory for a trace of build %s", job->build.name);
    }
    const enum ta_sim_status status = trace(out, sim, job, result);
    const int good = memory_close(out, &text);
    ta_sim_free(sim);
    if (status != TA_SIM_OK || !good) {
        if (good)
            free(text.bytes);
        return status == TA_SIM_REFUSED || !good
                   ? ta_fail(error, TA_ERROR_INPUT, "%s: the trace could not be made (memory, or /tmp)", path)
                   : ta_fail(error, CLI_CHECK_FAILED, "the engine did not finish the run");
    }
    outputs_add(files, path, text.bytes, text.size);
    return TA_OK;
}

static int check(const work *w, const ta_job *job, const ta_result *got, int head, ta_error *error)
{
    ta_result expected;
    difference d;
    char text[256];
    if (!result_new(&job->config, &expected))
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory");
    void *golden = engine_golden->open(&w->build, error);
    int status = golden ? engine_golden->run(golden, job, &expected, error) : TA_ERROR_INPUT;
    if (!status && difference_find(&job->config, &expected, got, &d)) {
        d.head = head;
        difference_text(text, sizeof text, &d);
        status = ta_fail(error, CLI_CHECK_FAILED, "mismatch: %s", text);
    }
    if (golden)
        engine_golden->close(golden);
    result_free(&expected);
    return status;
}

int command_trace(const options *o)
{
    const struct {
        const char *path;
        tracer *trace;
        ta_sim *(*new_sim)(int);
        const char *what;
    } formats[] = {
        {o->fst, fst, ta_sim_new_fst, "waveform, for a viewer such as GTKWave or Surfer"},
        {o->vcd, ta_trace_vcd, ta_sim_new_debug, "waveform, for a viewer such as GTKWave or Surfer"},
        {o->jsonl, ta_trace_jsonl, ta_sim_new_debug, "a JSON object a clock"},
        {o->perfetto, ta_trace_perfetto, ta_sim_new_debug, "timeline, for ui.perfetto.dev"},
    };
    char cycles[32];
    const int head = o->head < 0 ? 0 : o->head;
    ta_error error = {0, ""};
    work w;
    ta_job job;
    ta_result result;
    outputs files = {.count = 0};
    if (!o->fst && !o->vcd && !o->jsonl && !o->perfetto) {
        ta_fail(&error, TA_ERROR_USAGE, "found no output, expected --fst FILE, --vcd FILE, --jsonl FILE or "
                "--perfetto FILE");
        return report_error(o, &error);
    }
    int status = work_load(&w, o, engine_rtl, &error);
    if (status)
        return report_error(o, &error);
    if (head >= w.problem.heads) {
        ta_fail(&error, TA_ERROR_USAGE, "--head: found %d, expected 0 to %d", head, w.problem.heads - 1);
        work_free(&w);
        return report_error(o, &error);
    }
    ta_quantized_job(&w.quantized, head, &w.build, &w.config, &job);
    if (!result_new(&job.config, &result))
        status = ta_fail(&error, TA_ERROR_INPUT, "not enough memory");
    for (size_t i = 0; i < sizeof formats / sizeof formats[0] && !status; i++)
        if (formats[i].path) {
            status = add_trace(&files, formats[i].path, formats[i].trace, formats[i].new_sim, &job, &result, &error);
            if (!status)
                status = check(&w, &job, &result, head, &error);
        }
    if (!status)
        status = outputs_write(&files, &error);
    if (!status && options_text(o) == stdout) {
        printf("head     %d of %d, build %s: %s cycles, bit-exact with the golden model\n", head, w.problem.heads,
               w.build.name, report_count(cycles, result.counters.cycles));
        for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
            if (formats[i].path)
                printf("written  %s: %s\n", formats[i].path, formats[i].what);
    }
    outputs_free(&files);
    result_free(&result);
    work_free(&w);
    return status ? report_error(o, &error) : 0;
}

#else

int command_trace(const options *o)
{
    ta_error error = {0, ""};
    ta_fail(&error, TA_ERROR_USAGE, "this program was built without the simulators that trace");
    return report_error(o, &error);
}

#endif
