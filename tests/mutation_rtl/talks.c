/* SPDX-License-Identifier: MIT */
#include "tests/mutation_rtl/talks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/mutation_rtl/jobs.h"
#include "tests/mutation_rtl/lights.h"

/* The programs of tests/fpga, compiled with another name for main. */
int uart_main(void);
int uart_thorough_main(void);
int counts_main(void);
int uart_faults_main(int argc, char **argv);

static const char full[] = "full"; /* in the test's own length */

static const struct {
    const char *name; /* a test of uart.c, or of uart_faults.c: jobs, first, clean */
    int jobs;
    const char *first, *clean;
    unsigned seconds;
} talks[] = {
    {"identity", 0, NULL, NULL, 20},
    {"empty_frames", 0, NULL, NULL, 20},
    {"breaks", 0, NULL, NULL, 20},
    {"2", 1, "1", "clean", 30},
    {"glitches", 0, NULL, NULL, 20},
    {"runs", 0, NULL, NULL, 30},
    {"each_frame_refusal", 0, NULL, NULL, 30},
    {"values", 0, NULL, NULL, 30},
    {"ranges", 0, NULL, NULL, 30},
    {"payload_sizes", 0, NULL, NULL, 30},
    {"overrun", 0, NULL, NULL, 30},
    {"unknown_commands", 0, NULL, NULL, 30},
    {"reset_in_mid_run", 0, NULL, NULL, 30},
    {"3", 1, "3", "clean", 60},
    {"any_baud", 0, NULL, NULL, 30},
    {"damaged_writes", 0, NULL, NULL, 30},
    {"4", 1, "6", NULL, 60},
    {"lights", 0, NULL, NULL, 30},
    {"counts", 0, NULL, NULL, 30},
    {"configurations", 0, NULL, NULL, 30},
    {"glitches", 0, full, NULL, 60},
    {"breaks", 0, full, NULL, 60},
    {"each_frame_refusal", 0, full, NULL, 60},
};

int talks_count(void)
{
    return sizeof talks / sizeof *talks;
}

const char *talks_name(int talk)
{
    return talks[talk].jobs ? talks[talk].clean ? "jobs on a clean line" : "jobs on a faulty line" : talks[talk].name;
}

unsigned talks_seconds(int talk)
{
    return talks[talk].seconds;
}

int talks_run(int talk, unsigned mutant)
{
    ta_choose_line(mutant);
    if (talks[talk].jobs) {
        char *arguments[] = {"uart_faults", "tiny_16", (char *)talks[talk].name, (char *)talks[talk].first,
                             (char *)talks[talk].clean, NULL};
        return uart_faults_main(talks[talk].clean ? 5 : 4, arguments) == 0;
    }
    if (!strcmp(talks[talk].name, "lights"))
        return lights();
    if (!strcmp(talks[talk].name, "counts"))
        return counts_main() == 0;
    cmocka_set_test_filter(talks[talk].name);
    return (talks[talk].first == full ? uart_thorough_main() : uart_main()) == 0;
}
