/* SPDX-License-Identifier: MIT
 *
 * cycles_rtl FILE: the closed forms and the cycle model, walked and skipping, against what
 * the RTL counted (rtl_counters wrote it).
 */
#include <stdio.h>
#include <string.h>

#include "golden/golden.h"
#include "rtl_counters.h"

static int different(const struct recorded *r, const ta_counters *c, const char *how)
{
    int bad = 0;
#define TA_COUNTER(id, meaning)                                                                        \
    if (c->id != r->counters.id) {                                                                     \
        printf("%s %s: %llu, RTL %llu\n", how, #id, (unsigned long long)c->id,                         \
               (unsigned long long)r->counters.id);                                                    \
        bad = 1;                                                                                       \
    }
#include "spec/counters.def"
#undef TA_COUNTER
    return bad || memcmp(c->stalls, r->counters.stalls, sizeof c->stalls) != 0;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    struct recorded r;
    int runs = 0;
    if (!file)
        return 2;
    while (fread(&r, sizeof r, 1, file) == 1) {
        const ta_build *build = ta_build_at(r.build);
        ta_counters c, walked;
        memset(&c, 0, sizeof c);
        ta_traffic(build, &r.config, &c);
        walked = c;
        ta_cycles(build, &r.config, &c);
        ta_cycles_walk(build, &r.config, &walked);
        if (different(&r, &c, "model") || different(&r, &walked, "walked")) {
            printf("run %d, build %s: differs from the RTL\n", runs, build->name);
            return 1;
        }
        runs++;
    }
    fclose(file);
    printf("%d runs as the RTL counted\n", runs);
    return runs < 1000;
}
