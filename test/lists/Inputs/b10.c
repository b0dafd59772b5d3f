/* lock-free style push by CAS, pop by CAS */
#include <stdio.h>
#include <stdlib.h>
struct link { struct link *next; };
static struct link *head;
static void push(void *p) { struct link *l = p; struct link *old; do { old = head; l->next = old; } while (!__sync_bool_compare_and_swap(&head, old, l)); }
static void *pop(void) { struct link *l; do { l = head; if (!l) return 0; } while (!__sync_bool_compare_and_swap(&head, l, l->next)); return l; }
struct msg { double t; int from, to; };
static struct msg *msg(int k) { struct msg *m = pop(); if (!m) m = malloc(sizeof *m); m->t = k + .5; m->from = k; m->to = -k; return m; }
int main(void)
{
    struct msg *m[5];
    for (int i = 0; i < 5; i++) m[i] = msg(i);
    push(m[0]); push(m[1]); push(m[3]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) m[3] = msg(33);
        if (i == 2) m[1] = msg(11);
    }
    m[0] = msg(100);
    for (int i = 0; i < 5; i++) printf("%g %d %d\n", m[i]->t, m[i]->from, m[i]->to);
    printf("%d\n", head == 0);
    return 0;
}
