/* SPDX-License-Identifier: MIT
 *
 * tinyattn: attention on the simulated hardware and its models, from the command line.
 */
#include <stdio.h>
#include <string.h>

#include "bench/json_memory.h"
#include "cli/commands.h"

static const command commands[] = {
    {"run", GROUP_INPUT | GROUP_QUANT | GROUP_ENGINE | GROUP_CONFIG | GROUP_OUT | GROUP_JSON,
     command_run,
     "tinyattn run --preset trophy-l3h1\n"
     "         tinyattn run --q q.npy --k k.npy --v v.npy --causal --out o.npy --json run.json",
     "Attention of all heads on an engine, checked bit for bit."},
    {"compare", GROUP_INPUT | GROUP_QUANT | GROUP_ENGINE | GROUP_CONFIG | GROUP_JSON,
     command_compare, "tinyattn compare --preset trophy-l3h1",
     "Every schedule side by side: naive, then flash with each block size."},
    {"check", GROUP_CONFIG | GROUP_SEEDS | GROUP_SHARD | GROUP_JSON, command_check,
     "tinyattn check --build lab --seeds 2000",
     "The simulated hardware against the golden model on random jobs: output, row state and "
     "counters; stops at the first difference.  Options of the configuration replace what the "
     "seed draws."},
    {"study", GROUP_SEEDS | GROUP_SIZE | GROUP_SWEEP | GROUP_QUANT | GROUP_ENGINE | GROUP_CONFIG | GROUP_JSON,
     command_study, "tinyattn study --n 32 --d 16 --build lab",
     "What the datapath costs in accuracy: statistics of its error in V-LSB against float "
     "attention on the same INT8 values, over random inputs.  Q, K and V of a seed are N(0,1): "
     "Box-Muller (cosine, then sine) on SplitMix64, the seed its state, drawn in this order; "
     "odd seeds are causal."},
    {"trace", GROUP_INPUT | GROUP_QUANT | GROUP_CONFIG | GROUP_HEAD | GROUP_TRACE, command_trace,
     "tinyattn trace --preset trophy-l3h1 --perfetto trace.json", "Every clock of a run."},
    {"predict", GROUP_SIZE | GROUP_SIZES | GROUP_CONFIG | GROUP_JSON, command_predict,
     "tinyattn predict --nq 131072 --nk 131072 --d 128 --causal",
     "Bytes, cycles and roofline by closed forms, at any size, without simulation."},
    {"bench", GROUP_SIZE | GROUP_BENCH | GROUP_JSON, command_bench,
     "tinyattn bench --n 512 --d 64",
     "Speed of each engine on this machine, in interleaved rounds: the CPU engine in every version "
     "the machine has, golden, double precision, the simulated hardware; beside the roof of 16-bit "
     "products and of float32 peers where they are installed."},
    {"presets", 0, command_presets, "tinyattn presets", "Lists the presets."},
    {"show", GROUP_INPUT | GROUP_QUANT | GROUP_CONFIG | GROUP_HEAD | GROUP_SHOW, command_show,
     "tinyattn show --preset trophy-l3h1\n"
     "         tinyattn show --preset trophy-l3h1 --svg head.svg",
     "Draws the weights of a head and the schedule of its tiles, in the terminal or to a file."},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void help(FILE *file)
{
    fputs("Example: tinyattn run --preset trophy-l3h1\n\n"
          "Usage: tinyattn COMMAND [OPTION...]\n"
          "Attention on the simulated hardware, its golden model and the fast CPU engine.\n\n", file);
    for (int i = 0; i < COMMANDS; i++) {
        const char *end = strpbrk(commands[i].doc, ":;.");
        fprintf(file, "  %-8s %.*s\n", commands[i].name,
                end ? (int)(end - commands[i].doc) : (int)strlen(commands[i].doc), commands[i].doc);
    }
    fputs("\n`tinyattn COMMAND --help' explains a command; `tinyattn --version' says which this is.\n"
          "Exit status: 0 done; 1 a check failed; 2 misuse; 3 bad input, an output that cannot be written, or no memory.\n", file);
}

/* The status, or that of text that could not be written. */
static int finish(int status)
{
    if (fflush(stdout) == 0)
        return status;
    perror("tinyattn: standard output");
    return TA_ERROR_INPUT;
}

int main(int argc, char **argv)
{
    options o;
    ta_json_watch();
    if (argc < 2) {
        fputs("tinyattn: found no command, expected one of:", stderr);
        for (int i = 0; i < COMMANDS; i++)
            fprintf(stderr, " %s", commands[i].name);
        fputs("\nTry `tinyattn --help'.\n", stderr);
        return TA_ERROR_USAGE;
    }
    const int is_help = strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0;
    if (is_help && argc > 2) { /* help COMMAND */
        static char option[] = "--help";
        argv[1] = argv[2];
        argv[2] = option;
        argc = 3;
    } else if (is_help) {
        help(stdout);
        return finish(0);
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("tinyattn " TA_VERSION);
        return finish(0);
    }
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0) {
            options_parse(&commands[i], argc - 1, argv + 1, &o);
            return finish(commands[i].main(&o));
        }
    if (argv[1][0] == '-')
        fprintf(stderr, "tinyattn: found option '%s' where a command stands, expected one of:", argv[1]);
    else
        fprintf(stderr, "tinyattn: found command '%s', expected one of:", argv[1]);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(stderr, " %s", commands[i].name);
    fputs("\nTry `tinyattn --help'.\n", stderr);
    return TA_ERROR_USAGE;
}
