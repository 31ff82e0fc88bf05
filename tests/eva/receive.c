/* SPDX-License-Identifier: MIT
 *
 * The receiving side of the serial line: one byte of any value, in any state that host/uart.h
 * allows.  What comes out is such a state again, so it holds after any number of bytes.
 */
#include "host/uart.h"
#include "tests/eva/unknown.h"

static void receive(void)
{
    ta_deframer d;
    ta_frame f;
    fill(&d, sizeof d);
    fill(&f, sizeof f);
    d.count = (size_t)any(0, TA_UART_FRAME);
    d.left = (uint8_t)any(0, 254);
    d.zero = (uint8_t)any(0, 1);
    d.open = (uint8_t)any(0, 1);
    d.bad = (uint8_t)any(0, TA_REFUSAL_COUNT - 1);
    f.length = 0;
    int event = ta_deframer_put(&d, (uint8_t)any(0, 255), &f);
    //@ assert -TA_REFUSAL_COUNT < event <= 1;
    size_t count = d.count;
    uint8_t left = d.left, zero = d.zero, open = d.open, bad = d.bad;
    //@ assert count <= TA_UART_FRAME && left <= 254 && zero <= 1 && open <= 1 && bad < TA_REFUSAL_COUNT;
    uint16_t length = f.length;
    //@ assert length <= TA_UART_PAYLOAD;
}

static void numbers(void)
{
    uint8_t bytes[4];
    fill(bytes, sizeof bytes);
    for (int n = 1; n <= 4; n++) {
        uint32_t value = ta_get(bytes, n);
        ta_put(bytes, n, value);
    }
}

/* What the host prints of what it received, whatever that is. */
static void names(void)
{
    ta_command_name(any(-2147483647 - 1, 2147483647));
    const char *meaning = ta_refusal_meaning(any(-2147483647 - 1, 2147483647));
    //@ assert meaning == \null || \valid_read(meaning);
}

int main(void)
{
    receive();
    numbers();
    names();
    return 0;
}
