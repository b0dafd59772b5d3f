// Local structures, arrays and numbers that nothing has set yet at the site, or only in part, over what other calls have left on the stack: addresses of
// objects of another type, numbers that do not fit elsewhere. Of a structure that ends in characters only the beginning is set to zeros.
// C-SUPPORT: Declarations | local structures and arrays that are not set yet, or in part, at a site | 6.2.4p6 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
// RUN: %ckptcc --ckpt-emit-c %s > %t.c && grep -q "struct moves moves = { 0 };" %t.c && %not grep -q "struct large large = {" %t.c && %not grep -q "plain = {" %t.c
// RUN: grep -q "struct text text.2.; __builtin_memset((void .)&text, 0, __builtin_offsetof(__typeof__(text.0.), n) + sizeof(text.0..n));" %t.c
// RUN: grep -q "struct told told.2.; __builtin_memset((void .)&told, 0, __builtin_offsetof(__typeof__(told.0.), n) + sizeof(told.0..n));" %t.c
// RUN: grep -q "one_5 = { 0 }, two.2.; __builtin_memset((void .)&two, 0, " %t.c && grep -q "struct text first.2. = { { 0 } };" %t.c && grep -q "for (struct text in.2. = { 0 }; " %t.c
// RUN: grep -q "struct text set = { 0 };" %t.c && grep -q "int (.by)(const char .) = 0;" %t.c
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

struct moves { int pos[50], score[50]; const char *message[50]; int num; };
struct ray { long serial; struct ray *self; struct scene { long n[4]; } *scene; double t; };
struct large { int first; void *all[4096]; };
struct store { size_t size; int *v; bool full; };
struct text { char *at; long n; char held[200]; };
struct told { long *p; int n; union { void *other; char held[200]; double d; } u; };
#pragma ckpt variant(struct told, 0, default: u.held)
static struct ray primary = { 1, NULL, NULL, 2.5 };
static struct scene scene = { { 3 } };
static double total;

static void __attribute__((noinline)) leave_behind(int n)
{
    char *volatile work[600];
    for (int i = 0; i < 600; i++)
        work[i] = i % 3 == 0 ? (char *)&primary : i % 3 == 1 ? (char *)0x7ffe5678 + (long)n * 4 : (char *)&work[(i + 40) % 600];
}

static void __attribute__((noinline)) site(void)
{
    #pragma ckpt
    total++;
}

static int __attribute__((noinline)) attack(int n)
{
    struct moves moves;
    struct ray rays[3], *last;
    struct { short tag; long end; } *none = NULL, typed;
    const char *const names[] = { "odd", "even" };
    moves.num = 0;
    for (int i = 0; i < n; i++) {
        moves.pos[moves.num] = i, moves.score[moves.num] = -i, moves.message[moves.num++] = names[i % 2];
        last = &rays[i % 3];
        last->t = i;
        typed.tag = (short)i;
        site();
        total += last->t + (none ? typed.end : typed.tag);
    }
    return printf("%d %s\n", moves.pos[moves.num - 1], moves.message[moves.num - 1]);
}

static void init(struct store *s, struct ray *r, size_t *n, struct timeval *t)
{
    *s = (struct store){ 1, NULL, true };
    *r = (struct ray){ 7, r, &scene, 1 };
    *n = 5;
    t->tv_sec = 4;
}

static long __attribute__((noinline)) shade(int i)
{
    struct store store;
    struct ray shadow;
    struct timeval now;
    size_t n;
    long counts[20], sum = 0;
    struct { int a[4]; double d; } plain;
    counts[3] = i;
    #pragma ckpt
    init(&store, &shadow, &n, &now);
    plain.a[1] = i;
    for (int k = 0; k < 4; k++)
        sum += shadow.scene->n[k];
    return shadow.serial + i + sum + (long)store.size + (long)n + (long)now.tv_sec + counts[3] + *(&plain.a[0] + 1);
}

static struct text *same(struct text *t)
{
    site();
    return t;
}

static int __attribute__((noinline)) put(int i)
{
    struct text text;
    struct told told;
    int k = i, sum = 0;
    int (*by)(const char *);
    struct small { int n[2]; } one, *kept = &one;
    site();
    text.at = text.held + 3;
    told.p = &text.n;
    strcpy(text.held, "some of it");
    strcpy(told.u.held, "more");
    text.n = i;
    {
        struct text one, two;
        struct text first = { 0 };
        struct text set, *from = same(&first);
        site();
        one.at = text.at + 1, two.at = one.at + 1;
        strcpy(two.held, one.at), strcpy(one.held, two.at);
        site();
        sum += one.held[i] + two.held[i];
        from->n = i, set.at = two.held;
        site();
        sum += (int)first.n + *set.at;
    }
    for (struct text in; k < i + 2; k++) {
        in.at = in.held;
        in.held[0] = 'x';
        site();
        sum += *in.at;
    }
    kept->n[0] = sum;
    if (i > 1)
        by = puts;
    site();
    if (i > 1)
        by("by");
    return printf("%s %s %ld %d\n", text.at, told.u.held, *told.p, one.n[0]);
}

static int big(int n)
{
    static struct large kept;
    struct large large;
    large.first = n;
    return memcpy(&kept, &large, sizeof(int)), kept.first;
}

int main(void)
{
    long s = 0;
    for (int i = 1; i < 4; i++) {
        leave_behind(i);
        attack(i);
        leave_behind(i);
        s += shade(i);
        s += big(i);
        leave_behind(i);
        s += put(i);
    }
    return !printf("%ld %g\n", s, total);
}
