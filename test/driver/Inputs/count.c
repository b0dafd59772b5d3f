#include <stdio.h>
#include <stdlib.h>
static long total;
int main(void)
{
    int *last = malloc(4 * sizeof *last);
    for (int i = 0; i < 4; i++)
        last[i] = i;
    for (int i = 0; i < 6; i++) {
        total += last[i % 4] += i;
        printf("%d %ld\n", i, total);
        fflush(stdout);
#pragma ckpt
    }
    free(last);
    return 0;
}
