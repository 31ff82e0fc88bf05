/* SPDX-License-Identifier: MIT
 *
 * Progress on a terminal: also while nothing is added; and none elsewhere.
 */
#include "cli/progress.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* What is on standard error, which is the device, after seconds of work on the first of two seeds. */
static void work(int device, double seconds, int added)
{
    progress p;
    const int before = dup(STDERR_FILENO);
    dup2(device, STDERR_FILENO);
    progress_start(&p, "seeds", 2);
    usleep((useconds_t)(1e6 * seconds));
    if (added)
        progress_add(&p, 1);
    progress_end(&p);
    dup2(before, STDERR_FILENO);
    close(before);
}

static size_t text_of(int from, char *text, size_t size)
{
    size_t all = 0;
    fcntl(from, F_SETFL, O_NONBLOCK);
    for (int quiet = 0; quiet < 10 && all < size - 1;) { /* a terminal hands over in pieces */
        const ssize_t n = read(from, text + all, size - 1 - all);
        quiet = n > 0 ? 0 : quiet + 1;
        all += n > 0 ? (size_t)n : 0;
        usleep(10000);
    }
    text[all] = 0;
    return all;
}

static void terminal(void **state)
{
    char text[4096];
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    (void)state;
    assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    const int device = open(ptsname(master), O_RDWR | O_NOCTTY);
    assert_true(device >= 0);
    work(device, 2.5, 0);
    text_of(master, text, sizeof text);
    if (!strstr(text, "\r0 of 2 seeds, 2 s so far"))
        fail_msg("found '%s'", text);
    work(device, 1.5, 1);
    text_of(master, text, sizeof text);
    if (!strstr(text, "\r1 of 2 seeds, "))
        fail_msg("found '%s'", text);
    work(device, 0.1, 1); /* too short for any */
    assert_int_equal(text_of(master, text, sizeof text), 0);
    close(device);
    close(master);
}

static void elsewhere(void **state)
{
    char text[64];
    int ends[2];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    work(ends[1], 1.5, 1);
    assert_int_equal(text_of(ends[0], text, sizeof text), 0);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(terminal), cmocka_unit_test(elsewhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
