/* SPDX-License-Identifier: MIT
 *
 * tinyattn run: attention of all heads on an engine.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/report.h"
#include "host/npy.h"

/* *to = x, which float32 must hold. */
static int put_float(float *to, double x, const char *path, size_t row, ta_error *error)
{
    *to = (float)x;
    if (isfinite(x) && !isfinite(*to))
        return ta_fail(error, TA_ERROR_INPUT, "%s: row %zu: found %g, expected a float32: at most %g", path, row, x,
                       (double)FLT_MAX);
    return TA_OK;
}

/* --out: float32, or int16 of the columns that V has. */
static int add_out(outputs *files, const char *path, const run *r, ta_error *error)
{
    const ta_problem *p = &r->work->problem;
    const size_t rows = (size_t)p->heads * (size_t)p->nq;
    const size_t dv = (size_t)p->dv;
    const size_t dp = (size_t)r->config.d;
    int shape[TA_RANK_MAX];
    int rank = ta_problem_out_shape(p, shape);
    unsigned char *bytes;
    size_t size;
    void *data = malloc(rows * dv * sizeof(float));
    float *f = data;
    int16_t *n = data;
    int status = TA_OK;
    if (!data)
        return ta_fail(error, TA_ERROR_INPUT, "%s: not enough memory", path);
    for (size_t i = 0; i < rows && !status; i++)
        for (size_t c = 0; c < dv && !status; c++) {
            size_t at = i * dv + c;
            if (!p->is_int8)
                status = put_float(&f[at], r->value[at], path, i, error);
            else if (r->out)
                n[at] = r->out[i * dp + c];
            else
                n[at] = (int16_t)fmax(-32768, fmin(32767, rint(r->value[at] * 256)));
        }
    if (!status)
        status = ta_npy_encode(p->is_int8 ? TA_I16 : TA_F32, rank, shape, data, &bytes, &size, error);
    free(data);
    if (!status)
        outputs_add(files, path, bytes, size);
    return status;
}

static int add_lse(outputs *files, const char *path, const run *r, ta_error *error)
{
    const ta_problem *p = &r->work->problem;
    const size_t rows = (size_t)p->heads * (size_t)p->nq;
    int shape[TA_RANK_MAX];
    int rank = ta_problem_lse_shape(p, shape);
    unsigned char *bytes;
    size_t size;
    float *data = malloc(rows * sizeof *data);
    if (!data)
        return ta_fail(error, TA_ERROR_INPUT, "%s: not enough memory", path);
    int status = 0;
    for (size_t i = 0; i < rows && !status; i++)
        status = put_float(&data[i], r->lse[i], path, i, error);
    if (!status)
        status = ta_npy_encode(TA_F32, rank, shape, data, &bytes, &size, error);
    free(data);
    if (!status)
        outputs_add(files, path, bytes, size);
    return status;
}

int command_run(const options *o)
{
    ta_error error = {0, ""};
    work w;
    run r;
    progress p;
    outputs files = {.count = 0};
    int status = work_load(&w, o, engine_rtl, &error);
    if (status)
        return report_error(o, &error);
    progress_start(&p, "heads", (uint64_t)w.problem.heads);
    status = run_execute(&r, &w, w.engine, w.config.mode, w.config.q_rows, &p, &error);
    progress_end(&p);
    if (status) {
        work_free(&w);
        return report_error(o, &error);
    }
    int failed = r.bit_exact == 0;
    if (failed)
        fprintf(stderr, "tinyattn run: mismatch: %s\n", r.mismatch);
    if (o->out && !failed)
        status = add_out(&files, o->out, &r, &error);
    if (o->lse && !failed && !status)
        status = add_lse(&files, o->lse, &r, &error);
    if (o->json && !status)
        status = report_add(&files, o->json, report_run(&r), &error);
    if (!status)
        status = outputs_write(&files, &error);
    outputs_free(&files);
    if (status)
        report_error(o, &error);
    else if (options_text(o))
        report_text(options_text(o), &r);
    run_free(&r);
    work_free(&w);
    return status ? status : failed ? CLI_CHECK_FAILED : 0;
}
