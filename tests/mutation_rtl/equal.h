/* SPDX-License-Identifier: MIT
 *
 * What the ways of equal_rtl to a proof share.
 */
#ifndef TA_EQUAL_H
#define TA_EQUAL_H

#include <stdio.h>

enum { NAME = 512, LEVELS = 12 };

extern const char *lists, *work;  /* the folder of netlist.sh, that of mutants_rtl */
extern const char *yosys, *abc;
extern char *hier;                /* text of the netlist before it was flattened */
extern int seconds;               /* limit of a proof */

struct survivor {
    char netlist[16];
    unsigned number;
    char cell[1024], rest[3072];  /* what mutate is told: cell; mode, port and bits */
    char instance[LEVELS][NAME];
    char module[LEVELS][NAME];    /* module[i] holds instance[i]; the last one the cell */
    char local[1024];             /* the cell's own name */
    int depth;                    /* instances passed */
    int decided, tried;           /* levels */
    int tried_facts;
    int tried_legal, answers; /* stages; of ta_setup: what it answers to any configuration is the same */
};

int ends_with(const char *text, const char *end);

/* The command of Yosys that puts the mutant into a flat module, whose instance is at that level. */
char *mutate_command(const struct survivor *s, int level, const char *module);

/* The survivors of a netlist against the original in the world of the proofs of a module (facts.def), and those of
 * the engine in the world of legal.sv, by one step from any state of the original.  Found: is called for each. */
void decide_by_facts(const char *netlist, struct survivor *survivors, int count, void (*found)(struct survivor *s, int equal));
void decide_by_a_step(struct survivor *survivors, int count, void (*found)(struct survivor *s, int equal));

/* The commands of Yosys behind the netlist of the engine that read legal.sv, with ta_mul and ta_ram cut out. */
void write_legal(FILE *ys);

/* Is the mutant in what these cut out? */
int is_in_cut(const struct survivor *s);

#endif
