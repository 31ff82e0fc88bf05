/* SPDX-License-Identifier: MIT */
#include "host/problem.h"

#include <math.h>
#include <string.h>

static int fail_shapes(const ta_tensor *x, const char *what, int found, const ta_tensor *y,
                       int expected, ta_error *error)
{
    return ta_fail(error, TA_ERROR_INPUT, "%s: %s: found %d, expected %d as in %s", x->name,
                   what, found, expected, y->name);
}

/* Axis counted from the last (1). */
static int axis(const ta_tensor *t, int from_last)
{
    return t->rank >= from_last ? t->shape[t->rank - from_last] : 1;
}

int ta_problem_init(ta_problem *p, const ta_tensor *q, const ta_tensor *k, const ta_tensor *v,
                    ta_error *error)
{
    const ta_tensor *kv[] = {k, v};
    memset(p, 0, sizeof *p);
    for (int i = 0; i < 2; i++) {
        const ta_tensor *x = kv[i];
        if ((x->dtype == TA_I8) != (q->dtype == TA_I8))
            return ta_fail(error, TA_ERROR_INPUT,
                           "%s: dtype: found %s, expected %s as %s has %s (int8 is not mixed "
                           "with floating point)", x->name, ta_dtype_name(x->dtype),
                           q->dtype == TA_I8 ? "int8" : "floating point", q->name,
                           ta_dtype_name(q->dtype));
        if (x->rank != q->rank)
            return fail_shapes(x, "number of axes", x->rank, q, q->rank, error);
        if (axis(x, 4) != axis(q, 4))
            return fail_shapes(x, "batch", axis(x, 4), q, axis(q, 4), error);
    }
    if (axis(k, 1) != axis(q, 1))
        return fail_shapes(k, "D", axis(k, 1), q, axis(q, 1), error);
    if (axis(v, 2) != axis(k, 2))
        return fail_shapes(v, "N", axis(v, 2), k, axis(k, 2), error);
    if (axis(v, 3) != axis(k, 3))
        return fail_shapes(v, "heads", axis(v, 3), k, axis(k, 3), error);
    if (axis(q, 3) % axis(k, 3) != 0)
        return ta_fail(error, TA_ERROR_INPUT,
                       "%s: heads: found %d, expected a divisor of the %d of %s", k->name,
                       axis(k, 3), axis(q, 3), q->name);
    p->q = q;
    p->k = k;
    p->v = v;
    p->is_int8 = q->dtype == TA_I8;
    p->batch = axis(q, 4);
    p->heads = axis(q, 4) * axis(q, 3); /* at most the elements of Q */
    p->kv_heads = axis(k, 4) * axis(k, 3);
    p->nq = axis(q, 2);
    p->nk = axis(k, 2);
    p->d = axis(q, 1);
    p->dv = axis(v, 1);
    return TA_OK;
}

int ta_problem_kv_head(const ta_problem *p, int head)
{
    return head / (p->heads / p->kv_heads); /* the ratio is an integer, the same in each batch */
}

int ta_problem_padded_d(const ta_problem *p, int a)
{
    int d = p->d > p->dv ? p->d : p->dv;
    return (d + a - 1) / a * a;
}

int ta_problem_out_shape(const ta_problem *p, int shape[TA_RANK_MAX])
{
    memcpy(shape, p->q->shape, sizeof p->q->shape);
    shape[p->q->rank - 1] = p->dv;
    return p->q->rank;
}

int ta_problem_lse_shape(const ta_problem *p, int shape[TA_RANK_MAX])
{
    memcpy(shape, p->q->shape, sizeof p->q->shape);
    return p->q->rank - 1;
}

double ta_problem_default_scale(const ta_problem *p)
{
    return 1.0 / sqrt(p->d);
}
