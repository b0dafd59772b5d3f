// Blocks on lists of what was given back keep the room that they had where they were allocated, for lists by size: handed out again where their types are shorter they are longer than what they hold, and go on from there to everywhere all the same, by any number of
// machines.
// REQUIRES: ckptcc, i386, arm
// RUN: %ckptcc -w %s -o %t && %ckptcc -w --ckpt-cc=i686-linux-gnu-gcc -static %s -o %t.i386 && %ckptcc -w --ckpt-cc=arm-linux-gnueabihf-gcc -static %s -o %t.arm && %t > %t.want
// RUN: rm -rf %t.d %t.err; at=1; for run in "%t" "qemu-i386-static %t.i386" "%t" "qemu-arm-static %t.arm" "qemu-i386-static %t.i386" "%t"; do \
// RUN:   (env CKPT_DIR=%t.d CKPT_AT=$at CKPT_EXIT=1 $(test $at = 1 || echo CKPT_RESTART=latest) $run 2>> %t.err; test $? = 75) || exit 1; at=$((at + 1)); done > %t.1
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-arm-static %t.arm >> %t.1 && cmp %t.1 %t.want && test ! -s %t.err
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct link { struct link *next; };
struct token { int kind; short column; double value; long line; };
struct name { long length; char *text; int uses; };
static struct link *tokens, *by_size[8];

static struct token *new_token(int kind)
{
    struct link *l = tokens;
    if (l)
        tokens = l->next;
    struct token *t = (void *)l;
    if (!t)
        t = malloc(sizeof *t);
    t->kind = kind;
    t->column = (short)(kind * 3);
    t->value = kind / 8.0;
    t->line = -kind;
    return t;
}

static void drop_token(struct token *t)
{
    struct link *l = (struct link *)t;
    l->next = tokens;
    tokens = l;
}

static void *get(size_t n)
{
    struct link **list = &by_size[(n - 1) / 8], *l = *list;
    if (!l)
        return malloc(n);
    *list = l->next;
    memset(l, 0, n); /* all of it is there */
    return l;
}

static void put(void *block, size_t n)
{
    struct link *l = block, **list = &by_size[(n - 1) / 8];
    l->next = *list;
    *list = l;
}

int main(void)
{
    struct token *t[4];
    struct name *names[3];
    double *numbers[3];
    for (int i = 0; i < 4; i++)
        t[i] = new_token(i);
    for (int i = 0; i < 3; i++) {
        names[i] = get(sizeof *names[i]);
        *names[i] = (struct name){i, "name", 10 * i};
        numbers[i] = get(3 * sizeof *numbers[i]);
        for (int k = 0; k < 3; k++)
            numbers[i][k] = i + k / 4.0;
    }
    drop_token(t[1]);
    drop_token(t[2]);
    put(names[2], sizeof *names[2]);
    put(numbers[1], 3 * sizeof *numbers[1]);
    for (int visit = 1; visit <= 6; visit++) {
        #pragma ckpt
        if (visit % 2) {
            t[1] = new_token(10 * visit);
            numbers[1] = get(3 * sizeof *numbers[1]);
            names[2] = get(sizeof *names[2]);
            for (int k = 0; k < 3; k++)
                numbers[1][k] = visit * k;
            *names[2] = (struct name){visit, "again", visit};
        } else {
            drop_token(t[1]);
            put(numbers[1], 3 * sizeof *numbers[1]);
            put(names[2], sizeof *names[2]);
        }
        printf("%d: %d %g %ld\n", visit, t[0]->kind, t[3]->value, t[3]->line);
        if (visit % 2)
            printf("%d %g %ld, %g %g, %ld %s %d\n", t[1]->kind, t[1]->value, t[1]->line, numbers[1][0], numbers[1][2], names[2]->length, names[2]->text, names[2]->uses);
    }
    printf("%s %g\n", names[0]->text, numbers[2][2]);
    return 0;
}
