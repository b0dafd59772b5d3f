/* kernel list_head on top of freed blocks, head ring static; also list_head as real member of live objects */
#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
struct list_head { struct list_head *next, *prev; };
#define LIST_HEAD(n) struct list_head n = { &(n), &(n) }
static inline void list_add(struct list_head *n, struct list_head *h) { h->next->prev = n; n->next = h->next; n->prev = h; h->next = n; }
static inline void list_del(struct list_head *e) { e->next->prev = e->prev; e->prev->next = e->next; }
static inline int list_empty(const struct list_head *h) { return h->next == h; }
#define entry(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
struct job { double cost; int id; long long stamp; struct list_head run; };
static LIST_HEAD(freed); static LIST_HEAD(queue);
static struct job *job_get(int id)
{
    struct job *j;
    if (list_empty(&freed)) j = malloc(sizeof *j);
    else { struct list_head *l = freed.next; list_del(l); j = (struct job *)l; }
    j->cost = id * 0.25; j->id = id; j->stamp = 1000000007LL * id;
    list_add(&j->run, &queue);
    return j;
}
static void job_put(struct job *j) { list_del(&j->run); list_add((struct list_head *)j, &freed); }
static void show(void) { for (struct list_head *l = queue.next; l != &queue; l = l->next) { struct job *j = entry(l, struct job, run); printf("%d:%g:%lld ", j->id, j->cost, j->stamp); } printf("\n"); }
int main(void)
{
    struct job *j[6];
    for (int i = 0; i < 6; i++) j[i] = job_get(i + 1);
    job_put(j[1]); job_put(j[3]); job_put(j[4]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        job_get(50 + i); show();
        if (i == 2) job_put(j[0]);
    }
    show();
    int n = 0;
    for (struct list_head *l = freed.next; l != &freed; l = l->next) n++;
    printf("free %d\n", n);
    return 0;
}
