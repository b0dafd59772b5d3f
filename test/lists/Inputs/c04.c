/* void* get result kept as void * over a site, and stored through void * array, typed later; memset content */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void *fl;
static void *get(size_t n) { void *p = fl; if (!p) return malloc(n); fl = *(void **)p; return p; }
static void put(void *p) { *(void **)p = fl; fl = p; }
struct q { double a, b; };
struct r { int i[4]; };
int main(void)
{
    void *slot[4]; struct q *q; struct r *r;
    for (int i = 0; i < 4; i++) { q = get(sizeof *q); q->a = i; q->b = i + .5; slot[i] = q; }
    put(slot[1]); put(slot[2]);
    slot[2] = get(sizeof *r); r = slot[2]; for (int k = 0; k < 4; k++) r->i[k] = 1000 * k + 7;
    void *late = get(sizeof *r);
    memset(late, 0, sizeof *r);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        r = late;
        if (i == 1) for (int k = 0; k < 4; k++) r->i[k] = k + 1;
        if (i == 2) { put(slot[3]); slot[3] = get(sizeof *r); memcpy(slot[3], late, sizeof *r); }
    }
    r = slot[2]; printf("%d %d %d %d\n", r->i[0], r->i[1], r->i[2], r->i[3]);
    r = slot[3]; printf("%d %d %d %d\n", r->i[0], r->i[1], r->i[2], r->i[3]);
    r = late; printf("%d %d %d %d\n", r->i[0], r->i[1], r->i[2], r->i[3]);
    q = slot[0]; printf("%g %g\n", q->a, q->b);
    return 0;
}
