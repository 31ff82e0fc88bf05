/* SPDX-License-Identifier: MIT
 *
 * A run: simulated once from reset to the end, every clock's debug vector read for what the
 * page shows as a whole; checkpoints, from which any cycle is made again.
 */
#include <stdlib.h>
#include <string.h>

#include "golden/golden.h"
#include "golden/stages.h"
#include "wasm/page.h"

enum {
    LAST_CLOCKS = 2,       /* after done, until the counters have their last value */
    RESTORE_CLOCKS = 16,   /* that a restore is worth */
    CHECKPOINTS_MAX = 128, /* then every second one goes, and the interval doubles */
    INTERVAL_FIRST = 64
};

/* What the clock before left, for events. */
typedef struct before {
    int32_t tile, group, block, phase;
    int cause[2];
    int64_t skipped;
} before;

int ta_sees(const ta_run *r, int group, int tile)
{
    const int a = r->build.a;
    const int last = group * a + a < r->config.nq ? group * a + a - 1 : r->config.nq - 1;
    return tile * a < ta_row_keys(&r->config, last);
}

step *ta_step_at(const ta_run *r, int row, int tile)
{
    return &r->steps[row * r->tiles + tile];
}

int32_t *ta_elements_at(const ta_run *r, int row, int tile)
{
    return r->elements + (size_t)(row * r->tiles + tile) * 3 * (size_t)r->build.a;
}

int ta_row_tile(const ta_run *r, int row, int cycle)
{
    int last = -1;
    for (int t = 0; t < r->tiles; t++) {
        const int at = ta_step_at(r, row, t)->l_cycle;
        if (at >= 0 && at <= cycle)
            last = t;
    }
    return last;
}

#define GET(name) ((int)ta_record_peek(r->table, v, TA_FIELD_##name, 0))
#define GET_AT(name, i) ((int)ta_record_peek(r->table, v, TA_FIELD_##name, i))

static int event(ta_run *r, int kind, int cycle)
{
    list *l = &r->events[kind];
    const int32_t item = cycle;
    if (l->count && l->item[l->count - 1] == cycle)
        return 1;
    return list_add(l, &item, 1);
}

/* A row leads the run at its first unit of this phase: it tells the step's tile and group. */
static int lead(ta_run *r, const uint32_t *v, int cycle, before *b)
{
    int row, tile;
    switch (GET(run_phase)) {
    case TA_PHASE_max:
    case TA_PHASE_exp:
        if (!GET(z_valid))
            return 1;
        row = GET(z_row);
        tile = GET(z_tile);
        break;
    case TA_PHASE_pv:
        if (!GET(mm2_valid))
            return 1;
        row = GET(mm2_row);
        tile = GET(mm2_tile);
        break;
    default:
        if (!GET(mm1_valid))
            return 1;
        row = GET(mm1_row);
        tile = GET(mm1_tile);
    }
    const int phase = GET(run_phase), group = row / r->build.a;
    const int block = row / (r->config.mode == TA_NAIVE ? r->build.a : r->config.q_rows);
    const int is_new = phase != b->phase;
    int good = 1;
    if (is_new || block != b->block)
        good = event(r, TA_EVENT_BLOCK, cycle);
    if (good && (is_new || group != b->group))
        good = event(r, TA_EVENT_ROW_GROUP, cycle);
    if (good && (is_new || group != b->group || tile != b->tile))
        good = event(r, TA_EVENT_TILE, cycle);
    b->tile = tile;
    b->group = group;
    b->block = block;
    b->phase = phase;
    return good;
}

static int events(ta_run *r, const uint32_t *v, int cycle, before *b)
{
    int good = lead(r, v, cycle, b);
    if (good && GET(m_valid) && GET(m_new) > GET(m_old) && GET(m_old) != TA_Z_MASKED)
        good = event(r, TA_EVENT_MAX_RISES, cycle);
    const int64_t skipped = ta_record_peek(r->table, v, TA_FIELD_count_value, TA_COUNTER_tiles_skipped);
    if (good && skipped > b->skipped)
        good = event(r, TA_EVENT_TILE_SKIPPED, cycle);
    b->skipped = skipped;
    for (int array = 0; array < 2; array++) {
        const int cause = GET_AT(stall_cause, array);
        const int waits = cause >= TA_STALL_wait_store && cause <= TA_STALL_wait_softmax;
        if (good && waits && cause != b->cause[array] && GET(run_busy))
            good = event(r, TA_EVENT_STALL, cycle);
        b->cause[array] = cause;
    }
    if (good && GET(req_valid) && GET(req_ready) && GET(req_write))
        good = event(r, TA_EVENT_STORE, cycle);
    return good;
}

/* What rows meet.  NAIVE meets Z three times: the first counts; m is that of pass 2. */
static void steps(ta_run *r, const uint32_t *v, int cycle)
{
    const int a = r->build.a;
    if (GET(z_valid)) {
        step *s = ta_step_at(r, GET(z_row), GET(z_tile));
        int32_t *e = ta_elements_at(r, GET(z_row), GET(z_tile));
        if (s->z_cycle < 0) {
            s->z_cycle = cycle;
            for (int j = 0; j < a; j++) {
                e[j] = GET_AT(z_value, j);
                e[a + j] = GET_AT(z_mask, j);
            }
        }
    }
    if (GET(m_valid)) {
        step *s = ta_step_at(r, GET(m_row), GET(m_tile));
        if (s->m_cycle < 0) {
            s->m_cycle = cycle;
            s->m_old = GET(m_old);
            s->m_new = GET(m_new);
        }
    }
    if (GET(p_valid)) {
        step *s = ta_step_at(r, GET(p_row), GET(p_tile));
        int32_t *e = ta_elements_at(r, GET(p_row), GET(p_tile));
        s->p_cycle = cycle;
        s->alpha = GET(p_alpha);
        for (int j = 0; j < a; j++)
            e[2 * a + j] = GET_AT(p_value, j);
    }
    if (GET(l_valid)) {
        step *s = ta_step_at(r, GET(l_row), GET(l_tile));
        s->l_cycle = cycle;
        s->l = GET(l_value);
    }
    if (GET(o_valid) && GET(o_chunk) == GET(run_chunks_m1))
        ta_step_at(r, GET(o_row), GET(o_tile))->o_cycle = cycle;
}

static int port(ta_run *r, const uint32_t *v, int cycle, uint8_t *track)
{
    const int word = r->build.port_bits / 8;
    int32_t move[MOVE_WORDS] = {cycle};
    if (GET(rd_valid)) {
        move[1] = GET(rd_address) * word;
        move[2] = GET(rd_bytes);
        move[3] = GET(rd_kind);
    } else if (GET(wr_valid) && GET(wr_ready)) {
        move[1] = GET(wr_address) * word;
        for (int h = 0; h < word / 2; h++)
            move[2] += 2 * GET_AT(wr_strobe, h);
        move[3] = 256 + GET(wr_kind);
    } else {
        *track = 0;
        return 1;
    }
    *track = (uint8_t)(1 + move[3] % 256);
    return list_add(&r->moves, move, MOVE_WORDS);
}

static int tracks(ta_run *r, const uint32_t *v, int cycle)
{
    if (cycle >= r->track_capacity) {
        const int capacity = 2 * r->track_capacity + 1024;
        for (int i = 0; i < TRACKS; i++) {
            uint8_t *more = realloc(r->track[i], (size_t)capacity);
            if (!more)
                return 0;
            r->track[i] = more;
        }
        r->track_capacity = capacity;
    }
    /* NAIVE: the scores that MM1 makes go to memory first, what enters comes back from there. */
    const int enters = GET(z_valid) && (r->config.mode == TA_FLASH || (GET(load_valid) && GET(load_kind) == TA_BURST_z));
    r->track[TA_RUN_MM1][cycle] = (uint8_t)GET_AT(stall_cause, 0);
    r->track[TA_RUN_MM2][cycle] = (uint8_t)GET_AT(stall_cause, 1);
    r->track[TA_RUN_SOFTMAX][cycle] = (uint8_t)enters;
    r->track[TA_RUN_STORE][cycle] = (uint8_t)GET(norm_valid);
    r->track[TA_RUN_PHASE][cycle] = (uint8_t)GET(run_phase);
    return port(r, v, cycle, &r->track[TA_RUN_PORT][cycle]);
}

static int checkpoint(ta_run *r, int cycle)
{
    if (cycle % r->interval != 0)
        return 1;
    if (r->checkpoint_count == CHECKPOINTS_MAX) {
        for (int i = 0; i < CHECKPOINTS_MAX; i++) {
            if (i % 2)
                free(r->checkpoints[i]);
            else
                r->checkpoints[i / 2] = r->checkpoints[i];
        }
        r->checkpoint_count /= 2;
        r->interval *= 2; /* the cycle is a multiple of it: interval * CHECKPOINTS_MAX */
    }
    uint8_t *state = malloc(ta_sim_checkpoint_bytes(r->sim));
    if (!state)
        return 0;
    ta_sim_checkpoint(r->sim, state);
    r->checkpoints[r->checkpoint_count++] = state;
    return 1;
}

/* The whole run; 0: not enough memory. */
static int simulate(ta_run *r)
{
    before b = {-1, -1, -1, -1, {TA_STALL_fill, TA_STALL_fill}, 0};
    int after = 0, good = 1;
    ta_sim_load(r->sim, &r->job);
    ta_sim_start(r->sim);
    for (int cycle = 0; good && after <= LAST_CLOCKS; cycle++) {
        if (cycle)
            ta_sim_step(r->sim, 1);
        const uint32_t *v = ta_sim_debug_vector(r->sim);
        good = checkpoint(r, cycle) && tracks(r, v, cycle) && events(r, v, cycle, &b) &&
               check_clock(r->check, r, v, cycle);
        steps(r, v, cycle);
        after += !GET(run_busy);
        r->cycles = cycle + 1;
    }
    return good;
}

const uint32_t *ta_run_seek(ta_run *r, int cycle)
{
    cycle = cycle < 0 ? 0 : cycle < r->cycles ? cycle : r->cycles - 1;
    /* On from where it stands, unless the checkpoint is nearer by more than its cost. */
    const int from = cycle / r->interval;
    const int now = (int)ta_sim_cycle(r->sim);
    if (now > cycle || now < from * r->interval - RESTORE_CLOCKS)
        ta_sim_restore(r->sim, r->checkpoints[from], ta_sim_checkpoint_bytes(r->sim));
    ta_sim_step(r->sim, (uint64_t)cycle - ta_sim_cycle(r->sim));
    ta_sim_record(r->sim, r->record);
    return r->record;
}

int ta_run_again(ta_run *r)
{
    ta_sim_reset(r->sim);
    ta_sim_load(r->sim, &r->job);
    ta_sim_start(r->sim);
    ta_sim_run(r->sim, 0);
    const int cycles = (int)ta_sim_cycle(r->sim);
    ta_run_seek(r, 0);
    return cycles;
}

static int allocate(ta_run *r)
{
    const size_t nq = (size_t)r->config.nq, places = nq * (size_t)r->tiles;
    r->result.out = calloc(nq * (size_t)r->config.d, sizeof *r->result.out);
    r->result.m = calloc(nq, sizeof *r->result.m);
    r->result.l = calloc(nq, sizeof *r->result.l);
    r->l = calloc(nq, sizeof *r->l);
    r->record = calloc(r->table->words, sizeof *r->record);
    r->steps = calloc(places, sizeof *r->steps);
    r->elements = calloc(places * 3 * (size_t)r->build.a, sizeof *r->elements);
    r->checkpoints = calloc(CHECKPOINTS_MAX, sizeof *r->checkpoints);
    if (!r->result.out || !r->result.m || !r->result.l || !r->l || !r->record || !r->steps || !r->elements ||
        !r->checkpoints)
        return 0;
    for (size_t i = 0; i < places; i++)
        r->steps[i].z_cycle = r->steps[i].m_cycle = r->steps[i].p_cycle = r->steps[i].l_cycle = r->steps[i].o_cycle = -1;
    r->check = check_new(r);
    return r->check != NULL;
}

/* Refuses what the build does not hold, in the words of the command line. */
static int fits(const ta_run *r)
{
    const ta_problem *p = &r->input->problem;
    const ta_build *b = &r->build;
    const int n = p->nq > p->nk ? p->nq : p->nk;
    if (n > b->nmax) {
        ta_fail(&ta_failure, TA_ERROR_INPUT, "%s: N: found %d, expected at most %d for build %s", p->q->name, n, b->nmax,
                b->name);
        return 0;
    }
    if (r->config.d > b->dmax) {
        ta_fail(&ta_failure, TA_ERROR_INPUT, "%s: D: found %d, expected at most %d for build %s", p->q->name, r->config.d,
                b->dmax, b->name);
        return 0;
    }
    const int error = ta_config_check(b, &r->config);
    if (error)
        ta_fail(&ta_failure, TA_ERROR_INPUT, "configuration: expected %s (build %s)", ta_config_expected(error), b->name);
    return !error;
}

ta_run *ta_run_new(ta_input *input, int build, const int32_t *c)
{
    ta_run *r = ta_build_at(build) ? calloc(1, sizeof *r) : NULL;
    if (!r) {
        ta_fail(&ta_failure, TA_ERROR_INPUT, "no such build, or not enough memory");
        return NULL;
    }
    input->users++;
    r->input = input;
    r->build = *ta_build_at(build);
    r->build_id = build;
    r->interval = INTERVAL_FIRST;
    const ta_config config = {input->problem.nq, input->problem.nk, input->quantized.dp, c[0], c[1], c[2], c[3], c[4],
                              c[5], c[6], 0};
    r->config = config;
    if (!fits(r)) {
        ta_run_free(r);
        return NULL;
    }
    ta_quantized_job(&input->quantized, input->head, &r->build, &config, &r->job);
    r->config = r->job.config;
    r->groups = (r->config.nq + r->build.a - 1) / r->build.a;
    r->tiles = (r->config.nk + r->build.a - 1) / r->build.a;
    r->sim = ta_sim_new_debug(build);
    r->table = r->sim ? ta_sim_record_table(r->sim) : NULL;
    if (!r->table) {
        ta_fail(&ta_failure, TA_ERROR_INPUT, "build %s is not in the module, or not enough memory", r->build.name);
        ta_run_free(r);
        return NULL;
    }
    if (!allocate(r) || !simulate(r) ||
        ta_reference_new(&input->problem, &input->quantized, r->config.causal, r->config.offset, &r->reference,
                         &ta_failure)) {
        ta_fail(&ta_failure, TA_ERROR_INPUT, "not enough memory for the run");
        ta_run_free(r);
        return NULL;
    }
    const enum ta_sim_status status = ta_sim_status(r->sim);
    if (status != TA_SIM_OK) {
        ta_fail(&ta_failure, TA_ERROR_INPUT, "the engine did not finish: %s",
                status == TA_SIM_REFUSED ? "configuration refused"
                : status == TA_SIM_TIMEOUT ? "time-out" : "an accumulator left its range");
        ta_run_free(r);
        return NULL;
    }
    ta_sim_result(r->sim, &r->config, &r->result); /* moves the model on: seek goes back */
    for (int i = 0; i < r->config.nq; i++)
        r->l[i] = (double)r->result.l[i];
    check_end(r->check);
    ta_run_seek(r, 0);
    return r;
}

void ta_run_free(ta_run *r)
{
    if (!r)
        return;
    ta_sim_free(r->sim);
    ta_reference_free(&r->reference);
    for (int i = 0; i < r->checkpoint_count; i++)
        free(r->checkpoints[i]);
    for (int i = 0; i < TRACKS; i++)
        free(r->track[i]);
    for (int i = 0; i < TA_EVENT_COUNT; i++)
        free(r->events[i].item);
    free(r->moves.item);
    free(r->checkpoints);
    free(r->elements);
    free(r->steps);
    free(r->record);
    free(r->l);
    free(r->result.out);
    free(r->result.m);
    free(r->result.l);
    check_free(r->check);
    ta_input_free(r->input);
    free(r);
}

/* ---- reads ---- */

const void *ta_run_array(const ta_run *r, int array)
{
    switch (array) {
    case TA_RUN_MOVES: return r->moves.item;
    case TA_RUN_OUT: return r->result.out;
    case TA_RUN_M: return r->result.m;
    case TA_RUN_L: return r->l;
    default: return array >= 0 && array < TRACKS ? r->track[array] : NULL;
    }
}

const int32_t *ta_run_step(const ta_run *r, int row, int tile)
{
    const int a = r->build.a;
    if (row < 0 || row >= r->config.nq || tile < 0 || tile >= r->tiles || !ta_sees(r, row / a, tile))
        return NULL;
    const step *s = ta_step_at(r, row, tile);
    int32_t *words = ta_answer_array((size_t)(9 + 3 * a) * sizeof *words);
    if (!words)
        return NULL;
    const int32_t head[9] = {s->z_cycle, s->m_cycle, s->p_cycle, s->l_cycle, s->o_cycle,
                             s->m_old, s->m_new, s->alpha, s->l};
    memcpy(words, head, sizeof head);
    memcpy(words + 9, ta_elements_at(r, row, tile), (size_t)(3 * a) * sizeof *words);
    return words;
}

int ta_run_event(const ta_run *r, int kind, int from, int direction)
{
    if (kind < 0 || kind >= TA_EVENT_COUNT)
        return -1;
    const list *l = &r->events[kind];
    int low = 0, high = l->count; /* the first item above from, or (backwards) not below it */
    while (low < high) {
        const int middle = (low + high) / 2;
        if (direction > 0 ? l->item[middle] > from : l->item[middle] >= from)
            high = middle;
        else
            low = middle + 1;
    }
    if (direction > 0)
        return low < l->count ? l->item[low] : -1;
    return low > 0 ? l->item[low - 1] : -1;
}
