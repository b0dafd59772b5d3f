// #pragma ckpt replay: the call after it is made again on restart, with the arguments it had, before the program goes on.
// C-SUPPORT: State | what a library or the kernel keeps, by `#pragma ckpt replay` | - | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --no-inplace --only x86_64,i386
// RUN: %ckptcc %s -o %t
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 %t > %t.1 2> %t.err; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 2> %t.err2
// RUN: %FileCheck %s < %t.err2
// CHECK: opened disk mode 3 weight 0.5
// CHECK-NEXT: opened tape mode -1 weight 2.25
// CHECK-NOT: opened
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

struct options { short kind; double weight; };

/* State that no checkpoint sees: it lives in a library, here in a file of the process. */
static FILE *devices[4];

static int open_device(const char *name, int mode, const struct options *options)
{
    fprintf(stderr, "opened %s mode %d weight %g\n", name, mode, options->weight);
    return 0;
}

int main(void)
{
    struct options a = { 1, 0.5 }, b = { 2, 2.25 };
    int status;

    #pragma ckpt replay
    setlocale(LC_ALL, "C.UTF-8");
    #pragma ckpt replay
    status = open_device("disk", 3, &a);
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        if (i == 1) {
            a.weight = 100;
            #pragma ckpt replay
            open_device("tape", -1, &b);
        }
        printf("%d %d %d\n", i, status, devices[i] == NULL);
    }
    printf("%s\n", setlocale(LC_CTYPE, NULL));
    return 0;
}
