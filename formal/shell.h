/* SPDX-License-Identifier: MIT
 *
 * What the programs around Yosys and the solvers share: text, files, and commands of the shell.
 * All of them end the program with status 1 and a message where a file or memory fails.
 */
#ifndef TA_FORMAL_SHELL_H
#define TA_FORMAL_SHELL_H

/* The program's name in messages. */
extern const char *program;

/* Text as printf makes it; to be freed. */
char *format(const char *pattern, ...) __attribute__((format(printf, 1, 2)));

void die(const char *what, const char *name) __attribute__((noreturn));

/* A whole file, 0 behind it; to be freed. */
char *read_all(const char *path);
void write_all(const char *path, const char *text);

/* A path's last part. */
const char *base_name(const char *path);

/* A text with another before its last endmodule: what a bind would do; to be freed. */
char *into_module(const char *text, const char *more);

/* The text with the default of each parameter of a set (NAME=NUMBER, by spaces) replaced; frees the text.  (A -chparam
 * of Yosys would make a signed parameter unsigned.) */
char *set_parameters(char *text, const char *set);

/* Commands of Yosys that make the modules of those sources boxes that have a - behind their names: anything comes out of
 * them.  One line each; to be freed. */
char *box_commands(const char *sources);

/* The first of the names, NULL behind the last, that is in build/venv/bin or on PATH; else NULL. */
const char *tool(const char *const *names);

/* Runs a simple command at most that long; its output goes to LOG.  Its status, 124: it took longer, 255: a
 * signal ended it.  What ends this program ends the command as well. */
int run(const char *log, int seconds, const char *command);

#endif
