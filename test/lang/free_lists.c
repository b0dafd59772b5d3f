// A pool of structures with a free list, allocated many at a time.
// C-SUPPORT: Allocation | free lists and pools of one type | 7.22.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>
#include <stdlib.h>
struct node { int v; long d; struct node *next; };
static struct node *freelist;
static struct node *get(void) { if (!freelist) { struct node *b = malloc(8 * sizeof *b); for (int i = 0; i < 8; i++) { b[i].next = freelist; freelist = &b[i]; } } struct node *n = freelist; freelist = n->next; return n; }
static void put(struct node *n) { n->next = freelist; freelist = n; }
int main(void) { struct node *list = 0; for (int i = 0; i < 20; i++) {
    struct node *n = get(); n->v = i; n->d = -i; n->next = list; list = n; if (i % 3 == 0) { n = list; list = n->next; put(n); }
#pragma ckpt
 int t = 0; for (n = list; n; n = n->next) t += n->v + n->d * 2; printf("%d\n", t); }
  return 0; }
