// A changed program that has something of the old name or the old place, and it is something else: refused, each was silently wrong. A pointer to void that is one to another structure now;
// a site without a name, in whose place one with a name stands; a variable that hid another one of its name. Not a variable of a block beside it, nor what a pointer to void did lead to.
// REQUIRES: ckptcc
// RUN: %driver{restart/Inputs/versions.py} %s --visit 3 --new=-DBESIDE --new=-DTYPED > %t.out && %FileCheck %s < %t.out
// CHECK: == -DBESIDE
// CHECK: 2 n 20 total 22 hits 3 gain 1
// CHECK-NEXT: limit 5
// CHECK-NEXT: 3 n 30 total 33 hits 6 gain 1.5
// CHECK-NEXT: status 0
// CHECK-NEXT: == -DTYPED
// CHECK: 2 n 20 total 22 hits 3 gain 1
// CHECK-NEXT: limit 5
// CHECK-NEXT: 3 n 30 total 33 hits 6 gain 1.5
// CHECK-NEXT: status 0
// RUN: %driver{restart/Inputs/versions.py} %s --visit 3 --new=-DOTHER_TYPE --new=-DMOVED --new=-DGONE > %t.out && %FileCheck --check-prefix=SURE %s < %t.out
// SURE: == -DOTHER_TYPE
// SURE: a pointer to void in the image is one to struct wide in this program, and leads to struct context
// SURE-NEXT: status 78
// SURE-NEXT: == -DMOVED
// SURE: step ({{.*}}): the function was changed: it is not known where the site of the image (line {{[0-9]+}}) is here; a site with a name is found by it
// SURE-NEXT: status 78
// SURE-NEXT: == -DGONE
// SURE: local n of step ({{.*}}): which of the variables of that name in the image it is cannot be told
// SURE-NEXT: status 78
#include <stdio.h>
#include <stdlib.h>

struct context { int hits; float gain; };
struct wide { double gain; long hits, more; };
static struct context *other;
#ifdef OTHER_TYPE
static struct wide *data;
#define CONTEXT data
#elif defined TYPED
static struct context *data;
#define CONTEXT data
#else
static void *data;
#define CONTEXT ((struct context *)data)
#endif
static int total;

static void step(int i)
{
    int n = 5;
    printf("limit %d\n", n);
#ifdef BESIDE
    for (int n = 0; n < 2; n++)
        total += n - n;
#endif
    {
#ifndef GONE
        int n = i * 10;
#endif
#ifndef MOVED
        #pragma ckpt
        total += 1;
        #pragma ckpt name(second)
        total += 10;
#else
        total += 1;
        #pragma ckpt name(second)
        total += 10;
        #pragma ckpt name(third)
        ;
#endif
        CONTEXT->hits += i;
        CONTEXT->gain += 0.5;
        printf("%d n %d total %d hits %d gain %g\n", i, n, total, (int)CONTEXT->hits, (double)CONTEXT->gain);
    }
}

int main(void)
{
#if defined OTHER_TYPE || defined TYPED
    data = calloc(1, sizeof *data);
#else
    data = calloc(1, sizeof(struct context));
#endif
    for (int i = 1; i < 4; i++)
        step(i);
    return other != 0;
}
