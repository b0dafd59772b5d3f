/* K&R style; char * free list, lists by type number; register pointers */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char *freel[3];
int sizes[3] = { 16, 32, 64 };
char *getb(k) int k;
{
    register char *p;
    if ((p = freel[k]) != NULL) { freel[k] = *(char **)p; return p; }
    return malloc(sizes[k]);
}
int putb(p, k) char *p; int k;
{
    *(char **)p = freel[k];
    freel[k] = p;
    return 0;
}
struct w { short a, b, c; char t[8]; };
struct v { double a, b, c; };
int main()
{
    struct w *w[3]; struct v *v[3]; char *s[3];
    int i;
    for (i = 0; i < 3; i++) {
        w[i] = (struct w *)getb(0); w[i]->a = i; w[i]->b = i + 1; w[i]->c = i + 2; strcpy(w[i]->t, "w");
        v[i] = (struct v *)getb(1); v[i]->a = v[i]->b = v[i]->c = i / 2.;
        s[i] = getb(2); strcpy(s[i], "some text");
    }
    putb((char *)w[0], 0); putb((char *)v[1], 1); putb(s[2], 2); putb((char *)v[2], 1);
    for (i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) { v[2] = (struct v *)getb(1); v[2]->a = v[2]->b = v[2]->c = 22; }
        if (i == 2) { s[2] = getb(2); strcpy(s[2], "other text"); }
    }
    w[0] = (struct w *)getb(0); w[0]->a = w[0]->b = w[0]->c = 9; strcpy(w[0]->t, "x");
    v[1] = (struct v *)getb(1); v[1]->a = v[1]->b = v[1]->c = 1.5;
    for (i = 0; i < 3; i++) printf("%d %d %d %s %g %g %s\n", w[i]->a, w[i]->b, w[i]->c, w[i]->t, v[i]->a, v[i]->c, s[i]);
    return 0;
}
