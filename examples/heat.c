/* heat.c - heat flow in a square plate: an explicit five-point stencil.
 *
 * Usage   heat [cells per side] [steps] [report every]
 * Output  total heat and the hottest cell every so many steps, then a coarse picture of the plate.
 *
 * The plate's rim is held at temperatures given by a small list of sources. One line makes this a program that can be
 * stopped and continued on another machine: `#pragma ckpt` in advance(), two calls below main.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int side;                /* cells per side, rim included */
    double *now, *next;      /* side * side, row by row */
} plate_t;

typedef struct source {
    int row, col;
    double temperature;
    struct source *next;
} source_t;

typedef struct {
    double total;
    double hottest;
    int row, col;
} summary_t;

static long cells_updated;

static void *need(void *block)
{
    if (!block) {
        fprintf(stderr, "heat: out of memory\n");
        exit(1);
    }
    return block;
}

static void plate_init(plate_t *plate, int side)
{
    size_t cells = (size_t)side * side;

    plate->side = side;
    plate->now = need(calloc(cells, sizeof *plate->now));
    plate->next = need(calloc(cells, sizeof *plate->next));
    for (int i = 0; i < side; i++) {
        plate->now[i] = 100.0;                               /* the upper rim is hot */
        plate->now[(size_t)i * side] = 100.0 - 100.0 * i / (side - 1);
    }
    memcpy(plate->next, plate->now, cells * sizeof *plate->now);
}

static void plate_free(plate_t *plate)
{
    free(plate->now);
    free(plate->next);
}

static source_t *source_add(source_t *list, int row, int col, double temperature)
{
    source_t *source = need(malloc(sizeof *source));

    source->row = row;
    source->col = col;
    source->temperature = temperature;
    source->next = list;
    return source;
}

/* One step for one row: every inner cell moves towards the mean of its neighbours. */
static void relax_row(const double *restrict above, const double *restrict row, const double *restrict below,
                      double *restrict out, int side)
{
    for (int col = 1; col < side - 1; col++)
        out[col] = row[col] + 0.2 * (above[col] + below[col] + row[col - 1] + row[col + 1] - 4.0 * row[col]);
}

static void apply_sources(plate_t *plate, const source_t *list)
{
    for (; list; list = list->next)
        plate->now[(size_t)list->row * plate->side + list->col] = list->temperature;
}

/* Run some steps. */
static void advance(plate_t *plate, const source_t *sources, int steps)
{
    const int side = plate->side;

    for (int step = 0; step < steps; step++) {
        #pragma ckpt
        apply_sources(plate, sources);
        for (int row = 1; row < side - 1; row++) {
            const double *at = plate->now + (size_t)row * side;
            relax_row(at - side, at, at + side, plate->next + (size_t)row * side, side);
            cells_updated += side - 2;
        }
        double *swap = plate->now;
        plate->now = plate->next;
        plate->next = swap;
    }
}

static summary_t summarise(const plate_t *plate)
{
    summary_t s = { 0.0, -1.0, 0, 0 };

    for (int row = 0; row < plate->side; row++)
        for (int col = 0; col < plate->side; col++) {
            double t = plate->now[(size_t)row * plate->side + col];
            s.total += t;
            if (row > 0 && t > s.hottest && col > 0) {
                s.hottest = t;
                s.row = row;
                s.col = col;
            }
        }
    return s;
}

/* All the steps, with a report every so often. */
static int simulate(plate_t *plate, const source_t *sources, int steps, int report)
{
    int reports = 0;

    for (int done = 0; done < steps; done += report) {
        int batch = steps - done < report ? steps - done : report;
        advance(plate, sources, batch);
        summary_t s = summarise(plate);
        printf("step %4d: total %.17g, hottest %.17g at %d,%d\n", done + batch, s.total, s.hottest, s.row, s.col);
        reports++;
    }
    return reports;
}

static void picture(const plate_t *plate)
{
    static const char shades[] = " .:-=+*#%@";
    const int lines = 8, width = 32;

    for (int line = 0; line < lines; line++) {
        for (int col = 0; col < width; col++) {
            int r = line * plate->side / lines, c = col * plate->side / width;
            int shade = (int)(plate->now[(size_t)r * plate->side + c] / 100.0 * 9.0);
            putchar(shades[shade < 0 ? 0 : shade > 9 ? 9 : shade]);
        }
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 96;
    int steps = argc > 2 ? atoi(argv[2]) : 120;
    int report = argc > 3 ? atoi(argv[3]) : 20;
    plate_t plate;
    source_t *sources = NULL;

    if (side < 4 || steps < 1 || report < 1) {
        fprintf(stderr, "usage: heat [side >= 4] [steps] [report every]\n");
        return 2;
    }
    plate_init(&plate, side);
    sources = source_add(sources, side / 2, side / 3, 80.0);
    sources = source_add(sources, side / 4, side - 2, 60.5);
    sources = source_add(sources, side - 2, side / 2, 97.25);
    int reports = simulate(&plate, sources, steps, report);
    picture(&plate);
    printf("%d reports, %ld cells updated\n", reports, cells_updated);
    while (sources) {
        source_t *next = sources->next;
        free(sources);
        sources = next;
    }
    plate_free(&plate);
    return 0;
}
