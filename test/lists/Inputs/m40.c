/* as b13, without any list, prototypes instead of K&R */
#include <stdio.h>
#include <stdlib.h>
int sizes[3] = { 16, 32, 64 };
char *getb(int k) { return malloc(sizes[k]); }
struct v { double a, b, c; };
int main(void)
{
    struct v *v[3];
    for (int i = 0; i < 3; i++) { v[i] = (struct v *)getb(1); v[i]->a = v[i]->b = v[i]->c = i / 2.; }
    for (int i = 1; i <= 2; i++) {
#pragma ckpt
        printf("visit %d\n", i);
    }
    for (int i = 0; i < 3; i++) printf("%g %g\n", v[i]->a, v[i]->c);
    return 0;
}
