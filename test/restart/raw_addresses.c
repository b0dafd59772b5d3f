// A block that only void pointers lead to is saved as bytes. If these hold an address (of a block, a variable, a thread-local one, a function, a library, the
// stack, also of a frame far below main's) no restart could put it right: that checkpoint fails, and the program goes on. Numbers that are no addresses are no obstacle.
// C-SUPPORT: Allocation | blocks that hold addresses, of which nothing tells the type | 6.5 | refused at run time | a typed pointer, or `#pragma ckpt type`
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t
// RUN: for what in heap variable thread function library stack deep; do \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 %t $what > %t.out 2> %t.err || exit 1; grep -x 'went on' %t.out || exit 1; \
// RUN:   %FileCheck %s < %t.err || exit 1; test -z "$(ls %t.d 2>/dev/null | grep img)" || exit 1; \
// RUN: done
// CHECK: ckpt: {{.*}}heap block of 40 bytes that only void pointers lead to holds an address: its type is not known
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t number; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t number | grep -x 'went on'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int variable;
static _Thread_local int of_thread;
static void *held;

/* What a library that is not ours does: the block gets no type. */
static void *untyped(size_t size)
{
    void *(*volatile get)(size_t) = malloc;
    void *block = get(size);
    return memset(block, 0, size);
}

static void hold(uintptr_t address)
{
    held = untyped(40);
    memcpy((char *)held + 16, &address, sizeof address);
}

static int reach(int n)
{
    #pragma ckpt
    return n;
}

static int deep(int n)
{
    char room[20000];
    int local = n;
    memset(room, n, sizeof room);
    hold((uintptr_t)&local);
    return reach(n) == local && room[n] == n;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int on_stack = argc;
    uintptr_t address = strcmp(what, "heap") == 0 ? (uintptr_t)malloc(24) : strcmp(what, "variable") == 0 ? (uintptr_t)&variable
        : strcmp(what, "thread") == 0 ? (uintptr_t)&of_thread
        : strcmp(what, "function") == 0 ? (uintptr_t)main : strcmp(what, "library") == 0 ? (uintptr_t)strtol
        : strcmp(what, "stack") == 0 ? (uintptr_t)&on_stack : 12345;
    if (!strcmp(what, "deep")) {
        puts(deep(argc) ? "went on" : "lost");
        return 0;
    }
    hold(address);
    address = 0;
    #pragma ckpt
    puts(on_stack == argc && held ? "went on" : "lost");
    return 0;
}
