/* SPDX-License-Identifier: MIT
 *
 * Frames of the serial line: there and back, every damage of one bit, anything before them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "golden/random_job.h"
#include "host/uart.h"

static void random_frame(ta_frame *f, size_t length, unsigned zeros, uint64_t *random)
{
    f->sequence = (uint8_t)ta_random_next(random);
    f->command = (uint8_t)ta_random_next(random);
    f->length = (uint16_t)length;
    for (size_t i = 0; i < length; i++)
        f->payload[i] = ta_random_below(random, 100) < zeros
                            ? 0 : (uint8_t)(1 + ta_random_below(random, 255));
}

static int feed(ta_deframer *d, const uint8_t *line, size_t n, ta_frame *f)
{
    int event = 0;
    for (size_t i = 0; i < n; i++) {
        int e = ta_deframer_put(d, line[i], f);
        if (e)
            event = e;
    }
    return event;
}

static int same(const ta_frame *x, const ta_frame *y)
{
    return x->sequence == y->sequence && x->command == y->command && x->length == y->length &&
           memcmp(x->payload, y->payload, x->length) == 0;
}

static void crc(void **state)
{
    (void)state;
    assert_int_equal(ta_crc32((const uint8_t *)"123456789", 9), 0xcbf43926);
    assert_int_equal(ta_crc32(NULL, 0), 0);
}

static void numbers(void **state)
{
    (void)state;
    uint8_t b[4] = {1, 2, 3, 4};
    assert_int_equal(ta_get(b, 3), 0x030201);
    ta_put(b, 2, 0xaabbcc);
    assert_int_equal(ta_get(b, 4), 0x0403bbcc);
}

static void there_and_back(void **state)
{
    (void)state;
    uint64_t random = 1;
    uint8_t line[TA_UART_LINE];
    ta_deframer d;
    memset(&d, 0, sizeof d);
    for (size_t length = 0; length <= TA_UART_PAYLOAD; length++)
        for (unsigned zeros = 0; zeros <= 100; zeros += 25) {
            ta_frame f, g;
            random_frame(&f, length, zeros, &random);
            size_t n = ta_frame_encode(&f, line);
            assert_true(n >= length + 11 && n <= TA_UART_LINE);
            assert_int_equal(line[0], 0);
            for (size_t i = 1; i < n - 1; i++)
                assert_int_not_equal(line[i], 0);
            assert_int_equal(line[n - 1], 0);
            memset(g.payload, 0x5a, sizeof g.payload);
            assert_int_equal(feed(&d, line, n, &g), 1);
            assert_true(same(&f, &g));
            for (size_t i = length; i < TA_UART_PAYLOAD; i++) /* nothing of the checksum */
                assert_int_equal(g.payload[i], 0x5a);
        }
    ta_frame f = {.length = TA_UART_PAYLOAD + 1};
    assert_int_equal(ta_frame_encode(&f, line), 0);
}

static void one_bit(void **state)
{
    (void)state;
    uint64_t random = 2;
    uint8_t line[TA_UART_LINE];
    for (size_t length = 0; length < 80; length += 7) {
        ta_frame f, g;
        random_frame(&f, length, 20, &random);
        size_t n = ta_frame_encode(&f, line);
        for (size_t bit = 8; bit < 8 * n - 8; bit++) {
            ta_deframer d;
            memset(&d, 0, sizeof d);
            line[bit / 8] ^= (uint8_t)(1u << bit % 8);
            for (size_t i = 0; i < n; i++)
                assert_true(ta_deframer_put(&d, line[i], &g) <= 0);
            line[bit / 8] ^= (uint8_t)(1u << bit % 8);
            assert_int_equal(feed(&d, line, n, &g), 1); /* the next one is served */
            assert_true(same(&f, &g));
        }
    }
}

static void refusals(void **state)
{
    (void)state;
    ta_frame f;
    ta_deframer d;
    uint8_t bytes[600];
    memset(&d, 0, sizeof d);
    memset(bytes, 0, sizeof bytes);
    assert_int_equal(feed(&d, bytes, 20, &f), 0);
    assert_int_equal(feed(&d, (const uint8_t[]){5, 1, 2, 0}, 4, &f), -TA_REFUSAL_stuffing);
    assert_int_equal(feed(&d, (const uint8_t[]){3, 1, 2, 0}, 4, &f), -TA_REFUSAL_short);
    memset(bytes, 1, sizeof bytes); /* all zeros, unstuffed */
    bytes[20] = 0;
    assert_int_equal(feed(&d, bytes, 21, &f), -TA_REFUSAL_checksum);
    bytes[20] = 1;
    bytes[TA_UART_FRAME + 1] = 0;
    assert_int_equal(feed(&d, bytes, TA_UART_FRAME + 2, &f), -TA_REFUSAL_checksum);
    bytes[TA_UART_FRAME + 1] = 1;
    bytes[TA_UART_FRAME + 2] = 0;
    assert_int_equal(feed(&d, bytes, TA_UART_FRAME + 3, &f), -TA_REFUSAL_oversize);
    bytes[TA_UART_FRAME + 2] = 1;
    bytes[599] = 0;
    assert_int_equal(feed(&d, bytes, 600, &f), -TA_REFUSAL_oversize);
    /* header 1 1 1 0: length 1, and none is there */
    uint8_t raw[8] = {1, 1, 1, 1};
    ta_put(raw + 4, 4, ta_crc32(raw, 4));
    uint8_t line[10] = {9};
    memcpy(line + 1, raw, 8);
    line[9] = 0;
    for (int i = 0; i < 8; i++)
        assert_int_not_equal(raw[i], 0);
    assert_int_equal(feed(&d, line, 10, &f), -TA_REFUSAL_length);
}

/* Whatever was on the line, the frame behind a delimiter comes through. */
static void garbage(void **state)
{
    (void)state;
    uint64_t random = 3;
    uint8_t line[TA_UART_LINE];
    ta_deframer d;
    memset(&d, 0, sizeof d);
    for (int i = 0; i < 20000; i++) {
        ta_frame f, g;
        random_frame(&f, ta_random_below(&random, 30), 20, &random);
        size_t n = ta_frame_encode(&f, line);
        for (uint32_t k = ta_random_below(&random, 40); k; k--)
            assert_true(ta_deframer_put(&d, (uint8_t)ta_random_next(&random), &g) <= 0);
        int last = 0;
        for (size_t k = 0; k < n; k++)
            last = ta_deframer_put(&d, line[k], &g);
        assert_int_equal(last, 1);
        assert_true(same(&f, &g));
    }
}

static void names(void **state)
{
    (void)state;
#define TA_COMMAND(id, code, request, reply, effect) assert_string_equal(ta_command_name(code), #id);
#include "spec/commands.def"
#undef TA_COMMAND
#define TA_REFUSAL(id, meaning) assert_string_equal(ta_refusal_meaning(TA_REFUSAL_##id), meaning);
#include "spec/refusals.def"
#undef TA_REFUSAL
    assert_null(ta_command_name(0));
    assert_null(ta_command_name(255));
    assert_non_null(ta_refusal_meaning(TA_REFUSAL_busy));
    assert_null(ta_refusal_meaning(TA_REFUSAL_COUNT));
    assert_null(ta_refusal_meaning(-1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crc), cmocka_unit_test(numbers), cmocka_unit_test(there_and_back),
        cmocka_unit_test(one_bit), cmocka_unit_test(refusals), cmocka_unit_test(garbage),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests_name("host_uart", tests, 0, 0);
}
