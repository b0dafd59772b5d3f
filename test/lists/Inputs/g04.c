/* genuine look-alikes: push to a list by temp of base type; array 'stack' of pointers; linked frames; lists that swap; list of strings by struct with flexible text */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct line { struct line *prev; int n; char text[]; };
struct obj { int type; struct obj *link; };
struct dbl { struct obj o; double d; };
struct intv { struct obj o; int n, v[3]; };
static struct line *lines; static struct obj *objs, *other;
static void line(const char *t) { struct line *l = malloc(sizeof *l + strlen(t) + 1); void *m = l; l->n = (int)strlen(t); strcpy(l->text, t); ((struct line *)m)->prev = lines; lines = m; }
static void *newobj(size_t n, int type) { struct obj *o = malloc(n); o->type = type; o->link = objs; objs = o; return o; }
static void swap(void) { struct obj *t = objs; objs = other; other = t; }
static void sweep(int type) { struct obj **p = &objs, *o; while ((o = *p)) if (o->type == type) { *p = o->link; o->link = other; other = o; } else p = &o->link; }
static void show(struct obj *o) { for (; o; o = o->link) if (o->type) printf("i%d,%d ", ((struct intv *)o)->n, ((struct intv *)o)->v[2]); else printf("d%g ", ((struct dbl *)o)->d); printf("\n"); }
int main(void)
{
    for (int i = 0; i < 4; i++) {
        char t[30]; sprintf(t, "this is line %d", i * i * i); line(t);
        struct dbl *d = newobj(sizeof *d, 0); d->d = i + .5;
        struct intv *v = newobj(sizeof *v, 1); v->n = i; v->v[0] = v->v[1] = v->v[2] = -i;
    }
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) sweep(1);
        if (i == 2) swap();
        show(objs); show(other);
        struct line *l = lines; lines = l->prev; puts(l->text); free(l);
    }
    for (struct line *l = lines; l; l = l->prev) puts(l->text);
    return 0;
}
