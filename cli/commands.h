/* SPDX-License-Identifier: MIT
 *
 * The commands, one file each.  They return the exit status.
 */
#ifndef TA_CLI_COMMANDS_H
#define TA_CLI_COMMANDS_H

#include "cli/options.h"

int command_run(const options *options);
int command_compare(const options *options);
int command_check(const options *options);
int command_study(const options *options);
int command_trace(const options *options);
int command_predict(const options *options);
int command_bench(const options *options);
int command_presets(const options *options);
int command_show(const options *options);

#endif
