/* best fit from the middle by pointer to pointer; header of size beside link (legit struct hole) */
#include <stdio.h>
#include <stdlib.h>
struct hole { struct hole *next; };
struct item { double w[4]; int n; };
static struct hole *holes;
static void put(void *p) { struct hole *h = p; h->next = holes; holes = h; }
static struct item *take_last(void)
{
    struct hole **at = &holes;
    if (!*at) return malloc(sizeof(struct item));
    while ((*at)->next) at = &(*at)->next;
    struct hole *h = *at;
    *at = h->next;
    return (struct item *)h;
}
static struct item *mk(int k) { struct item *i = take_last(); for (int j = 0; j < 4; j++) i->w[j] = k + j / 8.0; i->n = k; return i; }
int main(void)
{
    struct item *a[8];
    for (int i = 0; i < 8; i++) a[i] = mk(i);
    for (int i = 0; i < 4; i++) put(a[2 * i]);
    for (int i = 1; i <= 4; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i < 4) a[2 * (i - 1)] = mk(10 * i);
    }
    a[6] = mk(77);
    for (int i = 0; i < 8; i++) printf("%g %g %d\n", a[i]->w[0], a[i]->w[3], a[i]->n);
    printf("%d\n", holes == 0);
    return 0;
}
