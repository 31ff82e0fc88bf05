/* SPDX-License-Identifier: MIT
 *
 * soak_ports [--stimuli] RUNS: prints hash and clocks, or the inputs of every clock (ports.h).
 * The engine is TA_PORTS_OPS.  In WebAssembly: exports ports_hash_of and ports_clocks.
 */
#include "tests/soak/ports.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "golden/random_job.h"

enum { BUILD = TA_BUILD_tiny, WORD = 2, ROWS = 32, DEPTH = 4, COUNTERS = 29 };

static struct {
    const struct ta_sim_ops *ops;
    void *model;
    struct ta_pins pins;
    FILE *stimuli;
    uint64_t hash, clocks;
    int hashed;
    int read; /* the clock before read a word for the host */
    int rest; /* clocks since the end of the last run */
} h;

static void mix(uint64_t lane)
{
    h.hash = (h.hash ^ lane) * UINT64_C(0x100000001b3);
}

static void step(void)
{
    const struct ta_pins *p = &h.pins;
    h.ops->set(h.model, p);
    h.ops->clock(h.model, 1);
    h.clocks++;
    if (h.stimuli)
        fprintf(h.stimuli, "%02x%02x%02x%02x%04x%04x%04x%04x%04x%04x%08x%08x\n",
                (unsigned)(p->rst_n << 7 | p->start << 6 | p->mode << 5 | p->causal << 4 | p->overlap << 3 |
                           p->stream << 2 | p->h_en << 1 | p->h_we),
                (unsigned)p->stall, (unsigned)p->latency, (unsigned)p->state_row, (unsigned)p->h_addr,
                (unsigned)(p->h_wdata[0] | p->h_wdata[1] << 8), (unsigned)p->nq, (unsigned)p->nk, (unsigned)p->d,
                (unsigned)p->qrows, (unsigned)p->offset & 0x1ffffu, (unsigned)p->scale);
    struct ta_outs o;
    uint8_t word[16];
    h.ops->get(h.model, &o);
    h.ops->read_word(h.model, word);
    if (!h.read)
        word[0] = word[1] = 0;
    h.read = p->h_en && !p->h_we;
    h.rest = o.idle ? h.rest + 1 : 0;
    if (h.rest < 3)
        o.m = 0, o.l = 0;
    if (!h.hashed)
        return;
    mix((uint64_t)(o.idle | o.done << 1 | o.error << 2 | o.timeout << 3 | o.overflow << 4 | o.error_code << 8) |
        (uint64_t)(uint16_t)o.m << 16 | (uint64_t)(word[0] | word[1] << 8) << 32);
    mix(o.l);
    for (int i = 0; i < COUNTERS; i += 2)
        mix(h.ops->counter(h.model, i) | (i + 1 < COUNTERS ? (uint64_t)h.ops->counter(h.model, i + 1) << 32 : 0));
}

static void put(uint32_t word, uint8_t low, uint8_t high)
{
    h.pins.h_en = h.pins.h_we = 1;
    h.pins.h_addr = word;
    h.pins.h_wdata[0] = low;
    h.pins.h_wdata[1] = high;
    step();
    h.pins.h_en = h.pins.h_we = 0;
}

static void put_region(enum ta_region region, const int8_t *data, int bytes)
{
    const uint32_t base = ta_region_base(ta_build_at(BUILD), region) / WORD;
    for (int i = 0; i < bytes; i += WORD)
        put(base + (uint32_t)i / WORD, (uint8_t)data[i], (uint8_t)data[i + 1]);
}

static void get_words(uint32_t first, int words)
{
    h.pins.h_en = 1;
    for (int i = 0; i <= words; i++) {
        h.pins.h_addr = first + (uint32_t)(i < words ? i : words - 1);
        step();
    }
    h.pins.h_en = 0;
}

static void run(const ta_config *c, const int8_t *q, const int8_t *k, const int8_t *v)
{
    struct ta_pins *p = &h.pins;
    struct ta_outs o;
    put_region(TA_REGION_Q, q, c->nq * c->d);
    put_region(TA_REGION_K, k, c->nk * c->d);
    put_region(TA_REGION_V, v, c->nk * c->d);
    ta_pins_configure(p, c);
    p->start = 1;
    step();
    p->start = 0;
    int left = 100000;
    do {
        step();
        h.ops->get(h.model, &o);
    } while (!o.idle && --left);
    step();
    step();
    get_words(ta_region_base(ta_build_at(BUILD), TA_REGION_O) / WORD, c->nq * c->d);
    for (int i = 0; i < c->nq; i++) {
        p->state_row = (uint32_t)i;
        step();
        step();
    }
}

uint64_t ports_hash(const struct ta_sim_ops *ops, uint32_t runs, FILE *stimuli, uint64_t *clocks)
{
    static int8_t q[ROWS * DEPTH], k[ROWS * DEPTH], v[ROWS * DEPTH];
    const ta_build *build = ta_build_at(BUILD);
    ta_config c;
    int size[TA_SIZE_COUNT];
    ta_sizes(build, size);
    memset(&h, 0, sizeof h);
    h.ops = ops;
    h.model = ops->create();
    if (!h.model)
        return 0;
    h.stimuli = stimuli;
    step();
    step();
    h.pins.rst_n = 1;
    for (int i = 0; i < size[TA_SIZE_MemWords]; i++)
        put((uint32_t)i, (uint8_t)i, (uint8_t)(i >> 4));
    ta_random_job(build, 1, TA_RANDOM_NO_CORNERS, &c, q, k, v);
    for (int mode = 0; mode < 2; mode++) {
        c = (ta_config){ROWS, ROWS, DEPTH, mode ? TA_FLASH : TA_NAIVE, build->a, 0, 0, 1, 1, 0, 300};
        run(&c, q, k, v);
    }
    h.hash = UINT64_C(0xcbf29ce484222325);
    h.hashed = 1;
    h.clocks = 0;
    for (uint32_t seed = 0; seed < runs; seed++) {
        ta_random_job(build, seed, TA_RANDOM_ANY, &c, q, k, v);
        run(&c, q, k, v);
    }
    *clocks = h.clocks;
    ops->destroy(h.model);
    return h.hash;
}

extern const struct ta_sim_ops TA_PORTS_OPS;

#ifdef __wasm__

static uint64_t last_clocks;

__attribute__((export_name("ports_hash_of"))) uint64_t ports_hash_of(uint32_t runs)
{
    return ports_hash(&TA_PORTS_OPS, runs, NULL, &last_clocks);
}

__attribute__((export_name("ports_clocks"))) uint64_t ports_clocks(void)
{
    return last_clocks;
}

#else

int main(int argc, char **argv)
{
    const int stimuli = argc == 3 && !strcmp(argv[1], "--stimuli");
    uint64_t clocks;
    if (argc != 2 + stimuli) {
        fprintf(stderr, "usage: soak_ports [--stimuli] RUNS\n");
        return 2;
    }
    const uint64_t hash =
        ports_hash(&TA_PORTS_OPS, (uint32_t)strtoul(argv[1 + stimuli], NULL, 10), stimuli ? stdout : NULL, &clocks);
    if (!stimuli)
        printf("%016" PRIx64 " %" PRIu64 "\n", hash, clocks);
    return 0;
}

#endif
