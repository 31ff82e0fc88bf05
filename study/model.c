/* SPDX-License-Identifier: MIT */
#include "study/model.h"

#include <math.h>

#include "golden/stages.h"

ta_widths ta_widths_of(const ta_build *build)
{
    return (ta_widths){.p_frac = build->pf, .z_frac = 8, .acc_frac = 12, .recip_bits = 6, .newton = 1};
}

void ta_model_init(ta_model *model, const ta_widths *w)
{
    model->widths = *w;
    for (int i = 0; i < 1 << w->z_frac; i++) /* at most 65524.6 */
        model->exp2[i] = (uint16_t)floor(32768 * exp2(ldexp(i, -w->z_frac)) + 0.5);
    for (int i = 0; i < 1 << w->recip_bits; i++)
        model->recip[i] = (uint16_t)floor(32768 / (1 + ldexp(i + 0.5, -w->recip_bits)) + 0.5);
}

/* floor(x * 2^n) */
static int64_t shifted(int64_t x, int n)
{
    return n >= 0 ? x * ((int64_t)1 << n) : x >> -n;
}

static uint16_t power(const ta_model *model, int32_t x) /* x <= 0 */
{
    const int z = model->widths.z_frac;
    const int shift = -(x >> z);
    return shift >= 16 ? 0 : (uint16_t)(model->exp2[x & ((1 << z) - 1)] >> shift);
}

static int32_t probability(const ta_model *model, int32_t x)
{
    const int drop = 15 - model->widths.p_frac;
    const int32_t e = power(model, x);
    return drop ? (e + (1 << (drop - 1))) >> drop : e;
}

/* Z of a visible element; its limits are those of 8 + z_frac bits less the mark. */
static int32_t logit(const ta_model *model, int32_t s, uint32_t scale)
{
    const int32_t limit = (1 << (7 + model->widths.z_frac)) - 1;
    const int64_t z = ((int64_t)s * scale) >> (20 - model->widths.z_frac);
    return z > limit ? limit : z < -limit ? -limit : (int32_t)z;
}

static void normalize(const ta_model *model, int d, int nmax, int64_t l, const int64_t *o, int16_t *out)
{
    const ta_widths *w = &model->widths;
    const int lw = ta_l_width(nmax) - 12 + w->acc_frac;
    int lz = 0;
    while (l && !((l << lz) >> (lw - 1)))
        lz++;
    const uint32_t x = (uint32_t)shifted(l << lz, 16 - lw); /* 32768..65535 */
    uint32_t r = l ? model->recip[(x & 32767) >> (15 - w->recip_bits)] : 0;
    if (w->newton) {
        const uint32_t t = (x * r) >> 15;
        r = (r * (65536 - t)) >> 15;
    }
    const int sh = lw + 6 - lz;
    for (int c = 0; c < d; c++) {
        const int64_t y = l ? (o[c] * r + ((int64_t)1 << (sh - 1))) >> sh : 0;
        out[c] = (int16_t)(y > 32767 ? 32767 : y < -32768 ? -32768 : y);
    }
}

void ta_model_scores(const ta_job *job, int32_t *s)
{
    const ta_config *c = &job->config;
    for (int i = 0; i < c->nq; i++)
        ta_mm1(c->nk, c->d, job->q + (ptrdiff_t)i * c->d, job->k, s + (ptrdiff_t)i * c->nk);
}

void ta_model_run(const ta_model *model, const ta_job *job, const int32_t *s, int16_t *out,
                  int32_t *m, int64_t *l, double *weight, int64_t *o)
{
    const ta_widths *w = &model->widths;
    const ta_config *cfg = &job->config;
    const int d = cfg->d;
    const int32_t mark = -(1 << (7 + w->z_frac));
    const int up = w->acc_frac - w->p_frac;
    for (int i = 0; i < cfg->nq; i++) {
        const int32_t *s_row = s + (ptrdiff_t)i * cfg->nk;
        double *weights = weight ? weight + (ptrdiff_t)i * cfg->nk : 0;
        const int keys = ta_row_keys(cfg, i);
        int32_t m_now = mark;
        int64_t l_now = 0;
        for (int c = 0; c < d; c++)
            o[c] = 0;
        for (int j = 0; cfg->mode == TA_NAIVE && j < keys; j++) {
            const int32_t z = logit(model, s_row[j], cfg->scale);
            m_now = z > m_now ? z : m_now;
        }
        for (int first = 0; first < keys; first += job->build.a) {
            const int end = first + job->build.a < keys ? first + job->build.a : keys;
            int32_t m_new = m_now;
            for (int j = first; j < end; j++) {
                const int32_t z = logit(model, s_row[j], cfg->scale);
                m_new = z > m_new ? z : m_new;
            }
            const int64_t alpha = power(model, m_now - m_new);
            const double fade = weights ? exp2(ldexp(m_now - m_new, -w->z_frac)) : 0;
            for (int j = 0; weights && j < first; j++)
                weights[j] *= fade;
            int32_t p[TA_A_LIMIT];
            int32_t sum = 0;
            for (int j = first; j < end; j++) {
                p[j - first] = probability(model, logit(model, s_row[j], cfg->scale) - m_new);
                sum += p[j - first];
                if (weights)
                    weights[j] = ldexp(p[j - first], up);
            }
            l_now = cfg->mode == TA_NAIVE ? l_now + sum : ((l_now * alpha) >> 15) + shifted(sum, up);
            for (int c = 0; c < d; c++) {
                int32_t pv = 0;
                for (int j = first; j < end; j++)
                    pv += p[j - first] * job->v[(ptrdiff_t)j * d + c];
                o[c] = ((o[c] * alpha) >> 15) + shifted(pv, up);
            }
            m_now = m_new;
        }
        if (cfg->mode == TA_NAIVE)
            l_now = shifted(l_now, up);
        normalize(model, d, job->build.nmax, l_now, o, out + (ptrdiff_t)i * d);
        for (int j = 0; weights && j < cfg->nk; j++)
            weights[j] = j < keys ? weights[j] / (double)l_now : 0;
        m[i] = m_now;
        l[i] = l_now;
    }
}
