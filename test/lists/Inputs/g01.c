/* genuine: stack of nodes with next first, hash chains, queue with tail pointer, base/derived nodes through cast */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct base { struct base *next; int kind; };
struct num { struct base b; double v; };
struct str { struct base b; char s[16]; };
static struct base *stack;
static void push(void *p) { struct base *b = p; b->next = stack; stack = b; }
static struct base *pop(void) { struct base *b = stack; if (b) stack = b->next; return b; }
struct ent { struct ent *next; char key[8]; int val; };
static struct ent *tab[4];
static void add(const char *k, int v) { struct ent *e = malloc(sizeof *e); unsigned h = (unsigned)k[0] % 4; strcpy(e->key, k); e->val = v; e->next = tab[h]; tab[h] = e; }
struct q { struct q *next; int x; };
static struct q *head, **tail = &head;
static void enq(int x) { struct q *n = malloc(sizeof *n); n->x = x; n->next = 0; *tail = n; tail = &n->next; }
static int deq(void) { struct q *n = head; int x = n->x; head = n->next; if (!head) tail = &head; free(n); return x; }
int main(void)
{
    for (int i = 0; i < 4; i++) {
        struct num *n = malloc(sizeof *n); n->b.kind = 0; n->v = i / 2.0; push(n);
        struct str *s = malloc(sizeof *s); s->b.kind = 1; sprintf(s->s, "str%d", i); push(&s->b);
        char k[4] = {(char)('a' + i * 3), (char)('0' + i), 0}; add(k, i * i); enq(i);
    }
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        struct base *b = pop();
        if (b->kind) printf("%s\n", ((struct str *)b)->s); else printf("%g\n", ((struct num *)b)->v);
        printf("%d\n", deq()); enq(100 + i);
        if (i == 2) push(b);
    }
    for (struct base *b; (b = pop());)
        if (b->kind) printf("%s\n", ((struct str *)b)->s); else printf("%g\n", ((struct num *)b)->v);
    for (int h = 0; h < 4; h++) for (struct ent *e = tab[h]; e; e = e->next) printf("%d %s %d\n", h, e->key, e->val);
    while (head) printf("%d\n", deq());
    return 0;
}
