/* SPDX-License-Identifier: MIT
 *
 * Outputs when a signal ends the program: all of them or none, and nothing beside. Each case is a process
 * of its own, which gets the signal while a pipe is written, or between two renames.
 */
#include "cli/output.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static char directory[] = "/tmp/ta_output_XXXXXX";

/* The signal of the first rename; of a thread that does not write. */
static int on_rename, by_thread;

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

static void *other(void *number)
{
    sigset_t set; /* that of a worker that was there before */
    sigemptyset(&set);
    sigaddset(&set, *(int *)number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(*(int *)number);
    return NULL;
}

int __wrap_rename(const char *from, const char *to)
{
    const int status = __real_rename(from, to);
    int number = on_rename;
    pthread_t thread;
    on_rename = 0;
    if (number && by_thread) {
        if (pthread_create(&thread, NULL, other, &number) == 0)
            pthread_join(thread, NULL);
    } else if (number) {
        raise(number);
    }
    return status;
}

static void put(const char *path, const char *text, mode_t mode)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    fchmod(file, mode);
    close(file);
}

static void expect(const char *path, const char *text)
{
    char found[64] = "";
    const int file = open(path, O_RDONLY);
    const ssize_t n = file < 0 ? -1 : read(file, found, sizeof found - 1);
    if (file >= 0)
        close(file);
    if (n < 0 || strcmp(found, text) != 0)
        fail_msg("%s: found '%s', expected '%s'", path, n < 0 ? "no file" : found, text);
}

/* Names that end so in the directory. */
static int temporaries(void)
{
    int count = 0;
    DIR *d = opendir(".");
    for (struct dirent *e; (e = readdir(d)) != NULL;)
        count += strstr(e->d_name, ".tmp") != NULL;
    closedir(d);
    return count;
}

static void add(outputs *o, const char *path, const char *text)
{
    outputs_add(o, path, strdup(text), strlen(text));
}

/* In a process of its own: writes a and b, and pipe where there is one. */
static pid_t begin(const char *pipe_name)
{
    const pid_t child = fork();
    if (child == 0) {
        outputs o = {.count = 0};
        ta_error error = {0, ""};
        add(&o, "a", "new");
        if (pipe_name)
            add(&o, pipe_name, "new");
        add(&o, "b", "new");
        _exit(outputs_write(&o, &error) ? 9 : 0);
    }
    assert_true(child > 0);
    return child;
}

static const int endings[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE};

/* The signal ends it; nothing is left beside a and b, which both have this text. */
static void ends_by(pid_t child, int number, const char *text)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), number);
    assert_int_equal(temporaries(), 0);
    expect("a", text);
    expect("b", text);
}

static void while_writing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        put("a", "old", 0644);
        put("b", "old", 0644);
        unlink("pipe");
        assert_int_equal(mkfifo("pipe", 0600), 0);
        const pid_t child = begin("pipe"); /* nobody reads */
        const struct timespec moment = {0, 10000000};
        for (int n = 0; n < 1000 && temporaries() < 2; n++)
            nanosleep(&moment, NULL);
        assert_int_equal(temporaries(), 2);
        kill(child, endings[i]);
        ends_by(child, endings[i], "old");
    }
}

static void between_renames(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        for (by_thread = 0; by_thread < 2; by_thread++) {
            put("a", "old", 0644);
            put("b", "old", 0644);
            on_rename = endings[i];
            const pid_t child = begin(NULL);
            on_rename = 0; /* the child has its own */
            ends_by(child, endings[i], "new");
        }
}

/* A signal that was ignored before stays so: nohup. */
static void ignored(void **state)
{
    int status;
    (void)state;
    signal(SIGHUP, SIG_IGN);
    on_rename = SIGHUP;
    by_thread = 0;
    const pid_t child = begin(NULL);
    assert_int_equal(waitpid(child, &status, 0), child);
    on_rename = 0;
    signal(SIGHUP, SIG_DFL);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void modes(void **state)
{
    static const mode_t kept[] = {0600, 0644, 0640, 0400, 0755};
    (void)state;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        struct stat s;
        int status;
        unlink("a");
        put("a", "old", kept[i]);
        assert_int_equal(waitpid(begin(NULL), &status, 0) > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1, 0);
        expect("a", "new");
        assert_int_equal(stat("a", &s), 0);
        assert_int_equal(s.st_mode & 07777, kept[i]);
    }
}

/* A link is written through, whether what it names is there or not. */
static void links(void **state)
{
    (void)state;
    assert_int_equal(mkdir("folder", 0700), 0);
    for (int is_there = 0; is_there < 2; is_there++) {
        struct stat s;
        int status;
        unlink("a");
        unlink("folder/link");
        unlink("folder/x");
        if (is_there)
            put("folder/x", "old", 0644);
        assert_int_equal(symlink("folder/link", "a"), 0);
        assert_int_equal(symlink("x", "folder/link"), 0);
        assert_int_equal(waitpid(begin(NULL), &status, 0) > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1, 0);
        assert_int_equal(lstat("a", &s), 0);
        assert_true(S_ISLNK(s.st_mode));
        assert_int_equal(lstat("folder/link", &s), 0);
        assert_true(S_ISLNK(s.st_mode));
        expect("folder/x", "new");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(while_writing), cmocka_unit_test(between_renames), cmocka_unit_test(ignored),
        cmocka_unit_test(modes),         cmocka_unit_test(links),
    };
    if (!mkdtemp(directory) || chdir(directory) != 0)
        return 2;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    static const char *const names[] = {"a", "b", "pipe", "folder/link", "folder/x"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unlink(names[i]);
    rmdir("folder");
    rmdir(directory);
    return failed;
}
