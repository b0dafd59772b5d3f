// The operand of sizeof is evaluated where it is a variable length array (C11 6.5.3.4p2): what it reads is needed, and addresses that it takes are taken.
// REQUIRES: ckptcc, s390x
// RUN: %restart %s --visits 3
#include <stdio.h>
#include <stdlib.h>

static int shown;
static void show(void) { printf("show %d\n", shown); }
static void (*call)(void);

int main(int argc, char **argv)
{
    int n = argc + 2, y = atoi("41"), *p = 0;
    int a[n][n];

    (void)argv;
    a[0][0] = 0;
    shown = argc + 4;
    for (int i = 0; i < 3; i++) {
        int x = atoi("41") + i;
        p = 0;
        call = 0;
        #pragma ckpt
        size_t size = sizeof a[printf("x %d\n", x) * 0];
        size += sizeof a[(p = &y, 0)];
        size += sizeof a[(call = show, 0)];
        call();
        printf("%d %zu\n", ++*p + a[0][0], size);
    }
    return 0;
}
