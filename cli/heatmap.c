/* SPDX-License-Identifier: MIT */
#include "cli/heatmap.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "cli/font.h"
#include "cli/output.h"
#include "golden/golden.h"

enum {
    CELLS_MAX = 1 << 26, /* weights held */
    DRAWN_MAX = 256,     /* cells of an axis in a picture; more are put together */
    LABEL_MAX = 12       /* bytes of a label shown */
};

/* ---- weights ---- */

typedef struct collector {
    heatmap *map;
    int16_t *m_then; /* (nq, tiles) */
} collector;

static size_t at(int row, int column, int columns)
{
    return (size_t)row * (size_t)columns + (size_t)column;
}

static void collect(void *context, const ta_tile_trace *t)
{
    collector *c = context;
    heatmap *map = c->map;
    for (int i = 0; i < t->rows; i++) {
        int row = t->group * map->a + i;
        c->m_then[at(row, t->tile, map->tiles)] = t->m[i];
        for (int j = 0; j < t->keys; j++)
            map->weight[at(row, t->tile * map->a + j, map->nk)] = t->p[i * map->a + j];
    }
}

static void finish_weights(heatmap *map, const ta_job *job, const ta_result *r, const int16_t *m_then)
{
    const double one = ldexp(1, job->build.pf);
    for (int i = 0; i < map->nq; i++)
        for (int j = 0; j < map->nk; j++) {
            double *w = &map->weight[at(i, j, map->nk)];
            if (r->l[i] == 0 || *w == 0) {
                *w = 0;
                continue;
            }
            *w *= exp2((m_then[at(i, j / map->a, map->tiles)] - r->m[i]) / 256.0) / one /
                  ((double)r->l[i] / 4096);
            map->most = fmax(map->most, *w);
        }
}

static void fill_tiles(heatmap *map, const ta_config *c)
{
    for (int g = 0; g < map->groups; g++)
        for (int t = 0; t < map->tiles; t++) {
            int first = g * map->a;
            int last = first + map->a < c->nq ? first + map->a - 1 : c->nq - 1;
            int key_last = (t + 1) * map->a < c->nk ? (t + 1) * map->a - 1 : c->nk - 1;
            int kind = TILE_DONE;
            if (c->causal && t * map->a > last + c->offset)
                kind = TILE_SKIPPED;
            else if (c->causal && key_last > first + c->offset)
                kind = TILE_PARTLY_MASKED;
            map->tile[at(g, t, map->tiles)] = (unsigned char)kind;
        }
}

int heatmap_new(heatmap *map, const ta_job *job, ta_error *error)
{
    const ta_config *c = &job->config;
    const int a = job->build.a;
    memset(map, 0, sizeof *map);
    map->nq = c->nq;
    map->nk = c->nk;
    map->a = a;
    map->groups = (c->nq + a - 1) / a;
    map->tiles = (c->nk + a - 1) / a;
    map->block_groups = c->mode == TA_FLASH ? c->q_rows / a : 1;
    if ((double)c->nq * c->nk > CELLS_MAX)
        return ta_fail(error, TA_ERROR_USAGE, "found %d x %d weights, expected at most %d to draw",
                       c->nq, c->nk, (int)CELLS_MAX);
    const size_t cells = at(c->nq, 0, c->nk);
    ta_result r = {calloc(at(c->nq, 0, c->d), sizeof *r.out), calloc((size_t)c->nq, sizeof *r.m),
                   calloc((size_t)c->nq, sizeof *r.l), {0}};
    collector x = {map, calloc(at(c->nq, 0, map->tiles), sizeof *x.m_then)};
    void *workspace = malloc(ta_golden_workspace(&job->build, c));
    map->weight = calloc(cells, sizeof *map->weight);
    map->tile = calloc(at(map->groups, 0, map->tiles), 1);
    int status = TA_OK;
    if (!r.out || !r.m || !r.l || !x.m_then || !workspace || !map->weight || !map->tile) {
        status = ta_fail(error, TA_ERROR_INPUT, "not enough memory for the heat map");
    } else {
        ta_golden_run(job, &r, workspace, collect, &x);
        if (c->mode == TA_NAIVE) { /* P against the final maximum, in the workspace */
            const uint16_t *p = workspace;
            for (size_t i = 0; i < cells; i++)
                map->weight[i] = p[i];
            for (int i = 0; i < c->nq; i++)
                for (int t = 0; t < map->tiles; t++)
                    x.m_then[at(i, t, map->tiles)] = r.m[i];
        }
        fill_tiles(map, c);
        for (int i = 0; i < c->nq && c->mode == TA_NAIVE; i++) /* skipped tiles hold no P */
            for (int j = 0; j < c->nk; j++)
                if (map->tile[at(i / a, j / a, map->tiles)] == TILE_SKIPPED)
                    map->weight[at(i, j, c->nk)] = 0;
        finish_weights(map, job, &r, x.m_then);
    }
    free(r.out);
    free(r.m);
    free(r.l);
    free(x.m_then);
    free(workspace);
    if (status)
        heatmap_free(map);
    return status;
}

void heatmap_free(heatmap *map)
{
    free(map->weight);
    free(map->tile);
    memset(map, 0, sizeof *map);
}

/* ---- drawing ---- */

/* Light to dark, for x = 0..1. */
static void color_of(double x, int rgb[3])
{
    static const double stops[][3] = {
        {250, 250, 247}, {208, 224, 236}, {140, 182, 214}, {70, 125, 180}, {28, 72, 132}, {10, 30, 70},
    };
    const int last = sizeof stops / sizeof stops[0] - 1;
    double y = fmin(fmax(x, 0), 1) * last;
    int i = y >= last ? last - 1 : (int)y;
    for (int c = 0; c < 3; c++)
        rgb[c] = (int)(stops[i][c] + (stops[i + 1][c] - stops[i][c]) * (y - i) + 0.5);
}

/* The largest weight of a part. */
static double part_most(const heatmap *map, int r0, int r1, int c0, int c1)
{
    double most = 0;
    for (int i = r0; i < r1 && i < map->nq; i++)
        for (int j = c0; j < c1 && j < map->nk; j++)
            most = fmax(most, map->weight[at(i, j, map->nk)]);
    return most;
}

/* How many cells are put together so that at most `most` are drawn. */
static int step_for(int count, int most)
{
    int step = (count + most - 1) / most;
    return step < 1 ? 1 : step;
}

static void label_of(const heatmap *map, int index, int step, char text[LABEL_MAX + 1])
{
    if (map->labels && step == 1)
        snprintf(text, LABEL_MAX + 1, "%s", map->labels[index]);
    else
        snprintf(text, LABEL_MAX + 1, "%d", index);
}

/* Columns a label takes: its characters in UTF-8. */
static int width_of(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xC0) != 0x80;
    return n;
}

static void cell(FILE *file, double x, int colors, int width)
{
    static const char ramp[] = " .:-=+*#%@";
    int rgb[3];
    color_of(x, rgb);
    if (colors == HEATMAP_TRUE)
        fprintf(file, "\033[48;2;%d;%d;%dm%*s", rgb[0], rgb[1], rgb[2], width, "");
    else if (colors == HEATMAP_256)
        fprintf(file, "\033[48;5;%dm%*s",
                16 + 36 * ((rgb[0] * 5 + 127) / 255) + 6 * ((rgb[1] * 5 + 127) / 255) +
                    (rgb[2] * 5 + 127) / 255, width, "");
    else
        for (int i = 0; i < width; i++)
            fputc(ramp[(int)(x * 9 + 0.5)], file);
}

/* Labels of the keys from top to bottom, each above its column. */
static void text_header(FILE *file, const heatmap *map, int margin, int step, int width)
{
    char text[LABEL_MAX + 1];
    int height = 0;
    for (int j = 0; j < map->nk; j += step) {
        label_of(map, j, step, text);
        int n = (int)strlen(text);
        height = n > height ? n : height;
    }
    for (int line = 0; line < height; line++) {
        fprintf(file, "%*s ", margin, "");
        for (int j = 0; j < map->nk; j += step) {
            label_of(map, j, step, text);
            int from = line - (height - (int)strlen(text));
            char c = from >= 0 ? text[from] : ' ';
            fprintf(file, "%c%*s", (unsigned char)c < 128 ? c : '?', width - 1, "");
        }
        fputc('\n', file);
    }
}

static void text_schedule(FILE *file, const heatmap *map, int columns)
{
    static const char marks[] = {[TILE_SKIPPED] = '.', [TILE_DONE] = '#', [TILE_PARTLY_MASKED] = '/'};
    int done = 0;
    int skipped = 0;
    int down = step_for(map->groups, 64);
    int across = step_for(map->tiles, columns / 2 - 4 > 8 ? columns / 2 - 4 : 8);
    for (int i = 0; i < map->groups * map->tiles; i++)
        if (map->tile[i] == TILE_SKIPPED)
            skipped++;
        else
            done++;
    fprintf(file, "\nschedule: %d tiles done (#; / partly masked), %d skipped (.); a line of %d rows, "
            "a column of %d keys%s\n", done, skipped, map->a * down, map->a * across,
            map->block_groups > 1 ? "; rules between Q blocks" : "");
    for (int g = 0; g < map->groups; g += down) {
        if (g && down == 1 && map->block_groups > 1 && g % map->block_groups == 0) {
            fputs("  ", file);
            for (int t = 0; t < map->tiles; t += across)
                fputs("--", file);
            fputc('\n', file);
        }
        fputs("  ", file);
        for (int t = 0; t < map->tiles; t += across)
            fprintf(file, "%c ", marks[map->tile[at(g, t, map->tiles)]]);
        fputc('\n', file);
    }
}

void heatmap_text(FILE *file, const heatmap *map, int colors, int columns)
{
    char text[LABEL_MAX + 1];
    const double most = map->most > 0 ? map->most : 1;
    int margin = 0;
    int down = step_for(map->nq, 64);
    for (int i = 0; i < map->nq; i += down) {
        label_of(map, i, down, text);
        margin = width_of(text) > margin ? width_of(text) : margin;
    }
    int room = columns - margin - 2;
    room = room < 8 ? 8 : room;
    int width = 2 * map->nk <= room ? 2 : 1;
    int across = step_for(map->nk, room / width);

    if (map->title)
        fprintf(file, "%s\n", map->title);
    fputs("weights, derived: P 2^((m_then - m_end)/256) / l; rows are queries\n\n", file);
    text_header(file, map, margin, across, width);
    for (int i = 0; i < map->nq; i += down) {
        label_of(map, i, down, text);
        fprintf(file, "%*s%s ", margin - width_of(text), "", text);
        for (int j = 0; j < map->nk; j += across)
            cell(file, part_most(map, i, i + down, j, j + across) / most, colors, width);
        fputs(colors ? "\033[0m\n" : "|\n", file);
    }
    fprintf(file, "\n%*s 0 ", margin, "");
    for (int i = 0; i < 10; i++)
        cell(file, i / 9.0, colors, 2);
    fprintf(file, "%s %.3g\n", colors ? "\033[0m" : "", map->most);
    text_schedule(file, map, columns);
}

/* ---- SVG ---- */

static void svg_escaped(FILE *f, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&': fputs("&amp;", f); break;
        case '<': fputs("&lt;", f); break;
        case '>': fputs("&gt;", f); break;
        case '"': fputs("&quot;", f); break;
        default: fputc((unsigned char)*text < 32 ? ' ' : *text, f); break;
        }
}

static void svg_cells(FILE *f, const heatmap *map, int down, int across, int size, int x0, int y0)
{
    const double most = map->most > 0 ? map->most : 1;
    for (int i = 0; i < map->nq; i += down)
        for (int j = 0; j < map->nk; j += across) {
            int rgb[3];
            double w = part_most(map, i, i + down, j, j + across);
            color_of(w / most, rgb);
            fprintf(f, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\">"
                    "<title>", x0 + j / across * size, y0 + i / down * size, size, size, rgb[0], rgb[1],
                    rgb[2]);
            if (map->labels && down == 1 && across == 1) {
                svg_escaped(f, map->labels[i]);
                fputs(" &#8594; ", f);
                svg_escaped(f, map->labels[j]);
                fputs(": ", f);
            } else {
                fprintf(f, "%d, %d: ", i, j);
            }
            fprintf(f, "%.4f</title></rect>\n", w);
        }
}

static void svg_label(FILE *f, const char *text, int x, int y, int turned)
{
    if (turned)
        fprintf(f, "<text transform=\"translate(%d %d) rotate(-90)\">", x, y);
    else
        fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", x, y);
    svg_escaped(f, text);
    fputs("</text>\n", f);
}

static void svg_schedule(FILE *f, const heatmap *map, int size, int x0, int y0)
{
    int down = step_for(map->groups, DRAWN_MAX);
    int across = step_for(map->tiles, DRAWN_MAX);
    for (int g = 0; g < map->groups; g += down)
        for (int t = 0; t < map->tiles; t += across) {
            int kind = map->tile[at(g, t, map->tiles)];
            int x = x0 + t / across * size;
            int y = y0 + g / down * size;
            fprintf(f, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"#888\" "
                    "stroke-width=\"0.5\"/>\n", x, y, size, size,
                    kind == TILE_SKIPPED ? "none" : kind == TILE_DONE ? "#666" : "#aaa");
            if (kind == TILE_SKIPPED)
                fprintf(f, "<path d=\"M%d %dl%d %d\" stroke=\"#888\" stroke-width=\"0.5\"/>\n", x,
                        y + size, size, -size);
        }
    for (int g = map->block_groups; g < map->groups; g += map->block_groups)
        fprintf(f, "<path d=\"M%d %dh%d\" stroke=\"#000\"/>\n", x0 - 4, y0 + g / down * size,
                (map->tiles + across - 1) / across * size + 8);
}

int heatmap_svg(const heatmap *map, char **bytes, size_t *size, ta_error *error)
{
    char text[LABEL_MAX + 1];
    const int down = step_for(map->nq, DRAWN_MAX);
    const int across = step_for(map->nk, DRAWN_MAX);
    const int rows = (map->nq + down - 1) / down;
    const int columns = (map->nk + across - 1) / across;
    const int cell_size = columns > 64 || rows > 64 ? 6 : 14;
    const int label_step = cell_size < 14 ? 8 : 1;
    const int left = 100;
    const int top = 130;
    const int tile_size = cell_size * 2;
    const int x1 = left + columns * cell_size + 50;
    const int tile_columns = (map->tiles + step_for(map->tiles, DRAWN_MAX) - 1) / step_for(map->tiles, DRAWN_MAX);
    const int tile_rows = (map->groups + step_for(map->groups, DRAWN_MAX) - 1) / step_for(map->groups, DRAWN_MAX);
    int width = x1 + tile_columns * tile_size + 30;
    int height = top + (rows * cell_size > tile_rows * tile_size ? rows * cell_size : tile_rows * tile_size) + 60;
    width = width < 560 ? 560 : width;
    memory drawn;
    FILE *f = memory_open(&drawn);
    if (!f)
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory for the drawing");
    fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", width, height, width, height);
    fputs("<text x=\"12\" y=\"22\" font-size=\"15\">", f);
    svg_escaped(f, map->title ? map->title : "Attention");
    fprintf(f, "</text>\n<text x=\"12\" y=\"40\" fill=\"#555\">Weights, derived from the datapath: "
            "P &#183; 2^((m_then &#8722; m_end)/256) / l</text>\n"
            "<text x=\"%d\" y=\"%d\">tiles</text>\n", x1, top - 8);
    for (int i = 0; i < map->nq; i += down * label_step) {
        label_of(map, i, down, text);
        svg_label(f, text, left - 6, top + i / down * cell_size + cell_size / 2 + 4, 0);
    }
    for (int j = 0; j < map->nk; j += across * label_step) {
        label_of(map, j, across, text);
        svg_label(f, text, left + j / across * cell_size + cell_size / 2 + 4, top - 6, 1);
    }
    svg_cells(f, map, down, across, cell_size, left, top);
    svg_schedule(f, map, tile_size, x1, top);
    for (int i = 0; i < 20; i++) {
        int rgb[3];
        color_of(i / 19.0, rgb);
        fprintf(f, "<rect x=\"%d\" y=\"%d\" width=\"10\" height=\"10\" fill=\"#%02x%02x%02x\"/>\n",
                left + 10 * i, height - 32, rgb[0], rgb[1], rgb[2]);
    }
    fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">0</text>\n<text x=\"%d\" y=\"%d\">%.3g</text>\n"
            "</svg>\n", left - 6, height - 23, left + 206, height - 23, map->most);
    if (!memory_close(f, &drawn))
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory for the drawing");
    *bytes = drawn.bytes;
    *size = drawn.size;
    return TA_OK;
}

/* ---- PNG ---- */

typedef struct canvas {
    int width, height;
    unsigned char *rgb;
} canvas;

/* What lies outside is not drawn. */
static void fill(canvas *c, int x0, int y0, int width, int height, const int rgb[3], int hatched)
{
    for (int y = y0 < 0 ? 0 : y0; y < y0 + height && y < c->height; y++)
        for (int x = x0 < 0 ? 0 : x0; x < x0 + width && x < c->width; x++)
            for (int i = 0; i < 3; i++)
                c->rgb[3 * at(y, x, c->width) + (size_t)i] =
                    (unsigned char)(hatched && (x - x0 + y - y0) % 6 ? 255 : rgb[i]);
}

/* (x, y): where the text begins, at the top of its letters; turned: it runs upwards. */
static void write_text(canvas *c, const char *text, int x, int y, int scale, int turned)
{
    static const int black[3] = {0, 0, 0};
    for (int along = 0; *text; along += FONT_STEP * scale) {
        const unsigned char *letter = font_letter(&text);
        for (int i = 0; i < FONT_WIDTH; i++)
            for (int k = 0; k < FONT_HEIGHT; k++)
                if (letter[i] >> k & 1) {
                    const int there = along + i * scale, down = k * scale;
                    if (turned)
                        fill(c, x + down, y - there - scale + 1, scale, scale, black, 0);
                    else
                        fill(c, x + there, y + down, scale, scale, black, 0);
                }
    }
}

/* Letters of the longest label of an axis. */
static int longest_label(const heatmap *map, int count, int step)
{
    char text[LABEL_MAX + 1];
    int most = 0;
    for (int i = 0; i < count; i += step) {
        label_of(map, i, step, text);
        most = font_count(text) > most ? font_count(text) : most;
    }
    return most;
}

int heatmap_png(const heatmap *map, unsigned char **bytes, size_t *size, ta_error *error)
{
    static const int marks[][3] = {[TILE_SKIPPED] = {136, 136, 136}, [TILE_DONE] = {102, 102, 102},
                                   [TILE_PARTLY_MASKED] = {170, 170, 170}};
    static const char what[] = "Weights, derived from the datapath: P 2^((m_then - m_end)/256) / l";
    const char *const title = map->title ? map->title : "Attention";
    const int down = step_for(map->nq, 2 * DRAWN_MAX);
    const int across = step_for(map->nk, 2 * DRAWN_MAX);
    const int rows = (map->nq + down - 1) / down;
    const int columns = (map->nk + across - 1) / across;
    const int most_cells = rows > columns ? rows : columns;
    const int cell_size = most_cells > 256 ? 2 : 512 / most_cells > 24 ? 24 : 512 / most_cells;
    const int tile_down = step_for(map->groups, DRAWN_MAX);
    const int tile_across = step_for(map->tiles, DRAWN_MAX);
    const int tile_rows = (map->groups + tile_down - 1) / tile_down;
    const int tile_columns = (map->tiles + tile_across - 1) / tile_across;
    const int tile_size = cell_size * 2;
    const int margin = 12;
    const int scale = cell_size >= 18 ? 2 : 1; /* of the letters */
    const int line = (FONT_HEIGHT + 1) * scale, step = FONT_STEP * scale;
    const int label_step = (line + cell_size - 1) / cell_size;
    const double most = map->most > 0 ? map->most : 1;
    const int high = rows * cell_size > tile_rows * tile_size ? rows * cell_size : tile_rows * tile_size;
    const int left = 2 * margin + longest_label(map, map->nq, down) * step;
    const int x1 = left + columns * cell_size + 2 * margin; /* of the tiles */
    const int top = 4 * margin + 2 * FONT_HEIGHT * scale + longest_label(map, map->nk, across) * step;
    int width = x1 + tile_columns * tile_size + margin;
    const int text = 2 * margin + (font_count(title) > font_count(what) ? font_count(title) : font_count(what)) * step;
    char label[32];
    if (width < text)
        width = text;
    canvas c = {width, top + high + 3 * margin + line, NULL};
    png_image image;
    png_alloc_size_t needed = 0;
    c.rgb = malloc(3 * at(c.height, 0, c.width));
    if (!c.rgb)
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory for the picture");
    memset(c.rgb, 255, 3 * at(c.height, 0, c.width));
    write_text(&c, title, margin, margin, scale, 0);
    write_text(&c, what, margin, 2 * margin + FONT_HEIGHT * scale, scale, 0);
    write_text(&c, "tiles", x1, top - line - 4, scale, 0);
    for (int i = 0; i < rows; i += label_step) {
        label_of(map, i * down, down, label);
        write_text(&c, label, left - 6 - font_count(label) * step,
                   top + i * cell_size + (cell_size - FONT_HEIGHT * scale) / 2, scale, 0);
    }
    for (int j = 0; j < columns; j += label_step) {
        label_of(map, j * across, across, label);
        write_text(&c, label, left + j * cell_size + (cell_size - FONT_HEIGHT * scale) / 2, top - 6, scale, 1);
    }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            int rgb[3];
            color_of(part_most(map, i * down, (i + 1) * down, j * across, (j + 1) * across) / most, rgb);
            fill(&c, left + j * cell_size, top + i * cell_size, cell_size, cell_size, rgb, 0);
        }
    for (int i = 0; i < tile_rows; i++)
        for (int j = 0; j < tile_columns; j++) {
            int kind = map->tile[at(i * tile_down, j * tile_across, map->tiles)];
            int inner = tile_size > 4 ? tile_size - 1 : tile_size;
            fill(&c, x1 + j * tile_size, top + i * tile_size, inner, inner, marks[kind], kind == TILE_SKIPPED);
        }
    for (int i = 0; i < 20; i++) { /* what the colours stand for */
        int rgb[3];
        color_of(i / 19.0, rgb);
        fill(&c, left + 10 * i, c.height - margin - line, 10, line, rgb, 0);
    }
    write_text(&c, "0", left - 6 - step, c.height - margin - line, scale, 0);
    snprintf(label, sizeof label, "%.3g", map->most);
    write_text(&c, label, left + 206, c.height - margin - line, scale, 0);
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)c.width;
    image.height = (png_uint_32)c.height;
    image.format = PNG_FORMAT_RGB;
    *bytes = NULL;
    int ok = png_image_write_get_memory_size(image, needed, 0, c.rgb, 0, NULL);
    if (ok && (*bytes = malloc(needed)) != NULL)
        ok = png_image_write_to_memory(&image, *bytes, &needed, 0, c.rgb, 0, NULL);
    free(c.rgb);
    *size = needed;
    if (!ok || !*bytes) { /* for want of memory: all else about the image is known */
        free(*bytes);
        return ta_fail(error, TA_ERROR_INPUT, "not enough memory for the picture: %s",
                       image.message[0] ? image.message : "its bytes");
    }
    return TA_OK;
}
