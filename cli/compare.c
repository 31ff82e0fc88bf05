/* SPDX-License-Identifier: MIT
 *
 * tinyattn compare: every schedule side by side.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/report.h"

enum { SCHEDULES = 5 }; /* naive; flash with A, 2A, 4A, 8A rows */

static void heading(const work *w)
{
    printf("heads %d, queries %d, keys %d, D %d", w->problem.heads, w->problem.nq, w->problem.nk, w->problem.d);
    if (!w->engine->is_float)
        printf(", build %s", w->build.name);
    printf(", engine %s%s\n", w->engine->name, w->engine->flash_only ? " (naive: golden)" : "");
    if (!w->engine->is_float)
        build_note(stdout, &w->build, w->problem.nq, w->problem.nk, w->problem.d, w->problem.dv);
    putchar('\n');
    printf("%-8s %5s %14s %7s %14s %6s %10s %10s %10s%s\n", "schedule", "rows", "bytes", "naive/",
           "cycles", "busy", "error", "INT8", "datapath", w->engine->is_checked ? " exact" : "");
}

static void real(double x, const char *format, const char *none)
{
    if (isfinite(x))
        printf(format, x);
    else
        fputs(none, stdout);
}

static void row(const run *r, const run *naive)
{
    char bytes[32] = "-";
    char cycles[32] = "-";
    char rows[16] = "-";
    char ratio[16] = "-";
    char busy[16] = "-";
    const ta_counters *c = &r->counters;
    if (r->config.mode == TA_FLASH)
        snprintf(rows, sizeof rows, "%d", r->config.q_rows);
    if (r->has_counters) {
        uint64_t n = c->hbm_read_bytes + c->hbm_write_bytes;
        report_count(bytes, n);
        report_count(cycles, c->cycles);
        if (naive->has_counters)
            snprintf(ratio, sizeof ratio, "%.1f",
                     (double)(naive->counters.hbm_read_bytes + naive->counters.hbm_write_bytes) / (double)n);
        snprintf(busy, sizeof busy, "%.3f", report_utilization(&r->work->build, c));
    }
    printf("%-8s %5s %14s %7s %14s %6s", r->config.mode == TA_FLASH ? "flash" : "naive", rows, bytes,
           ratio, cycles, busy);
    /* Float attention is what engines are compared with: it has no error of its own, and no datapath. */
    const double none = r->engine->is_float ? NAN : 0;
    real(ta_metrics_finish(&r->errors.total).rel_l1 + none, " %10.3g", "          -");
    real(ta_metrics_finish(&r->errors.quantization).rel_l1, " %10.3g", "          -");
    real(ta_metrics_finish(&r->errors.datapath).rel_l1 + none, " %10.3g", "          -");
    puts(r->bit_exact < 0 ? "" : r->bit_exact ? " yes" : " NO");
}

int command_compare(const options *o)
{
    ta_error error = {0, ""};
    options any = *o;
    work w;
    run runs[SCHEDULES];
    progress p;
    int count = 0;
    int failed = 0;
    any.mode = -1; /* all of them */
    int status = work_load(&w, &any, engine_rtl, &error);
    if (status)
        return report_error(o, &error);
    progress_start(&p, "heads", (uint64_t)w.problem.heads * SCHEDULES);
    for (int i = 0; i < SCHEDULES && !status; i++) {
        const engine *e = i == 0 && w.engine->flash_only ? engine_golden : w.engine;
        int q_rows = i ? w.build.a << (i - 1) : w.config.q_rows;
        if (i && q_rows > w.build.nmax)
            break;
        status = run_execute(&runs[count], &w, e, i ? TA_FLASH : TA_NAIVE, q_rows, &p, &error);
        if (status)
            break;
        failed |= runs[count++].bit_exact == 0;
    }
    progress_end(&p);
    for (int i = 0; i < count && !status; i++)
        if (runs[i].bit_exact == 0)
            fprintf(stderr, "tinyattn compare: mismatch: %s, %d rows: %s\n",
                    runs[i].config.mode == TA_FLASH ? "flash" : "naive", runs[i].config.q_rows,
                    runs[i].mismatch);
    if (o->json && !status) {
        json_t *all = json_object();
        json_t *list = json_array();
        for (int i = 0; i < count; i++)
            json_array_append_new(list, report_run(&runs[i]));
        json_object_set_new(all, "schema", json_string(TA_SCHEMA));
        json_object_set_new(all, "runs", list);
        status = report_write(o->json, all, &error);
    }
    if (!status && options_text(o)) {
        heading(&w);
        for (int i = 0; i < count; i++)
            row(&runs[i], &runs[0]);
    }
    for (int i = 0; i < count; i++)
        run_free(&runs[i]);
    work_free(&w);
    if (status)
        return report_error(o, &error);
    return failed ? CLI_CHECK_FAILED : 0;
}
