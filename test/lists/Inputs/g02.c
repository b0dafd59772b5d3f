/* genuine: generic stack whose nodes begin with a link and payload is copied behind; and void* first-member lists */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct cell { void *next; void *data; };
static void *lst;
static void cons(void *d) { struct cell *c = malloc(sizeof *c); c->data = d; *(void **)c = lst; lst = c; }
static void *uncons(void) { void *c = lst; void *d; if (!c) return 0; lst = *(void **)c; d = ((struct cell *)c)->data; free(c); return d; }
struct shape { struct shape *link; const char *name; double (*area)(struct shape *); };
struct circle { struct shape s; double r; };
struct rect { struct shape s; double a, b; };
static double ca(struct shape *s) { return 3 * ((struct circle *)s)->r; }
static double ra(struct shape *s) { return ((struct rect *)s)->a * ((struct rect *)s)->b; }
static struct shape *all;
static void reg(struct shape *s) { s->link = all; all = s; }
int main(void)
{
    for (int i = 0; i < 5; i++) { int *v = malloc(sizeof *v); *v = i; cons(v); }
    for (int i = 0; i < 3; i++) {
        struct circle *c = malloc(sizeof *c); c->s.name = "circle"; c->s.area = ca; c->r = i; reg((struct shape *)c);
        struct rect *r = malloc(sizeof *r); r->s.name = "rect"; r->s.area = ra; r->a = i; r->b = 2.5; reg((struct shape *)r);
    }
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        int *v = uncons(); printf("%d\n", *v); free(v);
        if (i == 2) { struct shape *s = all; all = s->link; printf("off %s %g\n", s->name, s->area(s)); }
    }
    for (struct shape *s = all; s; s = s->link) printf("%s %g\n", s->name, s->area(s));
    for (int *v; (v = uncons());) printf("%d\n", *v);
    return 0;
}
