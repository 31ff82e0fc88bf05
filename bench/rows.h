/* SPDX-License-Identifier: MIT
 *
 * The files of evidence/.
 */
#ifndef TA_BENCH_ROWS_H
#define TA_BENCH_ROWS_H

#include <jansson.h>

/* {"schema", "command", then `extra` (may be null), "rows"}, a row a line: text, to be freed.
 * Takes the objects over. */
char *points_text(const char *schema, const char *command, json_t *extra, json_t *rows);

/* Writes the text to the file, or with check compares (exit status 1: different). */
int points_file(const char *path, const char *text, int check);

#endif
