/* SPDX-License-Identifier: MIT
 *
 * The largest sizes that options take (predict; the engines have their own limits).
 */
#ifndef TA_CLI_LIMITS_H
#define TA_CLI_LIMITS_H

enum { LIMIT_N = 1 << 24, LIMIT_D = 1 << 16 };

#endif
