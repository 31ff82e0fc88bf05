/* SPDX-License-Identifier: MIT
 *
 * tinyattn predict: closed forms only.
 */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/report.h"
#include "golden/golden.h"

int command_predict(const options *o)
{
    ta_error error = {0, ""};
    ta_build build;
    ta_config config;
    ta_counters c;
    int nq = (int)o->nq;
    int nk = (int)(o->nk ? o->nk : o->nq);
    int d = (int)o->d;
    char text[32];
    int status = TA_OK;
    if (!nq || !d)
        status = ta_fail(&error, TA_ERROR_USAGE, "found no %s, expected --n N (or --nq N and --nk N) and --d D",
                         nq ? "--d" : "--n or --nq");
    else if ((double)nq * nk * d > 0x1p60)
        status = ta_fail(&error, TA_ERROR_USAGE, "found more than 2^60 products, expected fewer");
    if (!status)
        status = build_choose(o, NULL, "", nq, nk, d, d, o->causal == CAUSAL_OFFSET ? o->offset : 0,
                              &build, &error);
    if (!status)
        status = config_make(o, &build, nq, nk, (d + build.a - 1) / build.a * build.a, &config, &error);
    if (status)
        return report_error(o, &error);
    memset(&c, 0, sizeof c);
    ta_traffic(&build, &config, &c);
    ta_cycles(&build, &config, &c);

    /* Roofline: the port moves a word a cycle, each array A^2 products. */
    uint64_t bytes = c.hbm_read_bytes + c.hbm_write_bytes;
    double port = (double)bytes * 8 / build.port_bits;
    double compute = (double)c.mm1_macs / (build.a * build.a);
    const char *bound = port > compute ? "port" : "compute";
    if (o->json) {
        json_t *object = report_predict(&build, &config, d, 1, &c);
        json_object_set_new(object, "bound", json_string(bound));
        json_object_set_new(object, "port_cycles", report_real(port));
        json_object_set_new(object, "compute_cycles", report_real(compute));
        status = report_write(o->json, object, &error);
        if (status)
            return report_error(o, &error);
    }
    if (!options_text(o))
        return 0;
    printf("build    %s (%d lanes, %d-bit P, %d-bit port), %s", build.name, build.a, build.pf, build.port_bits,
           config.mode == TA_FLASH ? "flash" : "naive");
    if (config.mode == TA_FLASH)
        printf(" %d rows", config.q_rows);
    if (config.causal)
        printf(", causal %+d", config.offset);
    printf("%s%s, latency %d\nsize     ", config.overlap ? "" : ", no overlap", config.stream ? "" : ", no stream",
           config.latency);
    report_sizes(stdout, nq, nk, d);
    if (config.d != d)
        printf(", padded to %d", config.d);
    putchar('\n');
    build_note(stdout, &build, nq, nk, d, d);
    printf("bytes    %s", report_count(text, bytes));
    if (config.mode == TA_FLASH) {
        ta_config naive = config;
        ta_counters n;
        naive.mode = TA_NAIVE;
        ta_traffic(&build, &naive, &n);
        uint64_t all = n.hbm_read_bytes + n.hbm_write_bytes;
        printf(" (naive %s, %.1f times as many)", report_count(text, all), (double)all / (double)bytes);
    }
    printf("\ntiles    %s", report_count(text, c.tiles));
    if (c.tiles_skipped)
        printf(", %s skipped", report_count(text, c.tiles_skipped));
    printf("\ncycles   %s, arrays busy %.3f\n", report_count(text, c.cycles),
           report_utilization(&build, &c));
    printf("bound    %s: port %s cycles", bound, report_count(text, (unsigned long long)port));
    printf(", each array %s\n", report_count(text, (unsigned long long)compute));
    printf("buffers  %s bytes on chip\n",
           report_count(text, (unsigned long long)ta_buffer_bytes(&build, &config)));
    return 0;
}
