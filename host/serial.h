/* SPDX-License-Identifier: MIT
 *
 * A serial port (libserialport) as a ta_link: raw, 8 data bits, no parity, one stop bit, no
 * flow control.  libserialport knows no pseudo-terminals; those are opened as terminals, and
 * have no rate.
 */
#ifndef TA_SERIAL_H
#define TA_SERIAL_H

#include "host/board.h"

enum { TA_SERIAL_BAUD = 1000000 };

/* device: a path, or a path and @BAUD.  On success *link works until ta_serial_close. */
int ta_serial_open(const char *device, ta_link *link, ta_error *error);
void ta_serial_close(ta_link *link);

#endif
