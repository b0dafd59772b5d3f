// What the program has not filled of a block, over what it has freed: numbers of another width, addresses of objects of another type. Blocks of pointers, long
// and structures of them begin as zeros, those of other types stay as they are.
// C-SUPPORT: Allocation | blocks that are filled in part, over what was freed | 7.22.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 8
// RUN: %ckptcc --ckpt-emit-c %s > %t.c && grep -q 'kind = CKPTG_STRUCT, .flags = 0 | CKPTG_T_CLEARED, .nfields = 3, .name = "struct ray"' %t.c
// RUN: grep -q 'kind = CKPTG_STRUCT, .flags = 0, .nfields = 2, .name = "struct plain"' %t.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ray { long serial; struct ray *self; double t; };
struct plain { char name[20]; int n; };
struct words { size_t used, room; size_t *all; struct ray **rays; const char **names; };
static struct ray primary = { 1, NULL, 2.5 };
static int sum;

static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p)
        abort();
    return p;
}

static void *xrealloc(void *p, size_t n)
{
    return (p = realloc(p, n)) ? p : (abort(), p);
}

// Blocks of many sizes that hold addresses and great numbers, freed.
static void leave_behind(void)
{
    double *blocks[64];
    for (int i = 0; i < 64; i++) {
        size_t n = (size_t)8 << i % 16;
        blocks[i] = malloc(n * sizeof(double));
        for (size_t k = 0; k < n; k++)
            if (k % 2) {
                char *inside = (char *)&primary + 3;
                memcpy(&blocks[i][k], &inside, sizeof inside);
            } else {
                blocks[i][k] = -1.5e300 * (double)(k + 1);
            }
    }
    for (int i = 0; i < 64; i++)
        free(blocks[i]);
}

static void append(struct words *w, size_t n)
{
    if (w->used == w->room) {
        w->room = w->room ? 2 * w->room : 4;
        w->all = realloc(w->all, w->room * sizeof *w->all);
        w->rays = xrealloc(w->rays, w->room * sizeof *w->rays);
        w->names = realloc(w->names, w->room * sizeof *w->names);
    }
    w->all[w->used] = n;
    w->rays[w->used] = &primary;
    w->names[w->used++] = "name";
}

static struct ray *make(int i)
{
    struct ray *r = i % 2 ? malloc(sizeof *r) : xmalloc(sizeof *r);
    r->t = i;
    #pragma ckpt
    r->serial = i;
    r->self = r;
    return r;
}

int main(void)
{
    struct words w = { 0 };
    struct ray **rays, *list, *aligned;
    struct plain *plain;
    leave_behind();
    rays = malloc(9 * sizeof *rays);
    list = xmalloc(700 * sizeof *list);
    aligned = aligned_alloc(64, 32 * sizeof *aligned);
    plain = malloc(6 * sizeof *plain);
    strcpy(plain[1].name, "plain");
    aligned[0] = primary;
    for (int i = 0; i < 9; i++) {
        rays[i] = make(i);
        list[70 * i] = *rays[i];
        for (size_t k = 0; k < 40u << i; k++)
            append(&w, k);
        #pragma ckpt
        sum += (int)w.all[w.used - 1] + (int)list[70 * i].serial + (int)strlen(plain[1].name);
    }
    return !printf("%d %d %g %s\n", sum, (int)rays[8]->self->serial, aligned->t, w.names[w.used / 2]);
}
