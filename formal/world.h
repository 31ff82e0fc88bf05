/* SPDX-License-Identifier: MIT
 *
 * The world of a module's proofs: the module with their properties in it, as an and-inverter graph.
 */
#ifndef TA_FORMAL_WORLD_H
#define TA_FORMAL_WORLD_H

#include <stdio.h>

#include "formal/aig.h"

struct world {
    const char *module;  /* and, by spaces, the instance, where it is of one alone, and parameters, NAME=NUMBER; the others are
                            the defaults */
    const char *sources; /* + behind a name: the properties stand in that module; -: it is a box; *: its products are */
    const char *proofs;  /* of formal/proofs.def, by spaces */
    const char *also;    /* NULL, or a text behind the properties */
};

/* The module with the properties, by Yosys, with all its named signals as outputs; its files are written to DIR.
 * *cuts: those of its sources that are stand-ins, each in spaces; to be freed. */
struct aig *world_read(const struct world *w, const char *dir, const char *yosys, char **cuts);

/* The module's name alone; to be freed. */
char *world_module(const struct world *w);

/* The name of the one instance of the module that it is the world of, or nothing; to be freed. */
char *world_instance(const struct world *w);

/* In a net that has the graph's values: 1 where the properties hold.  An assertion is registered, so it is looked at in
 * the state after this clock. */
unsigned world_holds(struct net *n, const struct aig *p, const unsigned *value);

/* Of the modules of the sources with a * each product gets the name product_0, by which expose -evert takes it for a box. */
void write_products(FILE *ys, const struct world *w);

/* A script of Yosys; the commands that end it: a flat module with all named signals as outputs to an AIGER file; the
 * script run, and its graph.  Of: what the message names when there is none. */
FILE *open_script(const char *path);
void write_graph(FILE *ys, const char *undriven, const char *before, const char *path);
struct aig *run_script(const char *yosys, const char *script, const char *log, const char *path, const char *of);

/* The next word of a list, to be freed, and where it goes on; NULL at its end. */
char *next_word(const char **list);
void add_text(char **text, const char *more);

#endif
