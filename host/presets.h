/* SPDX-License-Identifier: MIT
 *
 * Presets: small made-up problems, each with a point, and real heads of trained models.
 */
#ifndef TA_PRESETS_H
#define TA_PRESETS_H

#include "host/tensor.h"

typedef struct ta_preset {
    const char *name;          /* for --preset and links */
    const char *title;
    const char *point;         /* what to see, one sentence */
    const char *text;          /* the sentence; null: none */
    const char *const *tokens; /* (n) labels of both axes; null: positions */
    const char *source;        /* file of data/ that a real head is cut from; null: made up */
    int layer;                 /* of a real head; else -1 */
    int head;                  /* of a real head; else -1 */
    int n;                     /* queries and keys */
    int d;
    double softmax_scale;
    int causal;                /* the mask that suits it (diagonal 0) */
} ta_preset;

int ta_preset_count(void);
const ta_preset *ta_preset_at(int index);         /* null: out of range */
const ta_preset *ta_preset_find(const char *name); /* null: none */

/* New tensors "Q", "K" and "V" of shape (n, d).  The caller frees them.  Fails for a real head
 * where the program was built with TA_PRESETS_WITHOUT_DATA. */
int ta_preset_load(const ta_preset *preset, ta_tensor *q, ta_tensor *k, ta_tensor *v,
                   ta_error *error);

#endif
