/* SPDX-License-Identifier: MIT
 *
 * jansson without memory drops a value or a key and says so in results that nobody reads: with
 * these its allocations are watched instead.
 */
#ifndef TA_JSON_MEMORY_H
#define TA_JSON_MEMORY_H

/* From here on a failed allocation of jansson is remembered. */
void ta_json_watch(void);

/* Whether one has failed: whatever JSON was made since may lack something. */
int ta_json_failed(void);

/* From here on a failed allocation of jansson ends the program with status 3. */
void ta_json_must(void);

#endif
