/* SPDX-License-Identifier: MIT */
#include "sim/line.h"

#include <stdlib.h>
#include <string.h>

int ta_sender_init(ta_sender *s, uint32_t bit)
{
    memset(s, 0, sizeof *s);
    s->bit = bit;
    s->level = 1;
    s->size = 4096;
    s->levels = malloc(s->size * sizeof *s->levels);
    return s->levels != NULL;
}

void ta_sender_free(ta_sender *s)
{
    free(s->levels);
    s->levels = NULL;
}

int ta_sender_level(ta_sender *s, int level, uint32_t units)
{
    if (s->tail == s->size && s->head > s->size / 2) {
        memmove(s->levels, s->levels + s->head, (s->tail - s->head) * sizeof *s->levels);
        s->tail -= s->head;
        s->head = 0;
    }
    if (s->tail == s->size) {
        struct ta_level *more = realloc(s->levels, 2 * s->size * sizeof *more);
        if (!more)
            return 0;
        s->levels = more;
        s->size *= 2;
    }
    s->levels[s->tail].units = units;
    s->levels[s->tail].level = level;
    s->tail++;
    return 1;
}

int ta_sender_byte(ta_sender *s, uint8_t byte)
{
    unsigned bits = 1u << 9 | (unsigned)byte << 1;
    for (int i = 0; i < 10; i++)
        if (!ta_sender_level(s, bits >> i & 1, s->bit))
            return 0;
    return 1;
}

int ta_sender_idle(const ta_sender *s)
{
    return s->head == s->tail && s->left == 0;
}

int ta_sender_clock(ta_sender *s)
{
    while (s->left < TA_LINE_CLOCK && s->head < s->tail) {
        s->level = s->levels[s->head].level;
        s->left += s->levels[s->head].units;
        s->head++;
        if (s->head == s->tail)
            s->head = s->tail = 0;
    }
    int level = s->level;
    s->left -= s->left < TA_LINE_CLOCK ? s->left : TA_LINE_CLOCK;
    if (s->left == 0 && s->head == s->tail)
        s->level = 1;
    return level;
}

void ta_receiver_init(ta_receiver *r, uint32_t bit)
{
    memset(r, 0, sizeof *r);
    r->bit = bit;
    r->bits = -1;
}

int ta_receiver_clock(ta_receiver *r, int level)
{
    if (r->bits == -2 && level)
        r->bits = -1;
    if (r->bits == -1 && !level) {
        r->bits = 0;
        r->left = r->bit / 2;
        r->shift = 0;
    }
    if (r->bits < 0)
        return -1;
    if (r->left >= TA_LINE_CLOCK) {
        r->left -= TA_LINE_CLOCK;
        return -1;
    }
    r->left += r->bit - TA_LINE_CLOCK;
    if (r->bits == 0 && level) { /* a glitch */
        r->bits = -1;
        return -1;
    }
    r->shift |= (unsigned)level << r->bits;
    if (++r->bits < 10)
        return -1;
    r->bits = level ? -1 : -2;
    return (int)(r->shift >> 1 & 0xff);
}
