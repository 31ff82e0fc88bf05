/* SPDX-License-Identifier: MIT
 *
 * And-inverter graphs: read from binary AIGER files, put together anew, written
 * (Biere, Heljanko, Wieringa: AIGER 1.9 And Beyond).
 *
 * A literal is twice a variable, and 1 more for its complement; 0 is false.  The variables are the inputs, the
 * latches, the gates, in that order, from 1.  All functions end the program where a file or memory fails.
 */
#ifndef TA_AIG_H
#define TA_AIG_H

struct aig {
    unsigned inputs, latches, outputs, bads, constraints, gates;
    unsigned *next, *init;                   /* of the latches: literal, 0 or 1 */
    unsigned *output, *bad, *constraint;     /* literals */
    unsigned (*gate)[2];                     /* literals of both operands */
    char **input_name, **latch_name, **output_name; /* "" where it has none */
};

struct aig *aig_read(const char *path);
void aig_free(struct aig *a);

/* A graph under way: so many inputs and latches, gates as they are asked for, none twice. */
struct net;
struct net *net_new(unsigned inputs, unsigned latches);
unsigned net_and(struct net *n, unsigned a, unsigned b);
unsigned net_or(struct net *n, unsigned a, unsigned b);
unsigned net_xor(struct net *n, unsigned a, unsigned b);
/* value[v]: the literal in the net of each variable v of the graph; those of inputs and latches are given. */
void net_import(struct net *n, const struct aig *a, unsigned *value);
static inline unsigned net_value(const unsigned *value, unsigned literal)
{
    return value[literal >> 1] ^ (literal & 1);
}
/* The graph with these latches and outputs, to a file. */
void net_write(struct net *n, const char *path, const unsigned *next, const unsigned *init, const unsigned *output,
               unsigned outputs);
/* The gates so far, as long as none is added: their operands; their number. */
unsigned net_gates(const struct net *n, unsigned (**gate)[2]);
void net_free(struct net *n);

#endif
