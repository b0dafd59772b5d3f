/* Arrays of a function that are filled in each turn, and pointers to them that live longer. */
#include <stdio.h>
#include <string.h>
struct box { double v[100]; int n; };
static void visit(void)
{
    #pragma ckpt
}
static double boxed(int k)
{
    struct box box;
    double *v = box.v;
    memset(&box, 0, sizeof box);
    visit();
    memset(&box, 0, sizeof box);
    v[3] = k;
    return box.v[3] + box.v[4];
}
int main(void)
{
    double row[100], *p = row, sum = 0;
    for (int k = 0; k < 5; k++) {
        #pragma ckpt
        for (int i = 0; i < 100; i++)
            row[i] = i * k;
        sum += p[3] + boxed(k);
        printf("%d %g\n", k, sum);
    }
    return 0;
}
