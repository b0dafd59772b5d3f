// Old code: definitions with identifier lists, functions that return function pointers, main with such parameters, tentative
// definitions, extern in blocks, register, arrays of unknown bound. ADV: args=-3 alpha beta; flags=-std=gnu89 -fcommon -Wno-implicit-int -Wno-implicit-function-declaration
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int counter;
int counter;
static int limits[];
extern char *program;
char *program;

typedef int (*op)();

static int plus(a, b) int a, b; {
#pragma ckpt
    return a + b;
}
static int minus(a, b)
    register int a;
    short b;
{
    register int c = a - b;
#pragma ckpt
    counter++;
    return c;
}

static int (*choose(c))() char c;
{
#pragma ckpt
    return c == '+' ? plus : minus;
}

static double mean(v, n) float *v; unsigned char n; {
    double s = 0;
    int i;
    for (i = 0; i < n; i++) {
#pragma ckpt
        s += v[i];
    }
    return s / n;
}

implicit(x) { extern int counter; int r = choose(x)(x, 1); return r + counter; }

main(argc, argv)
    int argc;
    char **argv;
{
    float values[3];
    char **rest, *word = NULL;
    values[0] = 1.5, values[1] = 2, values[2] = -1;
    program = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
    for (rest = argv + 1; *rest; rest++) {
        extern int counter;
        word = *rest + 1;
        printf("%s %d %d\n", word, implicit(**rest), atoi(*rest));
        {
            static int counter = 100;
#pragma ckpt
            counter += limits[counter % 3];
            printf("%d\n", counter);
        }
    }
    printf("%g %s %d %d\n", mean(values, 3), word, counter, argc);
    return 0;
}
static int limits[3] = { 5, 6, 7 };
