/* SPDX-License-Identifier: MIT
 *
 * Q, K and V: presets, files, matrices.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/npy.h"
#include "host/safetensors.h"
#include "wasm/page.h"

static ta_input *input_new(int quant, int smooth)
{
    ta_input *x = calloc(1, sizeof *x);
    if (!x) {
        ta_fail(&ta_failure, TA_ERROR_INPUT, "not enough memory");
        return NULL;
    }
    x->options.quant = quant;
    x->options.smooth = smooth;
    x->users = 1;
    return x;
}

void ta_input_free(ta_input *x)
{
    if (!x || --x->users > 0)
        return;
    ta_quantized_free(&x->quantized);
    for (int i = 0; i < 3; i++)
        ta_tensor_free(&x->tensor[i]);
    free(x->layers.s);
    free(x);
}

static ta_input *failed(ta_input *x)
{
    ta_input_free(x);
    return NULL;
}

/* Everything that follows from the tensors; the input, or null. */
static ta_input *finish(ta_input *x, double scale, int head)
{
    ta_problem *p = &x->problem;
    if (ta_problem_init(p, &x->tensor[0], &x->tensor[1], &x->tensor[2], &ta_failure))
        return failed(x);
    if (head < 0 || head >= p->heads) {
        ta_fail(&ta_failure, TA_ERROR_INPUT, "%s: head: found %d, expected 0 to %d", p->q->name, head, p->heads - 1);
        return failed(x);
    }
    x->head = head;
    if (p->is_int8) {
        if (!(scale >= 1 && scale < 1 << 24)) {
            ta_fail(&ta_failure, TA_ERROR_INPUT, "%s: found int8 tensors without a scale, expected cfg_scale from 1 to %d",
                    p->q->name, (1 << 24) - 1);
            return failed(x);
        }
        x->options.cfg_scale = (uint32_t)scale;
    } else {
        x->options.softmax_scale = scale > 0   ? scale
                                   : x->preset ? x->preset->softmax_scale
                                               : ta_problem_default_scale(p);
    }
    if (ta_quantize(p, &x->options, ta_build_at(TA_BUILD_lab)->a, &x->quantized, &ta_failure))
        return failed(x);
    return x;
}

ta_input *ta_input_preset(int preset, int quant, int smooth)
{
    const ta_preset *p = ta_preset_at(preset);
    ta_input *x = p ? input_new(quant, smooth) : NULL;
    if (!p)
        ta_fail(&ta_failure, TA_ERROR_USAGE, "no such preset");
    if (!x)
        return NULL;
    x->preset = p;
    if (ta_preset_load(p, &x->tensor[0], &x->tensor[1], &x->tensor[2], &ta_failure))
        return failed(x);
    return finish(x, 0, 0);
}

/* Which of q, k, v a name ends in, after a character that is no letter; -1: none.  *prefix: the
 * characters before. */
static int role_of(const char *name, size_t n, size_t *prefix)
{
    static const char *const words[] = {"q", "k", "v", "query", "key", "value"};
    for (int i = 0; i < 6; i++) {
        const size_t length = strlen(words[i]);
        size_t j = 0;
        if (n < length || (n > length && isalpha((unsigned char)name[n - length - 1])))
            continue;
        while (j < length && tolower((unsigned char)name[n - length + j]) == words[i][j])
            j++;
        if (j == length) {
            *prefix = n - length;
            return i % 3;
        }
    }
    return -1;
}

typedef struct file {
    char name[TA_NAME_MAX];
    const uint8_t *bytes;
    size_t size;
} file;

static int is_npy(const file *f)
{
    return f->size >= 6 && memcmp(f->bytes, "\x93NUMPY", 6) == 0;
}

static int load_npy(ta_input *x, const file *f)
{
    size_t n = strlen(f->name), prefix;
    if (n > 4 && strcmp(f->name + n - 4, ".npy") == 0)
        n -= 4;
    const int role = role_of(f->name, n, &prefix);
    if (role < 0)
        return ta_fail(&ta_failure, TA_ERROR_INPUT, "%s: found a name that tells no tensor, expected one that ends in "
                       "q, k or v, as in \"q.npy\"", f->name);
    if (x->tensor[role].count)
        return ta_fail(&ta_failure, TA_ERROR_INPUT, "%s: found a second file for %c, expected one", f->name, "qkv"[role]);
    snprintf(x->source[role], TA_NAME_MAX, "%s", f->name);
    return ta_npy_read(f->bytes, f->size, f->name, &x->tensor[role], &ta_failure);
}

/* The entry with the same prefix, of another role; null: none. */
static const char *sibling(const ta_safetensors *index, const char *name, size_t prefix, int role)
{
    for (size_t i = 0; i < index->count; i++) {
        const char *other = index->entries[i].name;
        size_t n;
        if (role_of(other, strlen(other), &n) == role && n == prefix && strncmp(other, name, n) == 0)
            return other;
    }
    return NULL;
}

/* Three tensors of the file: the set number `layer` of those whose names differ in their ends q, k and v. */
static int load_safetensors(ta_input *x, const file *f, int layer)
{
    ta_safetensors index;
    int status = ta_safetensors_open(f->bytes, f->size, f->name, &index, &ta_failure), n = 0;
    if (status)
        return status;
    for (size_t i = 0; i < index.count; i++) {
        const char *q = index.entries[i].name;
        size_t prefix;
        if (role_of(q, strlen(q), &prefix) != 0)
            continue;
        const char *names[3] = {q, sibling(&index, q, prefix, 1), sibling(&index, q, prefix, 2)};
        if (!names[1] || !names[2])
            continue;
        char layer_name[TA_NAME_MAX];
        while (prefix > 0 && !isalnum((unsigned char)q[prefix - 1]))
            prefix--;
        snprintf(layer_name, sizeof layer_name, "%.*s", (int)prefix, q);
        text_put(&x->layers, n ? "," : "");
        text_string(&x->layers, layer_name);
        for (int j = 0; n == layer && j < 3 && !status; j++) {
            x->tensor_at = (size_t)snprintf(x->source[j], TA_NAME_MAX, "%.120s:", f->name);
            snprintf(x->source[j] + x->tensor_at, TA_NAME_MAX - x->tensor_at, "%.120s", names[j]);
            status = ta_safetensors_read(&index, f->name, names[j], &x->tensor[j], &ta_failure);
        }
        n++;
    }
    ta_safetensors_close(&index);
    if (n == 0)
        return ta_fail(&ta_failure, TA_ERROR_INPUT, "%s: found no three tensors whose names differ in their ends q, k "
                       "and v, expected \"q\", \"k\", \"v\" or \"layer0.q\", ...", f->name);
    if (layer < 0 || layer >= n)
        return ta_fail(&ta_failure, TA_ERROR_INPUT, "%s: layer: found %d, expected 0 to %d", f->name, layer, n - 1);
    x->layer = layer;
    return status;
}

ta_input *ta_input_files(int count, const uint32_t *sizes, const uint8_t *bytes, int quant, int smooth, double scale,
                         int layer, int head, int preset)
{
    ta_input *x = input_new(quant, smooth);
    int status = TA_OK;
    if (!x)
        return NULL;
    x->preset = ta_preset_at(preset);
    for (int i = 0; i < count && !status; i++) {
        file f;
        snprintf(f.name, sizeof f.name, "%.*s", (int)sizes[2 * i], (const char *)bytes);
        f.bytes = bytes + sizes[2 * i];
        f.size = sizes[2 * i + 1];
        bytes = f.bytes + f.size;
        if (is_npy(&f) || (strlen(f.name) > 4 && strcmp(f.name + strlen(f.name) - 4, ".npy") == 0))
            status = load_npy(x, &f);
        else if (count > 1)
            status = ta_fail(&ta_failure, TA_ERROR_INPUT, "%s: found a file that is not .npy among several, expected "
                             "three .npy files or one .safetensors file", f.name);
        else
            status = load_safetensors(x, &f, layer);
    }
    for (int i = 0; i < 3 && !status; i++)
        if (!x->tensor[i].count)
            status = ta_fail(&ta_failure, TA_ERROR_INPUT, "found no file for %c, expected three .npy files whose names "
                             "end in q, k and v", "qkv"[i]);
    return status ? failed(x) : finish(x, scale, head);
}

ta_input *ta_input_matrices(int nq, int nk, int d, const double *q, const double *k, const double *v, int quant,
                            int smooth, double scale)
{
    static const char *const names[] = {"Q", "K", "V"};
    const double *const from[] = {q, k, v};
    ta_input *x = input_new(quant, smooth);
    for (int i = 0; i < 3 && x; i++) {
        const uint64_t shape[2] = {(uint64_t)(i ? nk : nq), (uint64_t)d};
        if (ta_tensor_new(&x->tensor[i], names[i], TA_F64, 2, shape, &ta_failure))
            return failed(x);
        memcpy(x->tensor[i].f, from[i], x->tensor[i].count * sizeof(double));
        if (ta_tensor_check_finite(&x->tensor[i], &ta_failure))
            return failed(x);
    }
    return x ? finish(x, scale, 0) : NULL;
}

const char *ta_input_about(const ta_input *x)
{
    const ta_problem *p = &x->problem;
    const ta_quantized *z = &x->quantized;
    text *t = &ta_answer;
    char size[128], from[2 * TA_NAME_MAX] = "";
    if (p->nq == p->nk)
        snprintf(size, sizeof size, "%d tokens", p->nq);
    else
        snprintf(size, sizeof size, "%d queries and %d keys", p->nq, p->nk);
    if (x->tensor_at && !x->preset)
        snprintf(from, sizeof from, " (%s)", x->source[0] + x->tensor_at);
    text_clear(t);
    text_put(t, "{\"nq\":%d,\"nk\":%d,\"d\":%d,\"dv\":%d,\"dp\":%d,\"layers\":[%s],\"layer\":%d,\"heads\":%d,\"head\":%d,"
                "\"isInt8\":%s,\"quant\":\"%s\",\"smooth\":\"%s\",\"cfgScale\":%u,\"softmaxScale\":%.17g,\"tokens\":",
             p->nq, p->nk, p->d, p->dv, z->dp, text_get(&x->layers), x->layer, p->heads, x->head, p->is_int8 ? "true" : "false",
             ta_quant_name(x->options.quant), ta_smooth_name(x->options.smooth), (unsigned)z->cfg_scale[x->head],
             z->softmax_scale);
    const char *const *tokens = x->preset && x->preset->n == p->nq ? x->preset->tokens : NULL;
    for (int i = 0; i < p->nq && tokens; i++) {
        text_put(t, i ? "," : "[");
        text_string(t, tokens[i]);
    }
    text_put(t, "%s,\"description\":", tokens ? "]" : "null");
    char description[3 * TA_NAME_MAX];
    if (p->heads > 1)
        snprintf(description, sizeof description, "%d heads x %s x %d, %s%s", p->heads, size, p->d,
                 ta_dtype_name(x->tensor[0].dtype), from);
    else
        snprintf(description, sizeof description, "%s x %d, %s%s", size, p->d, ta_dtype_name(x->tensor[0].dtype), from);
    text_string(t, description);
    text_put(t, "}");
    return text_get(t);
}

/* The index of the head in the tensor. */
static size_t head_of(const ta_input *x, int tensor)
{
    return (size_t)(tensor == 0 ? x->head : ta_problem_kv_head(&x->problem, x->head));
}

const double *ta_input_given(const ta_input *x, int tensor)
{
    const ta_tensor *t = &x->tensor[tensor];
    const size_t n = (size_t)(tensor ? x->problem.nk : x->problem.nq);
    const size_t size = n * (size_t)(tensor == 2 ? x->problem.dv : x->problem.d);
    if (t->f)
        return t->f + head_of(x, tensor) * size;
    double *out = ta_answer_array(size * sizeof *out);
    for (size_t i = 0; out && i < size; i++)
        out[i] = t->i[head_of(x, tensor) * size + i];
    return out;
}

const int8_t *ta_input_int8(const ta_input *x, int tensor)
{
    const ta_quantized *z = &x->quantized;
    const int8_t *const from[] = {z->q, z->k, z->v};
    return from[tensor] + head_of(x, tensor) * (size_t)(tensor ? z->nk : z->nq) * (size_t)z->dp;
}
