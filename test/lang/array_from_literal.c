// GNU: arrays that have the value of a compound literal, outside functions and in them; no element more is asked of the literal.
// C-SUPPORT: Expressions | arrays with static storage that a compound literal initialises (GNU) | 6.7.9 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#include <stdio.h>
static int numbers[] = (int []){ 1, 2, 3 };
static char text[] = ((char []){ "text" });

int main(void)
{
    static long local[2] = (long [2]){ 4, 5 };
    for (int i = 0; i < 3; i++) {
        numbers[i] += local[i & 1]++;
        text[i]++;
        #pragma ckpt
        printf("%d %d %d %s %ld %ld %d\n", numbers[0], numbers[1], numbers[2], text, local[0], local[1], (int)(sizeof numbers / sizeof *numbers + sizeof text));
    }
    return 0;
}
