/* SPDX-License-Identifier: MIT
 *
 * What the parts of the module share: an input, a run, and where answers stand.
 */
#ifndef TA_PAGE_H
#define TA_PAGE_H

#include "host/metrics.h"
#include "host/presets.h"
#include "sim/record.h"
#include "sim/sim.h"
#include "wasm/ta_wasm.h"
#include "wasm/text.h"

/* The JSON answer of the present call. */
extern text ta_answer;

/* What ta_error_text tells. */
extern ta_error ta_failure;

/* Room for the array answer of the present call; null, with the error set: none left. */
void *ta_answer_array(size_t bytes);

struct ta_input {
    ta_tensor tensor[3];
    ta_problem problem;
    ta_quantized quantized;
    ta_quant_options options;
    const ta_preset *preset; /* null: own tensors */
    int head;
    int users;               /* the page and its runs */
    char source[3][TA_NAME_MAX]; /* of --q, --k, --v; empty: matrices */
    size_t tensor_at;            /* where in source[0] the tensor's name begins; 0: a file of one tensor */
    text layers;             /* JSON strings: what sets of three tensors the file has */
    int layer;
};

/* What a row meets at a key tile; the words of ta_run_step. */
typedef struct step {
    int32_t z_cycle, m_cycle, p_cycle, l_cycle, o_cycle; /* -1: not met */
    int32_t m_old, m_new, alpha, l;
} step;

typedef struct list {
    int32_t *item;
    int count, capacity;
} list;

enum { TRACKS = 6, MOVE_WORDS = 4 };

/* What golden says, and how the comparison stands (check.c). */
typedef struct check check;

struct ta_run {
    ta_input *input;
    ta_build build;
    int build_id;
    ta_config config;
    ta_job job;
    ta_result result;
    double *l;
    ta_reference reference;
    ta_sim *sim;
    const ta_record_table *table;
    uint32_t *record;
    int groups, tiles;

    int cycles;
    uint8_t *track[TRACKS];
    int track_capacity;
    list moves;
    list events[TA_EVENT_COUNT];
    step *steps;             /* (nq, tiles) */
    int32_t *elements;       /* (nq, tiles, 3, A): z, mask, p */
    check *check;

    uint8_t **checkpoints;   /* of cycle interval * i */
    int checkpoint_count;
    int interval;
};

/* Appends; 0: no memory. */
int list_add(list *l, const int32_t *items, int n);

/* 1: row group g (rows g * A ..) sees the key tile. */
int ta_sees(const ta_run *run, int group, int tile);

step *ta_step_at(const ta_run *run, int row, int tile);
int32_t *ta_elements_at(const ta_run *run, int row, int tile);

/* Last key tile of which the sum of the row is up to date at a cycle, or -1. */
int ta_row_tile(const ta_run *run, int row, int cycle);

/* ---- check.c ---- */

/* Golden's values for the run; null: no memory. */
check *check_new(const ta_run *run);
void check_free(check *c);

/* Compares what the debug vector shows in this cycle. 0: no memory. */
int check_clock(check *c, const ta_run *run, const uint32_t *vector, int cycle);

/* The run's final output, m, l against golden's. */
int check_result(const check *c, const ta_run *run);

/* Values of golden are not needed any more. */
void check_end(check *c);

/* ---- shown.c ---- */

/* {raw, hex, format, text, value} */
void ta_put_shown(text *t, const ta_field *field, const ta_build *build, int64_t raw);
void ta_format_text(char *dst, size_t size, const ta_field *field, const ta_build *build);
/* The value for a reader, as short as it can be. */
void ta_value_text(char *dst, size_t size, const ta_field *field, int64_t raw);

#endif
