/* SPDX-License-Identifier: MIT */
#include "golden/stages.h"

int ta_row_keys(const ta_config *config, int row)
{
    if (!config->causal)
        return config->nk;
    int keys = row + config->offset + 1; /* key j is visible when j <= row + offset */
    return keys < 0 ? 0 : keys > config->nk ? config->nk : keys;
}

int16_t ta_scale(int32_t s, uint32_t cfg_scale)
{
    int64_t z = ((int64_t)s * cfg_scale) >> 12; /* |s * cfg_scale| < 2^54, |z| < 2^42 */
    if (z > 32767)
        z = 32767;
    if (z < -32767)
        z = -32767;
    return (int16_t)z;
}

void ta_scale_mask(int width, int visible, const int32_t *s, uint32_t cfg_scale, int16_t *z)
{
    for (int j = 0; j < visible; j++)
        z[j] = ta_scale(s[j], cfg_scale);
    for (int j = visible; j < width; j++)
        z[j] = TA_Z_MASKED;
}
