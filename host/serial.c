/* SPDX-License-Identifier: MIT */
#include "host/serial.h"

#include <errno.h>
#include <fcntl.h>
#include <libserialport.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { SEND = 10000 /* milliseconds for a frame; far beyond any */ };

/* ---- a port of libserialport ---- */

static int port_write(void *context, const uint8_t *bytes, size_t n)
{
    int sent = (int)sp_blocking_write(context, bytes, n, SEND);
    return sent >= 0 && (size_t)sent == n && sp_drain(context) == SP_OK ? 0 : -1;
}

static int port_read(void *context, uint8_t *bytes, size_t n, int milliseconds)
{
    int got = (int)sp_blocking_read_next(context, bytes, n, (unsigned)milliseconds);
    return got < 0 ? -1 : got;
}

/* A port that libserialport knows but cannot open or set up. */
static int port_failed(struct sp_port *port, const char *path, const char *step, ta_error *error)
{
    char *text = sp_last_error_message();
    ta_fail(error, TA_ERROR_INPUT, "%s: cannot %s: %s", path, step, text ? text : "no reason given");
    if (text)
        sp_free_error_message(text);
    sp_close(port);
    sp_free_port(port);
    return TA_ERROR_INPUT;
}

static int port_open(struct sp_port *port, const char *path, int baud, ta_link *link, ta_error *error)
{
    if (sp_open(port, SP_MODE_READ_WRITE) != SP_OK)
        return port_failed(port, path, "open it", error);
    if (sp_set_baudrate(port, baud) != SP_OK)
        return port_failed(port, path, "set its rate", error);
    if (sp_set_bits(port, 8) != SP_OK || sp_set_parity(port, SP_PARITY_NONE) != SP_OK ||
        sp_set_stopbits(port, 1) != SP_OK || sp_set_flowcontrol(port, SP_FLOWCONTROL_NONE) != SP_OK)
        return port_failed(port, path, "set it up", error);
    sp_flush(port, SP_BUF_BOTH);
    link->context = port;
    link->write = port_write;
    link->read = port_read;
    return TA_OK;
}

/* ---- a terminal ---- */

typedef struct terminal {
    int fd;
} terminal;

static int wait_for(int fd, short event, int milliseconds)
{
    struct pollfd p = {fd, event, 0};
    int n = poll(&p, 1, milliseconds);
    if (n < 0)
        return errno == EINTR ? 0 : -1;
    return n == 0 ? 0 : p.revents & event ? 1 : -1;
}

static int terminal_write(void *context, const uint8_t *bytes, size_t n)
{
    const terminal *t = context;
    while (n) {
        ssize_t sent = wait_for(t->fd, POLLOUT, SEND) == 1 ? write(t->fd, bytes, n) : -1;
        if (sent < 0)
            return -1;
        bytes += sent;
        n -= (size_t)sent;
    }
    return 0;
}

static int terminal_read(void *context, uint8_t *bytes, size_t n, int milliseconds)
{
    const terminal *t = context;
    int ready = wait_for(t->fd, POLLIN, milliseconds);
    if (ready <= 0)
        return ready;
    ssize_t got = read(t->fd, bytes, n);
    return got > 0 ? (int)got : -1; /* ready, and nothing: it has hung up */
}

static int terminal_open(const char *path, ta_link *link, ta_error *error)
{
    struct termios raw;
    terminal *t = malloc(sizeof *t);
    if (!t)
        return ta_fail(error, TA_ERROR_INPUT, "%s: not enough memory", path);
    t->fd = open(path, O_RDWR | O_NOCTTY);
    if (t->fd < 0 || tcgetattr(t->fd, &raw)) {
        ta_fail(error, TA_ERROR_INPUT, "%s: %s%s", path, t->fd < 0 ? "cannot open: " : "",
                t->fd < 0 ? strerror(errno) : "found no serial port, expected one");
        if (t->fd >= 0)
            close(t->fd);
        free(t);
        return TA_ERROR_INPUT;
    }
    cfmakeraw(&raw);
    raw.c_cflag |= CLOCAL;
    tcsetattr(t->fd, TCSANOW, &raw);
    tcflush(t->fd, TCIOFLUSH);
    link->context = t;
    link->write = terminal_write;
    link->read = terminal_read;
    return TA_OK;
}

/* ---- either ---- */

int ta_serial_open(const char *device, ta_link *link, ta_error *error)
{
    char path[256];
    long baud = TA_SERIAL_BAUD;
    struct sp_port *port = NULL;
    const char *at = strrchr(device, '@');
    if (at) {
        char *end;
        baud = strtol(at + 1, &end, 10);
        if (end == at + 1 || *end || baud < 1 || baud > 100000000)
            return ta_fail(error, TA_ERROR_USAGE, "board:%s: found '%s', expected a rate in baud",
                           device, at + 1);
    }
    size_t n = at ? (size_t)(at - device) : strlen(device);
    if (n == 0 || n >= sizeof path)
        return ta_fail(error, TA_ERROR_USAGE, "board:%s: expected board:DEVICE or "
                       "board:DEVICE@BAUD", device);
    memcpy(path, device, n);
    path[n] = 0;
    if (sp_get_port_by_name(path, &port) == SP_OK)
        return port_open(port, path, (int)baud, link, error);
    return terminal_open(path, link, error);
}

void ta_serial_close(ta_link *link)
{
    if (link->read == port_read) {
        sp_close(link->context);
        sp_free_port(link->context);
    } else {
        close(((terminal *)link->context)->fd);
        free(link->context);
    }
    link->context = NULL;
}
