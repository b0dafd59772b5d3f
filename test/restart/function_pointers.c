// Function pointers: tables, members, arguments, arrays of them, returned ones, statics of the same name in two units, library functions,
// null and casts.
// C-SUPPORT: Types | pointers to functions, tables of them | 6.3.2.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s Inputs/function_pointers_b.c
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int fold(int, int);
typedef struct { const char *name; fold *apply; int (*classify)(int); void (*nothing)(void); } rule_t;

fold *b_pick(int), *b_helper(void);

static int helper(int a, int b) { return a - b; }
static int slow(int a, int b)
{
    #pragma ckpt
    return a * b;
}
static int reduce(const int *v, int n, fold *f)
{
    int r = *v;
    for (int i = 1; i < n; i++)
        r = f(r, v[i]);
    return r;
}
static fold *const constants[] = { helper, slow };
static fold *chosen = slow;
static rule_t rules[] = { { "minus", helper, isdigit, NULL }, { "times", slow, toupper, NULL } };

static int apply_all(fold **list, int x)
{
    while (*list)
        x = (*list++)(x, 2);
    return x;
}

int main(void)
{
    int v[] = { 7, 3, 2 };
    fold *list[] = { helper, slow, b_pick(0), b_helper(), NULL }, **heap = malloc(2 * sizeof *heap), **at = &list[1];
    int (*compare)(const char *, const char *) = strcmp;
    void (*generic)(void) = (void (*)(void))helper;

    heap[0] = b_pick(1);
    heap[1] = NULL;
    #pragma ckpt
    printf("%d %d %d\n", reduce(v, 3, helper), reduce(v, 3, slow), reduce(v, 3, chosen));
    chosen = chosen == slow ? b_helper() : slow;
    printf("%d %d\n", reduce(v, 3, chosen), apply_all(list, 5));
    #pragma ckpt
    printf("%d %d %d\n", apply_all(heap, 3), (*at)(2, 2), constants[1](3, 3));
    for (rule_t *r = rules; r < rules + 2; r++)
        printf("%s %d %d %d\n", r->name, r->apply(4, 5), r->classify('a') != 0, r->nothing == NULL);
    printf("%d %d %d\n", compare("a", "a"), ((fold *)generic)(9, 1), chosen == b_helper() && chosen != helper);
    free(heap);
    return 0;
}
