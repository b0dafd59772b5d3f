// What on_restart and on_checkpoint assign on a site's line is assigned by a restart, or a checkpoint, only: at every other site the variable is needed as it is.
// REQUIRES: ckptcc, analyses, s390x
// RUN: %restart %s --visits 14
#include <stdio.h>
#include <stdlib.h>

struct pair { int a, b; };
struct device { int number; };

static struct pair make(int n) { return (struct pair){ n, n + 1 }; }
static int fresh(int n) { return n + atoi("7"); }

static struct device *open_device(int n)
{
    struct device *d = malloc(sizeof *d);
    d->number = n;
    return d;
}

static void step(int i)
{
    #pragma ckpt name(inner)
    printf("step %d\n", i);
}

union raw { long l; double d; };
static union raw raw(double d) { return (union raw){ .d = d }; }

/* At the site itself a restart needs nothing of what its on_restart sets. */
static void unions(int n)
{
    union raw u = raw(n);

    for (int i = 0; i < 2; i++) {
        #pragma ckpt name(raw) on_restart(u = raw(n))
        printf("%g\n", u.d);
    }
}

static void serve(int number, struct device *device, struct pair pair, int rounds)
{
    int cache = fresh(1), handle = fresh(number);

    for (int i = 0; i < rounds; i++) {
        step(i);
        #pragma ckpt name(first) on_restart(handle = fresh(number))
        printf("%d\n", handle);
        #pragma ckpt name(round) on_restart(device = open_device(3))
        printf("%d\n", device->number);
        #pragma ckpt name(pair) if(i > 0) on_checkpoint(pair = make(4))
        printf("%d\n", pair.b);
        #pragma ckpt name(cache) on_checkpoint(cache = 0)
        if (!cache)
            cache = fresh(1);
        printf("%d\n", cache);
    }
}

int main(int argc, char **argv)
{
    (void)argv;
    unions(argc);
    serve(argc + 41, open_device(argc + 2), make(argc + 3), 3);
    return 0;
}
