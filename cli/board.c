/* SPDX-License-Identifier: MIT
 *
 * Engine board:DEVICE: the FPGA at the other end of a serial port.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/engines.h"

#ifdef TA_SERIAL
#include "host/serial.h"

static const char *device; /* of the command line */

typedef struct connection {
    ta_link link;
    ta_board board;
    ta_error broken; /* the line is given up: further heads need not wait for it */
} connection;

static void *board_open(const ta_build *build, ta_error *error)
{
    connection *c = calloc(1, sizeof *c);
    if (!c) {
        ta_fail(error, TA_ERROR_INPUT, "not enough memory");
        return NULL;
    }
    if (ta_serial_open(device, &c->link, error)) {
        free(c);
        return NULL;
    }
    if (ta_board_open(&c->board, &c->link, device, error) ||
        ta_board_match(&c->board, build, error)) {
        ta_serial_close(&c->link);
        free(c);
        return NULL;
    }
    return c;
}

static int board_run(void *state, const ta_job *job, ta_result *result, ta_error *error)
{
    connection *c = state;
    if (c->broken.code) {
        if (error)
            *error = c->broken;
        return c->broken.code;
    }
    int status = ta_board_run(&c->board, job, result, error);
    if (status == TA_ERROR_INPUT)
        ta_fail(&c->broken, status, "%s", error ? error->text : "the line is gone");
    return status;
}

static void board_close(void *state)
{
    connection *c = state;
    if (c)
        ta_serial_close(&c->link);
    free(c);
}

static const engine board = {"board", 0, 1, 0, 1, 1, board_open, board_run, board_close};
#endif

const engine *engine_board(const char *name)
{
#ifdef TA_SERIAL
    if (strncmp(name, "board:", 6) == 0 && name[6]) {
        device = name + 6;
        return &board;
    }
#else
    (void)name;
#endif
    return NULL;
}
