/* link on top of a int * member */
#include <stdio.h>
#include <stdlib.h>
struct sym { int *name; double val; };
static void *fl;
static int one = 1, two = 2;
static void put(struct sym *s) { *(void **)s = fl; fl = s; }
static struct sym *sym(int *n, double v) { struct sym *s = fl; if (s) fl = *(void **)s; else s = malloc(sizeof *s); s->name = n; s->val = v; return s; }
int main(void)
{
    struct sym *s[4];
    for (int i = 0; i < 4; i++) s[i] = sym(&one, i);
    for (int i = 0; i < 3; i++) put(s[i]);
    for (int i = 1; i <= 2; i++) {
#pragma ckpt
        printf("visit %d\n", i);
    }
    for (int i = 0; i < 3; i++) s[i] = sym(&two, 10 + i);
    for (int i = 0; i < 4; i++) printf("%d %g\n", *s[i]->name, s[i]->val);
    return 0;
}
