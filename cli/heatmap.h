/* SPDX-License-Identifier: MIT
 *
 * The weights of one head, derived from the datapath's own values: what a P that was made
 * against the maximum m_then weighs in the end is P * 2^((m_then - m_end) / 256) / l.  And
 * the tiles of its schedule.
 */
#ifndef TA_CLI_HEATMAP_H
#define TA_CLI_HEATMAP_H

#include <stddef.h>
#include <stdio.h>

#include "host/error.h"
#include "spec/job.h"

enum tile_kind { TILE_SKIPPED, TILE_DONE, TILE_PARTLY_MASKED };

typedef struct heatmap {
    int nq, nk;
    double *weight; /* (nq, nk) */
    double most;    /* the largest weight */
    int a;
    int groups, tiles;
    unsigned char *tile; /* (groups, tiles) enum tile_kind */
    int block_groups;    /* row groups of a Q block */
    const char *title;
    const char *const *labels; /* of both axes; null: positions */
} heatmap;

/* Runs the job on golden. */
int heatmap_new(heatmap *map, const ta_job *job, ta_error *error);
void heatmap_free(heatmap *map);

enum heatmap_colors { HEATMAP_PLAIN, HEATMAP_256, HEATMAP_TRUE };

/* For a terminal of so many columns. */
void heatmap_text(FILE *file, const heatmap *map, int colors, int columns);

/* The bytes of a file; the caller frees them. */
int heatmap_svg(const heatmap *map, char **bytes, size_t *size, ta_error *error);
int heatmap_png(const heatmap *map, unsigned char **bytes, size_t *size, ta_error *error);

#endif
