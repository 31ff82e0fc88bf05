/* SPDX-License-Identifier: MIT */
#include "formal/machine.h"

#include <stdlib.h>
#include <string.h>

#include "formal/shell.h"

typedef uint64_t lanes __attribute__((vector_size(MACHINE_LANES / 8)));
enum { GROUPS = MACHINE_LANES / 64, MOST_OUTPUTS = 16, MOST_CHOICES = 8 };

/* Of a signal of the graph: bit 0, it may be 0; bit 1, it may be 1. */
enum { IS_0 = 1, IS_1 = 2, UNKNOWN = 3 };

struct machine {
    const struct aig *a;
    unsigned base, gates_at, variables;      /* variables: the first register, the first gate, all */
    unsigned output[MOST_OUTPUTS], outputs;  /* literals */
    unsigned choice[MOST_CHOICES], choices;  /* variables */
    unsigned char *value, *next_value;       /* of the variables; of the registers */
    unsigned char *held, *loose;             /* of the registers: 0 at all times; may be unknown in a state */
    unsigned *folded;                        /* of the variables: its literal among the rails */
    /* Literal l: rail[l], it may be 1; so rail[l ^ 1], it may be 0.  0 and 1: the constants, 2 and 3: unknown; then the
     * choices, the registers, the gates. */
    lanes *rail;
    unsigned (*gate)[2], gates, literals, registers;
    /* The packed bits: the literal each is loaded to, that of its next value, whether the other rail is no bit of its own. */
    unsigned *load, *store, bits, words;
    unsigned char *single;
    uint64_t *next; /* the states behind */
};

static void *room(size_t count, size_t size)
{
    void *p = calloc(count + 1, size);
    if (!p)
        abort();
    return p;
}

/* One of the names that stand there by spaces. */
static int named(const char *names, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = names; (at = strstr(at, name)) != NULL; at++)
        if ((at == names || at[-1] == ' ') && (!at[n] || at[n] == ' '))
            return 1;
    return 0;
}

static unsigned find(char **names, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++)
        if (named(names[i], name))
            return i;
    die("the graph has no such signal", name);
}

struct machine *machine_new(const struct aig *a, const char *const *outputs, const char *const *choices)
{
    struct machine *m = room(1, sizeof *m);
    m->a = a;
    m->base = 1 + a->inputs;
    m->gates_at = m->base + a->latches;
    m->variables = m->gates_at + a->gates;
    for (; outputs[m->outputs]; m->outputs++) {
        if (m->outputs == MOST_OUTPUTS)
            abort();
        m->output[m->outputs] = a->output[find(a->output_name, a->outputs, outputs[m->outputs])];
    }
    for (; choices[m->choices]; m->choices++) {
        if (m->choices == MOST_CHOICES)
            abort();
        m->choice[m->choices] = 1 + find(a->input_name, a->inputs, choices[m->choices]);
    }
    m->value = room(m->variables, 1);
    m->next_value = room(a->latches, 1);
    m->held = room(a->latches, 1);
    m->loose = room(a->latches, 1);
    m->folded = room(m->variables, sizeof *m->folded);
    m->gate = room(a->gates, sizeof *m->gate);
    m->load = room(2 * (size_t)a->latches, sizeof *m->load);
    m->store = room(2 * (size_t)a->latches, sizeof *m->store);
    m->single = room(2 * (size_t)a->latches, 1);
    return m;
}

void machine_free(struct machine *m)
{
    free(m->value);
    free(m->next_value);
    free(m->held);
    free(m->loose);
    free(m->folded);
    free(m->gate);
    free(m->load);
    free(m->store);
    free(m->single);
    free(m->rail);
    free(m->next);
    free(m);
}

static unsigned value_of(const struct machine *m, unsigned literal)
{
    const unsigned v = m->value[literal >> 1];
    return literal & 1 ? (v >> 1 | v << 1) & UNKNOWN : v;
}

static void settle(struct machine *m)
{
    m->value[0] = IS_0;
    for (unsigned i = 0; i < m->a->gates; i++) {
        const unsigned x = value_of(m, m->a->gate[i][0]), y = value_of(m, m->a->gate[i][1]);
        m->value[m->gates_at + i] = (unsigned char)((x & y & IS_1) | ((x | y) & IS_0));
    }
}

void machine_begin(struct machine *m)
{
    memset(m->value, UNKNOWN, m->variables);
    memset(m->loose, 0, m->a->latches);
    for (unsigned i = 0; i < m->a->latches; i++)
        if (m->held[i])
            m->value[m->base + i] = IS_0;
    settle(m);
}

void machine_drive(struct machine *m, const char *name, int bits, long value)
{
    for (int b = 0; b < bits; b++) {
        char *bit = bits == 1 ? format("%s", name) : format("%s[%d]", name, b);
        m->value[1 + find(m->a->input_name, m->a->inputs, bit)] = value >> b & 1 ? IS_1 : IS_0;
        free(bit);
    }
    settle(m);
}

void machine_hold(struct machine *m, const char *name)
{
    m->held[find(m->a->latch_name, m->a->latches, name)] = 1;
}

static unsigned next_value(const struct machine *m, unsigned i)
{
    return m->held[i] ? IS_0 : value_of(m, m->a->next[i]);
}

void machine_clock(struct machine *m)
{
    for (unsigned i = 0; i < m->a->latches; i++)
        m->next_value[i] = (unsigned char)next_value(m, i);
    memcpy(m->value + m->base, m->next_value, m->a->latches);
    settle(m);
}

int machine_output(const struct machine *m, int output)
{
    const unsigned v = value_of(m, m->output[output]);
    return v == UNKNOWN ? 2 : v == IS_1;
}

static unsigned rail_of(const struct machine *m, unsigned literal)
{
    return m->folded[literal >> 1] ^ (literal & 1);
}

/* What the outputs depend on, of what is not always the same. */
static char *cone(const struct machine *m)
{
    char *in = room(m->variables, 1);
    unsigned *left = room(2 * (size_t)m->variables, sizeof *left), n = 0;
    for (unsigned i = 0; i < m->outputs; i++)
        left[n++] = m->output[i] >> 1;
    while (n) {
        const unsigned v = left[--n];
        if (!v || in[v] || m->value[v] != UNKNOWN)
            continue;
        in[v] = 1;
        if (v >= m->gates_at) {
            left[n++] = m->a->gate[v - m->gates_at][0] >> 1;
            left[n++] = m->a->gate[v - m->gates_at][1] >> 1;
        } else if (v >= m->base)
            left[n++] = m->a->next[v - m->base] >> 1;
    }
    free(left);
    return in;
}

static void add_bit(struct machine *m, unsigned to, unsigned from, unsigned char single)
{
    m->load[m->bits] = to;
    m->store[m->bits] = from;
    m->single[m->bits++] = single;
}

unsigned machine_fold(struct machine *m, uint64_t **begin)
{
    const unsigned latches = m->a->latches;
    unsigned char *now = room(latches, 1), *ever = m->value + m->base;
    memcpy(now, ever, latches);
    for (unsigned i = 0; i < m->choices; i++)
        m->value[m->choice[i]] = UNKNOWN;
    /* Whatever a register is in any clock from now on: its values so far and what follows from them, until that is all. */
    for (int more = 1; more;) {
        more = 0;
        settle(m);
        for (unsigned i = 0; i < latches; i++) {
            const unsigned v = ever[i] | next_value(m, i);
            more |= v != ever[i];
            m->next_value[i] = (unsigned char)v;
        }
        memcpy(ever, m->next_value, latches);
    }
    char *in = cone(m);
    m->gates = m->registers = m->bits = 0;
    m->literals = 4;
    for (unsigned v = 0; v < m->variables; v++)
        m->folded[v] = m->value[v] == IS_1 ? 1 : m->value[v] == IS_0 ? 0 : 2;
    for (unsigned i = 0; i < m->choices; i++, m->literals += 2)
        m->folded[m->choice[i]] = m->literals;
    for (unsigned i = 0; i < latches; i++)
        if (in[m->base + i]) {
            m->folded[m->base + i] = m->literals;
            m->literals += 2;
            m->registers++;
        }
    for (unsigned i = 0; i < m->a->gates; i++)
        if (in[m->gates_at + i]) {
            m->folded[m->gates_at + i] = m->literals;
            m->literals += 2;
            m->gate[m->gates][0] = rail_of(m, m->a->gate[i][0]);
            m->gate[m->gates++][1] = rail_of(m, m->a->gate[i][1]);
        }
    for (unsigned i = 0; i < latches; i++)
        if (in[m->base + i]) {
            const unsigned to = m->folded[m->base + i], from = m->held[i] ? 0 : rail_of(m, m->a->next[i]);
            m->loose[i] |= now[i] == UNKNOWN;
            add_bit(m, to, from, !m->loose[i]);
            if (m->loose[i])
                add_bit(m, to ^ 1, from ^ 1, 0);
        }
    free(in);
    m->words = (m->bits + 63) / 64;
    free(m->rail);
    free(m->next);
    m->rail = aligned_alloc(sizeof *m->rail, sizeof *m->rail * m->literals);
    m->next = room((size_t)m->words * MACHINE_LANES, sizeof *m->next);
    *begin = room(m->words, sizeof **begin);
    if (!m->rail)
        abort();
    for (unsigned b = 0, i = 0; b < m->bits; b++) {
        while (m->folded[m->base + i] >> 1 != m->load[b] >> 1)
            i++;
        if (now[i] & (m->load[b] & 1 ? IS_0 : IS_1))
            (*begin)[b / 64] |= 1ull << b % 64;
    }
    memcpy(m->value + m->base, now, latches); /* to be folded again from here */
    free(now);
    return m->words;
}

/* A matrix of 64 x 64 bits (Warren, Hacker's Delight, 7-3). */
static void transpose(uint64_t *row)
{
    uint64_t mask = 0x00000000ffffffffull;
    for (unsigned j = 32; j; j >>= 1, mask ^= mask << j)
        for (unsigned k = 0; k < 64; k = (k + j + 1) & ~j) {
            const uint64_t t = ((row[k] >> j) ^ row[k + j]) & mask;
            row[k] ^= t << j;
            row[k + j] ^= t;
        }
}

void machine_load(struct machine *m, const uint64_t *states, unsigned count)
{
    for (unsigned w = 0; w < m->words; w++)
        for (unsigned g = 0; g < GROUPS; g++) {
            uint64_t row[64];
            for (unsigned k = 0; k < 64; k++)
                row[k] = states[(size_t)(64 * g + k < count ? 64 * g + k : 0) * m->words + w];
            transpose(row);
            for (unsigned b = 0; b < 64 && 64 * w + b < m->bits; b++)
                m->rail[m->load[64 * w + b]][g] = row[b];
        }
    for (unsigned b = 0; b < m->bits; b++)
        if (m->single[b])
            m->rail[m->load[b] ^ 1] = ~m->rail[m->load[b]];
}

#if defined(__x86_64__)
__attribute__((target_clones("avx2", "default")))
#endif
static void evaluate(lanes *rail, unsigned (*gate)[2], unsigned gates, unsigned to)
{
    for (unsigned i = 0; i < gates; i++, to += 2) {
        const unsigned x = gate[i][0], y = gate[i][1];
        rail[to] = rail[x] & rail[y];
        rail[to + 1] = rail[x ^ 1] | rail[y ^ 1];
    }
}

static int any(const lanes x)
{
    uint64_t all = 0;
    for (unsigned g = 0; g < GROUPS; g++)
        all |= x[g];
    return all != 0;
}

int machine_step(struct machine *m, unsigned choice)
{
    const lanes none = {0}, all = ~none;
    m->rail[0] = none;
    m->rail[1] = m->rail[2] = m->rail[3] = all;
    for (unsigned i = 0; i < m->choices; i++) {
        m->rail[4 + 2 * i] = choice >> i & 1 ? all : none;
        m->rail[5 + 2 * i] = ~m->rail[4 + 2 * i];
    }
    evaluate(m->rail, m->gate, m->gates, m->literals - 2 * m->gates);
    for (unsigned i = 0; i < m->outputs; i++) {
        const unsigned l = rail_of(m, m->output[i]);
        if (any(m->rail[l] & m->rail[l ^ 1]))
            return 2 + (int)i;
    }
    int again = 0;
    for (unsigned b = 0; b < m->bits; b++)
        if (m->single[b] && any(m->rail[m->store[b]] & m->rail[m->store[b] ^ 1]))
            for (unsigned i = 0; i < m->a->latches; i++)
                if (m->folded[m->base + i] == m->load[b])
                    m->loose[i] = 1, again = 1;
    if (again)
        return 1;
    for (unsigned w = 0; w < m->words; w++)
        for (unsigned g = 0; g < GROUPS; g++) {
            uint64_t row[64];
            for (unsigned b = 0; b < 64; b++)
                row[b] = 64 * w + b < m->bits ? m->rail[m->store[64 * w + b]][g] : 0;
            transpose(row);
            for (unsigned k = 0; k < 64; k++)
                m->next[(size_t)(64 * g + k) * m->words + w] = row[k];
        }
    return 0;
}

int machine_lane(const struct machine *m, int output, unsigned k)
{
    return m->rail[rail_of(m, m->output[output])][k / 64] >> k % 64 & 1;
}

const uint64_t *machine_next(const struct machine *m, unsigned k)
{
    return m->next + (size_t)k * m->words;
}

unsigned machine_registers(const struct machine *m) { return m->registers; }

unsigned machine_gates(const struct machine *m) { return m->gates; }
