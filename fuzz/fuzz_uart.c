/* SPDX-License-Identifier: MIT
 *
 * Any bytes on a serial line: every frame that comes out is written again and read again the
 * same; and whatever came before, a good frame behind a delimiter is served.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host/uart.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_again(const ta_frame *frame)
{
    uint8_t line[TA_UART_LINE];
    ta_deframer fresh;
    ta_frame again;
    int event = 0;
    if (frame->length > TA_UART_PAYLOAD)
        abort();
    size_t n = ta_frame_encode(frame, line);
    if (n == 0 || n > TA_UART_LINE)
        abort();
    memset(&fresh, 0, sizeof fresh);
    for (size_t i = 0; i < n; i++)
        event = ta_deframer_put(&fresh, line[i], &again);
    if (event != 1 || again.sequence != frame->sequence || again.command != frame->command ||
        again.length != frame->length || memcmp(again.payload, frame->payload, again.length) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ta_deframer d;
    ta_frame frame;
    memset(&d, 0, sizeof d);
    for (size_t i = 0; i < size; i++) {
        int event = ta_deframer_put(&d, data[i], &frame);
        if (event > 1 || event <= -TA_REFUSAL_COUNT || d.count > TA_UART_FRAME)
            abort();
        if (event == 1)
            check_again(&frame);
    }

    /* The bytes as a frame's own contents, behind whatever is in the deframer. */
    uint8_t line[TA_UART_LINE];
    ta_frame own = {1, 2, (uint16_t)(size < TA_UART_PAYLOAD ? size : TA_UART_PAYLOAD), {0}};
    if (own.length)
        memcpy(own.payload, data, own.length);
    size_t n = ta_frame_encode(&own, line);
    int event = 0;
    for (size_t i = 0; i < n; i++)
        event = ta_deframer_put(&d, line[i], &frame);
    if (event != 1 || frame.length != own.length ||
        memcmp(frame.payload, own.payload, own.length) != 0)
        abort();
    return 0;
}
