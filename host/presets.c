/* SPDX-License-Identifier: MIT
 *
 * The made-up presets.  Their values are multiples of 2^-10.
 */
#include "host/presets.h"

#include <math.h>
#include <string.h>

#include "golden/random_job.h"
#include "host/presets_data.h"

enum { D = 4, TOY_N = 12, N = 16 };

static const char *const toy_tokens[TOY_N] = {
    "The", "cat", "sat", "on", "the", "mat", "because", "it", "was", "so", "very", "tired",
};

/* The columns mean: a living thing, a place, an action, a quality.  K says what a word is,
 * Q what it looks for: "it" looks for a living thing, "sat" and "tired" for whose they are,
 * "on" and "mat" for the action and the place. */
static const double toy_k[TOY_N][D] = {
    {0.25, 0.00, 0.00, 0.25}, /* The */
    {3.00, 0.50, 0.25, 0.50}, /* cat */
    {0.25, 0.50, 3.00, 0.25}, /* sat */
    {0.00, 2.00, 0.75, 0.00}, /* on */
    {0.25, 0.00, 0.00, 0.25}, /* the */
    {0.75, 3.00, 0.25, 0.25}, /* mat */
    {0.00, 0.00, 0.50, 0.75}, /* because */
    {1.00, 0.25, 0.25, 0.25}, /* it */
    {0.00, 0.00, 1.50, 0.50}, /* was */
    {0.00, 0.00, 0.25, 1.25}, /* so */
    {0.00, 0.00, 0.00, 1.75}, /* very */
    {0.50, 0.00, 0.50, 3.00}, /* tired */
};
static const double toy_q[TOY_N][D] = {
    {0.50, 0.50, 0.50, 0.50},  /* The */
    {1.50, 0.00, 0.50, 0.50},  /* cat */
    {3.00, 0.00, 0.50, 0.00},  /* sat */
    {0.00, 0.50, 3.00, 0.00},  /* on */
    {0.50, 1.50, 0.50, 0.00},  /* the */
    {0.00, 2.50, 1.00, 0.00},  /* mat */
    {0.00, 0.00, 2.50, 1.00},  /* because */
    {4.00, -1.00, 0.00, 0.00}, /* it */
    {1.00, 0.00, 2.50, 0.50},  /* was */
    {0.00, 0.00, 1.50, 2.00},  /* so */
    {0.00, 0.00, 0.00, 3.00},  /* very */
    {3.00, -0.50, 0.00, 2.00}, /* tired */
};
static const double toy_v[TOY_N][D] = {
    {0.10, 0.00, 0.00, 0.10},   {1.00, 0.20, -0.30, 0.50},  {-0.20, 0.30, 1.00, 0.00},
    {0.00, 0.80, 0.20, -0.20},  {0.10, 0.00, 0.00, -0.10},  {0.20, 1.00, -0.20, -0.50},
    {-0.40, -0.20, 0.30, 0.40}, {0.50, -0.10, 0.10, 0.20},  {-0.10, -0.30, 0.60, 0.10},
    {-0.30, -0.40, 0.00, 0.60}, {-0.20, -0.50, 0.10, 0.80}, {0.40, -0.60, 0.20, 1.00},
};

static double grid(double x)
{
    return floor(x * 1024 + 0.5) / 1024;
}

/* 4 sin(2 pi i / 16). */
static double sine(int i)
{
    static const double quarter[] = {0, 1.5307337294603591, 2.8284271247461903, 3.695518130045147, 4};
    i &= N - 1;
    return i > N / 2 ? -sine(i - N / 2) : quarter[i > N / 4 ? N / 2 - i : i];
}

/* Place i on two circles that turn 3 and 5 times in 16 steps: 4 * 4 * 2 with itself, at most
 * 4 * 4 * 1.42 with any other. */
static void place(double *x, int i)
{
    for (int c = 0; c < D; c++)
        x[c] = grid(sine((c < 2 ? 3 : 5) * i + (c % 2 ? 0 : N / 4)));
}

/* About N(0, 1): the sum of twelve uniform numbers below 1, less 6. */
static double normal(uint64_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += ta_random_below(state, 1 << 20) / 1048576.0;
    return grid(sum);
}

static void fill_normal(double *x, int n, double deviation, uint64_t seed)
{
    for (int i = 0; i < n * D; i++)
        x[i] = grid(deviation * normal(&seed));
}

static void make_toy(double *q, double *k, double *v)
{
    memcpy(q, toy_q, sizeof toy_q);
    memcpy(k, toy_k, sizeof toy_k);
    for (int i = 0; i < TOY_N * D; i++)
        v[i] = grid(toy_v[i / D][i % D]);
}

static void make_previous(double *q, double *k, double *v)
{
    for (int i = 0; i < N; i++) {
        place(q + i * D, i - 1);
        place(k + i * D, i);
    }
    fill_normal(v, N, 1, 1);
}

/* All queries have a common part that only key 0 answers; its value is small. */
static void make_sink(double *q, double *k, double *v)
{
    fill_normal(q, N, 0.5, 2);
    fill_normal(k, N, 0.5, 3);
    fill_normal(v, N, 1, 4);
    for (int i = 0; i < N; i++)
        q[i * D] += 3;
    for (int c = 0; c < D; c++) {
        k[c] = c == 0 ? 4 : 0;
        v[c] = grid(v[c] / 16);
    }
}

static void make_uniform(double *q, double *k, double *v)
{
    static const double key[D] = {1, -0.5, 0.75, 0.25};
    fill_normal(q, N, 1, 5);
    for (int i = 0; i < N; i++)
        memcpy(k + i * D, key, sizeof key);
    fill_normal(v, N, 1, 6);
}

static void make_self(double *q, double *k, double *v)
{
    for (int i = 0; i < N; i++) {
        place(q + i * D, i);
        place(k + i * D, i);
    }
    fill_normal(v, N, 1, 7);
}

static void make_random(double *q, double *k, double *v)
{
    fill_normal(q, N, 1, 8);
    fill_normal(k, N, 1, 9);
    fill_normal(v, N, 1, 10);
}

static const struct {
    ta_preset preset;
    void (*make)(double *q, double *k, double *v);
} made_up[] = {
    {{"toy", "A toy sentence", "The pronoun \"it\" looks at its noun, \"cat\".",
      "The cat sat on the mat because it was so very tired", toy_tokens, 0, -1, -1, TOY_N, D,
      0.5, 1}, make_toy},
    {{"previous", "Previous token", "Every row looks at the token before it.", 0, 0, 0, -1, -1,
      N, D, 0.5, 1}, make_previous},
    {{"sink", "Attention sink", "Every row rests on token 0, whose value is small.", 0, 0, 0,
      -1, -1, N, D, 0.5, 1}, make_sink},
    {{"uniform", "Uniform", "All keys are equal, so every row is the mean of V.", 0, 0, 0, -1,
      -1, N, D, 0.5, 0}, make_uniform},
    {{"self", "Self", "Every token looks at itself.", 0, 0, 0, -1, -1, N, D, 0.5, 0},
     make_self},
    {{"random", "Random", "Seeded, about N(0, 1): no pattern.", 0, 0, 0, -1, -1, N, D, 0.5, 0},
     make_random},
};
enum { MADE_UP = sizeof made_up / sizeof made_up[0] };

int ta_preset_count(void)
{
    return MADE_UP + ta_preset_head_count;
}

const ta_preset *ta_preset_at(int index)
{
    if (index < 0 || index >= ta_preset_count())
        return NULL;
    return index < MADE_UP ? &made_up[index].preset : &ta_preset_heads[index - MADE_UP].preset;
}

const ta_preset *ta_preset_find(const char *name)
{
    for (int i = 0; i < ta_preset_count(); i++)
        if (strcmp(ta_preset_at(i)->name, name) == 0)
            return ta_preset_at(i);
    return NULL;
}

static void fill(const ta_preset *preset, ta_tensor *const t[3])
{
    for (int i = 0; i < MADE_UP; i++)
        if (preset == &made_up[i].preset) {
            made_up[i].make(t[0]->f, t[1]->f, t[2]->f);
            return;
        }
    for (int i = 0; i < ta_preset_head_count; i++) {
        const ta_preset_head *head = &ta_preset_heads[i];
        for (int j = 0; preset == &head->preset && j < 3; j++)
            for (size_t e = 0; e < t[j]->count; e++)
                if (head->dtype == TA_F16) {
                    t[j]->f[e] = ta_from_f16(((const uint16_t *)head->bits[j])[e]);
                } else {
                    float x;
                    memcpy(&x, (const uint32_t *)head->bits[j] + e, sizeof x);
                    t[j]->f[e] = (double)x;
                }
    }
}

int ta_preset_load(const ta_preset *preset, ta_tensor *q, ta_tensor *k, ta_tensor *v,
                   ta_error *error)
{
    ta_tensor *const tensors[3] = {q, k, v};
    static const char *const names[3] = {"Q", "K", "V"};
    const uint64_t shape[2] = {(uint64_t)preset->n, (uint64_t)preset->d};
    int status = TA_OK;
    int made = 0;
    for (int i = 0; i < ta_preset_head_count; i++)
        if (preset == &ta_preset_heads[i].preset && !ta_preset_heads[i].bits[0])
            return ta_fail(error, TA_ERROR_INPUT, "preset %s: its tensors are not in this program", preset->name);
    while (made < 3 && !(status = ta_tensor_new(tensors[made], names[made], TA_F32, 2, shape, error)))
        made++;
    if (!status)
        fill(preset, tensors);
    while (status && made > 0)
        ta_tensor_free(tensors[--made]);
    return status;
}
