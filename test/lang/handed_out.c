// Allocators of the program's own whose memory says nothing of what it holds: behind a header in the block, in an arena of characters. Said where it is handed out, all of it is carried; if it is not, the compiler says so.
// C-SUPPORT: Allocation | memory behind a header in its block of which callers do not say `sizeof`, arenas in the heap | 7.22.3 | supported | `#pragma ckpt type` where it is handed out; without it a warning ([handed-out](diagnostics/handed-out.md))
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
// RUN: grep -v 'ckpt type' %s > %t.c && %ckptcc %t.c -o %t 2>&1 | %FileCheck %s
// CHECK-DAG: warning: 'behind' hands out what lies behind the beginning of a block
// CHECK-NOT: 'again' hands out
// CHECK-DAG: warning: 'part' hands out parts of 'pool', which is saved as bytes; its callers keep 'short' there
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct header { size_t size; };
struct node { int value; struct node *next; double weight; };
struct pair { int a, b; short s[4]; };
struct cell { double number; int64_t count; };

static size_t total;
static void *behind(size_t n)
{
    struct header *h = malloc(sizeof *h + n);
    h->size = n;
    total += n;
    return h + 1;
}
static void release(void *p)
{
    struct header *h = (struct header *)p - 1;
    total -= h->size;
    free(h);
}

static void *list;
static void *again(void)
{
    void *p = list;
    if (!p)
        return malloc(16);               /* the size of both */
    list = *(void **)p;
    return p;
}
static void give_back(void *p)
{
    *(void **)p = list;
    list = p;
}

static char *pool;
static size_t used;
static void *part(size_t n)
{
    used += n;
    return pool + used - n;
}

int main(void)
{
    struct node *all = NULL;
    pool = malloc(1024);
    int *squares = behind(40);
    #pragma ckpt type(squares, int[10])
    short *few = part(8 * sizeof *few);
    #pragma ckpt type(few, short[8])
    for (int i = 0; i < 10; i++)
        squares[i] = i * i;
    for (int i = 0; i < 8; i++)
        few[i] = (short)(-i * 300);
    for (int i = 0; i < 8; i++) {
        struct node *n = behind(sizeof *n);
        #pragma ckpt type(n, struct node[1])
        *n = (struct node){ i, all, i * 0.5 };
        all = n;
        struct pair *p = again();
        *p = (struct pair){ i, -i, { 1, 2, 3, (short)(i * 257) } };
        int kept = p->b + p->s[3];
        give_back(p);
        struct cell *c = again();
        *c = (struct cell){ i + 0.25, kept };
        #pragma ckpt
        double sum = 0;
        for (n = all; n; n = n->next)
            sum += n->value + n->weight;
        printf("%g %d %g %d %d\n", sum, squares[i], c->number, (int)c->count, few[i]);
        give_back(c);
    }
    while (all) {
        struct node *next = all->next;
        release(all);
        all = next;
    }
    release(squares);
    return 0;
}
