/* pi.c - Monte Carlo estimates of pi from three of the C library's generators.
 *
 * Usage   pi [batches] [points per batch]
 * Output  the estimates after every batch.
 *
 * Continuing must not repeat or skip a random number: rand, random and drand48 keep their state inside the C library, the
 * program has no variable for it. A generator is chosen through a table of functions.
 */
#include <stdio.h>
#include <stdlib.h>

typedef double generator(void);

typedef struct {
    const char *name;
    generator *next;
    long long tried, inside;
    double sum, sum_squares;         /* of the batches' estimates */
    int batches;
} estimate_t;

static double from_rand(void) { return rand() / (RAND_MAX + 1.0); }
static double from_random(void) { return random() / 2147483648.0; }
static double from_drand48(void) { return drand48(); }

static estimate_t estimates[] = {
    { .name = "rand", .next = from_rand },
    { .name = "random", .next = from_random },
    { .name = "drand48", .next = from_drand48 },
};

enum { GENERATORS = sizeof estimates / sizeof *estimates };

/* How many of `points` random points of the unit square lie in the quarter of the circle. */
static long throw_points(generator *next, int points)
{
    long inside = 0;

    for (int i = 0; i < points; i++) {
        double x = next(), y = next();
        inside += x * x + y * y < 1.0;
    }
    return inside;
}

static double value(const estimate_t *e)
{
    return 4.0 * (double)e->inside / (double)e->tried;
}

static double variance(const estimate_t *e)
{
    double mean = e->sum / e->batches;

    return e->sum_squares / e->batches - mean * mean;
}

static void run_batch(estimate_t *e, int points)
{
    long inside = throw_points(e->next, points / 2);
    #pragma ckpt
    inside += throw_points(e->next, points - points / 2);
    double estimate = 4.0 * (double)inside / points;

    e->tried += points;
    e->inside += inside;
    e->sum += estimate;
    e->sum_squares += estimate * estimate;
    e->batches++;
}

/* One batch with each generator; returns the index of the one that is nearest to pi so far. */
static int round_of_batches(int points)
{
    int best = 0;
    double best_error = 4.0;

    for (int g = 0; g < GENERATORS; g++) {
        run_batch(&estimates[g], points);
        double error = value(&estimates[g]) - 3.14159265358979323846;
        if (error < 0)
            error = -error;
        if (error < best_error) {
            best_error = error;
            best = g;
        }
    }
    return best;
}

int main(int argc, char **argv)
{
    int batches = argc > 1 ? atoi(argv[1]) : 20;
    int points = argc > 2 ? atoi(argv[2]) : 5000;
    int wins[GENERATORS] = { 0 };

    if (batches < 1 || points < 2) {
        fprintf(stderr, "usage: pi [batches] [points per batch]\n");
        return 2;
    }
    srand(1234);
    srand48(99);
    for (int batch = 1; batch <= batches; batch++) {
        wins[round_of_batches(points)]++;
        printf("%3d", batch);
        for (int g = 0; g < GENERATORS; g++)
            printf("  %s %.17g", estimates[g].name, value(&estimates[g]));
        putchar('\n');
    }
    for (int g = 0; g < GENERATORS; g++)
        printf("%s: nearest %d times, variance of its batches %.17g\n", estimates[g].name, wins[g],
               variance(&estimates[g]));
    return 0;
}
