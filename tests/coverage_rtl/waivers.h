/* SPDX-License-Identifier: MIT
 *
 * The rows of coverage.def.
 */
#ifndef TA_COVERAGE_WAIVERS_H
#define TA_COVERAGE_WAIVERS_H

enum { WAIVERS_MOST = 400 };

enum edges { RISE = 1, FALL = 2, BOTH = 3 };

typedef struct waiver {
    const char *file, *signal; /* of a place: its kind */
    const char *line;          /* of a place; null: a signal */
    int high, low;
    enum edges edges;
    char reason; /* h: it holds, p: it is proven */
} waiver;

extern waiver waivers[WAIVERS_MOST];
extern int waiver_count;

/* Points that the row is for. */
int waiver_points(const waiver *w);

#endif
