/* SPDX-License-Identifier: MIT */
#include "sim/sim.h"

#include <stdlib.h>
#include <string.h>

#include "sim/pins.h"
#include "sim/record.h"

#define TA_BUILD(id, a, dmax, nmax, pf, port, purpose) extern const struct ta_sim_ops ta_sim_ops_##id;
#include "spec/builds.def"
#undef TA_BUILD

static const struct ta_sim_ops *const all_ops[] = {
#define TA_BUILD(id, a, dmax, nmax, pf, port, purpose) &ta_sim_ops_##id,
#include "spec/builds.def"
#undef TA_BUILD
};

struct ta_sim {
    const ta_build *build;
    const struct ta_sim_ops *ops;
    void *model;
    struct ta_pins pins;
    uint64_t cycle;          /* clocks since start */
    ta_record_table *table;  /* and room for the debug vector, with Debug only */
    uint32_t *vector;
};

static void clock_once(ta_sim *s)
{
    s->ops->set(s->model, &s->pins);
    s->ops->clock(s->model, 1);
    s->cycle++;
}

static struct ta_outs outs(const ta_sim *s)
{
    struct ta_outs o;
    s->ops->get(s->model, &o);
    return o;
}

ta_sim *ta_sim_open(int build, const struct ta_sim_ops *ops)
{
    ta_sim *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->build = ta_build_at(build);
    s->ops = ops;
    s->model = s->ops->create();
    int complete = s->model != NULL;
    if (ops->record) {
        s->table = malloc(sizeof *s->table);
        if (s->table) {
            ta_record_table_init(s->table, s->build);
            s->vector = calloc(s->table->bits / 32 + 2, sizeof *s->vector);
        }
        complete = complete && s->vector;
    }
    if (!complete) {
        ta_sim_free(s);
        return NULL;
    }
    ta_sim_reset(s);
    return s;
}

ta_sim *ta_sim_new(int build)
{
    return build >= 0 && build < TA_BUILD_COUNT ? ta_sim_open(build, all_ops[build]) : NULL;
}

void ta_sim_free(ta_sim *s)
{
    if (s) {
        if (s->model)
            s->ops->destroy(s->model);
        free(s->table);
        free(s->vector);
        free(s);
    }
}

const ta_build *ta_sim_build(const ta_sim *s)
{
    return s->build;
}

void ta_sim_reset(ta_sim *s)
{
    s->pins.rst_n = 0;
    s->pins.start = 0;
    clock_once(s);
    clock_once(s);
    s->pins.rst_n = 1;
    s->ops->set(s->model, &s->pins);
}

void ta_sim_configure(ta_sim *s, const ta_config *c)
{
    ta_pins_configure(&s->pins, c);
    s->ops->set(s->model, &s->pins);
}

static size_t word_bytes(const ta_sim *s)
{
    return (size_t)s->build->port_bits / 8;
}

void ta_sim_write(ta_sim *s, uint32_t address, const void *data, size_t bytes)
{
    const uint8_t *from = data;
    size_t word = word_bytes(s);
    s->pins.h_en = 1;
    s->pins.h_we = 1;
    for (size_t i = 0; i < bytes; i += word) {
        s->pins.h_addr = (uint32_t)((address + i) / word);
        memcpy(s->pins.h_wdata, from + i, word);
        clock_once(s);
    }
    s->pins.h_en = 0;
    s->pins.h_we = 0;
    s->ops->set(s->model, &s->pins);
}

/* Read latency 2: the word of the address set before a clock is there after the next one. */
void ta_sim_read(ta_sim *s, uint32_t address, void *data, size_t bytes)
{
    uint8_t *to = data;
    size_t word = word_bytes(s);
    size_t words = bytes / word;
    s->pins.h_en = 1;
    for (size_t i = 0; i < words + 1; i++) {
        s->pins.h_addr = (uint32_t)(address / word + (i < words ? i : words - 1));
        clock_once(s);
        if (i > 0)
            s->ops->read_word(s->model, to + (i - 1) * word);
    }
    s->pins.h_en = 0;
    s->ops->set(s->model, &s->pins);
}

uint32_t ta_z_address(const ta_build *b, int query, int key)
{
    int tiles = (b->nmax + b->a - 1) / b->a;
    int tile = query / b->a * tiles + key / b->a;
    return ta_region_base(b, TA_REGION_Z) +
           2u * (uint32_t)((tile * b->a + query % b->a) * b->a + key % b->a);
}

void ta_sim_load(ta_sim *s, const ta_job *job)
{
    const ta_config *c = &job->config;
    ta_sim_write(s, ta_region_base(s->build, TA_REGION_Q), job->q, (size_t)c->nq * (size_t)c->d);
    ta_sim_write(s, ta_region_base(s->build, TA_REGION_K), job->k, (size_t)c->nk * (size_t)c->d);
    ta_sim_write(s, ta_region_base(s->build, TA_REGION_V), job->v, (size_t)c->nk * (size_t)c->d);
    ta_sim_configure(s, c);
}

void ta_sim_start(ta_sim *s)
{
    s->pins.start = 1;
    clock_once(s);
    s->cycle = 0;
    s->pins.start = 0;
    s->ops->set(s->model, &s->pins);
}

void ta_sim_step(ta_sim *s, uint64_t clocks)
{
    s->ops->clock(s->model, clocks);
    s->cycle += clocks;
}

uint64_t ta_sim_cycle(const ta_sim *s)
{
    return s->cycle;
}

enum ta_sim_status ta_sim_run(ta_sim *s, uint64_t max_clocks)
{
    s->cycle += s->ops->until(s->model, max_clocks ? max_clocks : (uint64_t)1 << 32);
    return ta_sim_status(s);
}

enum ta_sim_status ta_sim_status(const ta_sim *s)
{
    struct ta_outs o = outs(s);
    if (o.error)
        return TA_SIM_REFUSED;
    if (!o.done)
        return TA_SIM_TIMEOUT;
    return o.overflow ? TA_SIM_OVERFLOW : TA_SIM_OK;
}

int ta_sim_done(const ta_sim *s)
{
    return (int)outs(s).done;
}

int ta_sim_timed_out(const ta_sim *s)
{
    return (int)outs(s).timeout;
}

int ta_sim_config_error(const ta_sim *s)
{
    return (int)outs(s).error_code;
}

void ta_sim_counters(const ta_sim *s, ta_counters *c)
{
    int i = 0;
#define TA_COUNTER(id, meaning) c->id = s->ops->counter(s->model, i++);
#include "spec/counters.def"
#undef TA_COUNTER
    for (int array = 0; array < 2; array++)
        for (int cause = 0; cause < TA_STALL_COUNT; cause++)
            c->stalls[array][cause] = s->ops->counter(s->model, i++);
}

void ta_sim_row_state(ta_sim *s, int row, int16_t *m, int64_t *l)
{
    s->pins.state_row = (uint32_t)row;
    clock_once(s);
    clock_once(s);
    struct ta_outs o = outs(s);
    *m = (int16_t)o.m;
    *l = (int64_t)o.l;
}

void ta_sim_result(ta_sim *s, const ta_config *c, ta_result *r)
{
    ta_sim_counters(s, &r->counters);
    if (r->out)
        ta_sim_read(s, ta_region_base(s->build, TA_REGION_O), r->out,
                    2u * (size_t)c->nq * (size_t)c->d);
    for (int i = 0; i < c->nq && r->m && r->l; i++)
        ta_sim_row_state(s, i, &r->m[i], &r->l[i]);
}

enum ta_sim_status ta_sim_job(ta_sim *s, const ta_job *job, ta_result *r)
{
    ta_sim_load(s, job);
    ta_sim_start(s);
    enum ta_sim_status status = ta_sim_run(s, 0);
    ta_sim_step(s, 2); /* the last events reach the counters */
    if (status == TA_SIM_OK)
        ta_sim_result(s, &job->config, r);
    else
        ta_sim_counters(s, &r->counters);
    return status;
}

void ta_sim_set_stall(ta_sim *s, unsigned pins)
{
    s->pins.stall = pins;
    s->ops->set(s->model, &s->pins);
}

/* ---- state record ---- */

const ta_record_table *ta_sim_record_table(const ta_sim *s)
{
    return s->table;
}

const uint32_t *ta_sim_debug_vector(const ta_sim *s)
{
    if (!s->table)
        return NULL;
    s->ops->record(s->model, s->vector);
    return s->vector;
}

int ta_sim_record(const ta_sim *s, uint32_t *record)
{
    const uint32_t *vector = ta_sim_debug_vector(s);
    if (vector)
        ta_record_unpack(s->table, vector, record);
    return vector != NULL;
}

/* ---- checkpoint ---- */

struct header {
    char magic[8];
    uint32_t tables; /* CRC of the tables */
    uint32_t model;  /* hash of the model's class and Verilator */
    uint32_t build;
    uint32_t pad;
    uint64_t cycle;
    uint64_t size; /* bytes of the whole */
    struct ta_pins pins;
};

static const char magic[8] = {'T', 'A', 's', 't', 'a', 't', 'e', '1'};

static struct header header_of(const ta_sim *s)
{
    struct header h;
    memset(&h, 0, sizeof h);
    memcpy(h.magic, magic, sizeof magic);
    h.tables = ta_tables_crc();
    h.model = 2166136261u; /* FNV-1a */
    for (const char *c = s->ops->name; *c; c++)
        h.model = (h.model ^ (unsigned char)*c) * 16777619u;
    h.build = (uint32_t)(s->build - ta_build_at(0));
    h.cycle = s->cycle;
    h.size = ta_sim_checkpoint_bytes(s);
    h.pins = s->pins;
    return h;
}

size_t ta_sim_checkpoint_bytes(const ta_sim *s)
{
    return sizeof(struct header) + s->ops->state_bytes();
}

void ta_sim_checkpoint(const ta_sim *s, void *checkpoint)
{
    struct header h = header_of(s);
    memcpy(checkpoint, &h, sizeof h);
    s->ops->save(s->model, (char *)checkpoint + sizeof h);
}

int ta_sim_restore(ta_sim *s, const void *checkpoint, size_t bytes)
{
    struct header own = header_of(s), h;
    if (bytes < sizeof h)
        return 0;
    memcpy(&h, checkpoint, sizeof h);
    if (memcmp(h.magic, own.magic, sizeof magic) != 0 || h.tables != own.tables ||
        h.model != own.model || h.build != own.build || h.size != own.size || bytes != own.size)
        return 0;
    s->ops->load(s->model, (const char *)checkpoint + sizeof h);
    s->pins = h.pins;
    s->cycle = h.cycle;
    return 1;
}

/* ---- FST ---- */

int ta_sim_trace_fst(ta_sim *s, const char *path)
{
    return s->ops->trace ? s->ops->trace(s->model, path) == 0 : 0;
}
