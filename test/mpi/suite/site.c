/* site.c - the checkpoint site of MPICH's test suite: called before the calls of MPI that site.h names (building.py makes it).
 *
 * SUITE_LINE=k    a line is asked for at the k-th call
 * SUITE_VISITS=v  from there on each call visits the site v times, a short while apart, VISITS times altogether: many tests make a few calls
 *                 only, and a line takes some twenty visits where ranks meet the layer at sites alone
 * SUITE_CALLS=f   how many calls it were is added to that file at the end
 */
#include <ckpt.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define VISITS 150
#define APART 200000               /* ns */

static long calls, more;

void ckpt_suite_site(void);

static long number(const char *name)
{
    const char *value = getenv(name);

    return value ? atol(value) : 0;
}

void ckpt_suite_site(void)
{
    long line = number("SUITE_LINE"), visits = 1;

    if (++calls == line) {
        ckpt_request();
        more = 0;
    }
    if (line && calls >= line && more < VISITS)
        more += visits = number("SUITE_VISITS");
    for (long i = 0; i < visits; i++) {
        if (i)
            nanosleep(&(struct timespec){ .tv_nsec = APART }, NULL);
        #pragma ckpt name(mpi_call)
    }
}

__attribute__((destructor)) static void count(void)
{
    FILE *file = getenv("SUITE_CALLS") ? fopen(getenv("SUITE_CALLS"), "a") : NULL;

    if (file) {
        fprintf(file, "%ld\n", calls);
        fclose(file);
    }
}
