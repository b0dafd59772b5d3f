/* genuine: intrusive lists through casts where the object begins with link; generic list of void* with *(void **) as documented first member; waiting queue + done stack */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct task { struct task *next; int prio; char name[12]; double cost; };
struct timer { void *next; long long at; struct task *t; };
static void *lists[3];
static void add(int k, void *o) { *(void **)o = lists[k]; lists[k] = o; }
static void *rem(int k) { void *o = lists[k]; if (o) lists[k] = *(void **)o; return o; }
static int len(int k) { int n = 0; for (void *o = lists[k]; o; o = *(void **)o) n++; return n; }
int main(void)
{
    for (int i = 0; i < 5; i++) {
        struct task *t = malloc(sizeof *t); t->prio = i; t->cost = i * 1.5; sprintf(t->name, "task%d", i); add(0, t);
        struct timer *m = malloc(sizeof *m); m->at = 1LL << (i + 30); m->t = t; add(1, m);
    }
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d %d %d %d\n", i, len(0), len(1), len(2));
        struct task *t = rem(0); printf("%s %g\n", t->name, t->cost); t->prio += 100; add(2, t);
        struct timer *m = rem(1); printf("%lld %s\n", m->at, m->t->name);
        if (i == 2) { m->at = 5; add(1, m); } else free(m);
    }
    for (int k = 0; k < 3; k++) if (k != 1) for (struct task *t = lists[k]; t; t = t->next) printf("%s %d %g\n", t->name, t->prio, t->cost);
    for (struct timer *m = lists[1]; m; m = m->next) printf("%lld %s\n", m->at, m->t->name);
    return 0;
}
