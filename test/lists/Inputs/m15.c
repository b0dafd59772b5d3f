/* one list, two typed getters */
#include <stdio.h>
#include <stdlib.h>
static void *fl;
struct a { double x, y; };
struct b { int v[4]; };
static void put(void *p) { *(void **)p = fl; fl = p; }
static struct a *get_a(void) { void *p = fl; if (p) { fl = *(void **)p; return p; } return malloc(sizeof(struct a)); }
static struct b *get_b(void) { void *p = fl; if (p) { fl = *(void **)p; return p; } return malloc(sizeof(struct b)); }
int main(void)
{
    struct a *a[3]; struct b *b[3];
    for (int i = 0; i < 3; i++) { a[i] = get_a(); a[i]->x = i; a[i]->y = i + .5; b[i] = get_b(); for (int k = 0; k < 4; k++) b[i]->v[k] = 10 * i + k; }
    put(a[0]); put(b[1]);
    a[0] = get_a(); a[0]->x = 100; a[0]->y = 101; /* was b[1] */
    b[1] = get_b(); for (int k = 0; k < 4; k++) b[1]->v[k] = 200 + k; /* was a[0] */
    for (int i = 1; i <= 2; i++) {
#pragma ckpt
        printf("visit %d\n", i);
    }
    for (int i = 0; i < 3; i++) printf("%g %g %d %d\n", a[i]->x, a[i]->y, b[i]->v[0], b[i]->v[3]);
    return 0;
}
