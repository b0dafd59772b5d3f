// Arrays of no elements and structures of no members: alone, inside and at the end of others, in blocks, with what stands behind them.
// C-SUPPORT: Arrays | arrays of no elements, structures of no members | GNU | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>
#include <stdlib.h>

struct empty { };
struct tail { int n; double v[0]; };
struct mark { char a; int begin[0]; int low; char none[0]; long high; struct empty nothing; int end[0]; };
struct chain { struct chain *next; unsigned char bytes[0]; };

static int none[0];
static struct empty alone, several[3];
static struct mark marks[2] = { { .a = 'x', .low = 1, .high = 2 }, { .a = 'y', .low = 3, .high = 4 } };

static double total(const struct tail *t)
{
    double sum = 0;
    for (int i = 0; i < t->n; i++)
        sum += t->v[i];
    return sum;
}

int main(void)
{
    struct tail *tail = malloc(sizeof *tail + 5 * sizeof *tail->v), *bare = malloc(sizeof *bare);
    struct chain *first = NULL;
    struct mark local = { .a = 'z', .low = 5, .high = 6 };
    long nothing[0];
    int *inside = marks[1].begin;

    tail->n = 5;
    bare->n = 0;
    for (int i = 0; i < 5; i++)
        tail->v[i] = i + 0.5;
    for (int i = 0; i < 4; i++) {
        struct chain *c = malloc(sizeof *c + 3);
        c->next = first;
        for (int k = 0; k < 3; k++)
            c->bytes[k] = (unsigned char)(100 * i + k);
        first = c;
        #pragma ckpt
        tail->v[i] *= 2;
        marks[i & 1].low += i;
        marks[i & 1].high *= 3;
        local.low += marks[1].low;
        local.high -= i;
        printf("%g %g %d\n", total(tail), total(bare), *inside == marks[1].low);
        printf("%c %d %ld %c %d %ld\n", marks[0].a, marks[0].low, marks[0].high, local.a, local.low, local.high);
        for (c = first; c; c = c->next)
            printf("%d %d %d;", c->bytes[0], c->bytes[1], c->bytes[2]);
        printf("%d %d %d\n", (int)sizeof none, (int)sizeof nothing, (int)(sizeof several + sizeof alone));
    }
    return 0;
}
