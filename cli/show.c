/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "cli/commands.h"

int command_show(const options *o)
{
    ta_error error = {0, ""};
    ta_fail(&error, TA_ERROR_USAGE, "this program has not the command yet");
    return report_error(o, &error);
}
