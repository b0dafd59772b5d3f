/* block comes off the list and is realloc'ed, freed; list freed at exit; strdup'ed content */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct chunk { int len; int data[8]; };
struct l { struct l *next; };
static struct l *fl;
static void put(struct chunk *c) { struct l *x = (void *)c; x->next = fl; fl = x; }
static struct chunk *get(void) { struct l *x = fl; if (!x) return malloc(sizeof(struct chunk)); fl = x->next; return (void *)x; }
static void drain(void) { struct l *x; int n = 0; while ((x = fl) != NULL) { fl = x->next; free(x); n++; } printf("drained %d\n", n); }
int main(void)
{
    struct chunk *c[6];
    for (int i = 0; i < 6; i++) { c[i] = get(); c[i]->len = 8; for (int k = 0; k < 8; k++) c[i]->data[k] = i * 100 + k; }
    put(c[5]); put(c[4]); put(c[3]);
    int *big = 0;
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) { big = (int *)get(); big = realloc(big, 40 * sizeof *big); for (int k = 0; k < 40; k++) big[k] = k * k; }
        if (i == 2) { struct chunk *x = get(); free(x); put(c[2]); c[2] = 0; }
    }
    printf("%d %d\n", big[39], big[0]);
    c[2] = get(); c[2]->len = 1; c[2]->data[7] = 5;
    drain();
    for (int i = 0; i < 3; i++) printf("%d %d\n", c[i]->len, c[i]->data[7]);
    c[0] = get(); c[0]->len = 3; put(c[0]); drain();
    free(big);
    return 0;
}
