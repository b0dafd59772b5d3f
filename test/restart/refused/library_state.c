// Functions behind which the C library keeps what no image carries: an error at the call, unless it is made again on restart; a warning for
// attributes that change no result. Only in programs that have a site.
// C-SUPPORT: State | what the C library keeps for the program (`hsearch`, `timer_create`, ...) | POSIX | refused | `#pragma ckpt replay`
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t > %t.out 2>&1; test $? != 0 && %FileCheck %s < %t.out
// RUN: %ckptcc -DREPLAYED %s -o %t > %t.out 2>&1; test $? = 0 && %FileCheck --check-prefix=WARNED %s < %t.out
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t | grep -x 'found 7'
// RUN: %ckptcc -DREPLAYED -c -Dmain=f %s -o %t.o 2>&1 | %FileCheck --allow-empty --check-prefix=SILENT %s
// SILENT-NOT: hsearch
#include <search.h>
#include <stdio.h>
#include <unistd.h>

static int number = 7;

int main(void)
{
    ENTRY e = {(char *)"seven", NULL}, *found = NULL;
#ifdef REPLAYED
    #pragma ckpt replay
#endif
    // CHECK: library_state.c:[[@LINE+2]]:{{[0-9]+}}: error: 'hcreate' keeps the C library's own hash table, which no checkpoint carries
    // CHECK: #pragma ckpt replay
    hcreate(16);
#ifndef REPLAYED
    // CHECK: library_state.c:[[@LINE+1]]:{{[0-9]+}}: error: 'hsearch' keeps
    found = hsearch(e, ENTER);
#endif
    // WARNED: library_state.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'nice' sets the priority of the process, which a restart is without
    // WARNED-NOT: hcreate
    (void)!nice(0);
    #pragma ckpt
    (void)e;
    printf("found %d\n", found ? 0 : number);
    return 0;
}
