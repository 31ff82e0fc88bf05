/* SPDX-License-Identifier: MIT
 *
 * Plots of the recorded results as SVG, for light and dark.
 *
 *   plots --write EVIDENCE DIR     DIR/roofline.svg, bytes.svg, cycles.svg, utilization.svg,
 *                                  map.svg, gantt.svg from the JSON files of EVIDENCE
 *   plots --check EVIDENCE DIR     exit 1 when one is not what it should be
 */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/json_memory.h"
#include "bench/rows.h"
#include "spec/spec.h"

/* ---- a chart ---- */

typedef struct axis {
    const char *title;
    double low, high;
    int base;       /* of the ticks: 2 or 10; 0: linear */
    double step;    /* linear: from tick to tick */
} axis;

typedef struct chart {
    FILE *out;
    axis x, y;
    int width, height; /* of the plot */
} chart;

enum { LEFT = 66, TOP = 34, RIGHT = 150, BOTTOM = 46 };

/* Paper, ink, and the colours of series: light, dark.  No custom properties: not every viewer
 * has them. */
static const char *const colours[2][8] = {
    {"#ffffff", "#24292f", "#0072b2", "#c04a00", "#007a58", "#a8437c", "#8a6d00", "#5b6770"},
    {"#0d1117", "#d8dee4", "#5ab0ff", "#ff9a57", "#45d6a8", "#f2a0cf", "#f0c850", "#a9b4be"},
};

static void style(FILE *out)
{
    fprintf(out, "<style>\n"
                 "text { font: 12px system-ui, sans-serif } .title { font-weight: 600; font-size: 13px }\n"
                 ".grid { stroke-opacity: .14 } .frame { fill: none } .end { text-anchor: end } .mid { text-anchor: middle }\n"
                 ".line { fill: none; stroke-width: 1.8 } .dash { stroke-dasharray: 5 4 } .thin { stroke-width: 1.1 } .bold { font-weight: 700 }\n");
    for (int dark = 0; dark < 2; dark++) {
        const char *const *c = colours[dark];
        if (dark)
            fprintf(out, "@media (prefers-color-scheme: dark) {\n");
        fprintf(out, ".paper, .open { fill: %s } text { fill: %s } .grid, .frame { stroke: %s }\n", c[0], c[1], c[1]);
        for (int i = 0; i < 6; i++)
            fprintf(out, ".s%d { stroke: %s } .f%d { fill: %s }\n", i, c[2 + i], i, c[2 + i]);
    }
    fprintf(out, "}\n</style>\n");
}

static double along(const axis *a, double value)
{
    return a->base ? log(value / a->low) / log(a->high / a->low) : (value - a->low) / (a->high - a->low);
}

static double at_x(const chart *c, double x)
{
    return LEFT + c->width * along(&c->x, x);
}

static double at_y(const chart *c, double y)
{
    return TOP + c->height * (1 - along(&c->y, y));
}

/* "1,024", "10^6", "0.25" */
static void label(char dst[96], const axis *a, double value)
{
    if (a->base == 10 && (value >= 1e5 || value < 1e-3))
        snprintf(dst, 96, "10<tspan dy=\"-5\" font-size=\"9\">%d</tspan>", (int)lround(log10(value)));
    else if (value >= 1000)
        snprintf(dst, 96, "%d,%03d", (int)value / 1000, (int)value % 1000);
    else
        snprintf(dst, 96, "%g", value);
}

static void open_svg(FILE *out, int width, int height, const char *title, const char *description)
{
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n"
                 "<!-- Made by bench/plots.c from evidence/. SPDX-License-Identifier: MIT -->\n"
                 "<title>%s</title>\n<desc>%s</desc>\n",
            width, height, width, height, title, description);
    style(out);
    fprintf(out, "<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n"
                 "<text class=\"title\" x=\"%d\" y=\"20\">%s</text>\n", width, height, LEFT, title);
}

static void axes(chart *c, const char *title, const char *description)
{
    char text[96];
    open_svg(c->out, LEFT + c->width + RIGHT, TOP + c->height + BOTTOM, title, description);
    for (int i = 0; i < 2; i++) {
        const axis *a = i ? &c->y : &c->x;
        for (double v = a->low; v <= a->high * 1.0001; v = a->base ? v * a->base : v + a->step) {
            const double at = i ? at_y(c, v) : at_x(c, v);
            label(text, a, v);
            if (i)
                fprintf(c->out, "<path class=\"grid\" d=\"M%d %.1fh%d\"/><text class=\"end\" x=\"%d\" y=\"%.1f\">%s</text>\n",
                        LEFT, at, c->width, LEFT - 6, at + 4, text);
            else
                fprintf(c->out, "<path class=\"grid\" d=\"M%.1f %dv%d\"/><text class=\"mid\" x=\"%.1f\" y=\"%d\">%s</text>\n",
                        at, TOP, c->height, at, TOP + c->height + 16, text);
        }
    }
    fprintf(c->out, "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n"
                    "<text class=\"mid\" x=\"%d\" y=\"%d\">%s</text>\n"
                    "<text class=\"mid\" transform=\"translate(14 %d) rotate(-90)\">%s</text>\n",
            LEFT, TOP, c->width, c->height, LEFT + c->width / 2, TOP + c->height + 36, c->x.title,
            TOP + c->height / 2, c->y.title);
}

static void close_svg(FILE *out)
{
    fputs("</svg>\n", out);
}

/* A place of the key, to the right; dashed or not, with a mark or not. */
static void key(const chart *c, int place, int colour, int dashed, const char *mark, const char *text)
{
    const int x = LEFT + c->width + 12, y = TOP + 10 + 18 * place;
    fprintf(c->out, "<path class=\"line s%d%s\" d=\"M%d %dh22\"/>", colour, dashed ? " dash" : "", x, y);
    if (mark)
        fprintf(c->out, "<circle class=\"s%d %s\" cx=\"%d\" cy=\"%d\" r=\"3\"/>", colour,
                *mark == 'o' ? "open" : "", x + 11, y);
    fprintf(c->out, "<text x=\"%d\" y=\"%d\">%s</text>\n", x + 28, y + 4, text);
}

static void note(const chart *c, int place, const char *text)
{
    fprintf(c->out, "<text x=\"%d\" y=\"%d\">%s</text>\n", LEFT + c->width + 12, TOP + 14 + 18 * place, text);
}

/* ---- rows ---- */

static double number(const json_t *row, const char *name)
{
    return json_number_value(json_object_get(row, name));
}

static int is(const json_t *row, const char *name, const char *value)
{
    const char *text = json_string_value(json_object_get(row, name));
    return text && !strcmp(text, value);
}

/* The rows of a set and build as a line; a filled mark: rtl, an open one: model. */
static void series(const chart *c, const json_t *rows, const char *set, const char *build, const char *x,
                   const char *y, int colour, int dashed)
{
    size_t i;
    json_t *row;
    int n = 0;
    fprintf(c->out, "<path class=\"line s%d%s\" d=\"", colour, dashed ? " dash" : "");
    json_array_foreach(rows, i, row)
        if (is(row, "set", set) && is(row, "build", build) && number(row, x) <= c->x.high)
            fprintf(c->out, "%c%.1f %.1f", n++ ? 'L' : 'M', at_x(c, number(row, x)), at_y(c, number(row, y)));
    fprintf(c->out, "\"/>\n");
    json_array_foreach(rows, i, row)
        if (is(row, "set", set) && is(row, "build", build) && number(row, x) <= c->x.high)
            fprintf(c->out, "<circle class=\"s%d %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n", colour,
                    is(row, "source", "rtl") ? (const char *[]){"f0", "f1", "f2", "f3", "f4", "f5"}[colour] : "open",
                    at_x(c, number(row, x)), at_y(c, number(row, y)));
}

/* ---- the plots ---- */

static void roofline(FILE *out, const json_t *growth)
{
    chart c = {out, {"multiply-accumulates per byte moved", 0.25, 64, 2, 0},
               {"multiply-accumulates per cycle", 0.5, 1024, 2, 0}, 500, 340};
    axes(&c, "Roofline: what port and arrays allow, and what runs reach",
         "For each build the bound of its memory port and its arrays; a filled point is FLASH, an open one NAIVE, at the "
         "build's largest size.");
    for (int b = 0; b < TA_BUILD_COUNT; b++) {
        const ta_build *build = ta_build_at(b);
        const double peak = 2.0 * build->a * build->a, bytes = build->port_bits / 8.0, knee = peak / bytes;
        const double left = fmax(c.x.low, c.y.low / bytes);
        fprintf(out, "<path class=\"line thin s%d%s\" d=\"M%.1f %.1fL%.1f %.1fH%d\"/>\n", b, b == TA_BUILD_lab || b == TA_BUILD_x8 ? " dash" : "",
                at_x(&c, left), at_y(&c, left * bytes), at_x(&c, knee), at_y(&c, peak), LEFT + c.width);
        size_t i;
        json_t *row;
        json_array_foreach(growth, i, row) {
            if (!is(row, "build", build->name) || number(row, "nq") != build->nmax)
                continue;
            const double x = number(row, "macs") / number(row, "bytes"), y = number(row, "macs") / number(row, "cycles");
            char fill[4];
            snprintf(fill, sizeof fill, "f%d", b);
            fprintf(out, "<circle class=\"s%d %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n", b,
                    is(row, "set", "flash") ? fill : "open", at_x(&c, x), at_y(&c, y));
        }
        char text[80];
        snprintf(text, sizeof text, "%s: A %d, %d bit", build->name, build->a, build->port_bits);
        key(&c, b, b, b == TA_BUILD_lab || b == TA_BUILD_x8, NULL, text);
    }
    note(&c, 7, "filled: FLASH");
    note(&c, 8, "open: NAIVE");
    close_svg(out);
}

static void grown(FILE *out, const json_t *growth, const char *what, const char *title, const char *description)
{
    static const int builds[] = {TA_BUILD_tiny, TA_BUILD_lab, TA_BUILD_wide};
    static const char *const sets[] = {"flash", "naive"};
    chart c = {out, {"queries and keys", 8, 131072, 4, 0}, {what, 100, 1e13, 10, 0}, 500, 340};
    int place = 0;
    axes(&c, title, description);
    for (int i = 0; i < 3; i++)
        for (int set = 0; set < 2; set++) {
            const ta_build *b = ta_build_at(builds[i]);
            char text[80];
            series(&c, growth, sets[set], b->name, "nq", what, i, set);
            snprintf(text, sizeof text, "%s %s", b->name, set ? "NAIVE" : "FLASH");
            key(&c, place++, i, set, NULL, text);
        }
    note(&c, place + 1, "filled: run on the RTL");
    note(&c, place + 2, "open: closed form");
    close_svg(out);
}

static void utilization(FILE *out, const json_t *rows)
{
    chart c = {out, {"queries and keys", 8, 8192, 2, 0}, {"share of multiplier cycles that do work", 0, 1, 0, 0.1}, 500, 340};
    axes(&c, "Utilisation of both arrays as N grows: FLASH, blocks of 8 A rows, D = DMAX",
         "Useful multiply-accumulates over what both arrays could do in the run's cycles, for every build.");
    for (int b = 0; b < TA_BUILD_COUNT; b++) {
        series(&c, rows, "n", ta_build_at(b)->name, "nq", "utilization", b, 0);
        char text[80];
        snprintf(text, sizeof text, "%s, D = %d", ta_build_at(b)->name, ta_build_at(b)->dmax);
        key(&c, b, b, 0, NULL, text);
    }
    note(&c, 7, "filled: run on the RTL");
    note(&c, 8, "open: closed form");
    close_svg(out);
}

static void map(FILE *out, const json_t *rows)
{
    enum { CELL_X = 58, CELL_Y = 34 };
    size_t i;
    json_t *row;
    open_svg(out, LEFT + 10 * CELL_X + 20, TOP + 5 * CELL_Y + BOTTOM,
             "Utilisation of wide by N and D: FLASH, blocks of 64 rows", "A darker cell is a busier engine; the number is the utilisation.");
    json_array_foreach(rows, i, row) {
        if (!is(row, "set", "map"))
            continue;
        const int column = (int)lround(log2(number(row, "nq"))) - 4, line = 7 - (int)lround(log2(number(row, "d")));
        const double u = number(row, "utilization");
        const int x = LEFT + column * CELL_X, y = TOP + line * CELL_Y;
        fprintf(out, "<rect class=\"f0\" fill-opacity=\"%.3f\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>"
                     "<text class=\"mid%s\" x=\"%d\" y=\"%d\">%.3f</text>\n",
                u * u * 0.55, x + 1, y + 1, CELL_X - 2, CELL_Y - 2, is(row, "source", "rtl") ? " bold" : "",
                x + CELL_X / 2, y + CELL_Y / 2 + 4, u);
        if (line == 4)
            fprintf(out, "<text class=\"mid\" x=\"%d\" y=\"%d\">%g</text>\n", x + CELL_X / 2, TOP + 5 * CELL_Y + 16, number(row, "nq"));
        if (column == 0)
            fprintf(out, "<text class=\"end\" x=\"%d\" y=\"%d\">%g</text>\n", LEFT - 6, y + CELL_Y / 2 + 4, number(row, "d"));
    }
    fprintf(out, "<text class=\"mid\" x=\"%d\" y=\"%d\">queries and keys (bold: run on the RTL, else closed form)</text>\n"
                 "<text class=\"mid\" transform=\"translate(14 %d) rotate(-90)\">D</text>\n",
            LEFT + 5 * CELL_X, TOP + 5 * CELL_Y + 36, TOP + 5 * CELL_Y / 2);
    close_svg(out);
}

/* ---- one run, from its Perfetto file ---- */

static const struct lane {
    const char *track, *category, *title;
} lanes[] = {
    {"memory port", "burst", "port"},   {"MM1", "rows", "MM1"},     {"softmax", "rows", "softmax"},
    {"MM2", "rows", "MM2"},             {"store: rows to the normalizer", "rows", "normalizer"},
    {"MM1: cause", "cause", "MM1 cause"}, {"MM2: cause", "cause", "MM2 cause"},
};
static const char *const kinds[] = {"q", "k", "v", "o", "z", "p"}; /* of bursts, by colour */
/* Causes by colour; the last has none. */
static const char *const causes[] = {"wait_softmax", "wait_kv", "compute", "wait_store", "wait_q", "fill", "idle"};

static int place(const char *const *names, int count, const char *name)
{
    int i = 0;
    while (i < count && strcmp(names[i], name) != 0)
        i++;
    return i;
}

static void gantt(FILE *out, const json_t *trace)
{
    enum { LANES = sizeof lanes / sizeof lanes[0], LANE = 30, WIDTH = 860, WIDE_LEFT = 84 };
    const json_t *events = json_object_get(trace, "traceEvents");
    json_int_t tid[LANES] = {0};
    double end = 1;
    size_t i;
    json_t *e;
    char title[256] = "A run";
    json_array_foreach(events, i, e) {
        const char *name = json_string_value(json_object_get(e, "name"));
        const char *text = json_string_value(json_object_get(json_object_get(e, "args"), "name"));
        if (text && !strcmp(name, "process_name"))
            snprintf(title, sizeof title, "One run, clock by clock: %.200s", text);
        for (int lane = 0; lane < LANES && text && !strcmp(name, "thread_name"); lane++)
            if (!strcmp(text, lanes[lane].track))
                tid[lane] = json_integer_value(json_object_get(e, "tid"));
        if (json_object_get(e, "dur") && number(e, "tid") == (double)tid[LANES - 1])
            end = fmax(end, number(e, "ts") + number(e, "dur"));
    }
    char *unit = strstr(title, " (1 us");
    if (unit)
        *unit = 0;
    open_svg(out, WIDE_LEFT + WIDTH + 20, TOP + LANES * LANE + 92, title,
             "What each unit does in every clock, and what each clock of both arrays is charged to.");
    for (double t = 0; t <= end; t += 50)
        fprintf(out, "<path class=\"grid\" d=\"M%.1f %dv%d\"/><text class=\"mid\" x=\"%.1f\" y=\"%d\">%g</text>\n",
                WIDE_LEFT + WIDTH * t / end, TOP, LANES * LANE, WIDE_LEFT + WIDTH * t / end, TOP + LANES * LANE + 16, t);
    for (int lane = 0; lane < LANES; lane++) {
        const int y = TOP + lane * LANE;
        fprintf(out, "<text class=\"end\" x=\"%d\" y=\"%d\">%s</text>\n", WIDE_LEFT - 8, y + 19, lanes[lane].title);
        json_array_foreach(events, i, e) {
            const char *category = json_string_value(json_object_get(e, "cat"));
            if (!category || strcmp(category, lanes[lane].category) != 0 || number(e, "tid") != (double)tid[lane])
                continue;
            const json_t *args = json_object_get(e, "args");
            const char *kind = json_string_value(json_object_get(args, "kind"));
            int colour = 2; /* rows */
            if (!strcmp(category, "burst"))
                colour = kind ? place(kinds, 6, kind) : 5;
            else if (!strcmp(category, "cause"))
                colour = place(causes, 7, json_string_value(json_object_get(e, "name")));
            else if ((int)number(args, "block") & 1)
                colour = 0;
            if (colour < 6)
                fprintf(out, "<rect class=\"f%d\" x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\"/>\n", colour,
                        WIDE_LEFT + WIDTH * number(e, "ts") / end, y + 5, fmax(WIDTH * number(e, "dur") / end - 0.3, 0.4),
                        LANE - 10);
        }
    }
    fprintf(out, "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n<text class=\"mid\" x=\"%d\" y=\"%d\">"
                 "clock</text>\n", WIDE_LEFT, TOP, WIDTH, LANES * LANE, WIDE_LEFT + WIDTH / 2, TOP + LANES * LANE + 34);
    static const char *const rows[3] = {"port", "rows", "cause"};
    static const char *const texts[3][6] = {
        {"Q", "K", "V", "O", "Z", "P"},
        {"of odd blocks", NULL, "of even blocks", NULL, NULL, NULL},
        {"wait_softmax", "wait_kv", "compute", "wait_store", "wait_q", "fill (blank: idle)"},
    };
    for (int row = 0; row < 3; row++) {
        int x = WIDE_LEFT;
        const int y = TOP + LANES * LANE + 46 + 16 * row;
        fprintf(out, "<text class=\"end\" x=\"%d\" y=\"%d\">%s</text>\n", WIDE_LEFT - 8, y + 4, rows[row]);
        for (int c = 0; c < 6; c++)
            if (texts[row][c]) {
                fprintf(out, "<rect class=\"f%d\" x=\"%d\" y=\"%d\" width=\"12\" height=\"10\"/><text x=\"%d\" y=\"%d\">%s</text>\n",
                        c, x, y - 5, x + 17, y + 4, texts[row][c]);
                x += row == 0 ? 50 : 120;
            }
    }
    close_svg(out);
}

/* ---- files ---- */

static json_t *load(const char *dir, const char *name)
{
    char path[512];
    json_error_t error;
    snprintf(path, sizeof path, "%s/%s.json", dir, name);
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        fprintf(stderr, "plots: %s: %s\n", path, error.text);
        exit(1);
    }
    return root;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"roofline", "bytes", "cycles", "utilization", "map", "gantt"};
    const int check = argc == 4 && !strcmp(argv[1], "--check");
    int status = 0;
    ta_json_must();
    if (argc != 4 || (!check && strcmp(argv[1], "--write") != 0)) {
        fprintf(stderr, "usage: plots --write EVIDENCE DIR | --check EVIDENCE DIR\n");
        return 2;
    }
    json_t *growth = load(argv[2], "growth"), *range = load(argv[2], "utilization"), *trace = load(argv[2], "trace");
    const json_t *grows = json_object_get(growth, "rows"), *rows = json_object_get(range, "rows");
    for (int i = 0; i < 6; i++) {
        char path[512];
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        if (!out)
            return 1;
        switch (i) {
        case 0: roofline(out, grows); break;
        case 1:
            grown(out, grows, "bytes", "Bytes over the memory port as N grows, D = DMAX, blocks of 8 A rows", "FLASH grows with N squared over the block, NAIVE with N squared.");
            break;
        case 2:
            grown(out, grows, "cycles", "Cycles as N grows, D = DMAX, blocks of 8 A rows", "FLASH is bound by the arrays, NAIVE by the port.");
            break;
        case 3: utilization(out, rows); break;
        case 4: map(out, rows); break;
        default: gantt(out, trace);
        }
        fclose(out);
        snprintf(path, sizeof path, "%s/%s.svg", argv[3], names[i]);
        status |= points_file(path, text, check);
        free(text);
    }
    json_decref(growth);
    json_decref(range);
    json_decref(trace);
    return status;
}
