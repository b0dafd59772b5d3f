/* union for the link: union { union slot *next; double align; }; union of object and link as block type */
#include <stdio.h>
#include <stdlib.h>
union hdr { union hdr *next; double align; };
static union hdr *fl;
struct rgb { unsigned char r, g, b, a; float gamma; int idx; };
static void put(struct rgb *c) { union hdr *h = (union hdr *)c; h->next = fl; fl = h; }
static struct rgb *get(int k) { union hdr *h = fl; struct rgb *c; if (h) { fl = h->next; c = (struct rgb *)h; } else c = malloc(sizeof *c); c->r = (unsigned char)k; c->g = 1; c->b = 2; c->a = 255; c->gamma = k / 2.f; c->idx = k; return c; }
int main(void)
{
    struct rgb *c[5];
    for (int i = 0; i < 5; i++) c[i] = get(i);
    put(c[1]); put(c[2]); put(c[4]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) c[4] = get(44);
        if (i == 2) put(c[0]);
    }
    c[0] = get(100); c[2] = get(22); c[1] = get(11);
    for (int i = 0; i < 5; i++) printf("%d %d %g %d\n", c[i]->r, c[i]->a, c[i]->gamma, c[i]->idx);
    return 0;
}
