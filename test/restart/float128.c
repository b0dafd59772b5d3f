// _Float128, and __float128 where the compiler has it: all 113 bits come back.
// C-SUPPORT: Types | `_Float128`, `__float128` | GNU | supported | between machines whose compiler has it
// REQUIRES: ckptcc
// RUN: %if gcc %{ %restart %s --visits 4 --only x86_64,i386,s390x,aarch64,riscv64 %}
// RUN: %restart %s --visits 4 --only x86_64,i386 --flags=-DNUMBER=__float128
#include <stdio.h>
#include <stdlib.h>

#ifndef NUMBER
#define NUMBER _Float128
#endif

struct point { char name; NUMBER at[2]; short after; };
static NUMBER global = 1;
static struct point point = { 'p', { 2, -3 }, 7 };

static void show(const char *name, NUMBER x)
{
    printf("%s", name);
    for (int i = 0; i < 3; i++) {                   /* 53 bits at a time */
        double d = (double)x;
        printf(" %a", d);
        x -= d;
    }
    putchar('\n');
}

int main(void)
{
    NUMBER local = -1, *heap = malloc(3 * sizeof *heap), zero = -local + local;

    for (int i = 0; i < 3; i++)
        heap[i] = (NUMBER)1 / (i + 3);
    for (int i = 0; i < 4; i++) {
        global /= 7;
        local = local / 3 - global;
        #pragma ckpt
        heap[i % 3] *= local;
        point.at[i & 1] += heap[2] / 11;
        point.after++;
        show("global", global);
        show("local", local);
        show("heap", heap[i % 3]);
        show("point", point.at[i & 1]);
        printf("%d %c %d\n", point.after, point.name, 1 / (double)-zero < 0);
    }
    return 0;
}
