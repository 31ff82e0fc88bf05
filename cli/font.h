/* SPDX-License-Identifier: MIT
 *
 * Letters of 5 x 8 pixels for pictures: ASCII, a box for anything else.
 */
#ifndef TA_CLI_FONT_H
#define TA_CLI_FONT_H

enum { FONT_WIDTH = 5, FONT_HEIGHT = 8, FONT_STEP = 6 /* from one letter to the next */ };

/* Columns of a letter from left to right, the lowest bit on top; *text moves behind its bytes in UTF-8. */
const unsigned char *font_letter(const char **text);

/* Letters of a text in UTF-8. */
int font_count(const char *text);

#endif
