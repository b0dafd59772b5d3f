// argc, argv and environ are those of the first start, whatever the restarted process was given; pointers into them stay good.
// C-SUPPORT: State | arguments and environment, with changes | 5.1.2.2.1, 7.22.4.6 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --no-inplace -- one two three
// With the stack where it always stands when nothing is random, at the end of a 32-bit address space:
// RUN: setarch -R %restart %s --only x86_64,i386 --no-inplace -- one two three
// RUN: %ckptcc %s -o %t
// RUN: rm -rf %t.d && env HOME=/first ONLY_FIRST=1 CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t a b > %t.1; test $? = 75
// RUN: env HOME=/second CKPT_DIR=%t.d CKPT_RESTART=latest %t other > %t.2
// RUN: cat %t.1 %t.2 | %FileCheck %s
// CHECK: 3 a b
// CHECK: home /first only 1
// CHECK: again 3 b
// CHECK: home /first only 1 mine yes
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

static int count(char **list)
{
    int n = 0;
    while (list[n])
        n++;
    return n;
}

static const char *or_none(const char *s) { return s ? s : "-"; }

int main(int argc, char **argv)
{
    char *last = argv[argc - 1], **second = &argv[2];
    char mine[] = "MINE=yes";

    #pragma ckpt
    printf("%d %s %s\n", argc, argv[1], *second);
    setenv("ADDED", "later", 1);
    putenv(mine);
    printf("home %s only %s\n", argc == 3 ? or_none(getenv("HOME")) : "-", or_none(getenv("ONLY_FIRST")));
    const char *added = getenv("ADDED");
    #pragma ckpt
    printf("again %d %s %d %s\n", argc, last, argv[argc] == NULL, added);
    printf("home %s only %s mine %s\n", argc == 3 ? or_none(getenv("HOME")) : "-", or_none(getenv("ONLY_FIRST")),
           or_none(getenv("MINE")));
    unsetenv("ADDED");
    argv[1][0] = 'X';
    #pragma ckpt
    printf("%s %s %d\n", argv[1], or_none(getenv("ADDED")), count(environ) > 0);
    return 0;
}
