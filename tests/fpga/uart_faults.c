/* SPDX-License-Identifier: MIT
 *
 * Random jobs over simulated pins whose line is faulty: each ends with golden's bits and
 * counters, or with an error; never with a wrong answer, never in a hang.
 *
 *   uart_faults MODEL JOBS [FIRST [clean]]     small jobs; clean: any size, no faults
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/golden.h"
#include "golden/random_job.h"
#include "tests/fpga/pins.h"

#define TA_FPGA_MODEL(ops) extern const ta_fpga_ops ops;
TA_FPGA_MODELS
#undef TA_FPGA_MODEL
static const struct {
    const char *name;
    const ta_fpga_ops *ops;
} models[] = {
#define TA_FPGA_MODEL(ops) {#ops, &ops},
    TA_FPGA_MODELS
#undef TA_FPGA_MODEL
};
enum { MODELS = sizeof models / sizeof models[0] };

/* No job takes longer: the tries of every request, each with its time-out, and faults. */
static const uint64_t LONGEST = 40000000;

static ta_build build;
static int8_t *q, *k, *v;
static int16_t *out[2], *m[2];
static int64_t *l[2];
static void *workspace;
static size_t workspace_bytes;

static void *get(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (!memory)
        abort();
    return memory;
}

static void allocate(void)
{
    size_t n = (size_t)build.nmax * (size_t)build.dmax;
    q = get(n);
    k = get(n);
    v = get(n);
    for (int i = 0; i < 2; i++) {
        out[i] = get(n * sizeof *out[i]);
        m[i] = get((size_t)build.nmax * sizeof *m[i]);
        l[i] = get((size_t)build.nmax * sizeof *l[i]);
    }
}

/* What is wrong with the board's result; null: nothing. */
static const char *differs(const ta_job *job, const ta_result *board)
{
    ta_result golden = {out[1], m[1], l[1], {0}};
    const ta_config *c = &job->config;
    size_t rows = (size_t)c->nq;
    size_t need = ta_golden_workspace(&job->build, c);
    if (need > workspace_bytes) {
        free(workspace);
        workspace = get(need);
        workspace_bytes = need;
    }
    if (ta_golden_run(job, &golden, workspace, NULL, NULL))
        return "configuration";
    ta_cycles(&job->build, c, &golden.counters);
    if (memcmp(out[0], out[1], rows * (size_t)c->d * sizeof *out[0]) != 0)
        return "out";
    if (memcmp(m[0], m[1], rows * sizeof *m[0]) != 0)
        return "m";
    if (memcmp(l[0], l[1], rows * sizeof *l[0]) != 0)
        return "l";
#define TA_COUNTER(id, meaning) \
    if (board->counters.id != golden.counters.id) \
        return #id;
#include "spec/counters.def"
#undef TA_COUNTER
    return memcmp(board->counters.stalls, golden.counters.stalls, sizeof golden.counters.stalls)
               ? "stalls" : NULL;
}

int main(int argc, char **argv)
{
    const ta_fpga_ops *ops = NULL;
    for (int i = 0; i < MODELS && argc > 2; i++)
        if (strstr(models[i].name, argv[1]))
            ops = models[i].ops;
    if (!ops) {
        fprintf(stderr, "usage: uart_faults MODEL JOBS [FIRST [clean]]; models:");
        for (int i = 0; i < MODELS; i++)
            fprintf(stderr, " %s", models[i].name + strlen("ta_fpga_ops_"));
        fprintf(stderr, "\n");
        return 2;
    }
    const long jobs = strtol(argv[2], NULL, 10);
    const long first = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    const int clean = argc > 4;
    build = *ta_build_find(ops->build);
    allocate();

    static pins p;
    ta_board board;
    ta_error error;
    long right = 0, failed = 0, wrong = 0;
    unsigned long faults[PIN_FAULTS] = {0}, requests = 0, tries = 0, damaged = 0;
    uint64_t clocks = 0, longest = 0;
    int open = 0, running = 0;
    for (long seed = first; seed < first + jobs; seed++) {
        /* From a clean line to one that no job of more than a few frames survives. */
        static const uint32_t rates[16] = {0, 0, 3000, 3000, 1000, 1000, 1000, 300, 300, 300, 300, 100,
                                           100, 100, 100, 30};
        if (running && seed % 50 == 0) { /* from time to time another power-up */
            pins_free(&p);
            running = open = 0;
        }
        if (!running && !pins_init(&p, ops, (uint64_t)seed))
            return 1;
        running = 1;
        uint64_t random = (uint64_t)seed ^ 0x5deece66d;
        uint64_t start = p.clocks;
        p.random = ta_random_next(&random);
        p.one_in = clean ? 0 : rates[ta_random_below(&random, 16)];
        p.cut = !clean && ta_random_below(&random, 200) == 0;
        pins_baud(&p, clean ? 0 : (int)ta_random_below(&random, 61) - 30);

        ta_job job = {build, {0}, q, k, v};
        ta_result result = {out[0], m[0], l[0], {0}};
        ta_random_job(&build, (uint64_t)seed, clean ? TA_RANDOM_ANY : TA_RANDOM_SMALL, &job.config,
                      q, k, v);
        memset(out[0], 0x55, (size_t)(build.nmax * build.dmax) * sizeof *out[0]);
        int status = open ? TA_OK : ta_board_open(&board, &p.link, ops->build, &error);
        if (!status)
            status = ta_board_run(&board, &job, &result, &error);
        open = !status;
        const char *what = status ? NULL : differs(&job, &result);
        if (what) {
            printf("seed %ld: WRONG %s accepted\n", seed, what);
            wrong++;
        } else if (status) {
            if (!error.text[0])
                wrong++;
            printf("seed %ld, a fault in %u bytes%s: %s\n", seed, (unsigned)p.one_in,
                   p.cut ? ", line cut" : "", error.text);
            failed++;
            /* Errors belong to lines that cannot work. */
            if (!p.cut && (p.one_in == 0 || p.one_in > 300)) {
                printf("seed %ld: failed on a line that is good enough\n", seed);
                wrong++;
            }
        } else {
            right++;
        }
        uint64_t used = p.clocks - start;
        if (used > LONGEST) {
            printf("seed %ld: took %llu clocks\n", seed, (unsigned long long)used);
            wrong++;
        }
        longest = used > longest ? used : longest;
        clocks += used;
        requests += board.requests;
        tries += board.tries;
        damaged += board.damaged;
        board.requests = board.tries = board.damaged = 0;
        for (int i = 0; i < PIN_FAULTS; i++) {
            faults[i] += p.faults[i];
            p.faults[i] = 0;
        }
    }
    printf("%s, %d clocks a bit: %ld jobs, %ld right, %ld ended with an error, %ld wrong; %lu "
           "requests, %lu tries, %lu damaged replies\n", ops->build, ops->divisor, jobs, right,
           failed, wrong, requests, tries, damaged);
    printf("faults: %lu flipped bits, %lu glitches, %lu dropped bytes, %lu doubled, %lu breaks, "
           "%lu pauses, %lu bursts of garbage; %llu clocks, at most %llu a job\n",
           faults[PIN_FLIP], faults[PIN_GLITCH], faults[PIN_DROP], faults[PIN_TWICE],
           faults[PIN_BREAK], faults[PIN_PAUSE], faults[PIN_GARBAGE],
           (unsigned long long)clocks, (unsigned long long)longest);
    return wrong != 0;
}
