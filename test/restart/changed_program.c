// A changed program: fields in another order, wider types, added fields and added globals go on; what is missing is left out, and named.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t.old
// RUN: %ckptcc -DREORDERED %s -o %t.reordered
// RUN: %ckptcc -DADDED %s -o %t.added
// RUN: %ckptcc -DREMOVED %s -o %t.removed
// RUN: %ckptcc -DNOGLOBAL %s -o %t.noglobal
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t.old > %t.1; test $? = 75
// RUN: for v in old reordered added; do \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t.$v > %t.2 || exit 1; cat %t.1 %t.2 | %FileCheck %s || exit 1; \
// RUN: done
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t.removed 2>&1 | %FileCheck --check-prefix=REMOVED %s
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t.noglobal > %t.2 2> %t.err && cat %t.1 %t.2 | %FileCheck %s && %FileCheck --check-prefix=NOGLOBAL %s < %t.err
// CHECK: 0 10 1.5 -3
// CHECK-NEXT: 1 20 3 -6
// CHECK-NEXT: 2 30 4.5 -9
// REMOVED: ckpt: field weight of struct state is in the image and not in this program: its value is left out
// REMOVED-NEXT: 1 20 -6
// REMOVED-NEXT: 2 30 -9
// NOGLOBAL: ckpt: variable extra ({{.*}}) is in the image and not in this program: its value is left out
#include <stdio.h>
#include <stdlib.h>

#ifdef REORDERED
struct state { long long small; double weight; long count; };
#elif defined ADDED
struct state { int count; int added; double weight; char *new_one; short small; };
static int added_global = 0;
#elif defined REMOVED
struct state { int count; short small; };
#else
struct state { int count; double weight; short small; };
#endif

#ifndef NOGLOBAL
static int extra = 3;
#endif
static struct state *state;

int main(void)
{
    state = calloc(1, sizeof *state);
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
#ifdef NOGLOBAL
        state->small -= 3;
#else
        state->small -= extra;
#endif
        state->count += 10;
#ifdef ADDED
        state->added += added_global;
        if (state->new_one)
            return 1;
#endif
#ifdef REMOVED
        printf("%d %d %d\n", i, (int)state->count, (int)state->small);
#else
        state->weight += 1.5;
        printf("%d %d %g %d\n", i, (int)state->count, state->weight, (int)state->small);
#endif
    }
    return 0;
}
