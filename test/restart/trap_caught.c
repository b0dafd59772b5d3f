// A program that catches SIGSEGV gets its own handler called, also for a pointer to nothing known: the restart has said which these are.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t > %t.1 2> %t.err1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 2> %t.err2; test $? = 3
// RUN: grep -x 'a bug in this program' %t.2
// RUN: %FileCheck %s < %t.err2
// CHECK: ckpt: this program has a handler of its own for SIGSEGV: {{.*}} laid out differently here: holder.foreign
// CHECK-NOT: ckpt:
// One that catches it, and has no such pointer, is told nothing.
// RUN: %ckptcc -DNONE %s -o %t.none && rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t.none > %t.1 2> %t.err1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t.none > %t.2 2> %t.err2 && test ! -s %t.err2
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static struct { int n; int *foreign; } holder;

static void caught(int number)
{
    static const char text[] = "a bug in this program\n";
    ssize_t n = write(1, text, sizeof text - 1);
    (void)n, (void)number;
    _exit(3);
}

int main(int argc, char **argv)
{
    (void)argc, (void)argv;
    signal(SIGSEGV, caught);
#ifndef NONE
    holder.foreign = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
#else
    holder.foreign = &holder.n;
#endif
    #pragma ckpt
    printf("%d\n", *holder.foreign);
    return 0;
}
