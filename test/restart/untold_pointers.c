// An array of pointers of which only a pointer's type tells: addresses of locals in frames far below main's, of what libraries have, and after a restart the
// traps in their place are addresses, too, where pointers are: no obstacle.
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t
// RUN: for what in local library; do %t $what > %t.plain || exit 1; rm -rf %t.d; \
// RUN:   env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $what > %t.1 2> %t.err; test $? = 75 || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest CKPT_AT=3 CKPT_EXIT=1 %t $what > %t.2 2> %t.err; test $? = 75 || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t $what > %t.3 && cat %t.1 %t.2 %t.3 | cmp %t.plain - || exit 1; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int **counts;
static struct tm **times;

static int **make_counts(size_t bytes)
{
    int **v = malloc(bytes);
    return memset(v, 0, bytes);
}

static struct tm **make_times(size_t bytes)
{
    struct tm **v = malloc(bytes);
    return memset(v, 0, bytes);
}

static void count(void)
{
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        ++*counts[0];
        printf("%d %d\n", *counts[0], *counts[1]);
    }
}

static int deep(size_t bytes)
{
    char room[20000];
    int local = 0;
    memset(room, 1, sizeof room);
    counts = make_counts(bytes);
    counts[0] = &local;
    counts[1] = malloc(sizeof(int));
    *counts[1] = 7;
    count();
    return local + room[local];
}

static int library(size_t bytes)
{
    time_t t = 0;
    int sum = 0;
    times = make_times(bytes);
    times[0] = gmtime(&t);
    times[1] = malloc(sizeof(struct tm));
    times[1]->tm_year = 3;
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        sum += times[1]->tm_year + (times[0] != 0);
        printf("%d\n", sum);
    }
    return sum;
}

int main(int argc, char **argv)
{
    printf("%d\n", argc > 1 && !strcmp(argv[1], "local") ? deep((size_t)argc * 32) : library((size_t)argc * 32));
    return 0;
}
