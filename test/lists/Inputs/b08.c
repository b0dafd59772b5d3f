/* FIFO free list with a tail pointer; append: tail->next = p; tail = p */
#include <stdio.h>
#include <stdlib.h>
struct link { struct link *next; };
static struct link *first, *last;
struct pkt { unsigned char hdr[12]; int len; double stamp; };
static void append(void *p) { struct link *l = p; l->next = NULL; if (last) last->next = l; else first = l; last = l; }
static struct pkt *pkt(int len) { struct link *l = first; struct pkt *p; if (l) { first = l->next; if (!first) last = 0; p = (void *)l; } else p = malloc(sizeof *p); for (int i = 0; i < 12; i++) p->hdr[i] = (unsigned char)(len + i); p->len = len; p->stamp = len / 2.; return p; }
int main(void)
{
    struct pkt *p[6];
    for (int i = 0; i < 6; i++) p[i] = pkt(i);
    append(p[0]); append(p[1]); append(p[2]); append(p[3]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        p[i - 1] = pkt(10 + i);
        if (i == 2) append(p[5]);
    }
    p[3] = pkt(30); p[5] = pkt(50);
    for (int i = 0; i < 6; i++) printf("%d %d %d %g\n", p[i]->hdr[0], p[i]->hdr[11], p[i]->len, p[i]->stamp);
    printf("%d %d\n", first == 0, last == 0);
    return 0;
}
