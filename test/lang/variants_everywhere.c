// Unions with a tag in arrays, heap blocks, flexible and variable length arrays, locals, parameters and results by value; nested ones, ones without a
// name, tags that are bit-fields or expressions, tags inside the union itself, pointers into members.
// C-SUPPORT: Types | unions with a tag: nested, anonymous, in arrays, on the heap, by value; any tag-expression of members | 6.7.2.1 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 5
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Anonymous, a structure without a name in it, a bit-field as its tag. */
typedef struct {
    unsigned mark : 3, kind : 5;
    union { long n; double d; struct { short x, y; float z; }; char *text; };
} thing;
#pragma ckpt variant(thing, kind & 0x0f, 1: n, 2: d, 3, 4: x, 5: text)

/* One union in the other; both tags are the structure's. */
struct nested {
    union { union { int i; float f; long double w; } low; struct { struct nested *up; int deep[3]; } high; } u;
    short outer, inner;
};
#pragma ckpt variant(struct nested, outer < 10, 1: u.low, default: u.high)
#pragma ckpt variant(struct nested, inner, 0: u.low.i, 1: u.low.f, 2: u.low.w, 3: void)

/* The tag is the first member of all of them. */
union event {
    int type;
    struct { int type; long key; } key;
    struct { int type; short x, y; union event *before; } motion;
    struct { char type[4]; double at[2]; } other;
};
#pragma ckpt variant(union event, type, 0: type, 1: key, 2: motion)

/* The tag is in a structure in the structure; so is the union. */
struct packet {
    struct { unsigned char bytes[2]; } head;
    struct { int before; union { char small[3]; long long big[6]; } as; short after; } body;
};
#pragma ckpt variant(struct packet, head.bytes[1] >> 4, 0: body.as.small, 1: body.as.big)

struct row { int n; thing things[]; };

static struct nested chain[4];
static union event events[3];
static struct packet packets[2];

static thing make(int kind, int i)
{
    thing t = { .mark = (unsigned)i & 7, .kind = (unsigned)kind | 16 };
    static char texts[4][8] = { "zero", "one", "two", "three" };
    switch (kind) {
    case 1: t.n = -100000L * i; break;
    case 2: t.d = i / 4.0; break;
    case 3: case 4: t.x = (short)i; t.y = (short)-i; t.z = (float)i / 2; break;
    case 5: t.text = texts[i % 4]; break;
    }
    return t;
}

static thing passed(thing by, int i)
{
    thing copy = by;
    long *inside = &copy.n;
    copy.mark = (unsigned)i & 7;
    #pragma ckpt
    if ((copy.kind & 15) == 1)
        *inside += by.n;
    return copy;
}

static double sum(const thing *t, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        s = s * 1.25 + t[i].mark;
        switch (t[i].kind & 15) {
        case 1: s += (double)t[i].n; break;
        case 2: s += t[i].d; break;
        case 3: case 4: s += t[i].x + t[i].y * 3 + (double)t[i].z; break;
        case 5: s += (double)strlen(t[i].text) + t[i].text[0]; break;
        }
    }
    return s;
}

static void step(int i, int n, thing vla[n], struct row *row, thing **list)
{
    thing local = make(1 + i % 5, i);
    for (int k = 0; k < n; k++) {
        vla[k] = make(1 + (i + k) % 5, i + k);
        row->things[k] = make(1 + (i + 2 * k) % 5, k);
        *list[k] = make(1 + (i + 3 * k) % 5, i);
    }
    for (int k = 0; k < 4; k++) {
        struct nested *c = &chain[k];
        c->outer = (short)((i + k) % 3 * 6);
        c->inner = (short)((i + k) % 4);
        if (c->outer < 10 && c->inner == 0)
            c->u.low.i = -i;
        else if (c->outer < 10 && c->inner == 1)
            c->u.low.f = (float)i / 8;
        else if (c->outer < 10 && c->inner == 2)
            c->u.low.w = i / 16.0L;
        else if (c->outer >= 10)
            c->u.high.up = &chain[(k + 1) % 4], c->u.high.deep[0] = i, c->u.high.deep[2] = k;
    }
    memset(events, 0, sizeof events);
    events[i % 3].type = 1, events[i % 3].key.key = 70000L * i;
    events[(i + 1) % 3].type = 2, events[(i + 1) % 3].motion.x = (short)i, events[(i + 1) % 3].motion.before = &events[i % 3];
    for (int k = 0; k < 2; k++) {
        packets[k].head.bytes[1] = (unsigned char)(((i + k) & 1) << 4 | 5);
        packets[k].body.before = packets[k].body.after = (short)i;
        if ((i + k) & 1)
            packets[k].body.as.big[5] = 1LL << (40 + i);
        else
            memcpy(packets[k].body.as.small, "abc", 3);
    }
    short *y = &local.y;
    double *second = &vla[1].d;
    thing got = passed(local, i);
    if ((local.kind & 15) == 3 || (local.kind & 15) == 4)
        *y = (short)(*y - 1);
    if ((vla[1].kind & 15) == 2)
        *second *= 2;
    double s = sum(&local, 1) + sum(&got, 1) + sum(vla, n) + sum(row->things, row->n);
    for (int k = 0; k < n; k++)
        s += sum(list[k], 1) * (k + 1);
    for (int k = 0; k < 4; k++) {
        const struct nested *c = &chain[k];
        s += c->outer >= 10 ? (double)(c->u.high.up - chain) + c->u.high.deep[0] + c->u.high.deep[2]
             : c->inner == 0 ? c->u.low.i : c->inner == 1 ? (double)c->u.low.f : c->inner == 2 ? (double)c->u.low.w : 0;
    }
    for (int k = 0; k < 3; k++)
        s += events[k].type == 1 ? (double)events[k].key.key : events[k].type == 2 ? events[k].motion.x + (double)events[k].motion.before->key.key : 0;
    for (int k = 0; k < 2; k++)
        s += packets[k].head.bytes[1] >> 4 ? (double)(packets[k].body.as.big[5] >> 30) : packets[k].body.as.small[1] + packets[k].body.before +
             packets[k].body.after;
    printf("%d %.10g\n", i, s);
}

int main(void)
{
    enum { N = 6 };
    int n = N;
    thing vla[n], *list[N];
    struct row *row = malloc(sizeof *row + N * sizeof(thing));
    row->n = N;
    for (int k = 0; k < N; k++)
        list[k] = calloc(1, sizeof(thing));
    for (int i = 0; i < 5; i++)
        step(i, n, vla, row, list);
    return 0;
}
