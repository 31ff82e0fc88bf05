/* SPDX-License-Identifier: MIT */
#ifndef TA_RTL_HASH_H
#define TA_RTL_HASH_H

enum { RTL_HASH_CHARS = 17 };

/* Hash (FNV-1a, 64 bits, hexadecimal) of the contents of the files that a list names, one a line,
 * in its order.  0: one cannot be read.  Paths are relative to the working directory. */
int rtl_hash(const char *list, char hash[RTL_HASH_CHARS]);

#endif
