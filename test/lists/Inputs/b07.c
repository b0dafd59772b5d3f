/* set_next/get_next helpers (SLUB style) */
#include <stdio.h>
#include <stdlib.h>
static inline void set_next(void *o, void *next) { *(void **)o = next; }
static inline void *get_next(void *o) { return *(void **)o; }
struct kmem { void *freelist; size_t size; int inuse; };
static void *kalloc(struct kmem *s) { void *o = s->freelist; s->inuse++; if (!o) return malloc(s->size); s->freelist = get_next(o); return o; }
static void kfree_(struct kmem *s, void *o) { set_next(o, s->freelist); s->freelist = o; s->inuse--; }
struct inode { long long ino; int mode; double t; };
int main(void)
{
    static struct kmem cache = {0, sizeof(struct inode), 0};
    struct inode *n[5];
    for (int i = 0; i < 5; i++) { n[i] = kalloc(&cache); n[i]->ino = 1000 + i; n[i]->mode = i; n[i]->t = i * .5; }
    kfree_(&cache, n[0]); kfree_(&cache, n[4]); kfree_(&cache, n[2]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d %d\n", i, cache.inuse);
        if (i == 1) { n[2] = kalloc(&cache); n[2]->ino = 2; n[2]->mode = 22; n[2]->t = 0.1; }
    }
    n[4] = kalloc(&cache); n[4]->ino = 4; n[4]->mode = 4; n[4]->t = 4; 
    n[0] = kalloc(&cache); n[0]->ino = 0; n[0]->mode = 40; n[0]->t = 1;
    for (int i = 0; i < 5; i++) printf("%lld %d %g\n", n[i]->ino, n[i]->mode, n[i]->t);
    printf("%d %d\n", cache.inuse, cache.freelist == 0);
    return 0;
}
