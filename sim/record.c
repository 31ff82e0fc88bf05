/* SPDX-License-Identifier: MIT */
#include "sim/record.h"

#include <string.h>

static const struct {
    const char *group, *name, *signal, *meaning;
    int format;
} rows[TA_FIELD_COUNT] = {
#define TA_FIELD(group, name, format, elements, signal, meaning) \
    {#group, #name, signal, meaning, TA_FORMAT_##format},
#include "spec/record.def"
#undef TA_FIELD
};

static const char *const format_text[TA_FORMAT_COUNT] = {
#define TA_FORMAT(id, text, bits, is_signed, fraction, meaning) text,
#include "spec/formats.def"
#undef TA_FORMAT
};

struct format {
    int bits, is_signed, fraction;
};

static void layout(const ta_build *b, struct format *format, int *elements)
{
    int value[TA_SIZE_COUNT];
    ta_sizes(b, value);
    const int A = b->a, PF = b->pf;
#define TA_SIZE(id, expression, meaning) const int id = value[TA_SIZE_##id];
#include "spec/sizes.def"
#undef TA_SIZE
    (void)Tiles, (void)Chunks, (void)LaneW, (void)MemWords, (void)RingRows, (void)RowMaxLat;
    int i = 0;
#define TA_FORMAT(id, text, bits, is_signed, fraction, meaning) \
    format[i++] = (struct format){bits, is_signed, fraction};
#include "spec/formats.def"
#undef TA_FORMAT
    i = 0;
#define TA_FIELD(group, name, format, elements_, signal, meaning) elements[i++] = elements_;
#include "spec/record.def"
#undef TA_FIELD
}

void ta_record_table_init(ta_record_table *t, const ta_build *build)
{
    struct format format[TA_FORMAT_COUNT];
    int elements[TA_FIELD_COUNT];
    layout(build, format, elements);
    t->build = build;
    int offset = 0, bit = 0;
    for (int i = 0; i < TA_FIELD_COUNT; i++) {
        const struct format *f = &format[rows[i].format];
        t->field[i] = (ta_field){
            .group = rows[i].group, .name = rows[i].name, .text = format_text[rows[i].format],
            .signal = rows[i].signal, .meaning = rows[i].meaning, .format = rows[i].format,
            .bits = f->bits, .count = elements[i], .is_signed = f->is_signed,
            .fraction = f->fraction, .offset = offset, .bit = bit};
        offset += elements[i];
        bit += elements[i] * f->bits;
    }
    t->words = (size_t)offset;
    t->bits = (size_t)bit;
}

size_t ta_record_words(const ta_build *build)
{
    struct format format[TA_FORMAT_COUNT];
    int elements[TA_FIELD_COUNT];
    size_t words = 0;
    layout(build, format, elements);
    for (int i = 0; i < TA_FIELD_COUNT; i++)
        words += (size_t)elements[i];
    return words;
}

int64_t ta_record_get(const ta_record_table *t, const uint32_t *record, enum ta_field_id field,
                      int index)
{
    const ta_field *f = &t->field[field];
    uint32_t word = record[f->offset + index];
    return f->is_signed ? (int32_t)word : (int64_t)word;
}

int ta_record_find(const char *name)
{
    for (int i = 0; i < TA_FIELD_COUNT; i++) {
        size_t n = strlen(rows[i].group);
        if (strncmp(name, rows[i].group, n) == 0 && name[n] == '.' &&
            strcmp(name + n + 1, rows[i].name) == 0)
            return i;
    }
    return -1;
}

/* An element of the field at a bit of the vector, as a word of the record. */
static uint32_t element(const ta_field *f, const uint32_t *vector, size_t bit)
{
    const unsigned bits = (unsigned)f->bits, shift = bit % 32;
    const uint32_t mask = bits == 32 ? 0xffffffffu : (1u << bits) - 1u;
    const uint32_t sign = f->is_signed ? 1u << (bits - 1) : 0;
    uint32_t word = vector[bit / 32] >> shift;
    if (shift + bits > 32)
        word |= vector[bit / 32 + 1] << (32 - shift);
    return ((word & mask) ^ sign) - sign;
}

int64_t ta_record_peek(const ta_record_table *t, const uint32_t *vector, enum ta_field_id field,
                       int index)
{
    const ta_field *f = &t->field[field];
    const uint32_t word = element(f, vector, (size_t)(f->bit + index * f->bits));
    return f->is_signed ? (int32_t)word : (int64_t)word;
}

void ta_record_unpack(const ta_record_table *t, const uint32_t *vector, uint32_t *record)
{
    size_t bit = 0;
    for (int i = 0; i < TA_FIELD_COUNT; i++) {
        const ta_field *f = &t->field[i];
        for (int e = 0; e < f->count; e++) {
            *record++ = element(f, vector, bit);
            bit += (size_t)f->bits;
        }
    }
}

int ta_record_cause(const ta_record_table *t, const uint32_t *r, int array)
{
#define FLAG(name) ta_record_get(t, r, TA_FIELD_##name, 0)
    const int computed = FLAG(feed1_done) && FLAG(feed1_drained) && FLAG(feed2_done) &&
                         FLAG(feed2_drained);
    if (array == 0) {
        const int waits = FLAG(feed1_pending) != 0;
        if (FLAG(feed1_enter))
            return TA_STALL_compute;
        if (computed)
            return TA_STALL_wait_store;
        if (waits && FLAG(feed1_next_row) >= FLAG(feed1_rows_loaded))
            return TA_STALL_wait_q;
        if (waits && !FLAG(feed1_loaded) && !FLAG(feed1_ready))
            return TA_STALL_wait_kv;
        if (waits && FLAG(feed1_next_chunk) == FLAG(run_chunks_m1) && !FLAG(feed1_place))
            return TA_STALL_wait_softmax;
        return FLAG(feed1_done) && FLAG(feed1_drained) ? TA_STALL_idle : TA_STALL_fill;
    }
    const int waits = FLAG(feed2_pending) != 0;
    if (FLAG(feed2_enter))
        return TA_STALL_compute;
    if (computed)
        return TA_STALL_wait_store;
    if (waits && !FLAG(feed2_loaded) && !FLAG(feed2_ready))
        return TA_STALL_wait_kv;
    if (waits && FLAG(feed2_next_chunk) == 0 && FLAG(ring_rows) == 0)
        return TA_STALL_wait_softmax;
    return FLAG(feed2_done) && FLAG(feed2_drained) ? TA_STALL_idle : TA_STALL_fill;
#undef FLAG
}
