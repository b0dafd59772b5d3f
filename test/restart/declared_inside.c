// #pragma ckpt type in a function with sites, where a variable of its count has the name of another one.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#include <stdio.h>
#include <stdlib.h>

struct pair { short a; double b; };

int main(void)
{
    int n = 1;
    void *kept[3];
    for (int i = 0; i < 3; i++) {
        int n = i + 2;
        void *block = calloc(64, sizeof(struct pair));
        struct pair *p = block;
        short *rest = (short *)(void *)(p + n);
        #pragma ckpt type(block, struct pair[n])
        #pragma ckpt type(rest, short[n * 4])
        for (int k = 0; k < n; k++)
            p[k] = (struct pair){ (short)k, k * 0.5 + i };
        for (int k = 0; k < n * 4; k++)
            rest[k] = (short)(k - 300);
        kept[i] = p;
        #pragma ckpt
        {
            int n = 7;
            double *last = malloc(16 * sizeof *last);
            #pragma ckpt type(last, double[n])
            last[n - 1] = 2.5;
            #pragma ckpt type(last + n, double[])
            for (int k = n; k < 16; k++)
                last[k] = k;
            #pragma ckpt
            printf("%g %g\n", last[n - 1], last[15]);
            free(last);
        }
        printf("%d %d %g %d\n", n, p[n - 1].a, p[n - 1].b, rest[n * 4 - 1]);
    }
    for (int i = 0; i < 3; i++)
        printf("%g ", ((struct pair *)kept[i])[n].b);
    puts("");
    return 0;
}
