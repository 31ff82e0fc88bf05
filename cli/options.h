/* SPDX-License-Identifier: MIT
 *
 * The command line: what was asked for, before any file is read.
 */
#ifndef TA_CLI_OPTIONS_H
#define TA_CLI_OPTIONS_H

#include <stdio.h>

#include "host/quantize.h"
#include "spec/spec.h"

struct engine;

/* Exit status beside enum ta_error_code. */
enum { CLI_CHECK_FAILED = 1 };

/* Groups of options; a command has a set of them. */
enum option_group {
    GROUP_INPUT = 1,
    GROUP_ENGINE = 2,
    GROUP_CONFIG = 4,
    GROUP_OUT = 8,     /* --out, --lse */
    GROUP_JSON = 16,
    GROUP_SEEDS = 32,  /* --seeds, --first */
    GROUP_SHARD = 64,
    GROUP_SIZE = 128,  /* --n, --d */
    GROUP_SIZES = 256, /* --nq, --nk */
    GROUP_QUANT = 512, /* --quant, --smooth, --scale */
    GROUP_HEAD = 1024,
    GROUP_SHOW = 2048,
    GROUP_TRACE = 4096,
    GROUP_BENCH = 8192,  /* --heads, --threads, --rounds, --peer, --build */
    GROUP_SWEEP = 16384, /* --sweep, --data */
    GROUP_ALL = 32768    /* of every command */
};

enum causal_rule { CAUSAL_OFF, CAUSAL_TOP_LEFT, CAUSAL_BOTTOM_RIGHT, CAUSAL_OFFSET };

enum { Q, K, V };

typedef struct options {
    const struct command *command;
    /* input */
    const char *preset;
    const char *source[3];
    int quant;  /* -1: not given */
    int smooth; /* -1: not given */
    double scale; /* 0: not given */
    long cfg_scale; /* -1: not given */
    /* engine and configuration */
    const struct engine *engine; /* null: not given */
    const ta_build *build; /* null: not given */
    int mode;              /* -1: not given */
    int q_rows;            /* 0: not given */
    enum causal_rule causal;
    int offset;  /* CAUSAL_OFFSET */
    int no_overlap;
    int no_stream;
    int latency; /* -1: not given */
    /* sizes, seeds */
    long nq, nk, d; /* 0: not given */
    long n;         /* --n, which stands in nq and nk too */
    long long seeds; /* -1: not given */
    long long first;
    long shard, shards;
    int both_streams;
    int head; /* -1: not given */
    long heads, threads, rounds; /* 0: not given */
    const char *peer[2];
    int peers; /* how many were given */
    int sweep;
    const char *data;            /* null: not given */
    /* output; null: not asked for */
    const char *out, *lse, *json;
    const char *svg, *png;
    int color; /* enum color_rule */
    const char *fst, *vcd, *jsonl, *perfetto;
} options;

enum color_rule { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

typedef struct command {
    const char *name;
    unsigned groups; /* enum option_group */
    int (*main)(const options *options); /* returns the exit status */
    const char *example;
    const char *doc;
} command;

/* Reads argv[1 ..] (argv[0] is the command); ends the program on misuse and on --help. */
void options_parse(const command *command, int argc, char **argv, options *options);

/* Where what a command says in words goes: standard output; standard error where a file goes to
 * standard output; null where that file is the JSON, which says it all. */
FILE *options_text(const options *options);

/* Prints "tinyattn COMMAND: text" on standard error and returns the error's code. */
int report_error(const options *options, const ta_error *error);

#endif
