// Standard input that is a pipe: what its stream had brought comes back with the image, and what the new one brings is taken for the rest, which is said. Not of a file, nor where the pipe was at its end.
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t && seq 1 9 > %t.in
// RUN: %t < %t.in > %t.plain
// RUN: rm -rf %t.d; cat %t.in | env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 %t > %t.1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t < /dev/null >> %t.1 2> %t.err && cmp %t.1 %t.plain
// RUN: grep "standard input was a pipe, and the program had read of it" %t.err
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 %t < %t.in > %t.1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t < %t.in >> %t.1 2> %t.err && cmp %t.1 %t.plain && test ! -s %t.err
// RUN: rm -rf %t.d; cat %t.in | env CKPT_DIR=%t.d CKPT_AT=11 CKPT_EXIT=1 %t > %t.1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t < /dev/null >> %t.1 2> %t.err && cmp %t.1 %t.plain && test ! -s %t.err
#include <stdio.h>

int main(void)
{
    int sum = 0, number = 0, more = 1;

    for (int i = 0; i < 12; i++) {
        #pragma ckpt
        more = more && scanf("%d", &number) == 1;
        if (more)
            sum += number;
        printf("%d %d\n", i, sum);
        fflush(stdout);
    }
    return 0;
}
