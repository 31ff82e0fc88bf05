/* SPDX-License-Identifier: MIT
 *
 * The sending side of the serial line: frames of every class of length, all bytes unknown but
 * for the places of zeros in the payload.  The sum is any number (receive.c runs the function).
 */
#include "host/uart.h"
#include "tests/eva/unknown.h"

//@ assigns \result \from bytes[0 .. n - 1];
uint32_t ta_crc32(const uint8_t *bytes, size_t n);

/* The payload has no zero but at `zero`; the header's first bytes are `least` and more. */
static void send(int length, int zero, int least)
{
    ta_frame f;
    uint8_t line[TA_UART_LINE];
    fill(&f, sizeof f);
    f.sequence = (uint8_t)any(least, 255);
    f.command = (uint8_t)any(least, 255);
    f.length = (uint16_t)length;
    for (int i = 0; i < TA_UART_PAYLOAD; i++)
        f.payload[i] = (uint8_t)any(1, 255);
    if (zero >= 0)
        f.payload[zero] = 0;
    size_t n = ta_frame_encode(&f, line);
    //@ assert n <= TA_UART_LINE;
}

int main(void)
{
    /* Lengths about those of full blocks: 254 bytes without a zero, header and sum included. */
    static const int lengths[] = {1, 246, 248, 249, 250, 251, 255, 256, 257, 261, 262};
    send(0, -1, 0);
    send(3, 1, 0);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        send(lengths[i], -1, 1);
    static const int zeros[] = {0, 1, 249, 250, 251, 261};
    for (size_t i = 0; i < sizeof zeros / sizeof zeros[0]; i++)
        send(TA_UART_PAYLOAD, zeros[i], 1);
    return 0;
}
