// Allocations that tell what the block holds, if one looks: a size that a variable holds, arrays of variable length in sizeof, posix_memalign, calloc of
// one, sums of equal parts, reallocarray, rounding, a block that is begun as one and grown.
// C-SUPPORT: Allocation | sizes kept in a local variable, `sizeof(T[n])`, `posix_memalign`, `reallocarray` | 7.22.3, POSIX | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 2
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point { short tag; double x; struct point *other; };
struct big { struct point first; long n; }; /* a structure that begins with a point */
static struct point *kept[16];
static double *aligned;
static struct big *big;
static int used;

static void keep(struct point *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = (struct point){ (short)(used * 10 + i), used + i * 0.5, i ? &p[i - 1] : p };
    kept[used++] = p;
}

/* a structure that begins with another, made by its size */
struct node { int kind, line; };
struct number { struct node head; double value; };
struct name { struct node head; char *text; double at[]; };
static struct node *nodes[4];
static struct node *make(int kind, size_t size)
{
    struct node *n = malloc(size);
    return *n = (struct node){ kind, 7 }, n;
}

static void *zeroed(size_t size) { return memset(malloc(size), 0, size); }

int main(void)
{
    int n = 3;
    size_t bytes = (size_t)n * sizeof(struct point), more;
    keep(malloc(bytes), n);
    more = 2 * sizeof(struct point);
    keep(malloc(more), 2);
    keep(malloc(sizeof(struct point[n])), n);
    struct point *p;
    if (posix_memalign((void **)&p, 64, (size_t)n * sizeof *p))
        return 1;
    keep(p, n);
    keep(calloc(1, (size_t)n * sizeof *p), n);
    keep(calloc((size_t)n, sizeof *p), n);
    keep(malloc(sizeof *p + sizeof *p), 2);
    keep(malloc((size_t)(n - 1) * sizeof *p + sizeof *p), n);
    keep(reallocarray(NULL, (size_t)n, sizeof *p), n);
    keep(zeroed((size_t)n * sizeof *p), n);
    p = malloc(sizeof *p);
    p = realloc(p, (size_t)n * sizeof *p);
    keep(p, n);
    struct point (*rows)[n] = malloc(2 * sizeof *rows);
    keep(rows[0], 2 * n);
    if (posix_memalign((void **)&aligned, 128, 5 * sizeof(double)))
        return 1;
    for (int i = 0; i < 5; i++)
        aligned[i] = i + 0.25;
    big = malloc((size_t)n * sizeof *big);
    for (int i = 0; i < n; i++)
        big[i] = (struct big){ { (short)i, i * 2.5, &big[i].first }, 100 + i };
    for (int i = 0; i < 4; i++) {
        struct number *number = i & 1 ? NULL : (struct number *)make(1, sizeof *number);
        struct name *name = i & 1 ? (struct name *)make(2, sizeof *name + 3 * sizeof(double)) : NULL;
        if (number)
            number->value = i + 0.5;
        else
            name->text = "text", memcpy(name->at, aligned, 3 * sizeof *aligned);
        nodes[i] = number ? &number->head : &name->head;
    }
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        printf("%d:", i);
        for (int k = 0; k < used; k++)
            printf(" %d %g %d", kept[k]->tag, kept[k][1].x++, kept[k][1].other == kept[k]);
        for (int k = 0; k < 4; k++)
            if (nodes[k]->kind == 1)
                printf(" %g", ((struct number *)nodes[k])->value++);
            else
                printf(" %s %g", ((struct name *)nodes[k])->text, ((struct name *)nodes[k])->at[2]++);
        printf(" %g %ld %d %d\n", aligned[4]++, big[2].n++, big[1].first.other == &big[1].first, rows[1] == kept[11] + n);
    }
    return 0;
}
