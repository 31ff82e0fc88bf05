/* SPDX-License-Identifier: MIT
 *
 * Whole attention jobs on the netlist that is placed, the board's top ta_ulx3s, simulated with
 * the vendor's cell models: output, final m and l bit for bit golden's; cycles, every counter and
 * the ledger those of the simulated RTL.  The project's own host code (host/board.c) drives it.
 *
 *   gate bytes JOBS [FIRST]   over the byte port
 *   gate pins JOBS [FIRST]    over the pins, at the netlist's own 150 clocks a bit
 *   gate flips JOBS [BITS]    so many jobs with each wrong bit of a netlist that has some
 *
 * A byte on the pins takes 1,500 clocks, a job over a million: that is what pins does, a minute
 * a job.  bytes runs the same netlist, every cell of it, but what reads three of its registers
 * gets other values: those that the serial receiver puts out (a byte is there, the byte), and in
 * the transmitter the end of a bit, so that a sent bit takes one clock on the pin (netlist.awk).  A
 * job takes some ten thousand clocks so; frames, checksums, commands and the engine do as ever.
 * Synthesis with fewer clocks a bit would be another netlist, and slower.
 *
 * The first jobs are those of the table below: each kind of job is among them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/golden.h"
#include "golden/random_job.h"
#include "sim/sim.h"
#include "tests/fpga/pins.h"
#include "tests/gate/gate.h"

/* The largest of each schedule; partial tiles; each kind of mask; blocks of one to all tiles. */
static const struct kind {
    int nq, nk, mode, q_rows, causal, offset, overlap, stream, latency;
} table[] = {
    {5, 6, TA_FLASH, 8, 1, -2, 1, 1, 10},
    {6, 3, TA_NAIVE, 4, 0, 0, 1, 1, 10},
    {32, 32, TA_FLASH, 16, 0, 0, 1, 1, 10},
    {32, 32, TA_NAIVE, 4, 0, 0, 1, 1, 10},
    {7, 10, TA_NAIVE, 4, 1, 3, 0, 1, 5},
    {9, 4, TA_FLASH, 4, 1, 0, 0, 0, 0},
    {3, 9, TA_FLASH, 16, 1, 7, 1, 0, 20},
    {13, 29, TA_FLASH, 4, 0, 0, 0, 1, 10},
    {1, 1, TA_FLASH, 4, 0, 0, 1, 1, 10},
    {10, 7, TA_NAIVE, 4, 1, -4, 1, 0, 3},
    {17, 31, TA_NAIVE, 4, 1, 0, 0, 0, 10},
    {32, 32, TA_FLASH, 32, 1, 0, 1, 1, 10},
    {31, 18, TA_FLASH, 8, 1, -13, 0, 0, 64},
};
enum { TABLE = sizeof table / sizeof table[0] };

/* Kinds of jobs, counted; each is among the jobs of the table. */
#define KINDS(X)                                                                \
    X("FLASH", c->mode == TA_FLASH)                                             \
    X("NAIVE", c->mode == TA_NAIVE)                                             \
    X("not causal", !c->causal)                                                 \
    X("causal, negative offset", c->causal && c->offset < 0)                    \
    X("causal, offset 0", c->causal && c->offset == 0)                          \
    X("causal, positive offset", c->causal && c->offset > 0)                    \
    X("blocks of more than A rows", c->mode == TA_FLASH && c->q_rows > build->a) \
    X("NQ not NK", c->nq != c->nk)                                              \
    X("overlap", c->overlap)                                                    \
    X("no overlap", !c->overlap)                                                \
    X("stream", c->stream)                                                      \
    X("no stream", !c->stream)                                                  \
    X("partial tiles", c->nq % build->a || c->nk % build->a)                    \
    X("largest, FLASH", c->mode == TA_FLASH && c->nq == build->nmax && c->nk == build->nmax) \
    X("largest, NAIVE", c->mode == TA_NAIVE && c->nq == build->nmax && c->nk == build->nmax)

static const ta_build *build;
static ta_sim *sim;
static int8_t *q, *k, *v;
static int16_t *out[3], *m[3];
static int64_t *l[3];
static void *workspace;

static void *get(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (!memory) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return memory;
}

static void allocate(void)
{
    size_t rows = (size_t)build->nmax, n = rows * (size_t)build->dmax;
    q = get(n);
    k = get(n);
    v = get(n);
    for (int i = 0; i < 3; i++) {
        out[i] = get(n * sizeof *out[i]);
        m[i] = get(rows * sizeof *m[i]);
        l[i] = get(rows * sizeof *l[i]);
    }
    ta_config largest = {build->nmax, build->nmax, build->dmax, TA_NAIVE, build->a, 0, 0, 1, 1, 0, 1};
    size_t naive = ta_golden_workspace(build, &largest);
    largest.mode = TA_FLASH;
    size_t flash = ta_golden_workspace(build, &largest);
    workspace = get(naive > flash ? naive : flash);
}

static ta_job job_of(long number)
{
    ta_job job = {*build, {0}, q, k, v};
    ta_config *c = &job.config;
    ta_random_job(build, (uint64_t)number, number < TABLE ? TA_RANDOM_NO_CORNERS : TA_RANDOM_ANY, c, q, k, v);
    if (number < TABLE) {
        const struct kind *t = &table[number];
        uint64_t random = (uint64_t)number;
        for (size_t i = 0; i < (size_t)build->nmax * (size_t)build->dmax; i++) {
            uint64_t r = ta_random_next(&random);
            q[i] = (int8_t)r;
            k[i] = (int8_t)(r >> 8);
            v[i] = (int8_t)(r >> 16);
        }
        ta_config chosen = {t->nq, t->nk, build->dmax, t->mode, t->q_rows, t->causal, t->offset,
                            t->overlap, t->stream, t->latency, c->scale};
        *c = chosen;
    }
    return job;
}

/* What is wrong with the netlist's result; null: nothing. */
static const char *differs(const ta_job *job, const ta_result *gate)
{
    const ta_config *c = &job->config;
    size_t rows = (size_t)c->nq, values = rows * (size_t)c->d;
    ta_result golden = {out[1], m[1], l[1], {0}}, rtl = {out[2], m[2], l[2], {0}};
    if (ta_golden_run(job, &golden, workspace, NULL, NULL))
        return "configuration";
    if (memcmp(gate->out, golden.out, values * sizeof *golden.out) != 0)
        return "out";
    if (memcmp(gate->m, golden.m, rows * sizeof *golden.m) != 0)
        return "m";
    if (memcmp(gate->l, golden.l, rows * sizeof *golden.l) != 0)
        return "l";
    if (ta_sim_job(sim, job, &rtl) != TA_SIM_OK)
        return "status of the RTL";
#define TA_COUNTER(id, meaning) \
    if (gate->counters.id != rtl.counters.id) \
        return #id;
#include "spec/counters.def"
#undef TA_COUNTER
    return memcmp(gate->counters.stalls, rtl.counters.stalls, sizeof rtl.counters.stalls) ? "stalls" : NULL;
}

/* ---- the byte port as a ta_link ---- */

enum {
    GAP = 24,      /* clocks from byte to byte: more than a byte's checksum takes */
    SILENCE = 5000 /* clocks without a byte after which a reply is given up */
};

typedef struct byte_port {
    void *gate;
    int bits; /* of the byte on the transmitter's pin; -1: none */
    int byte;
    uint64_t clocks, limit;
    uint8_t fifo[1024];
    size_t used, filled;
} byte_port;

static void port_clock(byte_port *p, int byte)
{
    gate_model.receive(p->gate, byte);
    int level = gate_model.pins.clock(p->gate, 1);
    p->clocks++;
    if (p->bits < 0) {
        if (!level)
            p->bits = p->byte = 0;
    } else if (p->bits < 8) {
        p->byte |= level << p->bits++;
    } else {
        p->bits = -1;
        if (p->filled < sizeof p->fifo)
            p->fifo[p->filled++] = (uint8_t)p->byte;
    }
}

static int port_write(void *context, const uint8_t *bytes, size_t n)
{
    byte_port *p = context;
    for (size_t i = 0; i < n; i++) {
        port_clock(p, bytes[i]);
        for (int j = 1; j < GAP; j++)
            port_clock(p, -1);
    }
    return p->clocks > p->limit ? -1 : 0;
}

static int port_read(void *context, uint8_t *bytes, size_t n, int milliseconds)
{
    byte_port *p = context;
    (void)milliseconds;
    for (int i = 0; i < SILENCE && p->used == p->filled; i++)
        port_clock(p, -1);
    size_t there = p->filled - p->used < n ? p->filled - p->used : n;
    memcpy(bytes, p->fifo + p->used, there);
    p->used += there;
    if (p->used == p->filled)
        p->used = p->filled = 0;
    return (int)there;
}

/* ---- runs ---- */

typedef struct run {
    ta_link link;
    ta_board board;
    byte_port port;
    pins pins;
    int on_pins, open;
} run;

static void power_up(run *r, int on_pins, int number)
{
    memset(r, 0, sizeof *r);
    r->on_pins = on_pins;
    if (on_pins) {
        if (!pins_init(&r->pins, &gate_model.pins, 1))
            exit(1);
        r->link = r->pins.link;
    } else {
        r->port.gate = gate_model.create((uint64_t)number + 1, number);
        if (!r->port.gate)
            exit(1);
        r->port.bits = -1;
        for (int i = 0; i < GAP; i++)
            port_clock(&r->port, -1);
        r->link = (ta_link){&r->port, port_write, port_read};
    }
}

static void power_down(run *r)
{
    if (r->on_pins)
        pins_free(&r->pins);
    else
        gate_model.pins.destroy(r->port.gate);
}

/* What is wrong with a job; null: nothing. */
static const char *do_job(run *r, const ta_job *job)
{
    static ta_error error;
    ta_result result = {out[0], m[0], l[0], {0}};
    memset(out[0], 0x55, (size_t)(build->nmax * build->dmax) * sizeof *out[0]);
    r->port.limit = r->port.clocks + 1000000; /* the longest job takes a tenth of it */
    if (!r->open && ta_board_open(&r->board, &r->link, "netlist", &error))
        return error.text;
    r->open = 1;
    if (ta_board_run(&r->board, job, &result, &error))
        return error.text;
    return differs(job, &result);
}

static void print_config(long number, const ta_config *c)
{
    printf("job %ld: %s, nq %d nk %d q_rows %d causal %d offset %d overlap %d stream %d latency %d\n",
           number, c->mode == TA_NAIVE ? "NAIVE" : "FLASH", c->nq, c->nk, c->q_rows, c->causal, c->offset,
           c->overlap, c->stream, c->latency);
}

static int jobs(int on_pins, long count, long first)
{
    static run r;
    const char *const names[] = {
#define X(name, condition) name,
        KINDS(X)
#undef X
    };
    enum { NAMES = sizeof names / sizeof names[0] };
    long kinds[NAMES] = {0}, wrong = 0;
    uint64_t cycles = 0;
    power_up(&r, on_pins, 0);
    for (long i = first; i < first + count; i++) {
        ta_job job = job_of(i);
        const ta_config *c = &job.config;
        const char *what = do_job(&r, &job);
        if (what) {
            print_config(i, c);
            printf("  differs: %s\n", what);
            if (++wrong == 5)
                break;
        }
        ta_counters counters;
        ta_sim_counters(sim, &counters);
        cycles += counters.cycles;
        int kind = 0;
#define X(name, condition) kinds[kind++] += (condition) != 0;
        KINDS(X)
#undef X
    }
    for (int i = 0; i < NAMES; i++) {
        printf("  %-28s %ld\n", names[i], kinds[i]);
        if (count >= TABLE && first == 0 && kinds[i] == 0) {
            printf("  found no such job, expected one at least\n");
            wrong++;
        }
    }
    if (r.board.tries != r.board.requests) { /* the line is clean */
        printf("found %lu tries of %lu requests, expected as many\n", r.board.tries, r.board.requests);
        wrong++;
    }
    printf("%s: %ld jobs, %ld wrong; %llu cycles of the engine, %llu clocks\n", on_pins ? "pins" : "bytes",
           count, wrong, (unsigned long long)cycles,
           (unsigned long long)(on_pins ? r.pins.clocks : r.port.clocks));
    power_down(&r);
    return wrong != 0;
}

/* Without a wrong bit the jobs are right; with one, one of them is not.  A bit may be one that no
 * value of these jobs selects: a quarter of them is to be noticed at least. */
static int flips(long count, int bits)
{
    static run r;
    int caught = 0, fault = 0;
    for (int number = 0; number <= bits; number++) {
        const char *what = NULL;
        long i = 0;
        power_up(&r, 0, number);
        for (; i < count && !what; i++) {
            ta_job job = job_of(i);
            what = do_job(&r, &job);
        }
        power_down(&r);
        if (number == 0 && what) {
            printf("no wrong bit: job %ld differs: %s\n", i - 1, what);
            fault = 1;
        } else if (what) {
            printf("wrong bit %d: job %ld differs: %s\n", number, i - 1, what);
            caught++;
        } else if (number) {
            printf("wrong bit %d: not noticed\n", number);
        }
    }
    printf("flips: %d wrong bits, %d noticed in %ld jobs\n", bits, caught, count);
    return fault || caught == 0 || 4 * caught < bits;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    const long count = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    const long first = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    const int on_pins = !strcmp(mode, "pins"), on_bytes = !strcmp(mode, "bytes");
    const int wrong_bits = !strcmp(mode, "flips");
    if (on_pins + on_bytes + wrong_bits == 0 || count <= 0) {
        fprintf(stderr, "usage: gate bytes JOBS [FIRST] | gate pins JOBS [FIRST] | gate flips JOBS [BITS]\n");
        return 2;
    }
    if (wrong_bits && first > gate_model.flips) {
        fprintf(stderr, "flips: found %ld bits, expected at most %d\n", first, gate_model.flips);
        return 2;
    }
    build = ta_build_find(gate_model.pins.build);
    sim = ta_sim_new(TA_BUILD_tiny);
    if (!sim)
        return 1;
    allocate();
    return wrong_bits ? flips(count, first > 0 ? (int)first : gate_model.flips) : jobs(on_pins, count, first);
}
