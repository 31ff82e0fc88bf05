/* SPDX-License-Identifier: MIT
 *
 * An allocator that fails on demand, in front of the C library's (and C++'s operator new).
 */
#ifndef TA_FAILING_H
#define TA_FAILING_H

#ifdef __cplusplus
extern "C" {
#endif

/* From here on allocation number n (from 0) fails, with all: every later one as well.
 * n < 0: none. */
void failing_from(long n, int all);

/* How many have failed. */
long failing_count(void);

/* The allocator behind operator new. */
void *failing_aligned(unsigned long alignment, unsigned long size);

#ifdef __cplusplus
}
#endif
#endif
