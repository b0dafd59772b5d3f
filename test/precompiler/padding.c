/* Arrays get one element more in the emitted text; where the array itself is meant, its type is the one that was written. Every mode of
   the language takes it.
   RUN: %ckptcc --ckpt-emit-c %s | %FileCheck %s
   RUN: for s in c90 gnu90 c99 gnu99 c11 gnu11 c17 gnu2x; do %ckptcc -std=$s -pedantic-errors -Wall -Wextra -Werror -Wno-unknown-pragmas -O2 %s -o %t && env -i %t || exit 1; done
   RUN: command -v clang || exit 0; for s in c90 c99 c11 gnu17; do %ckptcc --ckpt-cc=clang -std=$s -pedantic-errors -Wall -Wextra -Werror -Wno-unknown-pragmas -O2 %s -o %t && env -i %t || exit 1; done
*/
#include <stddef.h>
#include <string.h>

extern int known[];
static int (*early)[] = &known;
extern int known[4];
int known[4] = { 1, 2, 3, 4 };
enum { N = 3, COUNT = sizeof known / sizeof known[0] };
static char copy[sizeof(known)], text[] = "four", full[4] = "four", (*whole)[5] = &text;
static const volatile int limits[N ? N : 1] = { 1, 2, 3 }, (*const at)[3] = &limits;
static int (*functions[2])(int), grid[2][3], *corner = &grid[1][2], (*rows)[2][3] = &grid;
typedef int four_t[4];
static four_t by_name, *of_name = &by_name;
static struct huge { double v[16384]; } large[2];
static int placed[2] __attribute__((section(".data.placed"))) = { 1, 2 };
struct bits { unsigned width : sizeof text; } __attribute__((aligned(sizeof(int))));
static char measured[16], *const first_measured = measured;
static int never_pointed_to[sizeof(struct bits) * 8];
typedef char static_check[sizeof known == 4 * sizeof(int) && sizeof text == 5 && sizeof full == 4 && COUNT == 4 ? 1 : -1];

static size_t taken;
static void take(const char *p, size_t n) { taken = p[0] == 'f' ? n : 0; }
static int aligned_by_size __attribute__((aligned(sizeof measured)));
static int twice(int x) { return 2 * x; }

static int automatic(int n)
{
    static char inside[3], (*outside)[3] = &inside;
    int local[3] = { 1, 2, 3 }, (*p)[3] = &local, sum = 0;
    __typeof__(local) same = { 4, 5, 6 };
    size_t i;
#pragma ckpt
    for (i = 0; i < sizeof local / sizeof *local; i++)
        sum += (*p)[i] + same[i] + (local)[i];
    return sum + (int)sizeof(inside) + (outside == &inside) + (int)sizeof(same) / (int)sizeof(int) + n - twice(n);
}

int main(void)
{
    struct bits b = { 1 };
    char *end = text + sizeof text;
    functions[1] = twice;
    memset(copy, 1, sizeof copy);
    never_pointed_to[0] = placed[1];
    large[1].v[3] = by_name[0];
#pragma ckpt replay
    take(text, sizeof text);
#pragma ckpt
    return taken == 5 && (size_t)&aligned_by_size % 16 == 0 && *first_measured == aligned_by_size && sizeof copy == 16 && end == *(&text + 1) && early == &known && whole == &text && (*at)[2] == 3 && corner == (*rows)[1] + 2 &&
           of_name == &by_name && functions[1](2) == 4 && automatic(3) == 31 && b.width && sizeof functions == 2 * sizeof functions[0] &&
           (char *)(rows + 1) == (char *)grid + sizeof grid && full[3] == 'r' && copy[15] == 1 && large[1].v[3] == 0 ? 0 : 1;
}
/*
CHECK: static int (*early)[] = &(*(int (*)[])known);
CHECK: extern int known[4 + 1];
CHECK: int known[4 + 1] = { 1, 2, 3, 4 };
CHECK: static char copy[(sizeof((*(int (*)[4])known))) + 1], text[5 + 1] = "four", full[4 + 1] = "four", (*whole)[5] = &(*(char (*)[5])text);
CHECK: limits[(N ? N : 1) + 1] = { 1, 2, 3 }, (*const at)[3] = &(*(const volatile int (*)[3])limits);
CHECK: static int (*functions[2 + 1])(int), grid[2 + 1][3], *corner = &grid[1][2], (*rows)[2][3] = &(*(int (*)[2][3])grid);
CHECK: static four_t by_name, *of_name = &by_name;
CHECK: large[2];
CHECK: static int placed[2]
CHECK: unsigned width : sizeof (*(char (*)[5])text);
CHECK: aligned_by_size __attribute__((aligned(sizeof (*(char (*)[16])measured))));
CHECK: static char [[INSIDE:ckptg_s_inside_[0-9]+]][4]; static char (*[[OUTSIDE:ckptg_s_outside_[0-9]+]])[3] = &(*(char (*)[3])[[INSIDE]]);
CHECK: int local[3 + 1] = { 1, 2, 3 }, (*p)[3] = &(*(int (*)[3])local), sum = 0;
CHECK: __typeof__((*(int (*)[3])local)) same[2] = { { 4, 5, 6 } };
CHECK: { "known", 0, &ckptg_T[[T:[0-9]+]], (void *)&known
CHECK: { "inside", "automatic",
*/
