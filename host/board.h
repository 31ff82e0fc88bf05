/* SPDX-License-Identifier: MIT
 *
 * The engine at the other end of a serial line: one job in, one result out.  The line is a
 * ta_link, so that the same code drives a board, a pseudo-terminal and simulated pins.
 *
 * One request is on the way at a time.  A request that is not answered, or whose answer is
 * damaged, is sent again under a new sequence number (every command may be repeated; the
 * answer to any of them counts); after TA_BOARD_TRIES the job ends with an error.
 */
#ifndef TA_BOARD_H
#define TA_BOARD_H

#include "host/error.h"
#include "host/uart.h"
#include "spec/job.h"

typedef struct ta_link {
    void *context;
    /* Sends all bytes.  0, or below 0: the line is gone. */
    int (*write)(void *context, const uint8_t *bytes, size_t n);
    /* Waits until a byte is there, at most so long.  Bytes read; 0: none came in that time;
     * below 0: the line is gone. */
    int (*read)(void *context, uint8_t *bytes, size_t n, int milliseconds);
} ta_link;

enum {
    TA_BOARD_TRIES = 20,    /* of a request */
    TA_BOARD_WAIT = 250,    /* milliseconds without a byte after which it is sent again */
    TA_BOARD_POLLS = 20000, /* of the state of a run */
    TA_BOARD_GAVE_UP = 1    /* beside enum ta_error_code: the engine did not finish the job */
};

/* What identify says. */
typedef struct ta_identity {
    int version; /* of the command interface */
    int a, pf, dmax, nmax, port_bits;
    int data;    /* most data of one command */
    uint32_t tables_crc;
} ta_identity;

typedef struct ta_board {
    ta_link link;
    char name[64]; /* for messages */
    ta_identity identity;
    uint8_t sequence;
    uint32_t run;
    ta_deframer deframer;
    unsigned long requests, tries, damaged; /* replies that were refused here */
    uint8_t buffer[64];
    size_t used, filled; /* of buffer */
} ta_board;

/* Resets the engine at the other end and asks what it is; refuses what does not speak this
 * version.  name is for messages. */
int ta_board_open(ta_board *board, const ta_link *link, const char *name, ta_error *error);

/* Refuses a board that is no such build, or whose tables differ from this program's. */
int ta_board_match(const ta_board *board, const ta_build *build, ta_error *error);

/* Runs the job: out, and where not null m and l; the counters.  TA_OK, TA_ERROR_INPUT (the
 * line), or TA_BOARD_GAVE_UP (the engine: counters are not filled). */
int ta_board_run(ta_board *board, const ta_job *job, ta_result *result, ta_error *error);

/* One request with its retries, for tests; *reply is the payload behind the code, *length its
 * bytes.  TA_OK; TA_ERROR_INPUT, with *refusal where the board refused (else 0). */
int ta_board_request(ta_board *board, int command, const uint8_t *payload, size_t n,
                     uint8_t reply[TA_UART_PAYLOAD], size_t *length, int *refusal,
                     ta_error *error);

#endif
