/* link at byte offset: after the header, on top of a double */
#include <stdio.h>
#include <stdlib.h>
struct obj { long long tag; double v; int n; };
static void *fl;
#define LINK(p) (*(void **)((char *)(p) + 8))
static struct obj *get(int n)
{
    void *p = fl;
    struct obj *o;
    if (p) fl = LINK(p); else p = calloc(1, sizeof(struct obj));
    o = p; o->tag++; o->v = n + 0.5; o->n = n;
    return o;
}
static void put(void *p) { LINK(p) = fl; fl = p; }
int main(void)
{
    struct obj *o[4];
    for (int i = 0; i < 4; i++) o[i] = get(i);
    put(o[0]); put(o[2]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 2) o[2] = get(22);
    }
    o[0] = get(33);
    for (int i = 0; i < 4; i++) printf("%lld %g %d\n", o[i]->tag, o[i]->v, o[i]->n);
    return 0;
}
