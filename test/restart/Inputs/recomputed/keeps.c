/* `a` is given to a function that, by its text, only fills it. */
#include <stdio.h>
void foo(double *p, int n);
double peek(void);
static double a[600];
int main(void)
{
    foo(a, 600);
    for (int k = 0; k < 4; k++) {
        #pragma ckpt
        printf("%d %g\n", k, peek());
    }
    return 0;
}
