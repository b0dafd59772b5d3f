/* shapes.c - a program with one of everything that an image can hold, for mutated images: it stops right behind its site.
 *
 * Usage   shapes [depth]; the site is reached in the last of `depth` (3) activations of descend().
 * Where   finished() ends the process: what comes after a restart may hold any value, so nothing may use it.
 */
#include <complex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

void finished(void);

enum colour { RED, GREEN = 7, BLUE = -2 };
struct bits { unsigned a : 3; int b : 13; _Bool c : 1; long long d : 40; };
struct node { int value; struct node *next, **back; enum colour colour; };
struct vec { unsigned short n; struct bits flags; double item[]; };
struct tree { struct tree *left, *right; char name[12]; wchar_t *wide; void *any; };
struct wide { long l; unsigned long long ull; long double ld; double complex z; float complex w; short s[3]; signed char c; bool on[5]; };

static struct wide numbers = {-5, ~0ull, 0.1, 1.5 + 2 * I, 3, {1, 2, 3}, -1, {1, 0, 1}};
struct node *list;
static struct tree *root;
struct vec *vec;
static double grid[6][7];
const char *message = "a literal";
static int (*compare)(const void *, const void *);
static const char *const words[] = {"one", "two", "three"};
static const char **word = (const char **)words + 1;
static struct { struct bits b[2]; char *text; unsigned char raw[9]; } record;
static FILE *out, *scratch;
static int *dangling, *behind;
static int numbers_of[6] = {1, 2, 3, 4, 5, 6};
static long counters[3];
static short *misfit;             /* leads to values that are no shorts: listed with its target */

static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static struct tree *grow(int depth, struct tree *parent)
{
    struct tree *t = calloc(1, sizeof *t);
    snprintf(t->name, sizeof t->name, "t%d", depth);
    t->any = parent ? (void *)parent : (void *)&numbers;
    if (depth) {
        t->left = grow(depth - 1, t);
        t->right = depth % 2 ? t->left : grow(depth - 1, t);
        t->wide = wcsdup(L"wide");
    }
    return t;
}

static void build(void)
{
    struct node **end = &list;
    for (int i = 0; i < 9; i++) {
        struct node *n = malloc(sizeof *n);
        *n = (struct node){i * i, 0, end, i % 2 ? GREEN : BLUE};
        *end = n;
        end = &n->next;
    }
    *end = list->next; /* a cycle */
    root = grow(3, 0);
    vec = malloc(sizeof *vec + 5 * sizeof vec->item[0]);
    vec->n = 5;
    vec->flags = (struct bits){5, -1000, 1, -1};
    for (int i = 0; i < 5; i++)
        vec->item[i] = i / 4.0;
    for (int i = 0; i < 42; i++)
        grid[i / 7][i % 7] = i;
    compare = order;
    record.text = strdup("copied text");
    record.b[1].d = 1LL << 38;
    memcpy(record.raw, "\0\1\2\377\376", 5);
    dangling = malloc(40);
    behind = calloc(10, sizeof *behind);
    free(dangling);
    behind += 10;
    misfit = (short *)numbers_of;
    misfit++;
    out = stdout;
    scratch = fopen("/dev/null", "w");
}

static int descend(int depth, double *row, struct node *at)
{
    int n = depth + 2, local[4] = {depth, depth * 2, 3, 4}, *inside = &local[depth % 4];
    char label[n + 3];
    struct bits bits = {1, depth, 0, depth};
    float f = (float)depth / 2;
    memset(label, 'a' + depth, sizeof label);
    counters[depth % 3]++;
    if (depth) {
        int got = descend(depth - 1, row + 7, at->next);
        return got + *inside + label[0] + bits.b + (int)f;
    }
#pragma ckpt name(bottom)
    finished();
    return *inside + label[0] + bits.b + (int)f + (int)row[0] + at->value;
}

int main(int argc, char **argv)
{
    build();
    int got = descend(argc > 1 ? atoi(argv[1]) : 3, grid[1], list);
    return got + (int)strlen(message) + (int)strlen(*word);
}
