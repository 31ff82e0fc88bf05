/* SPDX-License-Identifier: MIT */
#include "formal/aig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formal/shell.h"

static void *room(size_t count, size_t size)
{
    void *p = calloc(count + 1, size);
    if (!p)
        abort();
    return p;
}

/* A number of the gates, seven bits a byte. */
static unsigned number_at(const unsigned char **at)
{
    unsigned value = 0;
    for (int shift = 0;; shift += 7) {
        const unsigned char c = *(*at)++;
        value |= (unsigned)(c & 127) << shift;
        if (!(c & 128))
            return value;
    }
}

static void put_number(FILE *f, unsigned value)
{
    for (; value > 127; value >>= 7)
        fputc((int)(value & 127) | 128, f);
    fputc((int)value, f);
}

static unsigned line_at(char **at, unsigned *second)
{
    char *end;
    const unsigned value = (unsigned)strtoul(*at, &end, 10);
    if (second)
        *second = *end == ' ' ? (unsigned)strtoul(end, &end, 10) : 0;
    *at = strchr(end, '\n') + 1;
    return value;
}

static char **names(unsigned count)
{
    char **list = room(count, sizeof *list);
    for (unsigned i = 0; i < count; i++)
        list[i] = format("%s", "");
    return list;
}

struct aig *aig_read(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        die("cannot be read", path);
    fseek(f, 0, SEEK_END);
    const long bytes = ftell(f);
    rewind(f);
    char *text = room((size_t)bytes, 1);
    if (fread(text, 1, (size_t)bytes, f) != (size_t)bytes)
        die("cannot be read", path);
    fclose(f);
    struct aig *a = room(1, sizeof *a);
    unsigned most;
    char *at = strchr(text, '\n');
    if (!at)
        die("is no AIGER file", path);
    *at++ = 0; /* without it numbers of the next line would be read as sizes that are left out */
    if (sscanf(text, "aig %u %u %u %u %u %u %u", &most, &a->inputs, &a->latches, &a->outputs, &a->gates, &a->bads,
               &a->constraints) < 5)
        die("is no AIGER file", path);
    a->next = room(a->latches, sizeof *a->next);
    a->init = room(a->latches, sizeof *a->init);
    a->output = room(a->outputs, sizeof *a->output);
    a->bad = room(a->bads, sizeof *a->bad);
    a->constraint = room(a->constraints, sizeof *a->constraint);
    a->gate = room(a->gates, sizeof *a->gate);
    for (unsigned i = 0; i < a->latches; i++)
        a->next[i] = line_at(&at, &a->init[i]);
    for (unsigned i = 0; i < a->outputs; i++)
        a->output[i] = line_at(&at, NULL);
    for (unsigned i = 0; i < a->bads; i++)
        a->bad[i] = line_at(&at, NULL);
    for (unsigned i = 0; i < a->constraints; i++)
        a->constraint[i] = line_at(&at, NULL);
    const unsigned char *number = (unsigned char *)at;
    for (unsigned i = 0; i < a->gates; i++) {
        const unsigned self = 2 * (a->inputs + a->latches + 1 + i);
        a->gate[i][0] = self - number_at(&number);
        a->gate[i][1] = a->gate[i][0] - number_at(&number);
    }
    a->input_name = names(a->inputs);
    a->latch_name = names(a->latches);
    a->output_name = names(a->outputs);
    for (char *s = (char *)number; *s && *s != 'c';) {
        char *end = strchr(s, '\n'), *name;
        const unsigned long i = strtoul(s + 1, &name, 10);
        if (!end)
            break;
        *end = 0;
        char **list = *s == 'i' ? a->input_name : *s == 'l' ? a->latch_name : *s == 'o' ? a->output_name : NULL;
        if (list && i < (*s == 'i' ? a->inputs : *s == 'l' ? a->latches : a->outputs)) {
            free(list[i]);
            list[i] = format("%s", name + 1);
        }
        s = end + 1;
    }
    free(text);
    return a;
}

static void free_names(char **list, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        free(list[i]);
    free(list);
}

void aig_free(struct aig *a)
{
    free_names(a->input_name, a->inputs);
    free_names(a->latch_name, a->latches);
    free_names(a->output_name, a->outputs);
    free(a->next);
    free(a->init);
    free(a->output);
    free(a->bad);
    free(a->constraint);
    free(a->gate);
    free(a);
}

struct net {
    unsigned inputs, latches, gates, room, slots;
    unsigned (*gate)[2];
    unsigned *slot; /* gate + 1, by a hash of the operands */
};

struct net *net_new(unsigned inputs, unsigned latches)
{
    struct net *n = room(1, sizeof *n);
    n->inputs = inputs;
    n->latches = latches;
    n->room = 1 << 16;
    n->slots = 4 * n->room;
    n->gate = room(n->room, sizeof *n->gate);
    n->slot = room(n->slots, sizeof *n->slot);
    return n;
}

/* Where the gate of these operands is, or is to be. */
static unsigned *place(struct net *n, unsigned a, unsigned b)
{
    unsigned at = (a * 2654435761u ^ b * 2246822519u) & (n->slots - 1);
    while (n->slot[at] && (n->gate[n->slot[at] - 1][0] != a || n->gate[n->slot[at] - 1][1] != b))
        at = (at + 1) & (n->slots - 1);
    return &n->slot[at];
}

unsigned net_and(struct net *n, unsigned a, unsigned b)
{
    if (a < b) {
        const unsigned other = a;
        a = b;
        b = other;
    }
    if (b == 0 || a == (b ^ 1))
        return 0;
    if (b == 1 || a == b)
        return a;
    if (n->gates == n->room) {
        n->room *= 2;
        n->slots *= 2;
        n->gate = realloc(n->gate, n->room * sizeof *n->gate);
        free(n->slot);
        n->slot = room(n->slots, sizeof *n->slot);
        if (!n->gate)
            abort();
        for (unsigned i = 0; i < n->gates; i++)
            *place(n, n->gate[i][0], n->gate[i][1]) = i + 1;
    }
    unsigned *slot = place(n, a, b);
    if (!*slot) {
        n->gate[n->gates][0] = a;
        n->gate[n->gates][1] = b;
        *slot = ++n->gates;
    }
    return 2 * (n->inputs + n->latches + *slot);
}

unsigned net_or(struct net *n, unsigned a, unsigned b) { return net_and(n, a ^ 1, b ^ 1) ^ 1; }

unsigned net_xor(struct net *n, unsigned a, unsigned b)
{
    return net_or(n, net_and(n, a, b ^ 1), net_and(n, a ^ 1, b));
}

void net_import(struct net *n, const struct aig *a, unsigned *value)
{
    value[0] = 0;
    for (unsigned i = 0; i < a->gates; i++)
        value[a->inputs + a->latches + 1 + i] = net_and(n, net_value(value, a->gate[i][0]), net_value(value, a->gate[i][1]));
}

void net_write(struct net *n, const char *path, const unsigned *next, const unsigned *init, const unsigned *output,
               unsigned outputs)
{
    FILE *f = fopen(path, "wb");
    if (!f)
        die("cannot be written", path);
    fprintf(f, "aig %u %u %u %u %u\n", n->inputs + n->latches + n->gates, n->inputs, n->latches, outputs, n->gates);
    for (unsigned i = 0; i < n->latches; i++)
        fprintf(f, init[i] ? "%u 1\n" : "%u\n", next[i]);
    for (unsigned i = 0; i < outputs; i++)
        fprintf(f, "%u\n", output[i]);
    for (unsigned i = 0; i < n->gates; i++) {
        put_number(f, 2 * (n->inputs + n->latches + 1 + i) - n->gate[i][0]);
        put_number(f, n->gate[i][0] - n->gate[i][1]);
    }
    if (ferror(f) | fclose(f))
        die("cannot be written", path);
}

void net_free(struct net *n)
{
    free(n->gate);
    free(n->slot);
    free(n);
}

unsigned net_gates(const struct net *n, unsigned (**gate)[2])
{
    *gate = n->gate;
    return n->gates;
}
