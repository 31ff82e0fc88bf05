/* SPDX-License-Identifier: MIT
 *
 * Whole runs of the golden model on any data: both schedules, in sizes at the edges of tiles,
 * groups and blocks.
 */
#include "golden/golden.h"
#include "golden/stages.h"
#include "tests/eva/unknown.h"

enum { A = 4, D = 8, ROWS = 5, KEYS = 6 };

static int8_t q[ROWS * D], k[KEYS * D], v[KEYS * D];
static int16_t out[ROWS * D], m[ROWS];
static int64_t l[ROWS];
static int64_t workspace[(A + 1) * D + D / 2 + ROWS * KEYS];

/* Every element that is handed out is initialised. */
static void read_tile(void *context, const ta_tile_trace *t)
{
    int64_t *sum = context;
    for (int i = 0; i < A * A; i++)
        *sum = t->s[i] + t->z[i] + t->p[i];
    for (int i = 0; i < A; i++)
        *sum = t->m[i] + t->alpha[i] + t->l[i];
    for (int i = 0; i < A * 4; i++)
        *sum = t->o[i];
}

static void run(int mode, int nq, int nk, int d, int causal, int offset, int pf)
{
    ta_job job = {{"eva", A, D, 8, pf, 16},
                  {nq, nk, d, mode, A, causal, offset, 1, 1, 2, 0},
                  q, k, v};
    ta_result result;
    int64_t sum;
    job.config.scale = (uint32_t)any(0, 0xFFFFFF);
    fill(q, sizeof q);
    fill(k, sizeof k);
    fill(v, sizeof v);
    result.out = out;
    result.m = m;
    result.l = l;
    size_t bytes = ta_golden_workspace(&job.build, &job.config);
    //@ assert bytes <= sizeof(workspace);
    int error = ta_golden_run(&job, &result, workspace, read_tile, &sum);
    //@ assert error == 0;
    for (int i = 0; i < nq; i++) {
        int64_t row = l[i];
        //@ assert row >= 0;
    }
}

int main(void)
{
    for (int mode = TA_FLASH; mode <= TA_NAIVE; mode++) {
        run(mode, 1, 1, 4, 0, 0, 8);
        run(mode, 4, 4, 4, 1, 0, 12);
        run(mode, 5, 6, 8, 0, 0, 12);
        run(mode, 5, 6, 4, 1, 1, 8);
        run(mode, 5, 3, 4, 1, -2, 8);
        run(mode, 3, 5, 4, 1, -8, 8);
    }
    return 0;
}
