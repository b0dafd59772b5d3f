/* prefilled: put(malloc(n)) untyped blocks on the list before the first use; void* get */
#include <stdio.h>
#include <stdlib.h>
static void *fl; static int left;
static void put(void *p) { *(void **)p = fl; fl = p; left++; }
static void *get(void) { void *p = fl; if (p) { fl = *(void **)p; left--; } return p; }
struct sample { float t; int ch; double v[4]; };
struct mark { int a, b, c; };
int main(void)
{
    struct sample *s[4] = {0}; struct mark *m = 0;
    for (int i = 0; i < 7; i++) put(malloc(64));
    for (int i = 0; i < 2; i++) { s[i] = get(); s[i]->t = i; s[i]->ch = i; for (int k = 0; k < 4; k++) s[i]->v[k] = i + k * .25; }
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d %d\n", i, left);
        if (i == 1) { s[2] = get(); s[2]->t = 2.5f; s[2]->ch = 9; for (int k = 0; k < 4; k++) s[2]->v[k] = k; put(s[0]); }
        if (i == 2) { m = get(); m->a = 1; m->b = 2; m->c = 3; s[3] = s[1]; }
    }
    for (int i = 1; i < 4; i++) printf("%g %d %g\n", s[i]->t, s[i]->ch, s[i]->v[3]);
    printf("%d %d %d %d\n", m->a, m->b, m->c, left);
    void *p; int n = 0; while ((p = get())) { free(p); n++; }
    printf("%d\n", n);
    return 0;
}
