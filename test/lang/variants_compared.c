// A tag means what the program's own switch would: compared as C does it. Tags that are unsigned, wide, _Bool, bit-fields; tags of several
// members; pointers that are null or not, or lead to the structure's own part; a tag in the member of another union that is there.
// C-SUPPORT: Types | unions with a tag that compares pointers of the structure | 6.7.2.1 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct value { int kind; long n; };
struct unsig { unsigned tag; union { double d; char s[8]; } u; };
#pragma ckpt variant(struct unsig, tag, -1: u.d, default: u.s)
struct wide { unsigned long long tag; union { double d; char s[8]; } u; };
#pragma ckpt variant(struct wide, tag, 1, -1: u.d, default: u.s)
struct flag { _Bool real; unsigned low : 2, high : 2; signed one : 1; union { double d; long n; } u, v, w; };
#pragma ckpt variant(struct flag, real, 1: u.d, 0: u.n)
#pragma ckpt variant(struct flag, low + 4 * high, 0 ... 3: v.n, 4 ... 7, 12: v.d, default: void)
#pragma ckpt variant(struct flag, one, -1: w.d, 0: w.n)
struct upvalue {
    union { struct value *p; ptrdiff_t offset; } v;
    union { struct { struct upvalue *next, **previous; } open; struct value value; } u;
};
#pragma ckpt variant(struct upvalue, 0, default: v.p)
#pragma ckpt variant(struct upvalue, v.p == &u.value, 1: u.value, 0: u.open)
struct maybe { char *name; struct maybe *self; union { char *text; double d; } u, other; };
#pragma ckpt variant(struct maybe, name != (void *)0, 1: u.text, 0: u.d)
#pragma ckpt variant(struct maybe, self && !name, 1: other.d, 0: other.text)
struct inner { int tag; union { struct { int sub; union { float f; short h[5]; } in; } pair; double d; } u; };
#pragma ckpt variant(struct inner, tag, 1: u.pair, 2: u.d)
#pragma ckpt variant(struct inner, u.pair.sub / 2, 0: u.pair.in.f, 1: u.pair.in.h)

static struct unsig unsig = { -1u, { .d = 0.25 } };
static struct wide wide = { (1ULL << 32) + 1, { .s = "abcdefg" } };
static struct flag flag = { 1, 2, 1, -1, { .d = 0.5 }, { .d = 1.5 }, { .d = 2.5 } };
static struct value stack[3] = { { 1, 100000 }, { 2, -7 }, { 3, 9 } };
static struct upvalue *closed, *open;
static struct maybe maybe[3];
static struct inner inner[3] = { { 1, { { 1, { .f = 0.75f } } } }, { 2, { .d = 3 } }, { 1, { { 2, { .h = { 1, 2, 3, 4, 5 } } } } } };

static void show(int i, const struct maybe *local)
{
    printf("%d: %g %s %g %g %g\n", i, unsig.u.d, wide.tag == 1 ? "" : wide.u.s, flag.u.d, flag.v.d, flag.w.d);
    printf("%d: %ld %ld %d %d\n", i, closed->v.p->n, open->v.p->n, open->u.open.next == closed, *open->u.open.previous == open);
    for (int k = 0; k < 3; k++)
        if (maybe[k].name)
            printf("%d: %s %s %d\n", i, maybe[k].name, maybe[k].u.text, maybe[k].self == maybe);
        else
            printf("%d: %g %g\n", i, maybe[k].u.d, maybe[k].self ? maybe[k].other.d : -1);
    printf("%d: %g %s %g\n", i, local->self->other.d, local->name ? local->name : "-", local->u.d);
    printf("%d: %g %g %d\n", i, inner[0].u.pair.in.f, inner[1].u.d, inner[2].u.pair.in.h[4]);
}

static void step(int i, struct maybe *above, struct upvalue **list)
{
    struct maybe local = { 0, above, { .d = i + 0.5 }, { .d = i / 4.0 } };
    above->self = &local;
    open->u.open.previous = list;
    #pragma ckpt
    show(i, &local);
    show(i, above);
}

int main(void)
{
    struct maybe outer = { 0, 0, { .d = 0.125 }, { .text = "text" } };
    struct upvalue *list;
    closed = calloc(1, sizeof *closed);
    closed->v.p = &closed->u.value;
    closed->u.value = stack[1];
    list = open = calloc(1, sizeof *open);
    open->v.p = &stack[2];
    open->u.open.next = closed;
    maybe[0] = (struct maybe){ "named", maybe, { .text = "text" }, { .text = "other" } };
    maybe[1] = (struct maybe){ 0, maybe, { .d = 6.5 }, { .d = 7.5 } };
    maybe[2] = (struct maybe){ 0, 0, { .d = 8.5 }, { .text = "unseen" } };
    for (int i = 0; i < 4; i++) {
        outer.other.d = i;
        step(i, &outer, &list);
        outer.self = 0;
        outer.other.text = "text";
        unsig.u.d++;
        flag.v.d *= 2;
        closed->u.value.n++;
        inner[2].u.pair.in.h[4]--;
        if (i == 1) { /* closed by the program: what v.p led to moves in */
            open->u.value = *open->v.p;
            open->v.p = &open->u.value;
            open = calloc(1, sizeof *open);
            open->v.p = stack;
            open->u.open.next = closed;
            list = open;
        }
    }
    return 0;
}
