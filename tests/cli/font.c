/* SPDX-License-Identifier: MIT
 *
 * The letters of the pictures: each its own, none empty but the space; UTF-8 is a box a letter.
 */
#include "cli/font.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void letters(void **state)
{
    static const unsigned char none[FONT_WIDTH] = {0};
    (void)state;
    for (int c = ' '; c <= 0x7F; c++) {
        const char text[] = {(char)c, 0}, *at = text;
        const unsigned char *letter = font_letter(&at);
        assert_ptr_equal(at, text + 1);
        assert_int_equal(memcmp(letter, none, sizeof none) == 0, c == ' ');
        for (int other = ' '; other < c; other++) {
            const char before[] = {(char)other, 0}, *from = before;
            if (memcmp(letter, font_letter(&from), FONT_WIDTH) == 0)
                fail_msg("'%c' looks like '%c'", c, other);
        }
    }
}

static void others(void **state)
{
    const char text[] = "a\xc3\xa9\xe2\x86\x92\x01z", *at = text; /* a, e acute, an arrow, a control character, z */
    (void)state;
    assert_int_equal(font_count(text), 5);
    assert_int_equal(font_count(""), 0);
    font_letter(&at);
    const unsigned char *box = font_letter(&at);
    assert_ptr_equal(font_letter(&at), box);
    assert_ptr_equal(font_letter(&at), box);
    assert_ptr_not_equal(font_letter(&at), box);
    assert_ptr_equal(at, text + sizeof text - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(letters), cmocka_unit_test(others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
