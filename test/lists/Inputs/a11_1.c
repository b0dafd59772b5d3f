/* pushed in one file, popped in another; pool in a header struct */
#include <stdio.h>
#include <stdlib.h>
#include "a11.h"
struct pool the_pool;
struct cplx *cplx_new(double re, double im)
{
    struct cplx *c = pool_get(&the_pool, sizeof *c);
    c->re = re; c->im = im; c->name[0] = 'c'; c->name[1] = 0;
    return c;
}
int main(void)
{
    struct cplx *c[6]; struct pair *p[4];
    for (int i = 0; i < 6; i++) c[i] = cplx_new(i, -i);
    for (int i = 0; i < 4; i++) { p[i] = pool_get(&the_pool, sizeof *p[i]); p[i]->a = i; p[i]->b = i + 1; p[i]->c = 'x'; }
    pool_put(&the_pool, c[1]); pool_put(&the_pool, p[2]); pool_put(&the_pool, c[4]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) { c[4] = cplx_new(44, 45); }
        if (i == 2) { p[2] = pool_get(&the_pool, sizeof *p[2]); p[2]->a = 20; p[2]->b = 21; p[2]->c = 'y'; }
    }
    c[1] = cplx_new(11, 12);
    for (int i = 0; i < 6; i++) printf("%g %g %s\n", c[i]->re, c[i]->im, c[i]->name);
    for (int i = 0; i < 4; i++) printf("%d %d %c\n", p[i]->a, p[i]->b, p[i]->c);
    printf("%d\n", the_pool.n);
    return 0;
}
