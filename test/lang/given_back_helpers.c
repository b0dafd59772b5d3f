// Lists of what was given back whose links a function reads and another one writes, and those from which the first is taken by the list itself: what comes off them is not on them any more, so that an image with small
// numbers, and zeros, where the link was goes on everywhere.
// REQUIRES: ckptcc, all-arches
// RUN: %restart %s --visits 6
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct small { long kind; int value; };
struct big { double weight; char name[24]; struct big *next; };

/* Functions that do nothing else. */
static void *next_of(void *block) { return *(void **)block; }
static void set_next(void *block, void *next) { *(void **)block = next; }
static void *helped[2]; /* for each size one */

static void *helped_get(int which, size_t n)
{
    void *block = helped[which];
    if (!block)
        return malloc(n);
    helped[which] = next_of(block);
    return block;
}

static void helped_put(int which, void *block)
{
    set_next(block, helped[which]);
    helped[which] = block;
}

/* By the list itself. */
struct link { struct link *next; };
static struct pool { struct link *first[2]; void *plain[2]; int taken; } pool;

static void *typed_get(int which, size_t n)
{
    struct link *l = pool.first[which];
    if (!l)
        return malloc(n);
    pool.first[which] = pool.first[which]->next;
    pool.taken++;
    return l;
}

static void typed_put(int which, void *block)
{
    struct link *l = block;
    l->next = pool.first[which];
    pool.first[which] = l;
}

static void *plain_get(struct pool *p, int which, size_t n)
{
    void *block = p->plain[which];
    if (!block)
        return malloc(n);
    p->plain[which] = *(void **)p->plain[which];
    return block;
}

static void plain_put(struct pool *p, int which, void *block)
{
    *(void **)block = p->plain[which];
    p->plain[which] = block;
}

static void fill(struct small *s, struct big *b, int i)
{
    s->kind = i % 3; /* 0, 1, 2 */
    s->value = 100 * i;
    b->weight = i ? i / 8.0 : 0;
    snprintf(b->name, sizeof b->name, "number %d", i);
    b->next = 0;
}

static void show(const char *what, const struct small *s, const struct big *b) { printf("%s: %ld %d %g %s %d\n", what, s->kind, s->value, b->weight, b->name, !b->next); }

int main(void)
{
    struct small *s[3];
    struct big *b[3], *spare[3][2];
    for (int i = 0; i < 2; i++) {
        spare[0][i] = helped_get(1, sizeof *spare[0][i]);
        spare[1][i] = typed_get(1, sizeof *spare[1][i]);
        spare[2][i] = plain_get(&pool, 1, sizeof *spare[2][i]);
    }
    for (int i = 0; i < 6; i++)
        spare[i / 2][i % 2]->weight = i + 0.5;
    for (int i = 0; i < 2; i++) {
        helped_put(1, spare[0][i]);
        typed_put(1, spare[1][i]);
        plain_put(&pool, 1, spare[2][i]);
    }
    for (int visit = 0; visit < 6; visit++) {
        s[0] = helped_get(0, sizeof *s[0]);
        b[0] = helped_get(1, sizeof *b[0]);
        s[1] = typed_get(0, sizeof *s[1]);
        b[1] = typed_get(1, sizeof *b[1]);
        s[2] = plain_get(&pool, 0, sizeof *s[2]);
        b[2] = plain_get(&pool, 1, sizeof *b[2]);
        for (int i = 0; i < 3; i++)
            fill(s[i], b[i], visit + i);
        #pragma ckpt
        for (int i = 0; i < 3; i++)
            show(i == 0 ? "helped" : i == 1 ? "typed" : "plain", s[i], b[i]);
        if (visit % 3)
            helped_put(0, s[0]);
        helped_put(1, b[0]);
        typed_put(1, b[1]);
        plain_put(&pool, 0, s[2]);
        if (visit % 2) {
            typed_put(0, s[1]);
            plain_put(&pool, 1, b[2]);
        }
    }
    printf("%d taken\n", pool.taken);
    return 0;
}
