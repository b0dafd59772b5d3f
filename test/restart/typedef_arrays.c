// Local arrays that a typedef declares have nothing behind them either: a pointer to the start of one is not one to the end of the one before it,
// though a compiler places them side by side (hypre's `typedef int Index[3]`), and images go on elsewhere and in another build.
// REQUIRES: ckptcc
// RUN: %restart %s --arches i386,s390x,powerpc --visits 4
// RUN: %ckptcc -O1 %s -o %t && rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t > %t.1 2> %t.err; test $? = 75) && test $(grep -c executable %t.err) = 0
// RUN: %ckptcc -O2 %s -o %t.other && env CKPT_DIR=%t.d CKPT_RESTART=latest %t.other > %t.2 && %t > %t.plain && cat %t.1 %t.2 | diff - %t.plain
// RUN: %ckptcc -O2 -std=c99 -pedantic-errors -Wall -Wextra -Werror -Wno-unknown-pragmas %s -o %t.strict
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef int index_t[3];
typedef double square_t[2][2];
typedef const char *names_t[2];
typedef char label_t[8];
typedef struct { short at; index_t in; } cell_t;
typedef cell_t cells_t[2];
typedef int aligned_t[3] __attribute__((aligned(32)));

#define APART __attribute__((noinline))

static APART int level(index_t c, index_t f, index_t s, int rank)
{
    int t = rank, *end = c + 3;

    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        t += c[i % 3] * f[i % 3] + s[i % 3];
        c[i % 3] = t;
    }
    return t + (int)(end - c);
}

static APART double trace(square_t m, square_t *all, names_t n, cell_t *cells, int k)
{
    #pragma ckpt
    m[1][k] += 1.5;
    return m[0][0] + m[1][1] + (*all)[1][0] + (double)strlen(n[k]) + cells[1].in[2] + cells[0].at;
}

static APART int total(int n, ...)
{
    int sum = 0;
    va_list list;

    va_start(list, n);
    for (int i = 0; i < n; i++)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}

struct config { int id; char name[12]; };

/* With initialisers: lists, strings, values of structures. */
static APART int begun_with(int n)
{
    int sum = 0;

    for (index_t at = { 0, 1 }, to = { [1] = 3 }; at[0] < n; at[0]++) {
        struct config k = { n, "seven" }, copy = k, other = { .name = { 'a', 'b' } }, same = (struct config){ 4, "four" }, *all[] = { &k, &copy, &other, &same };
        label_t label = "string", list = { "list" };
        const index_t fixed = { 1, (int)sizeof fixed, 3 };
        int *ends[] = { at, to, &at[2] + 1, &to[2] + 1 };

        #pragma ckpt
        for (int i = 0; i < 4; i++)
            sum += all[i]->id + (int)strlen(all[i]->name) + (i == 2 && ends[i] == at + 3) + label[i] + list[i] + fixed[i % 3] + (i == 3 && ends[i] == to + 3);
        copy.id++;
    }
    return sum;
}

/* Those that are not padded: nothing leads to them at the site. */
static APART int others(void)
{
    aligned_t far_apart;
    index_t begun = { 1, 2, 3 };

    for (int i = 0; i < 3; i++)
        far_apart[i] = begun[i] + 7;
    #pragma ckpt
    return far_apart[2] + begun[1];
}

static APART int jumps(int n)
{
    jmp_buf back;
    volatile index_t tries = { 0 };

    if (setjmp(back) < n) {
        #pragma ckpt
        tries[1]++;
        longjmp(back, tries[1]);
    }
    return tries[1];
}

int main(void)
{
    index_t base, stride, c, f, s, (in_parentheses), unused __attribute__((unused));
    square_t m, other, *pointer = &other;
    volatile index_t kept;
    names_t n;
    cells_t cells, *both = &cells;
    index_t several[2];
    int sum = 0;

    for (int i = 0; i < 3; i++) {
        c[i] = i, f[i] = 2 * i, s[i] = 1, base[i] = 3 * i, stride[i] = 2, in_parentheses[i] = i * i, kept[i] = 5;
        several[0][i] = several[1][i] = i;
    }
    memset(&m, 0, sizeof m);
    memset(other, 0, sizeof(other));
    memset(cells, 0, sizeof cells);
    (*both)[1].in[2] = 4;
    (*pointer)[1][0] = 2.5;
    n[0] = "one", n[1] = "three";
    sum += level(c, f, s, 1) + level(base, stride, in_parentheses, 2);
    sum += level(base, several[1], c, 3);
    printf("%d %.2f\n", sum, trace(m, pointer, n, cells, 1));
    #pragma ckpt
    printf("%d %d %d %d %d\n", (int)(sizeof c / sizeof c[0]), (int)(sizeof m / sizeof(double)), (int)((char *)(&c + 1) - (char *)c == sizeof c), (int)sizeof(cells) / (int)sizeof *cells,
           (int)sizeof(several));
    printf("%d %d %d %d\n", total(3, kept[0], kept[1], others()) + jumps(3), (int)(both - &cells), c[2], base[2]);
    printf("%d\n", begun_with(3));
    return 0;
}
