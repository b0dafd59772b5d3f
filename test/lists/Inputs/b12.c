/* recursion with sites inside; tree nodes from a void* list; typed wrapper over void* wrapper */
#include <stdio.h>
#include <stdlib.h>
struct tree { double key; int size; struct tree *l, *r; };
static void *fl; static int visit;
static void *raw_get(size_t n) { void *p = fl; if (p) { fl = *(void **)p; return p; } return malloc(n); }
static void *xget(size_t n) { void *p = raw_get(n); if (!p) abort(); return p; }
static void raw_put(void *p) { *(void **)p = fl; fl = p; }
static struct tree *leaf(double k) { struct tree *t = xget(sizeof *t); t->key = k; t->size = 1; t->l = t->r = 0; return t; }
static struct tree *ins(struct tree *t, double k) { if (!t) return leaf(k); if (k < t->key) t->l = ins(t->l, k); else t->r = ins(t->r, k); t->size++; return t; }
static double prune(struct tree **tp, int depth)
{
    struct tree *t = *tp;
    double s;
    if (!t) return 0;
    s = prune(&t->l, depth + 1);
    if (depth == 1) {
        visit++;
#pragma ckpt
        printf("visit %d depth %d key %g\n", visit, depth, t->key);
    }
    s += prune(&t->r, depth + 1) + t->key;
    if (!t->l && !t->r && depth > 0) { raw_put(t); *tp = 0; }
    return s;
}
static void show(struct tree *t) { if (t) { show(t->l); printf("%g/%d ", t->key, t->size); show(t->r); } }
int main(void)
{
    struct tree *root = 0;
    double k[] = {50, 25, 75, 12.5, 30, 60, 90, 10, 27, 80};
    for (int i = 0; i < 10; i++) root = ins(root, k[i]);
    printf("%g\n", prune(&root, 0)); show(root); puts("");
    for (int i = 0; i < 6; i++) root = ins(root, k[9 - i] + 1);
    show(root); puts("");
    printf("%g\n", prune(&root, 0)); show(root); puts("");
    return 0;
}
