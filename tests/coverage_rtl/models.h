/* SPDX-License-Identifier: MIT
 *
 * The models with points of coverage: what they counted, in Verilator's files, and registers that count so
 * far that no run here would reach their upper bits.
 */
#ifndef TA_COVERAGE_MODELS_H
#define TA_COVERAGE_MODELS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TA_COVERAGE_COUNTERS = 29 }; /* in the order of counters_o */

/* The engine and the line's side of tiny: their points are those of the report.  Points of other builds are
 * looked at only where tiny has them too. */
typedef enum ta_coverage_kind {
    TA_COVERAGE_ENGINE,
    TA_COVERAGE_LINE,
    TA_COVERAGE_OTHER,
    TA_COVERAGE_KINDS
} ta_coverage_kind;
const char *ta_coverage_name(int kind);

/* Files of what was counted go into a folder: the name of the kind with a number.  A model's is written when
 * it is freed, or at the end. */
void ta_coverage_folder(const char *path);
void ta_coverage_end(void);
int ta_coverage_files(int kind); /* written so far */

/* To the counters of the model that was made last: as if so much had been counted before. */
void ta_coverage_add(const uint32_t counted[TA_COVERAGE_COUNTERS]);
void ta_coverage_set_line(const uint32_t counters[TA_COVERAGE_COUNTERS]);

/* Registers of the line's side: refused frames; clocks since the reset. */
void ta_coverage_refused(unsigned count);
void ta_coverage_clocks(unsigned high, unsigned low);

#ifdef __cplusplus
}
#endif
#endif
