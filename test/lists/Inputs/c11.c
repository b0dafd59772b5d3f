/* pushes by a nested pointer: p->body handed to a typed list; ternary pop; pop in one expression with comma */
#include <stdio.h>
#include <stdlib.h>
struct cell { double v[2]; unsigned flags; };
static struct cell *avail;
#define NEXT(c) (*(struct cell **)(c))
static struct cell *cell(double v) { struct cell *c = avail ? (c = avail, avail = NEXT(c), c) : malloc(sizeof *c); c->v[0] = v; c->v[1] = -v; c->flags = 1; return c; }
static void freecell(struct cell *c) { NEXT(c) = avail, avail = c; }
static void freeall(struct cell **v, int n) { while (n-- > 0) { NEXT(v[n]) = avail; avail = v[n]; v[n] = 0; } }
int main(void)
{
    struct cell *c[8];
    for (int i = 0; i < 8; i++) c[i] = cell(i);
    freecell(c[0]); freecell(c[7]); c[7] = cell(70);
    freeall(c + 2, 3);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        c[1 + i] = cell(10 * i);
    }
    c[0] = cell(.5);
    for (int i = 0; i < 8; i++) printf("%g %g %u\n", c[i]->v[0], c[i]->v[1], c[i]->flags);
    printf("%d\n", avail == 0);
    return 0;
}
