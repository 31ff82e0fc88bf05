/* SPDX-License-Identifier: MIT
 *
 * job_stream BUILD FIRST COUNT: small random jobs and what the engine makes of them, as
 * hexadecimal words for engine_tb.sv, so that another simulator can be compared.  Output and row
 * state are golden's, counters those of the Verilated RTL.  Odd jobs are NAIVE.
 *
 * A job: 1; nq nk d mode q_rows causal offset overlap stream latency scale; number of words to
 * write, then address and word of each; number of words to expect, address and word of each;
 * m and l of each row; the counters.  0 ends the stream.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/golden.h"
#include "golden/random_job.h"
#include "sim/sim.h"

static const ta_build *build;

static void put_words(enum ta_region region, const void *data, size_t bytes)
{
    const uint8_t *from = data;
    size_t word = (size_t)build->port_bits / 8;
    for (size_t i = 0; i < bytes; i += word) {
        printf("%zx ", (ta_region_base(build, region) + i) / word);
        for (size_t b = word; b-- > 0;)
            printf("%02x", from[i + b]);
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    build = argc == 4 ? ta_build_find(argv[1]) : NULL;
    if (!build)
        return 2;
    uint64_t first = strtoull(argv[2], NULL, 0), count = strtoull(argv[3], NULL, 0);
    size_t n = (size_t)build->nmax, elements = n * (size_t)build->dmax;
    int8_t *q = malloc(elements), *k = malloc(elements), *v = malloc(elements);
    ta_result golden = {malloc(2 * elements), malloc(2 * n), malloc(8 * n), {0}};
    ta_result rtl = {malloc(2 * elements), NULL, NULL, {0}};
    ta_sim *sim = ta_sim_new((int)(build - ta_build_at(0)));
    if (!q || !k || !v || !golden.out || !golden.m || !golden.l || !rtl.out || !sim)
        abort();
    ta_job job = {.build = *build, .q = q, .k = k, .v = v};
    for (uint64_t seed = first; seed < first + count; seed++) {
        ta_config *c = &job.config;
        ta_random_job(build, seed, TA_RANDOM_SMALL | (seed % 2 ? TA_RANDOM_NAIVE : TA_RANDOM_FLASH),
                      c, q, k, v);
        void *workspace = malloc(ta_golden_workspace(build, c) + 8);
        if (!workspace || ta_golden_run(&job, &golden, workspace, NULL, NULL) != 0 ||
            ta_sim_job(sim, &job, &rtl) != TA_SIM_OK ||
            memcmp(golden.out, rtl.out, 2 * (size_t)c->nq * (size_t)c->d) != 0)
            abort();
        free(workspace);
        size_t bytes_q = (size_t)c->nq * (size_t)c->d, bytes_k = (size_t)c->nk * (size_t)c->d;
        size_t word = (size_t)build->port_bits / 8;
        printf("1\n%x %x %x %x %x %x %x %x %x %x %x\n%zx\n", (unsigned)c->nq, (unsigned)c->nk,
               (unsigned)c->d, (unsigned)c->mode, (unsigned)c->q_rows, (unsigned)c->causal,
               (unsigned)c->offset & 0x1ffffu, (unsigned)c->overlap, (unsigned)c->stream,
               (unsigned)c->latency, (unsigned)c->scale, (bytes_q + 2 * bytes_k) / word);
        put_words(TA_REGION_Q, q, bytes_q);
        put_words(TA_REGION_K, k, bytes_k);
        put_words(TA_REGION_V, v, bytes_k);
        printf("%zx\n", 2 * bytes_q / word);
        put_words(TA_REGION_O, golden.out, 2 * bytes_q);
        for (int i = 0; i < c->nq; i++)
            printf("%x %llx\n", (unsigned)(uint16_t)golden.m[i], (unsigned long long)golden.l[i]);
        const ta_counters *x = &rtl.counters;
#define TA_COUNTER(id, meaning) printf("%llx\n", (unsigned long long)x->id);
#include "spec/counters.def"
#undef TA_COUNTER
        for (int array = 0; array < 2; array++)
            for (int cause = 0; cause < TA_STALL_COUNT; cause++)
                printf("%llx\n", (unsigned long long)x->stalls[array][cause]);
    }
    puts("0");
    ta_sim_free(sim);
    free(q);
    free(k);
    free(v);
    free(golden.out);
    free(golden.m);
    free(golden.l);
    free(rtl.out);
    return 0;
}
