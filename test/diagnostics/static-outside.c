// Variables that begin as pointers out of their arrays: in front of them, behind them, in members; not those to their ends, constant ones, and excluded ones.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdio.h>
static int table[80] = { 1, 2, 3 };
static char text[8];
struct view { const char *name; int *from; };

int *before = table - 20; // expect: ckpt-static-outside
static int *behind = &table[81]; // expect: ckpt-static-outside
static struct view views[] = { { "a", table }, { "b", table - 1 } }; // expect: ckpt-static-outside
static int *end = table + 80, *begin = &table[0], *inside = table + 79;
static int *const fixed = table - 20;
static char *texts[2] = { text + 8, text };
static int *kept = table - 20;
#pragma ckpt exclude(kept)

struct row { int n, items[]; };
extern const struct row row;
extern int later[];
static const int *in_row = &row.items[2];
const struct row row = { 3, { 1, 2, 3 } };
static int *of_later = later - 2; // expect: ckpt-static-outside
int later[3] = { 1, 2, 3 };

int main(void)
{
    static int *local = table - 3; // expect: ckpt-static-outside
    static int *own = table - 3;
    #pragma ckpt exclude(own)
    for (int i = 20; i < 23; i++) {
        #pragma ckpt
        printf("%d %d %d\n", before[i] + behind[-i] + *views[1].from, fixed[i] + local[i - 17] + own[i - 17] + kept[i], *begin + *in_row + of_later[2] + *inside + (int)(end - begin) + *texts[1]);
    }
    in_row--, of_later++, before++, behind++, end--, begin++, inside--, local++, texts[0]--;
    return 0;
}
