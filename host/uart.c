/* SPDX-License-Identifier: MIT */
#include "host/uart.h"

enum { HEADER = 4, CRC = 4, BLOCK = 254 /* most bytes of a block */ };

uint32_t ta_crc32(const uint8_t *bytes, size_t n)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < n; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1u)));
    }
    return ~crc;
}

uint32_t ta_get(const uint8_t *bytes, int n)
{
    uint32_t value = 0;
    for (int i = n - 1; i >= 0; i--)
        value = value << 8 | bytes[i];
    return value;
}

void ta_put(uint8_t *bytes, int n, uint32_t value)
{
    for (int i = 0; i < n; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

size_t ta_frame_encode(const ta_frame *f, uint8_t line[TA_UART_LINE])
{
    uint8_t raw[TA_UART_FRAME];
    size_t n = HEADER;
    if (f->length > TA_UART_PAYLOAD)
        return 0;
    raw[0] = f->sequence;
    raw[1] = f->command;
    ta_put(raw + 2, 2, f->length);
    for (size_t i = 0; i < f->length; i++)
        raw[n++] = f->payload[i];
    ta_put(raw + n, CRC, ta_crc32(raw, n));
    n += CRC;

    size_t at = 0;   /* on the line */
    size_t from = 0; /* the block begins here */
    line[at++] = 0;
    for (;;) {
        size_t k = 0; /* bytes of the block */
        while (k < BLOCK && from + k < n && raw[from + k] != 0)
            k++;
        line[at++] = (uint8_t)(k + 1); /* k <= 254 */
        for (size_t i = 0; i < k; i++)
            line[at++] = raw[from + i];
        from += k;
        if (k < BLOCK && from < n)
            from++; /* over the zero; the next block may be empty */
        else if (from == n)
            break;
    }
    line[at++] = 0;
    return at;
}

static void append(ta_deframer *d, uint8_t byte)
{
    if (d->count < TA_UART_FRAME)
        d->bytes[d->count++] = byte;
    else
        d->bad = TA_REFUSAL_oversize;
}

static int finish(const ta_deframer *d, ta_frame *f)
{
    if (d->bad)
        return d->bad;
    if (d->left)
        return TA_REFUSAL_stuffing;
    if (d->count < HEADER + CRC)
        return TA_REFUSAL_short;
    size_t n = d->count - CRC;
    if (ta_crc32(d->bytes, n) != ta_get(d->bytes + n, CRC))
        return TA_REFUSAL_checksum;
    if (ta_get(d->bytes + 2, 2) != n - HEADER)
        return TA_REFUSAL_length;
    f->sequence = d->bytes[0];
    f->command = d->bytes[1];
    f->length = (uint16_t)(n - HEADER);
    for (size_t i = 0; i < f->length; i++)
        f->payload[i] = d->bytes[HEADER + i];
    return TA_REFUSAL_none;
}

int ta_deframer_put(ta_deframer *d, uint8_t byte, ta_frame *f)
{
    if (byte == 0) {
        int open = d->open;
        int refusal = finish(d, f);
        d->count = 0;
        d->left = d->zero = d->open = d->bad = 0;
        return !open ? 0 : refusal ? -refusal : 1;
    }
    if (d->left == 0) { /* the code of a block */
        if (d->open && d->zero)
            append(d, 0);
        d->left = (uint8_t)(byte - 1);
        d->zero = byte != BLOCK + 1;
    } else {
        append(d, byte);
        d->left--;
    }
    d->open = 1;
    return 0;
}

const char *ta_command_name(int command)
{
    switch (command) {
#define TA_COMMAND(id, code, request, reply, effect) case code: return #id;
#include "spec/commands.def"
#undef TA_COMMAND
    default: return 0;
    }
}

const char *ta_refusal_meaning(int refusal)
{
    static const char *const meanings[] = {
#define TA_REFUSAL(id, meaning) meaning,
#include "spec/refusals.def"
#undef TA_REFUSAL
    };
    return refusal >= 0 && refusal < TA_REFUSAL_COUNT ? meanings[refusal] : 0;
}
