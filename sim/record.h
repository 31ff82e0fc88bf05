/* SPDX-License-Identifier: MIT
 *
 * The state record: one clock of the engine as 32-bit words, one word an element, in the
 * order of spec/record.def; signed elements are sign-extended.  Where a field lies depends on
 * the build and is found in its table.  No allocation: the caller owns table and records.
 */
#ifndef TA_RECORD_H
#define TA_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "spec/spec.h"

enum ta_field_id {
#define TA_FIELD(group, name, format, elements, signal, meaning) TA_FIELD_##group##_##name,
#include "spec/record.def"
#undef TA_FIELD
    TA_FIELD_COUNT
};

enum ta_format_id {
#define TA_FORMAT(id, text, bits, is_signed, fraction, meaning) TA_FORMAT_##id,
#include "spec/formats.def"
#undef TA_FORMAT
    TA_FORMAT_COUNT
};

typedef struct ta_field {
    const char *group, *name;
    const char *text;    /* the format as it is written: "Q8.8" */
    const char *signal;  /* in ta_engine */
    const char *meaning;
    int format;          /* enum ta_format_id */
    int bits;            /* of an element, at most 32 */
    int count;           /* elements */
    int is_signed;
    int fraction;        /* fraction bits */
    int offset;          /* first word of the record */
    int bit;             /* first bit of the RTL's debug vector */
} ta_field;

typedef struct ta_record_table {
    const ta_build *build;
    ta_field field[TA_FIELD_COUNT];
    size_t words;        /* of a record */
    size_t bits;         /* of the debug vector */
} ta_record_table;

void ta_record_table_init(ta_record_table *table, const ta_build *build);

/* Words of a record: what ta_record_table_init finds. */
size_t ta_record_words(const ta_build *build);

/* Element index of a field (0 <= index < count); an unsigned element of 32 bits (counters) is
 * returned as it is. */
int64_t ta_record_get(const ta_record_table *table, const uint32_t *record,
                      enum ta_field_id field, int index);

/* The field of that name ("mm1.weight"), or -1. */
int ta_record_find(const char *name);

/* Spreads the debug vector (least significant word first) to a record. */
void ta_record_unpack(const ta_record_table *table, const uint32_t *vector, uint32_t *record);

/* One element out of the debug vector: what ta_record_get reads of the record made of it. */
int64_t ta_record_peek(const ta_record_table *table, const uint32_t *vector,
                       enum ta_field_id field, int index);

/* The stall cause of an array (0: MM1, 1: MM2) worked out from the raw flags of the record, in
 * the ledger's order of precedence. */
int ta_record_cause(const ta_record_table *table, const uint32_t *record, int array);

#endif
