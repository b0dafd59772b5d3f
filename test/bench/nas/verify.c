/* verify.c - how a kernel is started and how its results are compared with the specification's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "nas.h"

int nas_agrees(const char *what, double result, double wanted, double tolerance)
{
    int good = fabs(result - wanted) <= tolerance * fabs(wanted);

    printf("  %-24s %20.13e %20.13e%s\n", what, result, wanted, good ? "" : " WRONG");
    return good;
}

int nas_iterations(int argc, char **argv, int of_class)
{
    int iterations = argc > 1 ? atoi(argv[1]) : of_class;

    if (iterations < 1 || argc > 2) {
        fprintf(stderr, "usage: %s [iterations]\n", argv[0]);
        exit(2);
    }
    return iterations;
}

int nas_verdict(const char *kernel, int good)
{
    printf("%s class %s: %s\n", kernel, CLASS_NAME, good ? "VERIFIED" : "WRONG");
    return good ? 0 : 1;
}
