/* SPDX-License-Identifier: MIT
 *
 * Frames of the serial line (spec/commands.def says what they hold): byte stuffing (COBS),
 * CRC-32, and back.  Freestanding: no allocation, no globals, no I/O.
 */
#ifndef TA_UART_H
#define TA_UART_H

#include <stddef.h>
#include <stdint.h>

enum ta_command {
#define TA_COMMAND(id, code, request, reply, effect) TA_COMMAND_##id = code,
#include "spec/commands.def"
#undef TA_COMMAND
    TA_COMMAND_COUNT
};

enum ta_refusal {
#define TA_REFUSAL(id, meaning) TA_REFUSAL_##id,
#include "spec/refusals.def"
#undef TA_REFUSAL
    TA_REFUSAL_COUNT
};

/* Bytes. */
enum {
    TA_UART_DATA = 256,                   /* most data of one command */
    TA_UART_PAYLOAD = TA_UART_DATA + 6,   /* most payload, of a request or a reply */
    TA_UART_FRAME = TA_UART_PAYLOAD + 8,  /* header, payload, CRC */
    TA_UART_LINE = TA_UART_FRAME + 2 + 2, /* stuffed, between two delimiters */
    TA_UART_ROWS = 42,                    /* most rows of read_rows */
    TA_UART_VERSION = 1                   /* of the command interface */
};

typedef struct ta_frame {
    uint8_t sequence;
    uint8_t command;
    uint16_t length; /* of the payload, at most TA_UART_PAYLOAD */
    uint8_t payload[TA_UART_PAYLOAD];
} ta_frame;

/* CRC-32 of zlib. */
uint32_t ta_crc32(const uint8_t *bytes, size_t n);

/* Writes the frame as it goes over the line, a delimiter at either end; returns the bytes,
 * 0: the length is too large. */
size_t ta_frame_encode(const ta_frame *frame, uint8_t line[TA_UART_LINE]);

/* What came since the last delimiter.  All zero is the start. */
typedef struct ta_deframer {
    uint8_t bytes[TA_UART_FRAME]; /* unstuffed */
    size_t count;
    uint8_t left; /* bytes left in the block */
    uint8_t zero; /* a zero stands behind the block, unless the frame ends */
    uint8_t open; /* a byte came since the delimiter */
    uint8_t bad;  /* enum ta_refusal */
} ta_deframer;

/* Takes a byte of the line.  1: *frame is complete and its CRC right; 0: not yet; below 0: a
 * frame ended that is refused, - enum ta_refusal. */
int ta_deframer_put(ta_deframer *deframer, uint8_t byte, ta_frame *frame);

/* Little-endian numbers. */
uint32_t ta_get(const uint8_t *bytes, int n);
void ta_put(uint8_t *bytes, int n, uint32_t value);

const char *ta_command_name(int command); /* null: none */
const char *ta_refusal_meaning(int refusal);

#endif
