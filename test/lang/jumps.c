// setjmp in frames that stand at a site: armed again at the restart, so that a later longjmp finds its way. Error recovery in a chain as Lua
// has it, all places where setjmp may stand, buffers in locals, globals and on the heap, buffers that are gone, several throws after one restart.
// C-SUPPORT: Control | setjmp and longjmp, active across a site | 7.13 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 10
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct handler { struct handler *previous; jmp_buf buffer; volatile int status; };
static struct handler *handlers;
static jmp_buf top;
static int steps;

static void throw_error(int status)
{
    handlers->status = status;
    longjmp(handlers->buffer, 1);
}

static int protect(void (*work)(int), int argument)
{
    struct handler h;
    int seen = steps;                   /* of use only if there was an error */

    h.status = 0;
    h.previous = handlers;
    handlers = &h;
    if (setjmp(h.buffer) == 0)
        work(argument);
    else
        printf("  %d steps before, caught\n", seen);
    handlers = h.previous;
    return h.status;
}

static void careful(int n)
{
    #pragma ckpt
    steps++;
    if (n == 2)
        throw_error(7);
    printf("  careful %d\n", n);
}

static void nested(int n)
{
    char text[20];

    sprintf(text, "level %d", n);
    for (int i = 1; i <= 3; i++) {
        int status = protect(n ? nested : careful, n ? n - 1 : i);
        #pragma ckpt
        printf("  %s: %d gave %d\n", text, i, status);
    }
    if (n == 1)
        throw_error(n + 20);
}

static void deep(int n)
{
    if (n)
        deep(n - 1);
    #pragma ckpt
    if (n == 1)
        longjmp(top, steps & 1 ? 5 : 6);
}

static int places(void)
{
    volatile int tries = 0;
    volatile int sum = 0;
    int r;

    r = setjmp(top);
    if (++tries < 3)
        deep(3);
    sum += r;
    switch (setjmp(top)) {
    case 0: deep(2); break;
    case 5: sum += 100; break;
    default: sum += 200;
    }
    if (!setjmp(top))
        deep(1);
    else
        sum += 1000;
    while (setjmp(top) != 0 && tries++ < 4)
        printf("again %d\n", tries);
    if (tries < 5) {
        #pragma ckpt
        deep(2);
    }
    #pragma ckpt
    return sum + tries;
}

static int loop(void)
{
    volatile int total = 0;

    for (volatile int i = 0; i < 3; i++) {
        if (setjmp(top)) {
            total += 1;
            #pragma ckpt
            continue;
        }
        if (i == 1)
            deep(1);
        if (setjmp(top) == 0) {
            #pragma ckpt
            deep(i == 2 ? 1 : 0);
        } else {
            total += 10;
        }
    }
    return total;
}

struct context { int id; jmp_buf env; int after; };

static int gone(void)
{
    struct context *c = malloc(sizeof *c);
    volatile int caught = 0;

    c->id = 4;
    c->after = 5;
    if (setjmp(c->env) == 0) {
        #pragma ckpt
        if (c->id + c->after == 9)
            longjmp(c->env, 3);
    } else {
        caught = c->id;
    }
    free(c);
    {
        jmp_buf inner;
        int reached = setjmp(inner);
        if (reached == 0) {
            #pragma ckpt
            longjmp(inner, 2);
        }
        caught += reached;
    }
    char *other = malloc(sizeof *c);
    memset(other, 'x', sizeof *c);
    other[sizeof *c - 1] = 0;
    int numbers[60], length = (int)strlen(other);
    for (int i = 0; i < 60; i++)
        numbers[i] = i;
    #pragma ckpt
    for (int i = 0; i < 60; i++)
        caught += numbers[i];
    caught += (int)strlen(other) == length;
    free(other);
    return caught;
}

int main(void)
{
    printf("%d\n", protect(nested, 1));
    printf("%d\n", protect(careful, 2));
    printf("%d\n", protect(careful, 3));
    printf("places %d\n", places());
    printf("loop %d\n", loop());
    printf("gone %d\n", gone());
    return steps == 0;
}
