/* SPDX-License-Identifier: MIT
 *
 * A program whose hardware has one bit of the EXP2 table flipped must notice: exit 1, the
 * difference printed, JSON with bit_exact false, no array.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spawn.h"

#define THREE "--q q.npy --k k.npy --v v.npy"

static void run(void **state)
{
    size_t size;
    (void)state;
    save_three(32, 32, 4, 4);
    const spawned *r = spawn("run " THREE " --build tiny --out o.npy --lse l.npy --json j.json");
    expect_status(r, 1);
    expect_text(r->err, "mismatch: head 0 tile ");
    expect_text(r->err, " row ");
    expect_text(r->err, " signal ");
    expect_text(r->err, " expected ");
    expect_text(r->err, " got ");
    assert_null(strstr(r->err, "tile unknown"));
    assert_null(load_file("o.npy", &size));
    assert_null(load_file("l.npy", &size));
    json_t *j = load_json("j.json");
    assert_true(json_is_false(at_path(j, "bit_exact")));
    json_decref(j);
    r = spawn("run " THREE " --schedule naive --out - --lse l.npy");
    expect_status(r, 1);
    assert_int_equal(r->out_size, 0);
    assert_null(load_file("l.npy", &size));
    expect_status(spawn("run " THREE " --engine golden --out o.npy"), 0);
}

static void others(void **state)
{
    char command[256];
    (void)state;
    const spawned *r = spawn("check --seeds 200");
    expect_status(r, 1);
    expect_text(r->err, "tinyattn check: seed ");
    expect_text(r->err, " signal ");
    const char *replay = strstr(r->err, "replay: tinyattn ");
    assert_non_null(replay);
    snprintf(command, sizeof command, "%.*s", (int)strcspn(replay + 17, "\n"), replay + 17);
    char *first = strdup(r->err);
    r = spawn("%s", command); /* gives the same again */
    expect_status(r, 1);
    assert_string_equal(first, r->err);
    free(first);
    save_three(32, 32, 4, 4);
    expect_status(spawn("compare " THREE " --json j.json"), 1);
    json_t *j = load_json("j.json");
    assert_true(json_is_false(at_path(json_array_get(at_path(j, "runs"), 0), "bit_exact")));
    json_decref(j);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(run), cmocka_unit_test(others)};
    spawn_start(argc, argv);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    spawn_end();
    return failed;
}
