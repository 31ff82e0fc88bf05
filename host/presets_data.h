/* SPDX-License-Identifier: MIT
 *
 * Real heads as C data: the table that presets_gen.c fills.
 */
#ifndef TA_PRESETS_DATA_H
#define TA_PRESETS_DATA_H

#include "host/presets.h"

typedef struct ta_preset_head {
    ta_preset preset;
    int dtype;          /* TA_F16 or TA_F32: of the bits */
    const void *bits[3]; /* Q, K, V (n, d): uint16_t or uint32_t, the values exactly */
} ta_preset_head;

extern const ta_preset_head ta_preset_heads[];
extern const int ta_preset_head_count;

#endif
