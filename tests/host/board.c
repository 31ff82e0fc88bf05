/* SPDX-License-Identifier: MIT
 *
 * The board's host against a board that is wrong in one way or another: each ends with its
 * message, and nothing is taken for an answer that is none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "host/board.h"

enum fault {
    NONE, SILENT, GONE, GONE_LATER, BABBLE, NAME, VERSION, DATA, LANES, TABLES, LONG, OTHER_COMMAND,
    OTHER_SEQUENCE, REFUSES, DAMAGED_TWICE, LATE
};

static struct fake {
    enum fault fault;
    ta_deframer deframer;
    uint8_t out[8192];
    size_t used, filled;
    int seen, waits;
} fake;

static void answer(const ta_frame *request, const uint8_t *payload, size_t n)
{
    uint8_t line[TA_UART_LINE];
    ta_frame r = {request->sequence, request->command, (uint16_t)n, {0}};
    memcpy(r.payload, payload, n);
    if (fake.fault == OTHER_COMMAND)
        r.command++;
    if (fake.fault == OTHER_SEQUENCE)
        r.sequence++;
    if (fake.fault == LATE)
        r.sequence--; /* each answers the request before */
    size_t k = ta_frame_encode(&r, line);
    if (fake.fault == DAMAGED_TWICE && fake.seen < 3)
        line[4] ^= 1;
    memcpy(fake.out + fake.filled, line, k);
    fake.filled += k;
}

static void serve(const ta_frame *request)
{
    uint8_t r[40] = {0, 't', 'i', 'n', 'y', 'a', 't', 't', 'n', 1, 0, 4, 8, 4, 0, 32, 0, 16, 0, 0, 1};
    fake.seen++;
    ta_put(r + 21, 4, ta_tables_crc());
    switch (fake.fault) {
    case SILENT: return;
    case NAME: r[2] = '\n'; break;
    case VERSION: r[9] = 2; break;
    case DATA: r[20] = 3; break;
    case LANES: r[11] = 8; break;
    case TABLES: r[24] ^= 1; break;
    case REFUSES: r[0] = TA_REFUSAL_busy; break;
    default: break;
    }
    if (r[0])
        answer(request, r, 1);
    else if (request->command == TA_COMMAND_identify)
        answer(request, r, fake.fault == LONG ? 26 : 25);
    else
        answer(request, r, 1);
}

static int fake_write(void *context, const uint8_t *bytes, size_t n)
{
    ta_frame f;
    (void)context;
    if (fake.fault == GONE)
        return -1;
    fake.used = fake.filled = 0;
    for (size_t i = 0; i < n; i++)
        if (ta_deframer_put(&fake.deframer, bytes[i], &f) > 0)
            serve(&f);
    return 0;
}

static int fake_read(void *context, uint8_t *bytes, size_t n, int milliseconds)
{
    (void)context;
    (void)milliseconds;
    if (fake.fault == GONE_LATER)
        return -1;
    if (fake.fault == BABBLE) {
        memset(bytes, 0x55, n);
        return (int)n;
    }
    if (fake.used == fake.filled) {
        fake.waits++;
        return 0;
    }
    bytes[0] = fake.out[fake.used++];
    return 1;
}

static int open_it(enum fault fault, ta_board *board, ta_error *error)
{
    static const ta_link link = {NULL, fake_write, fake_read};
    memset(&fake, 0, sizeof fake);
    memset(error, 0, sizeof *error);
    fake.fault = fault;
    return ta_board_open(board, &link, "board", error);
}

static void right(void **state)
{
    (void)state;
    ta_board b;
    ta_error e;
    assert_int_equal(open_it(NONE, &b, &e), TA_OK);
    assert_int_equal(b.identity.nmax, 32);
    assert_int_equal(b.tries, 2);
    assert_int_equal(ta_board_match(&b, ta_build_find("tiny"), &e), TA_OK);
    assert_int_equal(open_it(DAMAGED_TWICE, &b, &e), TA_OK);
    assert_int_equal(b.tries, 4);
    assert_int_equal(b.damaged, 2);
}

static void wrong(void **state)
{
    (void)state;
    static const struct {
        enum fault fault;
        const char *text;
        int tries;
    } rows[] = {
        {SILENT, "board: found no answer to identify in 20 tries (last: silence)", TA_BOARD_TRIES},
        {GONE, "board: the line is gone", 1},
        {GONE_LATER, "board: the line is gone", 1},
        {BABBLE, "board: found no answer to identify in 20 tries", TA_BOARD_TRIES},
        {NAME, "board: found 't\\x0anyattn', expected 'tinyattn'", 1},
        {VERSION, "board: found version 2 of the command interface, expected 1", 1},
        {DATA, "board: found 768 bytes of data a command, expected a multiple of 16 up to 256", 1},
        {LONG, "board: found 25 bytes in the answer to identify, expected 24", 1},
        {OTHER_COMMAND, "board: found no answer to identify in 20 tries", TA_BOARD_TRIES},
        {OTHER_SEQUENCE, "board: found no answer to identify in 20 tries", TA_BOARD_TRIES},
        {REFUSES, "board: identify was refused with code 14: the engine is running", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ta_board b;
        ta_error e;
        assert_int_equal(open_it(rows[i].fault, &b, &e), TA_ERROR_INPUT);
        if (!strstr(e.text, rows[i].text))
            fail_msg("found '%s', expected '%s'", e.text, rows[i].text);
        assert_int_equal(b.tries, rows[i].tries);
        assert_true(fake.waits <= TA_BOARD_TRIES);
    }
}

/* The answer to an earlier try of the same request counts; that to the request before not. */
static void late(void **state)
{
    (void)state;
    ta_board b;
    ta_error e;
    assert_int_equal(open_it(LATE, &b, &e), TA_OK);
    assert_int_equal(b.requests, 2);
    assert_int_equal(b.tries, 4);
}

static void mismatch(void **state)
{
    (void)state;
    ta_board b;
    ta_error e;
    assert_int_equal(open_it(NONE, &b, &e), TA_OK);
    assert_int_equal(ta_board_match(&b, ta_build_find("lab"), &e), TA_ERROR_INPUT);
    assert_non_null(strstr(e.text, "board: found tiny (A 4, DMAX 4, NMAX 32, PF 8, port 16), expected "
                                   "lab (A 4, DMAX 64, NMAX 64, PF 12, port 16)"));
    assert_int_equal(open_it(LANES, &b, &e), TA_OK);
    assert_int_equal(ta_board_match(&b, ta_build_find("tiny"), &e), TA_ERROR_INPUT);
    assert_non_null(strstr(e.text, "found no build (A 8,"));
    assert_int_equal(open_it(TABLES, &b, &e), TA_OK);
    assert_int_equal(ta_board_match(&b, ta_build_find("tiny"), &e), TA_ERROR_INPUT);
    assert_non_null(strstr(e.text, "made from other sources"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right), cmocka_unit_test(wrong), cmocka_unit_test(late),
        cmocka_unit_test(mismatch),
    };
    return cmocka_run_group_tests_name("host_board", tests, 0, 0);
}
