// long double in full precision between targets of the same format; with few digits between all (x87, IEEE quad, double-double, double).
// C-SUPPORT: Types | `long double`, in all its formats | 6.2.5 | supported | digits that another format has no room for: the restart ends with 78
// REQUIRES: ckptcc
// RUN: %restart %s --only x86_64,i386
// RUN: %restart %s --only s390x,aarch64,riscv64 -- quad
// RUN: %restart %s -- short
#include <stdio.h>
#include <stdlib.h>

struct series { long double sum, term; long double complex_[2]; };

int main(int argc, char **argv)
{
    /* "short": numbers of at most 53 bits */
    int few = argc > 1 && argv[1][0] == 's';
    struct series *s = calloc(1, sizeof *s);
    long double x = few ? 0.5L : 1.0L / 3, array[3] = { x, -x, x * x };

    s->term = x;
    for (int i = 0; i < 4; i++) {
        s->sum += s->term;
        s->term = few ? s->term / 2 : s->term / 7;
        array[i % 3] -= s->sum;
        #pragma ckpt
        printf("%.40Lg %.40Lg %.40Lg\n", s->sum, s->term, array[i % 3]);
    }
    free(s);
    return 0;
}
