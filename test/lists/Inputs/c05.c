/* AST nodes by kind from one void* pool via macro NEW(T); nodes with pointers and numbers interleaved; recycled across kinds */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum kind { NUM, BIN, STR };
struct node { enum kind kind; };
struct num { enum kind kind; double v; int line; };
struct bin { enum kind kind; char op; struct node *l, *r; };
struct str { enum kind kind; char text[20]; };
struct fr { struct fr *next; };
static struct fr *fl;
static void *node_alloc(size_t n, enum kind k) { struct fr *f = fl; struct node *x; if (f) fl = f->next; else f = malloc(40); (void)n; x = (struct node *)f; x->kind = k; return f; }
#define NEW(T, k) ((struct T *)node_alloc(sizeof(struct T), k))
static void node_free(void *p) { struct fr *f = p; f->next = fl; fl = f; }
static struct node *num(double v) { struct num *n = NEW(num, NUM); n->v = v; n->line = 1; return (struct node *)n; }
static struct node *bin(char op, struct node *l, struct node *r) { struct bin *b = NEW(bin, BIN); b->op = op; b->l = l; b->r = r; return (struct node *)b; }
static struct node *str(const char *t) { struct str *s = NEW(str, STR); strcpy(s->text, t); return (struct node *)s; }
static void kill_(struct node *n) { if (n->kind == BIN) { struct bin *b = (struct bin *)n; kill_(b->l); kill_(b->r); } node_free(n); }
static double eval(struct node *n)
{
    if (n->kind == NUM) return ((struct num *)n)->v;
    if (n->kind == STR) return (double)strlen(((struct str *)n)->text);
    struct bin *b = (struct bin *)n; double x = eval(b->l), y = eval(b->r);
    return b->op == '+' ? x + y : x * y;
}
int main(void)
{
    struct node *t = bin('+', bin('*', num(2.5), str("four")), num(1)), *u = bin('+', str("abc"), bin('*', num(3), num(4)));
    printf("%g %g\n", eval(t), eval(u));
    kill_(u);
    struct node *w = bin('*', str("recycled"), num(.5));
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d %g %g\n", i, eval(t), eval(w));
        if (i == 1) { kill_(t); t = bin('+', str("x"), str("yy")); }
        if (i == 2) { kill_(w); w = bin('*', bin('+', num(1), num(2)), str("long text")); }
    }
    printf("%g %g\n", eval(t), eval(w));
    return 0;
}
