// The memory of one structure used as another one that begins alike: what lies there as the other has it was carried as what the first has, and came back as something else, or not
// at all. Where there is an address, there is no checkpoint; where there are characters, as in a pool's own view of what it hands out, the image is bound to the layout. Where both have the
// same there, as a header and what begins with it, and where a pointer's structure is one of that name in another library (zlib's state), it goes on everywhere.
// REQUIRES: ckptcc
// RUN: %ckptcc -w -O1 %s -o %t && %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x
// RUN: for how in edge cell; do rm -rf %t.d; %t $how > %t.want && env CKPT_DIR=%t.d CKPT_AT=2 %t $how > %t.out 2> %t.err && cmp %t.out %t.want && grep 'checkpoint at visit 2 failed.* leads into .* and they hold an address' %t.err || exit 1; done
// RUN: for how in number rows; do rm -rf %t.d; %t $how > %t.want && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $how > %t.1 2> %t.err; test $? = 75) && grep 'characters that a pointer to something else leads to' %t.err || { echo $how; exit 1; }; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $how 2> %t.err; test $? = 78) || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t $how > %t.2 || exit 1; cat %t.1 %t.2 | diff %t.want - || { echo $how; exit 1; }; done
// RUN: for how in head view state; do rm -rf %t.d; %t $how > %t.want && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $how > %t.1; test $? = 75) || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $how > %t.2 || exit 1; cat %t.1 %t.2 | diff %t.want - || { echo $how; exit 1; }; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int id; double x, y; };
struct edge { int from, to; struct node *a; };
struct slot { struct slot *next; char room[24]; };
struct cell { struct cell *next, *prev; int v; };
struct kinds { int kind; char room[12]; };
struct number { int kind; int value; };
struct head { int kind; int n; };
struct whole { int kind; int n; double d; };
struct view { int kind; char rest[12]; };

static struct node nodes[4];
static struct edge *e;
static struct cell *c;
static struct number *m;
static struct head *h;
static struct view *v;
static struct state { int kind; char *next; short s[20]; } *state;
static short (*rows)[2][4];

static void make(const char *how)
{
    if (!strcmp(how, "edge")) {                       /* a size that is too large, and harmless */
        e = malloc(sizeof(struct node));
        memset(e, 0, sizeof(struct node));
        e->to = 2;
        e->a = &nodes[1];
    } else if (!strcmp(how, "cell")) {
        struct slot *s = calloc(1, sizeof *s);
        c = (struct cell *)s;
        c->prev = c;
        c->v = 3;
    } else if (!strcmp(how, "number")) {
        struct kinds *k = calloc(1, sizeof *k);
        m = (struct number *)k;
        m->value = 258;
    } else if (!strcmp(how, "rows")) {
        struct { short s[5]; char room[6]; } *k = calloc(1, sizeof *k);
        rows = (short (*)[2][4])k;
        (*rows)[1][3] = 258;
    } else {
        struct whole *w = calloc(1, sizeof *w);
        w->n = 258;
        w->d = 1.5;
        if (!strcmp(how, "state"))
            state = (struct state *)w;
        else if (!strcmp(how, "head"))
            h = (struct head *)w;
        else
            v = (struct view *)w;
    }
}

int main(int argc, char **argv)
{
    nodes[1].x = 2.5;
    make(argv[argc - 1]);
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        if (e)
            printf("%d %g\n", e->to++, e->a->x);
        if (c)
            printf("%d\n", c->prev == c ? c->v++ : -1);
        if (m)
            printf("%d\n", m->value++);
        if (rows)
            printf("%d\n", (*rows)[1][3]++);
        if (h)
            printf("%d %g\n", h->n++, ((struct whole *)h)->d);
        if (state)
            printf("%d %g\n", ((struct whole *)state)->n++, ((struct whole *)state)->d);
        if (v)
            printf("%d %g\n", ((struct whole *)v)->n++, ((struct whole *)v)->d);
    }
    return 0;
}
