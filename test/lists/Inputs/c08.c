/* doubly linked free list by own struct, remove from the middle (coalescing style), head pointer not ring; void * blocks */
#include <stdio.h>
#include <stdlib.h>
struct dl { struct dl *next, *prev; };
static struct dl *head;
struct img { unsigned char px[16]; int w, h; double g; };
static void put(void *p) { struct dl *d = p; d->prev = 0; d->next = head; if (head) head->prev = d; head = d; }
static void rm(struct dl *d) { if (d->prev) d->prev->next = d->next; else head = d->next; if (d->next) d->next->prev = d->prev; }
static struct img *img(int k) { struct img *i; if (head) { struct dl *d = head; rm(d); i = (struct img *)d; } else i = malloc(sizeof *i); for (int j = 0; j < 16; j++) i->px[j] = (unsigned char)(j * k); i->w = k; i->h = k + 1; i->g = k / 4.; return i; }
static void init(struct img *i, int k) { for (int j = 0; j < 16; j++) i->px[j] = (unsigned char)(k + j); i->w = i->h = k; }
int main(void)
{
    struct img *m[6];
    for (int i = 0; i < 6; i++) m[i] = img(i);
    put(m[0]); put(m[1]); put(m[2]); put(m[3]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) { rm((struct dl *)m[1]); init(m[1], 11); }
        if (i == 2) m[3] = img(33);
    }
    m[2] = img(2); m[0] = img(100);
    for (int i = 0; i < 6; i++) printf("%d %d %d %d %g\n", m[i]->px[0], m[i]->px[15], m[i]->w, m[i]->h, m[i]->g);
    printf("%d\n", head == 0);
    return 0;
}
