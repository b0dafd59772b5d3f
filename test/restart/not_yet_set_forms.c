// What nothing has set yet at the site, in the other forms of a declaration: arrays by a typedef's name (as mpz_t), volatile, with attributes behind, variable length
// arrays, compound literals, unions of pointers and arrays of unions.
// C-SUPPORT: Declarations | arrays by a typedef, volatile, attributes, VLAs, literals, unions that are not set yet at a site | 6.2.4p6 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s
// RUN: %ckptcc --ckpt-emit-c %s > %t.c && grep -q "integer first\[2\] = { 0 }, second\[2\] = { 0 };" %t.c && %not grep -q "large = { 0 }" %t.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int room, used; unsigned long *limbs; } integer[1];
typedef struct scene *pair[2];
struct ray { long serial; struct ray *self; struct scene { long n[4]; } *scene; double t; };
struct cells { int used; union { struct ray *ray; struct scene *scene; } cell[12]; };
struct job { const char *name; struct ray *by; long cost; };
typedef void *large_t[4096];
static struct ray primary = { 1, NULL, NULL, 2.5 };
static struct scene scene[1] = { { { 3, 4, 5, 6 } } };
static unsigned long limbs[8];
static int sum;

static void __attribute__((noinline)) leave_behind(int n)
{
    char *volatile work[1200];
    for (int i = 0; i < 1200; i++)
        work[i] = i % 3 == 0 ? (char *)&primary.t + 1 : i % 3 == 1 ? (char *)0x7ffe5678 + (long)n * 4 : (char *)&work[(i + 40) % 1200];
}

static void __attribute__((noinline)) site(void)
{
    #pragma ckpt
    sum++;
}

static void init(integer n, int i)
{
    n->room = 8, n->used = i, n->limbs = &limbs[i];
    limbs[i] = (unsigned long)i;
}

static int __attribute__((noinline)) typedefs(int i)
{
    integer first, second;
    pair scenes;
    init(first, i);
    site();
    init(second, i + 1);
    site();
    scenes[i % 2] = scene;
    site();
    return (int)(*first->limbs + *second->limbs + (unsigned long)scenes[i % 2]->n[0]);
}

static int __attribute__((noinline)) words(int i)
{
    struct ray *volatile at;
    volatile struct job job;
    const char *name __attribute__((unused)), *other;
    struct job last __attribute__((aligned(16))), *kept = &last;
    const char **names[2] = { &name, &other };
    site();
    at = &primary;
    job.by = at;
    last.cost = i;
    *names[i % 2] = "name";
    site();
    return (int)(job.by->t + (double)kept->cost) + **names[i % 2];
}

static int __attribute__((noinline)) variable(int n)
{
    struct ray *list[n + 4], **end = list;
    struct job jobs[n][3];
    struct ray *many[n * 100];
    for (int i = 0; i < n; i++) {
        site();
        *end++ = &primary;
        jobs[i][1].by = list[i];
    }
    for (int i = 0; i < n * 100; i++)
        many[i] = NULL;
    site();
    return (int)(jobs[n - 1][1].by->t + list[0]->t) + (many[n] == NULL);
}

static int cost(const struct job *j)
{
    site();
    return (int)j->cost + j->name[0];
}

static int __attribute__((noinline)) literals(int i)
{
    int got = 0;
    site();
    for (int k = 0; k < 2; k++) {
        site();
        got += cost(&(struct job){ .name = k ? "one" : "two", .cost = i });
    }
    if (i > 1) {
        struct ray **rays = (struct ray *[]){ &primary, NULL, &primary };
        site();
        got += rays[1] == NULL && rays[2] == &primary;
    }
    return got;
}

static int __attribute__((noinline)) unions(int i)
{
    struct cells cells;
    union { struct ray *ray; struct scene *scene; } one, *kept = &one;
    site();
    cells.cell[cells.used = i].scene = scene;
    kept->ray = &primary;
    site();
    return (int)(cells.cell[cells.used].scene->n[1] + (long)one.ray->t);
}

static long __attribute__((noinline)) large(int i)
{
    large_t large;
    large[1] = &sum;
    return *(int *)large[i] > 0;
}

int main(void)
{
    long s = 0;
    for (int i = 1; i < 3; i++) {
        leave_behind(i);
        s += typedefs(i);
        leave_behind(i);
        s += words(i);
        leave_behind(i);
        s += variable(i + 2);
        leave_behind(i);
        s += literals(i);
        leave_behind(i);
        s += unions(i);
        s += large(1);
    }
    return !printf("%ld %d\n", s, sum);
}
