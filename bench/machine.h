/* SPDX-License-Identifier: MIT
 *
 * Where a measurement was made: goes with every recorded result.
 */
#ifndef TA_BENCH_MACHINE_H
#define TA_BENCH_MACHINE_H

#include <jansson.h>

/* {"cpu", "cores", "system", "compiler", "date", "rtl_commit"}; what is not known is null.
 * rtl_commit: the last commit of rtl/ in the repository that is the working directory, with a
 * "+" when files there differ from it. */
json_t *ta_machine(void);

#endif
