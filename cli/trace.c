/* SPDX-License-Identifier: MIT
 *
 * tinyattn trace: every clock of a run.  It needs the state record of the simulator library,
 * which is not there yet.
 */
#include "cli/commands.h"

int command_trace(const options *o)
{
    ta_error error = {0, ""};
    if (!o->fst && !o->vcd && !o->jsonl)
        ta_fail(&error, TA_ERROR_USAGE, "found no output, expected --fst FILE, --vcd FILE or --jsonl FILE");
    else
        ta_fail(&error, TA_ERROR_USAGE, "this program cannot trace yet: its simulator has no state record");
    return report_error(o, &error);
}
