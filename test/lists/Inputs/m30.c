/* 100000 lists */
#include <stdio.h>
#include <stdlib.h>
struct e { double v; int n; };
enum { N = 100000 };
static void *list[N];
int main(void)
{
    for (int i = 0; i < N; i++) for (int k = 0; k < 1 + (i % 1000 == 0); k++) { struct e *e = malloc(sizeof *e); e->v = i; e->n = i; *(void **)e = list[i]; list[i] = e; }
    for (int i = 1; i <= 1; i++) {
#pragma ckpt
        printf("visit %d\n", i);
    }
    long long s = 0; int n = 0;
    for (int i = 0; i < N; i++) while (list[i]) { struct e *e = list[i]; list[i] = *(void **)e; s += e->n; n++; free(e); }
    printf("%d %lld\n", n, s);
    return 0;
}
