/* SPDX-License-Identifier: MIT
 *
 * tinyattn show: the weights of a head and the tiles of its schedule.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/heatmap.h"
#include "cli/output.h"
#include "cli/work.h"

static int colors_of(const options *o)
{
    const char *truecolor = getenv("COLORTERM");
    const char *term = getenv("TERM");
    const char *no = getenv("NO_COLOR");
    int is_true = truecolor && (strcmp(truecolor, "truecolor") == 0 || strcmp(truecolor, "24bit") == 0);
    int is_256 = term && strstr(term, "256color");
    if (o->color == COLOR_NEVER)
        return HEATMAP_PLAIN;
    if (o->color == COLOR_ALWAYS)
        return is_256 && !is_true ? HEATMAP_256 : HEATMAP_TRUE;
    if (!isatty(STDOUT_FILENO) || (no && *no))
        return HEATMAP_PLAIN;
    return is_true ? HEATMAP_TRUE : is_256 ? HEATMAP_256 : HEATMAP_PLAIN;
}

static int columns_of(void)
{
    struct winsize w;
    const char *columns = getenv("COLUMNS");
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 0)
        return w.ws_col;
    int n = columns ? atoi(columns) : 0;
    return n > 0 ? n : 120;
}

static int draw(const options *o, const heatmap *map, ta_error *error)
{
    outputs files = {.count = 0};
    char *svg = NULL;
    unsigned char *png = NULL;
    size_t size = 0;
    int status = TA_OK;
    if (!o->svg && !o->png) {
        heatmap_text(stdout, map, colors_of(o), columns_of());
        return TA_OK;
    }
    if (o->svg && !(status = heatmap_svg(map, &svg, &size, error)))
        outputs_add(&files, o->svg, svg, size);
    if (o->png && !status && !(status = heatmap_png(map, &png, &size, error)))
        outputs_add(&files, o->png, png, size);
    if (!status)
        status = outputs_write(&files, error);
    outputs_free(&files);
    return status;
}

int command_show(const options *o)
{
    ta_error error = {0, ""};
    heatmap map;
    ta_job job;
    work w;
    char title[256];
    const int head = o->head < 0 ? 0 : o->head;
    int status = work_load(&w, o, engine_golden, &error);
    if (status)
        return report_error(o, &error);
    if (head >= w.problem.heads)
        status = ta_fail(&error, TA_ERROR_USAGE, "--head: found %d, expected 0 to %d", head,
                         w.problem.heads - 1);
    if (!status) {
        ta_quantized_job(&w.quantized, head, &w.build, &w.config, &job);
        status = heatmap_new(&map, &job, &error);
    }
    if (!status) {
        if (w.preset) {
            snprintf(title, sizeof title, "%s: %s", w.preset->name, w.preset->title);
            map.labels = w.preset->tokens;
        } else {
            snprintf(title, sizeof title, "%.200s, head %d", w.problem.q->name, head);
        }
        map.title = title;
        status = draw(o, &map, &error);
        heatmap_free(&map);
    }
    work_free(&w);
    return status ? report_error(o, &error) : 0;
}
