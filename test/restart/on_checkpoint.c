// #pragma ckpt on_checkpoint: what is left over in dead places is cleared before it is saved, outside functions for the global stack, on the site's
// line for a local one and for locals themselves; without it no checkpoint is possible here, for dead values have a tag that is in no list. Sites in
// what is called are not visited, functions with sites run to their end, errno stays the program's.
// C-SUPPORT: State | what is left over in dead places, by `#pragma ckpt on_checkpoint(call)` | - | supported |
// REQUIRES: ckptcc
// RUN: %restart %s
//
// In modes async and sync it is called in the process that saves: only a program that goes on from the image finds what it has done.
// RUN: %ckptcc -DCOUNTED %s -o %t
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 CKPT_MODE=sync %t | grep -x 'called 0 0'
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t | grep -x 'called 1 1'
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2,4 CKPT_MODE=inplace %t | grep -x 'called 2 2'
//
// One that does not return is no checkpoint, and the program is unharmed.
// RUN: %ckptcc -DLEAVES='exit(0)' %s -o %t.exit
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t.exit 2>&1 | %FileCheck %s --check-prefix=EXIT
// EXIT: checkpoint at visit 2 failed, the program goes on: what #pragma ckpt on_checkpoint calls has called exit; it must return
// EXIT: 4: errno 4
// RUN: %ckptcc -DLEAVES='abort()' %s -o %t.abort
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t.abort 2>&1 | %FileCheck %s --check-prefix=ABORT
// ABORT: checkpoint at visit 2 failed, the program goes on: its process was ended by signal 6
// ABORT: 4: errno 4
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEPTH = 8, NUMBER = 1, TEXT = 2, GONE = 99 };

struct value { int tag; union { double number; const char *text; } u; };
#pragma ckpt variant(struct value, tag, 0: void, NUMBER: u.number, TEXT: u.text)

struct stack { struct value slots[DEPTH]; int top; };

static struct stack global;
static int called, called_here;

static void push(struct stack *s, struct value v) { s->slots[s->top++] = v; }

static void pop(struct stack *s) { s->slots[--s->top].tag = GONE; }

static int clear(struct stack *s)
{
    int cleared = 0;

    for (int i = s->top; i < DEPTH; i++) {
        #pragma ckpt name(clearing)
        s->slots[i].tag = 0;
        cleared++;
    }
    errno = 99;
#ifdef LEAVES
    LEAVES;
#endif
    return cleared;
}

#define GLOBAL_STACK &global
#pragma ckpt on_checkpoint(called += clear(GLOBAL_STACK) == DEPTH - global.top)

int main(void)
{
    struct stack *local = calloc(1, sizeof *local);
    struct value last = { GONE, { 0 } };
    double sum = 0;

    for (int round = 0; round < 5; round++) {
        push(local, (struct value){ NUMBER, { .number = round / 2.0 } });
        push(&global, (struct value){ TEXT, { .text = "text" } });
        push(local, (struct value){ NUMBER, { .number = 7 } });
        push(&global, last);
        pop(local);
        pop(&global);
        errno = round;
        #pragma ckpt name(round) on_checkpoint(called_here += clear(local) == DEPTH - local->top, last.tag = 0)
        last = local->slots[local->top - 1];
        sum += last.u.number;
        printf("%d: errno %d, %s, %g\n", round, errno, global.slots[round].u.text, sum);
        last.tag = GONE;
    }
#ifdef COUNTED
    printf("called %d %d\n", called, called_here);
#endif
    free(local);
    return 0;
}
