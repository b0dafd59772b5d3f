// Compound literals outside functions in odd places: declarations without a space between, attributes in front, tags that are defined later or never, types that are defined in the
// literal or in its initialiser, what a constructor has written, constants behind a `void *`.
// C-SUPPORT: Expressions | compound literals outside functions that define types, or whose types are defined later; in `_Generic`, `__extension__` | 6.5.2.5 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stddef.h>
#include <stdio.h>

static int *p = (int[]){ 1 };static int *q = (int[]){ 2 };
#define COMMAND(name, ...) static const struct { const char **names; } name = { (const char *[]){ #name, __VA_ARGS__ } };
COMMAND(ls, "dir", "list")COMMAND(cd, "chdir")
static int go(int n)
{
    #pragma ckpt
    return n + 1;
}static int *r = (int[]){ 3 };int *s = &(int){ 4 };

[[gnu::aligned(64)]] [[gnu::used]]
static int *aligned = (int[]){ 1, 2 };
__attribute__((aligned(64))) int *as_well = (int[]){ 1, 2 };

struct later; extern struct later a, b;
static struct later **table = (struct later *[]){ &a, &b, 0 };
static struct never **nothing = (struct never *[]){ 0, 0 };
struct later { int n; };
struct later a = { 5 }, b = { 6 };

static const void *of_constants = (const struct { int n; } []){ { 3 }, { 4 } }, *const one = &(const struct { short a, b, c; }){ 1, 0, 9 };
static int *untold = (int *)(struct { int n; } []){ { 1 }, { 2 } };
static const struct { const void **p; int *n; } nested = {
    (const void *[]){ &(const struct inside { int n, m; }){ 3, 7 }, (const struct { int n; } []){ { 3 }, { 4 } } }, (int []){ sizeof(struct temporary { int a, b; }), 4 }
};
struct flexible { int n; double m[]; };
static struct flexible *flexible = &(struct flexible){ 1 };
static const struct { int **p; } odd = { (int *[]){ __extension__ (int []){ 1, 2 }, _Generic(0, int: (int []){ 3, 4 }, long: 0) } };

/* What a constructor writes, and main takes back: as at the start, when the checkpoint is made. */
static const struct { const char **slots; } registry = { (const char *[4]){ 0 } }, kept = { (const char *[4]){ 0 } };
__attribute__((constructor)) static void enter(void) { registry.slots[0] = kept.slots[0] = "plugin"; }

int main(void)
{
    registry.slots[0] = NULL;
    for (int i = 0; i < 4; i++) {
        const int *live = (const int *)of_constants + 1, *behind = untold + 1;
        *p += i, *q *= 2, *r = go(*r), *s -= 1, aligned[1] += 2, untold[1] += 3, flexible->n++, table[0]->n += i, nested.n[1]++, odd.p[i & 1][1] *= 3;
        if (i == 2)
            table[0] = table[1], cd.names[1] = "written", nothing[1] = NULL;
        #pragma ckpt
        printf("%d %d %d %d | %s %s %s %s | %d %d %d %d | %d %d %d |", *p, *q, *r, *s, ls.names[0], ls.names[2], cd.names[0], cd.names[1], aligned[1], as_well[1],
               (int)((size_t)&aligned % 64 + (size_t)&as_well % 64), (int)sizeof(*aligned), table[0]->n, table[1]->n, nothing[0] == NULL);
        printf(" %d %d %d %d | %d %d %d %d | %d %d %d %d | %s %s\n", ((const int *)of_constants)[1], *live, ((const short *)one)[2], *behind, ((const struct inside *)nested.p[0])->m,
               ((const int *)nested.p[1])[1], nested.n[1], (int)sizeof(struct temporary), flexible->n, odd.p[0][0], odd.p[0][1], odd.p[1][1],
               registry.slots[0] ? registry.slots[0] : "none", kept.slots[0] ? kept.slots[0] : "none");
    }
    return 0;
}
