// Blocks in parts that change: reallocated longer, shorter and elsewhere, declared anew over what was declared before, whole again, aligned, larger than
// a chunk of the allocator; room at the end that is used only after the restart; a pointer to the end of one part where the next begins.
// REQUIRES: ckptcc, s390x, i386
// RUN: %restart %s --visits 4
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct head {
    long number;
    void *self;
};

static struct head *grow, *shrink, *anew, *aligned, *large;
static double *numbers;
static int *counts, *counts_end;
static char *text, *text_end;
static short *lasts;
static struct head *in_large;
static char *buffer;
enum { MANY = 300000 };

static void make(void)
{
    grow = malloc(sizeof *grow + 4 * sizeof(int));
    *grow = (struct head){ 1, grow };
    counts = (int *)(grow + 1);
    #pragma ckpt type(counts, int[4])
    for (int i = 0; i < 4; i++)
        counts[i] = i * 1000;

    shrink = malloc(sizeof *shrink + 10 * sizeof(double));
    *shrink = (struct head){ 2, shrink };
    numbers = (double *)(shrink + 1);
    #pragma ckpt type(numbers, double[])
    for (int i = 0; i < 10; i++)
        numbers[i] = i / 8.0;

    anew = malloc(sizeof *anew + 64);
    *anew = (struct head){ 3, anew };
    text = (char *)(anew + 1);
    #pragma ckpt type(text, char[24])
    #pragma ckpt type(text + 24, short[20])
    lasts = (short *)(void *)(text + 24);
    strcpy(text, "twenty-three characters");
    text_end = text + 24;
    for (int i = 0; i < 20; i++)
        lasts[i] = (short)(i - 10);

    if (posix_memalign((void **)&aligned, 256, sizeof *aligned + 100))
        exit(1);
    *aligned = (struct head){ 4, aligned };
    buffer = (char *)(aligned + 1);
    #pragma ckpt type(buffer, char[40])
    strcpy(buffer, "on a page of its own");
    memset(buffer + 40, 0, 60);

    large = malloc(MANY * sizeof(int) + sizeof *in_large);
    in_large = (struct head *)(void *)((int *)(void *)large + MANY);
    #pragma ckpt type((int *)(void *)large, int[MANY])
    #pragma ckpt type(in_large, struct head[1])
    for (int i = 0; i < MANY; i++)
        ((int *)(void *)large)[i] = i ^ 0x5555;
    *in_large = (struct head){ 5, in_large };
}

static void show(void)
{
    long long sum = 0;

    printf("%ld %d:", grow->number, grow->self == grow);
    for (int i = 0; i < 4; i++)
        printf(" %d", counts[i]);
    printf("\n%ld %d:", shrink->number, shrink->self == shrink);
    for (int i = 0; i < 4; i++)
        printf(" %g", numbers[i]);
    printf("\n%ld %d: '%s' %d", anew->number, anew->self == anew, text, (int)(text_end - text));
    printf(" %d\n%ld %d: '%s' %d\n", lasts[3], aligned->number, aligned->self == aligned, buffer, (int)((size_t)aligned % 256));
    for (int i = 0; i < MANY; i++)
        sum += ((int *)(void *)large)[i];
    printf("%ld %d: %lld\n", in_large->number, in_large->self == in_large, sum);
}

int main(void)
{
    make();
    for (int step = 0; step < 4; step++) {
        #pragma ckpt
        show();
        if (step == 0) {
            grow = realloc(grow, sizeof *grow + 4000 * sizeof(int));
            grow->self = grow;
            counts = (int *)(grow + 1);
            counts_end = counts + 4000;
            #pragma ckpt type(counts, int[4000])
            for (int i = 4; i < 4000; i++)
                counts[i] = i;
            shrink = realloc(shrink, sizeof *shrink + 4 * sizeof(double));
            shrink->self = shrink;
            numbers = (double *)(shrink + 1);
        } else if (step == 1) {
            #pragma ckpt type(text, long[4])
            #pragma ckpt type((long *)(void *)text + 4, short[])
            for (int i = 0; i < 4; i++)
                ((long *)(void *)text)[i] = 0x20202020 + i;
            text = strcpy(buffer + 30, "in a corner");
            text_end = text + 5;
            lasts = (short *)(void *)(grow + 1);
            #pragma ckpt type(lasts, short[4])
            #pragma ckpt type((char *)lasts + 8, int[3998])
            for (int i = 0; i < 4; i++)
                lasts[i] = (short)-i;
            counts = (int *)((char *)lasts + 8);
            #pragma ckpt type(buffer, char[100])
        } else if (step == 2) {
            #pragma ckpt type(anew, struct head[])
            memset(anew + 1, 0, 64);
            counts_end[-1] = 77;
        }
    }
    printf("%d\n", counts_end[-1]);
    return 0;
}
