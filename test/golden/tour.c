/* tour.c - the program of the golden images tour-ARCH.img: taken at visit 5 of 8. Never changed: the images are not made again.
 *
 * Output  a line for each step, and a last one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum mood { CALM, BUSY = 5 };

typedef struct stop {
    char name[8];
    long reached;
    unsigned wet : 1, depth : 6;
    enum mood mood;
    struct stop *next, *back;
} stop_t;

static stop_t *first;
static double length[4] = {0.5, 1.25, 2, 3.75};
const char *const titles[] = {"north", "east", "south", "west"};
const char *const *title = titles;
long long total = 5000000000;
static int (*measure)(const stop_t *, int);

static int by_name(const stop_t *s, int step) { return (int)strlen(s->name) + step; }
static int by_depth(const stop_t *s, int step) { return (int)s->depth * step; }

static stop_t *add(stop_t *last, const char *name, unsigned depth)
{
    stop_t *s = calloc(1, sizeof *s);
    snprintf(s->name, sizeof s->name, "%s", name);
    s->depth = depth;
    s->wet = depth & 1;
    s->mood = depth > 30 ? BUSY : CALM;
    s->back = last;
    if (last)
        last->next = s;
    else
        first = s;
    return s;
}

static int visit(stop_t *s, int step, double *sums, int n)
{
    double before = sums[step % n], *sum = &sums[step % n];
    if (s->next && step % 3)
        return visit(s->next, step, sums, n) + 1;
#pragma ckpt name(stop)
    s->reached += step;
    *sum += length[step % 4];
    total += measure(s, step);
    printf("%d: %s %ld %s %.2f -> %.2f, %lld\n", step, s->name, s->reached, *title, before, *sum, total);
    return 1;
}

int main(void)
{
    int n = 3, calls = 0;
    double sums[n];
    stop_t *last = add(0, "inn", 0);
    memset(sums, 0, sizeof sums);
    last = add(add(last, "ford", 33), "bridge", 63);
    char *label = strdup("done");
    for (int step = 1; step <= 8; step++) {
        measure = step % 2 ? by_name : by_depth;
        calls += visit(first, step, sums, n);
        if (step % 2 == 0 && title < titles + 3)
            title++;
        if (first->next->back != first)
            return 1;
    }
    printf("%s: %d calls, last %s, %.2f %.2f %.2f\n", label, calls, last->name, sums[0], sums[1], sums[2]);
    return 0;
}
