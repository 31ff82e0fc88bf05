/* SPDX-License-Identifier: MIT */
#include "vectors.h"

static void *allocate(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    if (!p)
        abort();
    return p;
}

void test_job_new(test_job *t, const ta_build *build, int nq, int nk, int d)
{
    memset(t, 0, sizeof *t);
    t->job.build = *build;
    t->q = allocate((size_t)nq * (size_t)d, 1);
    t->k = allocate((size_t)nk * (size_t)d, 1);
    t->v = allocate((size_t)nk * (size_t)d, 1);
    t->job.q = t->q;
    t->job.k = t->k;
    t->job.v = t->v;
    t->result.out = allocate((size_t)nq * (size_t)d, sizeof(int16_t));
    t->result.m = allocate((size_t)nq, sizeof(int16_t));
    t->result.l = allocate((size_t)nq, sizeof(int64_t));
}

void test_job_free(test_job *t)
{
    free(t->q);
    free(t->k);
    free(t->v);
    free(t->result.out);
    free(t->result.m);
    free(t->result.l);
    free(t->workspace);
}

void test_job_run(test_job *t, ta_trace_fn *trace, void *context)
{
    free(t->workspace); /* exactly as large as asked for, so that ASan sees an overrun */
    t->workspace = allocate(ta_golden_workspace(&t->job.build, &t->job.config), 1);
    memset(&t->result.counters, 0x5a, sizeof t->result.counters);
    int error = ta_golden_run(&t->job, &t->result, t->workspace, trace, context);
    if (error)
        fail_msg("refused: %s", ta_config_expected(error));
}

ta_config test_config(const ta_build *build, int nq, int nk, int d, uint32_t scale)
{
    return (ta_config){.nq = nq, .nk = nk, .d = d, .mode = TA_FLASH, .q_rows = build->a,
                       .causal = 0, .offset = 0, .overlap = 1, .stream = 1, .latency = 10,
                       .scale = scale};
}

json_t *vectors_load(const char *path)
{
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (!root)
        fail_msg("%s: line %d: %s", path, error.line, error.text);
    return root;
}

long vectors_int(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value))
        fail_msg("%s is not an integer", key);
    return (long)json_integer_value(value);
}

static void read_matrix(const json_t *entry, const char *key, int8_t *x, int columns)
{
    const json_t *rows = json_object_get(entry, key);
    for (size_t i = 0; i < json_array_size(rows); i++)
        for (int c = 0; c < columns; c++)
            *x++ = (int8_t)json_integer_value(
                json_array_get(json_array_get(rows, i), (size_t)c));
}

void vectors_job(test_job *t, const json_t *entry)
{
    ta_build build = {"vectors", (int)vectors_int(entry, "a"), (int)vectors_int(entry, "d"),
                      (int)vectors_int(entry, "nmax"), (int)vectors_int(entry, "p_frac"), 16};
    ta_config config =
        test_config(&build, (int)vectors_int(entry, "nq"), (int)vectors_int(entry, "nk"),
                    (int)vectors_int(entry, "d"), (uint32_t)vectors_int(entry, "cfg_scale"));
    config.causal = json_is_true(json_object_get(entry, "causal"));
    config.offset = (int)vectors_int(entry, "offset");
    test_job_new(t, &build, config.nq, config.nk, config.d);
    t->job.config = config;
    read_matrix(entry, "q", t->q, config.d);
    read_matrix(entry, "k", t->k, config.d);
    read_matrix(entry, "v", t->v, config.d);
}

void vectors_equal(const json_t *entry, const char *key, const int16_t *x, int columns)
{
    const json_t *rows = json_object_get(entry, key);
    assert_true(json_array_size(rows) > 0);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        assert_int_equal(json_array_size(row), columns);
        for (int c = 0; c < columns; c++) {
            long expected = (long)json_integer_value(json_array_get(row, (size_t)c));
            if (*x != expected)
                fail_msg("%s: %s, row %zu, column %d: expected %ld, got %d",
                         json_string_value(json_object_get(entry, "name")), key, i, c,
                         expected, *x);
            x++;
        }
    }
}

uint32_t crc32_update(uint32_t crc, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    crc = ~crc;
    while (size--) {
        crc ^= *bytes++;
        for (int bit = 0; bit < 8; bit++)
            crc = (crc >> 1) ^ (0xEDB88320u & (0u - (crc & 1)));
    }
    return ~crc;
}

uint32_t crc32_u16(uint32_t crc, uint16_t value)
{
    uint8_t bytes[2] = {(uint8_t)value, (uint8_t)(value >> 8)};
    return crc32_update(crc, bytes, 2);
}
