/* tagged.c - unions with tags and a family of structures behind a header, at one site: what format version 2 brought.
 *
 * Output     one line; `./tagged` alone ends with 0, a restart of an image of it prints the same.
 * It never changes: its images are in good/tagged-ARCH.img. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct value {
    unsigned char tag;
    union {
        long n;
        double d;
        const char *text;
        struct value *to;
        struct { short x, y; };
        union { float f; char c[3]; } in;
    };
    short sub;
};
#pragma ckpt variant(struct value, tag & 0x0f, 0: void, 1: n, 2: d, 3: text, 4: to, 5, 6: y, default: in)
#pragma ckpt variant(struct value, sub, -1: in.f, 100 ... 200: in.c)

struct node { short kind; };
struct leaf { short kind; struct value value; };
struct list { struct node head; short n; struct node *items[]; };
#pragma ckpt variant(struct node, kind, 1: struct leaf, 2: struct list)

static struct value values[8];
static struct node *root;

static struct node *leaf(int i)
{
    struct leaf *l = calloc(1, sizeof *l);
    l->kind = 1;
    l->value = values[i];
    return (struct node *)l;
}

static double sum(const struct value *v)
{
    switch (v->tag & 0x0f) {
    case 0: return 0;
    case 1: return (double)v->n;
    case 2: return v->d;
    case 3: return (double)strlen(v->text);
    case 4: return sum(v->to) + 1;
    case 5: case 6: return v->x * 100 + v->y;
    default: return v->sub == -1 ? (double)v->in.f : v->in.c[0] + v->in.c[2];
    }
}

static double total(const struct node *n)
{
    const struct list *l = (const struct list *)n;
    double s = 0;
    if (n->kind == 1)
        return sum(&((const struct leaf *)n)->value);
    for (int i = 0; i < l->n; i++)
        s = s * 2 + total(l->items[i]);
    return s;
}

int main(void)
{
    struct value local = { .tag = 0x22, .d = 0.75 };
    struct list *l = calloc(1, sizeof *l + 7 * sizeof l->items[0]);
    values[1] = (struct value){ .tag = 0x11, .n = -123456789 };
    values[2] = (struct value){ .tag = 2, .d = 1.0 / 1024 };
    values[3] = (struct value){ .tag = 3, .text = "golden" };
    values[4] = (struct value){ .tag = 4, .to = &values[2] };
    values[5] = (struct value){ .tag = 0xf6, .x = -3, .y = 4 };
    values[6] = (struct value){ .tag = 9, .in.f = -0.5f, .sub = -1 };
    values[7] = (struct value){ .tag = 10, .in.c = "abc", .sub = 150 };
    l->head.kind = 2;
    l->n = 7;
    for (int i = 0; i < 7; i++)
        l->items[i] = leaf(i + 1);
    root = &l->head;
    double *inside = &local.d;
    #pragma ckpt name(tagged)
    *inside += sum(values[4].to);
    printf("%.10g %.10g %g\n", total(root), sum(&local), sum(&values[4]));
    return 0;
}
