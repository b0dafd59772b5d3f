/* cache content, first double is sometimes 0.0; popped by head itself (r = fl; fl = *(void **)fl), one type, typed get; block keeps being live */
#include <stdio.h>
#include <stdlib.h>
struct acc { double sum; int n; float w[3]; };
static struct acc *fl;
static struct acc *get(void) { struct acc *r; if (!fl) return calloc(1, sizeof *r); r = fl; fl = *(struct acc **)fl; r->sum = 0; r->n++; return r; }
static void put(struct acc *a) { *(struct acc **)a = fl; fl = a; }
int main(void)
{
    struct acc *a[6];
    for (int i = 0; i < 6; i++) { a[i] = get(); a[i]->w[0] = i; a[i]->w[2] = i + .5f; }
    put(a[0]); put(a[1]); put(a[2]); put(a[3]);
    a[3] = get(); a[2] = get();
    a[2]->sum = 2.5;
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        for (int k = 2; k < 5; k++) a[k]->sum += k * .5;
        if (i == 1) a[1] = get();
        if (i == 2) put(a[5]);
    }
    a[5] = get(); a[0] = get();
    for (int i = 0; i < 6; i++) printf("%g %d %g %g\n", a[i]->sum, a[i]->n, a[i]->w[0], a[i]->w[2]);
    return 0;
}
