// Compound literals outside functions: pointers to them, into them, to their ends; literals in literals, that point back to the variable, of types that their
// declaration defines; tables that constants lead to, written all the same, or not.
// C-SUPPORT: Expressions | pointers to compound literals outside functions, written or not | 6.5.2.5p5 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int *numbers = (int []){ 1, 2, 3 };
static int *last = &(int []){ 4, 5, 6 }[2], *const end = (int []){ 7, 8 } + 2, single;
static int (*whole)[2] = &(int []){ 9, 10 };
char *text = (char []){ "letters" }, *more = (char [12]){ "ab" };
static long (*grid)[2] = (long [][2]){ { 1, 2 }, { [1] = 4 } };
static double *real = &(double){ 0.5 };
static const int *reading = (const int []){ 11, 12 };
static const int *const cast_away = (int []){ 13, 14 };

/* Types that are defined in the declaration; literals that point back. */
static struct node { int value; struct node *next, **from; } first = { 1, &(struct node){ 2, &(struct node){ 3, &first, 0 }, (struct node *[]){ &first, 0 } }, 0 },
    *second = &(struct node){ 4, &first, 0 };
static const struct outer { const struct inner { const char *name; int hits; struct inner *below; } *list; int n; } outers[] = {
    { (struct inner []){ { "a", 0, &(struct inner){ "c", 0, 0 } }, { "b", 0, 0 } }, 2 }
};
static struct { struct point { short x; double y; } *at; } unnamed[] = { { 0 }, { (struct point []){ { 1, 2.5 } } } };

typedef int wide __attribute__((aligned(32)));
static int *aligned = &(wide){ 15 };

/* Tables: of some nothing is written, of others all is by functions of the library. */
struct option { int value; const char *name; int (*call)(int); int *counter; };
static int twice(int n) { return 2 * n; }
static int third(int n) { return n / 3; }
static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }
static const struct { const char *name, **aliases; struct option *options; size_t count; } commands[] = {
    { "list", (const char *[]){ "ls", "dir", "catalogue", NULL }, (struct option []){ { 1, "one", twice, &single }, { 3, "three", third, 0 } }, 2 },
    { "change", (const char *[]){ "cd", NULL }, (struct option []){ { 5, "five", 0, &(int){ 70 } } }, 1 },
    { "sort", (const char *[]){ "z", "y", "x" }, 0, 0 }
};

static void use(const char *const *alias, struct option *option, const int *constant, int *behind, struct inner *inner)
{
    #pragma ckpt
    printf("%s %d %s %d %d %d", *alias ? *alias : "-", option->value, option->name, option->call ? option->call(option->value) : -1, option->counter ? ++*option->counter : -1,
           *constant + behind[-1]);
    printf(" %s %d\n", inner->name, ++inner->hits);
}

static void show(void)
{
    printf("%d %d %d | %d %d %d | %d %d | %d %d", numbers[0], numbers[1], numbers[2], last[-2], last[-1], last[0], end[-2], end[-1], (*whole)[0], (*whole)[1]);
    printf(" | %s %s | %ld %ld %ld %ld | %g | %d %d | %d %d\n", text, more, grid[0][0], grid[0][1], grid[1][0], grid[1][1], *real, reading[0], reading[1], cast_away[0],
           cast_away[1]);
    const struct node *at = &first;
    for (int i = 0; i < 4; i++, at = at->next)
        printf("%d%s ", at->value, at->from ? (*at->from)->value == first.value ? "=" : "!" : "");
    printf("%d | %s %d %s %d %s %d", second->value, outers->list[0].name, outers->list[0].hits, outers->list[1].name, outers->list[1].hits, outers->list[0].below->name,
           outers->list[0].below->hits);
    printf(" | %d %g | %d %d |", unnamed[1].at->x, unnamed[1].at->y, *aligned, (int)((size_t)aligned % 32));
    for (size_t i = 0; i < 3; i++) {
        for (int k = 0; k < 3 && commands[i].aliases[k]; k++)
            printf(" %s", commands[i].aliases[k]);
        for (size_t k = 0; k < commands[i].count; k++)
            printf(" %d:%s:%d", commands[i].options[k].value, commands[i].options[k].name, commands[i].options[k].counter ? *commands[i].options[k].counter : -1);
    }
    printf("\n");
}

int main(void)
{
    for (int round = 0; round < 6; round++) {
        use(commands[round % 2].aliases + round % 2, commands[round % 2].options, reading + round % 2, (int *)end, round % 3 ? outers->list[0].below : (struct inner *)outers->list + 1);
        numbers[round % 3] += round;
        last[-(round % 3)] *= 2;
        ((int *)end)[-1]--;
        (*whole)[round & 1] ^= 5;
        text[round] = (char)('A' + round);
        memcpy(more + round, "cd", 3);
        grid[round & 1][round >> 2] -= round;
        *real *= 1.5;
        if (round == 2)
            *(int *)cast_away = 99;
        first.next->value += 10;
        first.next->next->value += 100;
        second = round & 1 ? first.next : second;
        second->value++;
        unnamed[1].at->y /= 2;
        *aligned += 3;
        if (round == 3)
            qsort(commands[2].aliases, 3, sizeof *commands[2].aliases, by_name);
        if (round == 4)
            memset(commands[0].options, 0, sizeof *commands[0].options), commands[0].options->name = "none";
        show();
    }
    return 0;
}
