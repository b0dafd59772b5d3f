// A union of which nothing tells the member may be a variable that is excluded: only its identity is needed.
// REQUIRES: ckptcc
// RUN: %restart %s
#include <stdio.h>

union value { int number; char *text; };
static union value now;
#pragma ckpt exclude(now)

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        now.number = i;
        sum += now.number;
        printf("%d %d\n", i, sum);
    }
    return 0;
}
