/* SPDX-License-Identifier: MIT */
#include "host/board.h"

#include <stdio.h>
#include <string.h>

/* A byte of the line.  1, 0: none came in time, below 0: the line is gone. */
static int next_byte(ta_board *b, uint8_t *byte)
{
    if (b->used == b->filled) {
        int n = b->link.read(b->link.context, b->buffer, sizeof b->buffer, TA_BOARD_WAIT);
        if (n <= 0)
            return n;
        b->used = 0;
        b->filled = (size_t)n;
    }
    *byte = b->buffer[b->used++];
    return 1;
}

enum attempt { ANSWERED, AGAIN, GONE };

/* Sends the request for the (earlier + 1)-th time and waits for a reply to any of them. */
static enum attempt attempt(ta_board *b, int earlier, ta_frame *request, ta_frame *reply, int *why)
{
    uint8_t line[TA_UART_LINE];
    int bytes = 0;
    request->sequence = ++b->sequence;
    size_t n = ta_frame_encode(request, line);
    b->tries++;
    if (b->link.write(b->link.context, line, n) < 0)
        return GONE;
    /* A line that babbles for ever is as good as one that is silent. */
    while (bytes++ < 8 * TA_UART_LINE) {
        uint8_t byte;
        int got = next_byte(b, &byte);
        if (got < 0)
            return GONE;
        if (got == 0) {
            *why = TA_REFUSAL_none;
            return AGAIN;
        }
        int event = ta_deframer_put(&b->deframer, byte, reply);
        if (event < 0) {
            b->damaged++;
            *why = -event;
        }
        if (event <= 0 || reply->length < 1)
            continue;
        uint8_t age = (uint8_t)(request->sequence - reply->sequence);
        if (reply->command == 0 && age == 0) { /* the request came through damaged */
            *why = reply->payload[0];
            return AGAIN;
        }
        if (reply->command == request->command && age <= earlier)
            return ANSWERED; /* else late: of the request before */
    }
    return AGAIN;
}

int ta_board_request(ta_board *b, int command, const uint8_t *payload, size_t n,
                     uint8_t reply[TA_UART_PAYLOAD], size_t *length, int *refusal,
                     ta_error *error)
{
    ta_frame request, answer;
    int why = TA_REFUSAL_none;
    request.command = (uint8_t)command;
    request.length = (uint16_t)n;
    if (n)
        memcpy(request.payload, payload, n);
    *refusal = TA_REFUSAL_none;
    *length = 0;
    b->requests++;
    for (int i = 0; i < TA_BOARD_TRIES; i++) {
        switch (attempt(b, i, &request, &answer, &why)) {
        case GONE:
            return ta_fail(error, TA_ERROR_INPUT, "%s: the line is gone", b->name);
        case AGAIN:
            continue;
        case ANSWERED:
            break;
        }
        *refusal = answer.payload[0];
        if (*refusal) {
            const char *meaning = ta_refusal_meaning(*refusal);
            return ta_fail(error, TA_ERROR_INPUT, "%s: %s was refused with code %d: %s", b->name,
                           ta_command_name(command), *refusal, meaning ? meaning : "unknown");
        }
        *length = (size_t)answer.length - 1;
        memcpy(reply, answer.payload + 1, *length);
        return TA_OK;
    }
    return ta_fail(error, TA_ERROR_INPUT, "%s: found no answer to %s in %d tries (last: %s)",
                   b->name, ta_command_name(command), TA_BOARD_TRIES,
                   why ? ta_refusal_meaning(why) : "silence");
}

/* A request whose reply has a known size. */
static int command(ta_board *b, int command, const uint8_t *payload, size_t n, uint8_t *reply,
                   size_t expected, ta_error *error)
{
    uint8_t answer[TA_UART_PAYLOAD];
    size_t length;
    int refusal;
    int status = ta_board_request(b, command, payload, n, answer, &length, &refusal, error);
    if (status)
        return status;
    if (length != expected)
        return ta_fail(error, TA_ERROR_INPUT, "%s: found %zu bytes in the answer to %s, expected %zu",
                       b->name, length, ta_command_name(command), expected);
    if (length)
        memcpy(reply, answer, length);
    return TA_OK;
}

int ta_board_open(ta_board *b, const ta_link *link, const char *name, ta_error *error)
{
    uint8_t r[24];
    int status;
    memset(b, 0, sizeof *b);
    b->link = *link;
    snprintf(b->name, sizeof b->name, "%s", name);
    if ((status = command(b, TA_COMMAND_identify, NULL, 0, r, sizeof r, error)))
        return status;
    if (memcmp(r, "tinyattn", 8) != 0) {
        char found[48];
        return ta_fail(error, TA_ERROR_INPUT, "%s: found '%s', expected 'tinyattn'", b->name,
                       ta_printable(found, sizeof found, r, 8));
    }
    ta_identity *id = &b->identity;
    id->version = (int)ta_get(r + 8, 2);
    id->a = r[10];
    id->pf = r[11];
    id->dmax = (int)ta_get(r + 12, 2);
    id->nmax = (int)ta_get(r + 14, 2);
    id->port_bits = (int)ta_get(r + 16, 2);
    id->data = (int)ta_get(r + 18, 2);
    id->tables_crc = ta_get(r + 20, 4);
    if (id->version != TA_UART_VERSION)
        return ta_fail(error, TA_ERROR_INPUT, "%s: found version %d of the command interface, "
                       "expected %d", b->name, id->version, TA_UART_VERSION);
    if (id->data < 16 || id->data > TA_UART_DATA || id->data % 16)
        return ta_fail(error, TA_ERROR_INPUT, "%s: found %d bytes of data a command, expected a "
                       "multiple of 16 up to %d", b->name, id->data, TA_UART_DATA);
    return command(b, TA_COMMAND_reset, NULL, 0, NULL, 0, error);
}

int ta_board_match(const ta_board *b, const ta_build *build, ta_error *error)
{
    const ta_identity *id = &b->identity;
    if (id->a != build->a || id->dmax != build->dmax || id->nmax != build->nmax ||
        id->pf != build->pf || id->port_bits != build->port_bits) {
        const char *name = "no build";
        for (int i = 0; i < TA_BUILD_COUNT; i++) {
            const ta_build *x = ta_build_at(i);
            if (id->a == x->a && id->dmax == x->dmax && id->nmax == x->nmax && id->pf == x->pf &&
                id->port_bits == x->port_bits)
                name = x->name;
        }
        return ta_fail(error, TA_ERROR_INPUT,
                       "%s: found %s (A %d, DMAX %d, NMAX %d, PF %d, port %d), expected %s (A %d, "
                       "DMAX %d, NMAX %d, PF %d, port %d); --build chooses", b->name, name, id->a,
                       id->dmax, id->nmax, id->pf, id->port_bits, build->name, build->a,
                       build->dmax, build->nmax, build->pf, build->port_bits);
    }
    if (id->tables_crc != ta_tables_crc())
        return ta_fail(error, TA_ERROR_INPUT, "%s: found tables with CRC %08lx, expected %08lx: "
                       "made from other sources", b->name, (unsigned long)id->tables_crc,
                       (unsigned long)ta_tables_crc());
    return TA_OK;
}

static int write_memory(ta_board *b, uint32_t address, const void *data, size_t n, ta_error *error)
{
    const uint8_t *from = data;
    uint8_t payload[TA_UART_PAYLOAD];
    int status = TA_OK;
    for (size_t i = 0; i < n && !status; ) {
        size_t k = n - i < (size_t)b->identity.data ? n - i : (size_t)b->identity.data;
        ta_put(payload, 4, address + (uint32_t)i);
        ta_put(payload + 4, 2, (uint32_t)k);
        memcpy(payload + 6, from + i, k);
        status = command(b, TA_COMMAND_write_memory, payload, k + 6, NULL, 0, error);
        i += k;
    }
    return status;
}

static int write_config(ta_board *b, const ta_config *c, ta_error *error)
{
    uint8_t p[16];
    ta_put(p, 2, (uint32_t)c->nq);
    ta_put(p + 2, 2, (uint32_t)c->nk);
    ta_put(p + 4, 2, (uint32_t)c->d);
    ta_put(p + 6, 2, (uint32_t)c->q_rows);
    ta_put(p + 8, 3, (uint32_t)c->offset & 0x1ffff);
    ta_put(p + 11, 3, c->scale);
    ta_put(p + 14, 1, (uint32_t)c->latency);
    ta_put(p + 15, 1, (uint32_t)(c->mode + 2 * c->causal + 4 * c->overlap + 8 * c->stream));
    return command(b, TA_COMMAND_write_config, p, sizeof p, NULL, 0, error);
}

enum status_bits { IDLE = 1, DONE = 2, REFUSED = 4, TIMEOUT = 8, OVERFLOW = 16 };

/* Starts a run and waits for its end. */
static int start(ta_board *b, ta_error *error)
{
    uint8_t run[4];
    uint8_t s[8];
    int status;
    if (++b->run == 0)
        b->run = 1;
    ta_put(run, 4, b->run);
    if ((status = command(b, TA_COMMAND_start, run, sizeof run, NULL, 0, error)))
        return status;
    for (long poll = 0; poll < TA_BOARD_POLLS; poll++) {
        if ((status = command(b, TA_COMMAND_status, NULL, 0, s, sizeof s, error)))
            return status;
        if (ta_get(s + 4, 4) != b->run)
            return ta_fail(error, TA_ERROR_INPUT, "%s: found run %lu, expected %lu: was it reset?",
                           b->name, (unsigned long)ta_get(s + 4, 4), (unsigned long)b->run);
        if (!(s[0] & IDLE))
            continue;
        if (s[0] & REFUSED)
            return ta_fail(error, TA_BOARD_GAVE_UP, "%s: the engine refused the configuration: "
                           "expected %s", b->name, ta_config_expected(s[1]));
        if (s[0] & TIMEOUT)
            return ta_fail(error, TA_BOARD_GAVE_UP, "%s: the engine's memory did not answer",
                           b->name);
        if (s[0] & OVERFLOW)
            return ta_fail(error, TA_BOARD_GAVE_UP, "%s: the engine reports an accumulator out of "
                           "its range", b->name);
        if (s[0] & DONE)
            return TA_OK;
    }
    return ta_fail(error, TA_BOARD_GAVE_UP, "%s: the engine did not finish", b->name);
}

static int read_counters(ta_board *b, ta_counters *c, ta_error *error)
{
    enum {
#define TA_COUNTER(id, meaning) INDEX_##id,
#include "spec/counters.def"
#undef TA_COUNTER
        COUNTERS
    };
    uint8_t r[4 * (COUNTERS + 2 * TA_STALL_COUNT)];
    int status = command(b, TA_COMMAND_read_counters, NULL, 0, r, sizeof r, error);
    if (status)
        return status;
#define TA_COUNTER(id, meaning) c->id = ta_get(r + 4 * INDEX_##id, 4);
#include "spec/counters.def"
#undef TA_COUNTER
    for (int array = 0; array < 2; array++)
        for (int cause = 0; cause < TA_STALL_COUNT; cause++)
            c->stalls[array][cause] =
                ta_get(r + 4 * (COUNTERS + array * TA_STALL_COUNT + cause), 4);
    return TA_OK;
}

static int read_out(ta_board *b, uint32_t address, int16_t *out, size_t values, ta_error *error)
{
    uint8_t p[6];
    uint8_t r[TA_UART_DATA];
    size_t n = 2 * values;
    for (size_t i = 0; i < n; ) {
        size_t k = n - i < (size_t)b->identity.data ? n - i : (size_t)b->identity.data;
        ta_put(p, 4, address + (uint32_t)i);
        ta_put(p + 4, 2, (uint32_t)k);
        int status = command(b, TA_COMMAND_read_memory, p, sizeof p, r, k, error);
        if (status)
            return status;
        for (size_t j = 0; j < k; j += 2)
            out[(i + j) / 2] = (int16_t)(uint16_t)ta_get(r + j, 2);
        i += k;
    }
    return TA_OK;
}

static int read_rows(ta_board *b, int rows, int16_t *m, int64_t *l, ta_error *error)
{
    uint8_t p[6];
    uint8_t r[6 * TA_UART_ROWS];
    for (int i = 0; i < rows; ) {
        int k = rows - i < TA_UART_ROWS ? rows - i : TA_UART_ROWS;
        ta_put(p, 4, (uint32_t)i);
        ta_put(p + 4, 2, (uint32_t)k);
        int status = command(b, TA_COMMAND_read_rows, p, sizeof p, r, 6u * (size_t)k, error);
        if (status)
            return status;
        for (int j = 0; j < k; j++) {
            m[i + j] = (int16_t)(uint16_t)ta_get(r + 6 * j, 2);
            l[i + j] = (int64_t)ta_get(r + 6 * j + 2, 4);
        }
        i += k;
    }
    return TA_OK;
}

int ta_board_run(ta_board *b, const ta_job *job, ta_result *result, ta_error *error)
{
    const ta_config *c = &job->config;
    const ta_build *build = &job->build;
    const size_t queries = (size_t)c->nq * (size_t)c->d;
    const size_t keys = (size_t)c->nk * (size_t)c->d;
    int status;
    if ((status = ta_config_check(build, c)))
        return ta_fail(error, TA_ERROR_USAGE, "configuration: expected %s",
                       ta_config_expected(status));
    if ((status = ta_board_match(b, build, error)) ||
        (status = write_memory(b, ta_region_base(build, TA_REGION_Q), job->q, queries, error)) ||
        (status = write_memory(b, ta_region_base(build, TA_REGION_K), job->k, keys, error)) ||
        (status = write_memory(b, ta_region_base(build, TA_REGION_V), job->v, keys, error)) ||
        (status = write_config(b, c, error)) || (status = start(b, error)) ||
        (status = read_counters(b, &result->counters, error)) ||
        (status = read_out(b, ta_region_base(build, TA_REGION_O), result->out, queries, error)))
        return status;
    return result->m && result->l ? read_rows(b, c->nq, result->m, result->l, error) : TA_OK;
}
