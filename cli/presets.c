/* SPDX-License-Identifier: MIT
 *
 * tinyattn presets: what there is, each with its point.
 */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "host/presets.h"

int command_presets(const options *o)
{
    int width = 0;
    (void)o;
    for (int i = 0; i < ta_preset_count(); i++) {
        int n = (int)strlen(ta_preset_at(i)->name);
        width = n > width ? n : width;
    }
    for (int i = 0; i < ta_preset_count(); i++) {
        const ta_preset *p = ta_preset_at(i);
        printf("%-*s  %2d x %-2d  %s\n", width, p->name, p->n, p->d, p->point);
    }
    return 0;
}
