// Blocks of a family (#pragma ckpt variant): allocated as the header, they become what their tag says, again and again, after a restart, too; allocated
// as one structure they stay that, through realloc and when their tag says nothing for a while; headers by the number are an array, whatever the tags.
// C-SUPPORT: Types | arrays of headers, blocks of a family that are used again | 6.5 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FREE, NUMBER, SERIAL, SPARE, TEXT, ROW, LEAF, CLOSURE };
struct node { int kind, line; };
struct number { struct node head; double value; };
struct serial { int kind, line; long long number; };
struct spare { struct node head; unsigned char room[8]; };
struct text { struct node head; short length; char s[1]; };
struct value { union { double d; char s[6]; struct node *n; } u; unsigned char tag; };
struct row { struct node head; int n; struct value v[]; };
struct leaf { struct node head; struct value v; };
struct closure { struct node head; int (*call)(int); struct node *next; struct value up[1]; };
#pragma ckpt variant(struct node, kind, CLOSURE: struct closure, NUMBER: struct number, SERIAL: struct serial, SPARE: struct spare, TEXT: struct text, ROW: struct row, LEAF: struct leaf, default: struct node)
#pragma ckpt variant(struct value, tag, 0: void, 1: u.d, 2: u.s, 3: u.n)

static struct closure *closures;
static struct node *pool[4], *list, *grown, *cleared, *wrapped, *plain, *third;
static struct number *own, *numbers, *last;
static struct row *row;
static struct leaf *leaf;
static double *inside;
static char *in_text;
static struct value *cell;

static void *allocate(size_t size) { return calloc(1, size); }
static void *several(size_t n, size_t size) { return calloc(n, size); }
static void *longer(void *p, size_t size) { return realloc(p, size); }

static void *make(int kind, size_t size)
{
    struct node *n = allocate(size);
    n->kind = kind;
    return n;
}

static struct node *text(const char *s)
{
    struct text *t = make(TEXT, sizeof *t + strlen(s));
    t->length = (short)strlen(s);
    strcpy(t->s, s);
    in_text = t->s + 2;
    return &t->head;
}

static int twice(int i) { return 2 * i; }

/* Of n values: the one that is declared may not be there. */
static void close(int n)
{
    struct closure *c = make(CLOSURE, offsetof(struct closure, up) + (size_t)n * sizeof c->up[0]);
    c->call = twice;
    c->next = (struct node *)closures;
    for (int i = 0; i < n; i++)
        c->up[i] = (struct value){ { .d = i + 0.5 }, 1 };
    c->head.line = n;
    closures = c;
}

/* Their kind changes with each step. */
static void turn(struct node *n, int kind, int i)
{
    n->kind = kind;
    if (kind == NUMBER)
        ((struct number *)n)->value = i + 0.5;
    else if (kind == SERIAL)
        ((struct serial *)n)->number = 5000000000 + i;
    else
        memset(((struct spare *)n)->room, i, 8);
}

static double content(const struct node *n)
{
    if (n->kind == NUMBER)
        return ((const struct number *)n)->value;
    if (n->kind == SERIAL)
        return (double)((const struct serial *)n)->number;
    return ((const struct spare *)n)->room[7];
}

static void set_up(void)
{
    for (int i = 0; i < 4; i++)
        pool[i] = make(SPARE, sizeof(struct spare));
    list = malloc(6 * sizeof *list);
    for (int i = 0; i < 6; i++)
        list[i] = (struct node){ i % 5, 10 + i };
    third = &list[2];
    grown = malloc(sizeof *grown * 2);
    grown[0] = grown[1] = (struct node){ NUMBER, 100000 };
    cleared = calloc(3, sizeof *cleared);
    cleared[0].kind = SERIAL;
    wrapped = several(4, sizeof *wrapped);
    #pragma ckpt type(wrapped, struct node[4])
    wrapped[0].kind = wrapped[3].kind = NUMBER;
    plain = make(FREE, sizeof *plain);
    own = malloc(sizeof *own);
    *own = (struct number){ { NUMBER, 5 }, 0.5 };
    numbers = malloc(sizeof *numbers);
    *numbers = (struct number){ { NUMBER, 6 }, 0.25 };
    row = make(ROW, sizeof *row + 5 * sizeof row->v[0]);
    leaf = make(LEAF, sizeof *leaf);
    leaf->v = (struct value){ { .n = &row->head }, 3 };
    row->v[0] = (struct value){ { .d = 0.5 }, 1 };
    row->v[1] = (struct value){ { .s = "abcde" }, 2 };
    row->v[2] = (struct value){ { .n = text("longtext") }, 3 };
    row->v[4] = (struct value){ { .n = &leaf->head }, 3 };
    inside = &row->v[0].u.d;
    cell = &row->v[3];
}

int main(void)
{
    int n = 1, m = 2;
    set_up();
    for (int i = 0; i < 4; i++)
        close(i % 3);
    for (int i = 0; i < 6; i++) {
        #pragma ckpt
        for (int k = 0; k < 4; k++) {
            printf("%d %.17g; ", pool[k]->kind, content(pool[k]));
            turn(pool[k], NUMBER + (i + k) % 3, i);
        }
        for (int k = 0; k < 6; k++)
            printf("%d/%d ", list[k].kind, list[k].line++);
        printf("%d %d %d %d %d %d\n", third->line, cleared[2].line++, wrapped[3].kind, wrapped[3].line++, grown[m - 1].line++, plain->line++);
        for (struct closure *c = closures; c; c = (struct closure *)c->next)
            printf("%d:%d %g; ", c->head.line, c->call(i), c->head.line ? c->up[c->head.line - 1].u.d++ : 0);
        printf("%d %g;", own->head.kind, own->value++);
        for (int k = 0; k < n; k++)
            printf(" %d %g", numbers[k].head.line, numbers[k].value++);
        printf(" %d\n", last ? last->head.line : 0);
        printf("%g %s %s %d %s %d %d\n", *inside, row->v[1].u.s, ((struct text *)row->v[2].u.n)->s, (int)(cell - row->v), in_text, cell->tag,
               ((struct row *)((struct leaf *)row->v[4].u.n)->v.u.n)->n);
        own->head.kind = i < 3 ? FREE : NUMBER;
        *inside *= 2;
        ++*in_text;
        if (i == 1) {
            n = 4;
            numbers = longer(numbers, (size_t)n * sizeof *numbers);
            for (int k = 1; k < n; k++)
                numbers[k] = (struct number){ { NUMBER, k }, k / 4.0 };
            last = &numbers[3];
            m = 5;
            grown = longer(grown, (size_t)m * sizeof *grown);
            for (int k = 2; k < m; k++)
                grown[k] = (struct node){ NUMBER, 100000 + k };
            *cell = (struct value){ { .d = 3 }, 1 };
            row->v[1].tag = 0;
            memset(row->v[1].u.s, 0, sizeof row->v[1].u.s);
        }
    }
    return 0;
}
