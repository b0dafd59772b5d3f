/* list head copied to a local before the push (struct link *head = pool->free; l->next = head; pool->free = l) */
#include <stdio.h>
#include <stdlib.h>
struct link { struct link *next; };
struct pool { struct link *free; int count; };
struct body { double m, x[3]; int id; };
static struct pool P;
static void put(struct pool *pool, void *obj)
{
    struct link *l = obj;
    struct link *head = pool->free;
    l->next = head;
    pool->free = l;
    pool->count++;
}
static struct body *get(struct pool *pool, int id)
{
    struct link *l = pool->free; struct body *b;
    if (l) { struct link *next = l->next; pool->free = next; pool->count--; b = (struct body *)l; }
    else b = malloc(sizeof *b);
    b->m = id + 0.5; b->x[0] = b->x[1] = b->x[2] = id; b->id = id;
    return b;
}
int main(void)
{
    struct body *b[6];
    for (int i = 0; i < 6; i++) b[i] = get(&P, i);
    put(&P, b[0]); put(&P, b[2]); put(&P, b[5]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) b[5] = get(&P, 55);
        if (i == 2) b[2] = get(&P, 22);
    }
    b[0] = get(&P, 100);
    for (int i = 0; i < 6; i++) printf("%g %g %d\n", b[i]->m, b[i]->x[2], b[i]->id);
    printf("%d\n", P.count);
    return 0;
}
