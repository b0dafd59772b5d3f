// Pointers to freed blocks, typed and not, of all sizes that the run time itself may ask for at a checkpoint: what it then has there is no object of
// the program's.
// REQUIRES: ckptcc
// RUN: %restart %s --arches i386,s390x && %restart %s --arches i386,s390x --flags=-DRAW
#include <stdio.h>
#include <stdlib.h>

struct item { long a, b, c; char *text; };

static struct item *old[40];
static void *raw[40];

int main(void)
{
    long s = 0;

    for (int i = 0; i < 40; i++) {
#ifdef RAW
        raw[i] = malloc(16 + 8 * i);
#else
        old[i] = (struct item *)malloc(16 + 8 * i);
#endif
    }
    for (int i = 0; i < 40; i++) {
        free(raw[i]);
        free(old[i]);
    }
    for (int i = 0; i < 6; i++) {
        #pragma ckpt
        s += i;
    }
    printf("%ld\n", s);
    return 0;
}
