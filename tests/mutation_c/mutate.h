/* SPDX-License-Identifier: MIT
 *
 * Mutants of a C source: one small change each, inside a function, found on the tokens.
 */
#ifndef TA_MUTATE_H
#define TA_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* The kinds, as they are counted. */
#define MUTATION_KINDS(X)                                                                \
    X(relation)  /* < to <= and >=, == to !=, and so on */                               \
    X(logic)     /* && to ||, || to &&, without ! */                                     \
    X(arithmetic) /* + to -, * to /, % to /, ++ to --, without a sign */                 \
    X(bits)      /* << to >>, & to |, ^ to |, without ~ */                               \
    X(constant)  /* n to n + 1 and n - 1 */                                              \
    X(statement) /* an expression statement, break or continue taken out */              \
    X(condition) /* of if, while, for negated; of ?: always and never */                 \
    X(result)    /* what is returned, plus one */

enum mutation_kind {
#define X(id) MUTATE_##id,
    MUTATION_KINDS(X)
#undef X
    MUTATE_COUNT
};

typedef struct mutant {
    enum mutation_kind kind;
    int line;
    size_t at[2];         /* places in the text */
    size_t cut[2];        /* bytes taken out there */
    const char *put[2];   /* and put in; null: nothing at this place */
    char function[64];
} mutant;

typedef struct mutants {
    char *text; /* the source, `size` bytes and a zero */
    size_t size;
    uint64_t hash; /* FNV-1a of the tokens and directives: comments (but in directives) and white space do not count */
    mutant *list;
    size_t count;
    char **strings; /* owned */
    size_t string_count;
} mutants;

/* 0: read and listed; else errno, or -1: no end of a comment or a bracket. */
int mutants_read(const char *path, mutants *m);
void mutants_free(mutants *m);

/* The mutated source, to be freed. */
char *mutant_source(const mutants *m, const mutant *x);

/* The line of the change before and after, without the white space at both ends; to be freed. */
char *mutant_line(const mutants *m, const mutant *x, int after);

const char *mutation_kind_name(enum mutation_kind kind);

#endif
