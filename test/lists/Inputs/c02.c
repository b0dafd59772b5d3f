/* old = list; list = p; *(void **)p = old  (order reversed, old kept in a local) */
#include <stdio.h>
#include <stdlib.h>
struct e { int key; int val; double f; };
static void *fl;
static void put(struct e *p) { void *old = fl; fl = p; *(void **)p = old; }
static struct e *get(int k) { void *q = fl; struct e *p; if (q) { fl = *(void **)q; p = q; } else p = malloc(sizeof *p); p->key = k; p->val = k * k; p->f = k / 2.; return p; }
int main(void)
{
    struct e *x[5];
    for (int i = 0; i < 5; i++) x[i] = get(i);
    put(x[0]); put(x[1]); put(x[4]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 2) x[4] = get(44);
    }
    x[1] = get(11); x[0] = get(10);
    for (int i = 0; i < 5; i++) printf("%d %d %g\n", x[i]->key, x[i]->val, x[i]->f);
    printf("%d\n", fl == 0);
    return 0;
}
