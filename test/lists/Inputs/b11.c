/* memcpy'd link, struct-assigned link (no pointer assignment to memory) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct link { struct link *next; };
static void *l1; static struct link *l2;
struct a { double d; int n; };
static void put1(struct a *p) { memcpy(p, &l1, sizeof l1); l1 = p; }
static struct a *get1(void) { struct a *p = l1; if (!p) return malloc(sizeof *p); memcpy(&l1, p, sizeof l1); return p; }
struct b { int v[5]; };
static void put2(struct b *p) { *(struct link *)p = (struct link){l2}; l2 = (struct link *)p; }
static struct b *get2(void) { struct link *l = l2; if (!l) return malloc(sizeof(struct b)); l2 = l->next; return (struct b *)l; }
int main(int argc, char **argv)
{
    (void)argv;
    struct a *x[4]; struct b *y[4];
    for (int i = 0; i < 4; i++) { x[i] = get1(); x[i]->d = i + .5; x[i]->n = i; y[i] = get2(); for (int k = 0; k < 5; k++) y[i]->v[k] = k * i; }
    if (argc > 0) { put1(x[0]); put1(x[3]); put2(y[1]); put2(y[2]); }
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
    }
    x[3] = get1(); x[3]->d = 3; x[0] = get1(); x[0]->d = 10; y[2] = get2(); y[1] = get2();
    for (int k = 0; k < 5; k++) y[2]->v[k] = y[1]->v[k] = 7;
    for (int i = 0; i < 4; i++) printf("%g %d %d\n", x[i]->d, x[i]->n, y[i]->v[4]);
    printf("%d %d\n", l1 == 0, l2 == 0);
    return 0;
}
