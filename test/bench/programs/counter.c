/* counter.c - a loop with one counter: the smallest image there is. */
#include <stdio.h>

int main(void)
{
    long sum = 0;

    for (int i = 0; i < 100; i++) {
        #pragma ckpt
        sum += i;
    }
    printf("%ld\n", sum);
    return 0;
}
