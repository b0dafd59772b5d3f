/* static array as slab: links on top of doubles in static memory */
#include <stdio.h>
#include <stdlib.h>
struct node { double v; int n; };
static struct node slab[8]; static void *fl;
static void put(struct node *n) { *(void **)n = fl; fl = n; }
static struct node *get(double v, int n) { struct node *p = fl; if (!p) { puts("empty"); exit(1); } fl = *(void **)p; p->v = v; p->n = n; return p; }
int main(void)
{
    struct node *a[5];
    for (int i = 7; i >= 0; i--) put(&slab[i]);
    for (int i = 0; i < 5; i++) a[i] = get(i * 0.5, i);
    put(a[1]); put(a[3]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) a[3] = get(33, 3);
    }
    a[1] = get(11, 1);
    for (int i = 0; i < 5; i++) printf("%g %d\n", a[i]->v, a[i]->n);
    int k = 0; for (void *p = fl; p; p = *(void **)p) k++;
    printf("%d\n", k);
    return 0;
}
