/* SPDX-License-Identifier: MIT
 *
 * Presets: each loads and quantizes, shows what it says in float attention, and the golden
 * model follows.
 */
#include <math.h>
#include <stdio.h>

#include "attention.h"
#include "host/file.h"
#include "host/presets.h"

typedef struct loaded {
    const ta_preset *preset;
    ta_tensor t[3];
    double p[64][64]; /* weights of float attention, row = query */
} loaded;

static loaded load(const char *name)
{
    loaded x;
    static double identity[64 * 64];
    double out[64 * 64];
    double scratch[64];
    memset(&x, 0, sizeof x);
    x.preset = ta_preset_find(name);
    assert_non_null(x.preset);
    int n = x.preset->n;
    assert_true(n <= 64);
    assert_ok(ta_preset_load(x.preset, &x.t[0], &x.t[1], &x.t[2], error));
    /* V = 1 gives the weights */
    memset(identity, 0, sizeof identity);
    for (int i = 0; i < n; i++)
        identity[i * n + i] = 1;
    ta_float_attention(n, n, x.preset->d, n, x.t[0].f, x.t[1].f, identity,
                       x.preset->softmax_scale, x.preset->causal, 0, out, NULL, scratch);
    for (int i = 0; i < n; i++)
        memcpy(x.p[i], out + i * n, (size_t)n * sizeof out[0]);
    return x;
}

static void release(loaded *x)
{
    for (int i = 0; i < 3; i++)
        ta_tensor_free(&x->t[i]);
}

static int peak(const double *row, int n)
{
    int best = 0;
    for (int j = 1; j < n; j++)
        if (row[j] > row[best])
            best = j;
    return best;
}

static int token(const loaded *x, const char *word)
{
    for (int i = 0; i < x->preset->n; i++)
        if (strcmp(x->preset->tokens[i], word) == 0)
            return i;
    fail_msg("no token %s", word);
    return -1;
}

static double weight(const loaded *x, const char *from, const char *to)
{
    return x->p[token(x, from)][token(x, to)];
}

static double column_mean(const loaded *x, int column)
{
    double sum = 0;
    for (int i = 0; i < x->preset->n; i++)
        sum += x->p[i][column];
    return sum / x->preset->n;
}

/* As printed with two digits. */
static void about(double found, double expected)
{
    if (fabs(found - expected) > 0.005)
        fail_msg("found %.4f, expected %.2f", found, expected);
}

static void table(void **state)
{
    int real = 0;
    (void)state;
    assert_null(ta_preset_at(-1));
    assert_null(ta_preset_at(ta_preset_count()));
    assert_null(ta_preset_find("nothing"));
    for (int i = 0; i < ta_preset_count(); i++) {
        const ta_preset *p = ta_preset_at(i);
        assert_ptr_equal(ta_preset_find(p->name), p); /* names are unique */
        assert_true(strlen(p->name) && strlen(p->title) && strlen(p->point));
        assert_true(!p->text == !p->tokens);
        assert_true(!p->source == (p->layer < 0) && !p->source == (p->head < 0));
        for (int t = 0; p->tokens && t < p->n; t++)
            assert_true(strlen(p->tokens[t]));
        real += p->source != NULL;
    }
    assert_true(real >= 8);
    assert_true(ta_preset_find("trophy-l3h1")->softmax_scale == 1 / sqrt(32));
}

static void toy_pronoun(void **state)
{
    (void)state;
    loaded x = load("toy");
    assert_int_equal(x.preset->n, 12);
    assert_int_equal(x.preset->d, 4);
    assert_int_equal(peak(x.p[token(&x, "it")], 12), token(&x, "cat"));
    assert_true(weight(&x, "it", "cat") > 0.8);
    release(&x);
}

static void previous(void **state)
{
    (void)state;
    loaded x = load("previous");
    for (int i = 1; i < 16; i++) {
        assert_int_equal(peak(x.p[i], 16), i - 1);
        assert_true(x.p[i][i - 1] > 0.95);
    }
    release(&x);
}

static void sink(void **state)
{
    (void)state;
    loaded x = load("sink");
    for (int i = 0; i < 16; i++)
        assert_int_equal(peak(x.p[i], 16), 0);
    assert_true(column_mean(&x, 0) > 0.8);
    release(&x);
}

static void uniform(void **state)
{
    (void)state;
    loaded x = load("uniform");
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
            assert_true(fabs(x.p[i][j] - 1.0 / 16) < 1e-12);
    release(&x);
}

static void self(void **state)
{
    (void)state;
    loaded x = load("self");
    for (int i = 0; i < 16; i++)
        assert_true(x.p[i][i] > 0.95);
    release(&x);
}

static void random_is_seeded(void **state)
{
    double sum = 0;
    double squares = 0;
    (void)state;
    loaded x = load("random");
    for (int t = 0; t < 3; t++)
        for (int i = 0; i < 64; i++) {
            sum += x.t[t].f[i];
            squares += x.t[t].f[i] * x.t[t].f[i];
            assert_true(x.t[t].f[i] * 1024 == floor(x.t[t].f[i] * 1024));
        }
    assert_true(fabs(sum / 192) < 0.2);
    assert_true(fabs(squares / 192 - 1) < 0.3);
    /* the first values, so that a link keeps its meaning */
    assert_true(x.t[0].f[0] == 90.0 / 1024);
    release(&x);
}

/* What the texts of presets.def and data/README.md say. */
static void real_heads(void **state)
{
    loaded x;
    (void)state;
    x = load("trophy-l3h1");
    about(weight(&x, "it", "trophy"), 0.57);
    about(weight(&x, "it", "suitcase"), 0.25);
    release(&x);
    x = load("nurse-l2h5");
    about(weight(&x, "she", "nurse"), 0.44);
    about(weight(&x, "her", "nurse"), 0.54);
    assert_true(weight(&x, "she", "doctor") < 0.11 && weight(&x, "her", "doctor") < 0.11);
    release(&x);
    x = load("nurse-l3h1");
    about(weight(&x, "she", "nurse"), 0.35);
    assert_int_equal(peak(x.p[token(&x, "she")], 19), token(&x, "nurse"));
    release(&x);
    x = load("tiles-l0h2");
    for (int i = 1; i < 50; i++)
        about(x.p[i][i - 1], 1.00);
    release(&x);
    x = load("nurse-l1h8");
    int next = 0;
    int rest = 0;
    for (int i = 0; i < 18; i++) {
        next += peak(x.p[i], 19) == i + 1;
        rest += peak(x.p[i], 19) == 0;
    }
    assert_true(next >= 13 && next + rest >= 17);
    release(&x);
    x = load("nurse-l2h7");
    assert_true(fabs(column_mean(&x, 0) - 0.8) < 0.05);
    for (int i = 0; i < 19; i++)
        assert_int_equal(peak(x.p[i], 19), 0);
    release(&x);
    x = load("trophy-l1h11");
    assert_true(column_mean(&x, 0) > 0.7);
    release(&x);
    x = load("nurse-l4h5");
    assert_true(column_mean(&x, 0) > 0.8);
    double norms[2] = {0, 0}; /* of the value of [CLS], and the smallest other */
    norms[1] = INFINITY;
    for (int j = 0; j < 19; j++) {
        double square = 0;
        for (int c = 0; c < 32; c++)
            square += x.t[2].f[j * 32 + c] * x.t[2].f[j * 32 + c];
        if (j == 0)
            norms[0] = sqrt(square);
        else
            norms[1] = fmin(norms[1], sqrt(square));
    }
    assert_true(norms[0] < 0.2 && norms[1] > 5 * norms[0]);
    release(&x);
    x = load("ocr-line0-l1h3");
    int favourites = 0;
    for (int i = 0; i < 40; i++) {
        int at = peak(x.p[i], 40);
        favourites += at == 9 || at == 14 || at == 29;
    }
    assert_int_equal(favourites, 33);
    release(&x);
    x = load("ocr-line5-l1h3");
    double largest = 0;
    for (int i = 0; i < 24; i++)
        largest += x.p[i][peak(x.p[i], 24)] / 24;
    about(largest, 0.64);
    release(&x);
    x = load("ocr-line0-l0h7");
    favourites = 0;
    for (int i = 0; i < 40; i++)
        favourites += peak(x.p[i], 40) == 32;
    assert_true(favourites >= 33 && column_mean(&x, 32) < 0.2);
    release(&x);
}

/* The values are those of the file that the preset names. */
static void values_of_the_files(void **state)
{
    static const char letters[] = "qkv";
    (void)state;
    for (int i = 0; i < ta_preset_count(); i++) {
        const ta_preset *p = ta_preset_at(i);
        if (!p->source)
            continue;
        loaded x = load(p->name);
        for (int t = 0; t < 3; t++) {
            char source[256];
            ta_tensor file;
            const char *brace = strchr(p->source, '{');
            if (brace)
                snprintf(source, sizeof source, "%.*s%c.npy", (int)(brace - p->source), p->source,
                         letters[t]);
            else
                snprintf(source, sizeof source, "%s:layer%d.%c", p->source, p->layer, letters[t]);
            assert_ok(ta_tensor_load(source, &file, error));
            assert_int_equal(file.shape[1], p->n);
            assert_int_equal(file.shape[2], p->d);
            assert_memory_equal(x.t[t].f, file.f + (size_t)p->head * x.t[t].count,
                                x.t[t].count * sizeof(double));
            ta_tensor_free(&file);
        }
        release(&x);
    }
}

/* Golden on every preset in the first build that fits: close to float, the log-sum-exp too;
 * the toy's pronoun still peaks at its noun. */
static void golden_follows(void **state)
{
    (void)state;
    for (int i = 0; i < ta_preset_count(); i++) {
        loaded x = load(ta_preset_at(i)->name);
        const ta_preset *preset = x.preset;
        const ta_build *build = ta_build_find(preset->d <= 4 ? "tiny" : "lab");
        const ta_quant_options o = {TA_QUANT_CHANNEL, TA_SMOOTH_KV, preset->softmax_scale, 0};
        ta_problem p;
        ta_quantized z;
        ta_reference r;
        ta_error_sum sums;
        double value[64 * 64];
        double lse[64];
        memset(&sums, 0, sizeof sums);
        assert_ok(ta_problem_init(&p, &x.t[0], &x.t[1], &x.t[2], error));
        assert_ok(ta_quantize(&p, &o, build->a, &z, error));
        assert_ok(ta_reference_new(&p, &z, preset->causal, 0, &r, error));
        run_golden(&p, &z, build, 0, preset->causal, (golden_out){value, lse});
        ta_error_add(&sums, &z, &r, 0, value);
        ta_metrics total = ta_metrics_finish(&sums.total);
        print_message("%-16s rel_l1 %.4f  datapath max %.3f V-LSB\n", preset->name, total.rel_l1,
                      ta_metrics_finish(&sums.datapath).max_v_lsb);
        assert_true(total.rel_l1 < 0.05);
        assert_true(total.cosine > 0.99);
        for (int row = 0; row < preset->n; row++)
            if (fabs(lse[row] - r.lse[row]) > 0.05 + 0.01 * fabs(r.lse[row]))
                fail_msg("%s: lse of row %d: found %g, expected %g", preset->name, row, lse[row],
                         r.lse[row]);
        ta_reference_free(&r);
        ta_quantized_free(&z);
        release(&x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table),
        cmocka_unit_test(toy_pronoun),
        cmocka_unit_test(previous),
        cmocka_unit_test(sink),
        cmocka_unit_test(uniform),
        cmocka_unit_test(self),
        cmocka_unit_test(random_is_seeded),
        cmocka_unit_test(real_heads),
        cmocka_unit_test(values_of_the_files),
        cmocka_unit_test(golden_follows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
