/* as b13, with the list, prototypes instead of K&R */
#include <stdio.h>
#include <stdlib.h>
int sizes[3] = { 16, 32, 64 };
static char *fl[3];
char *getb(int k) { char *p = fl[k]; if (p) { fl[k] = *(char **)p; return p; } return malloc(sizes[k]); }
void putb(char *p, int k) { *(char **)p = fl[k]; fl[k] = p; }
struct v { double a, b, c; };
int main(void)
{
    struct v *v[3];
    for (int i = 0; i < 3; i++) { v[i] = (struct v *)getb(1); v[i]->a = v[i]->b = v[i]->c = i / 2.; }
    putb((char *)v[1], 1); v[1] = (struct v *)getb(1); v[1]->a = v[1]->b = v[1]->c = 9; putb((char *)v[2], 1);
    for (int i = 1; i <= 2; i++) {
#pragma ckpt
        printf("visit %d\n", i);
    }
    v[2] = (struct v *)getb(1); v[2]->a = v[2]->b = v[2]->c = 22;
    for (int i = 0; i < 3; i++) printf("%g %g\n", v[i]->a, v[i]->c);
    return 0;
}
