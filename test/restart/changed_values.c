// A changed program, and what has no name in it: calls of setjmp go by their buffer, compound literals by their type, sites of one name by their number. Lines above them change
// nothing, nor does the order of the calls; one more or one less is refused. By their lines one took the other's place: a longjmp led to the wrong call, or nowhere.
// REQUIRES: ckptcc
// RUN: %driver{restart/Inputs/versions.py} %s --visit 3 --new=-DSHIFTED --new=-DSWAPPED > %t.out && %FileCheck %s < %t.out
// CHECK: == -DSHIFTED
// CHECK: 1 by first: 10 1 10 20
// CHECK-NEXT: 2 by second: 120 2 20 40
// CHECK-NEXT: 3 by first: 130 3 30 60
// CHECK-NEXT: status 0
// CHECK: == -DSWAPPED
// CHECK: 1 by first: 10 1 10 20
// CHECK-NEXT: 2 by second: 120 2 20 40
// CHECK-NEXT: 3 by first: 130 3 30 60
// CHECK-NEXT: status 0
// RUN: %driver{restart/Inputs/versions.py} %s --visit 3 --new=-DNO_SECOND --new=-DOTHER_BUFFER --new=-DTHIRD --new=-DONE_LITERAL --new=-DONE_SITE > %t.out
// RUN: %FileCheck --check-prefix=SURE %s < %t.out
// SURE: == -DNO_SECOND
// SURE: run ({{.*}}): the function was changed: (setjmp of second) of the image (line {{[0-9]+}}) is not here
// SURE-NEXT: status 78
// SURE: == -DOTHER_BUFFER
// SURE: run ({{.*}}): the function was changed: (setjmp of second) of the image (line {{[0-9]+}}) is not here
// SURE-NEXT: status 78
// SURE: == -DTHIRD
// SURE: run ({{.*}}): the function was changed: (setjmp of third) in line {{[0-9]+}} is not in the image
// SURE-NEXT: status 78
// SURE: == -DONE_LITERAL
// SURE: run ({{.*}}): the function was changed: (literal of struct pair) in line {{[0-9]+}} is not in the image
// SURE-NEXT: status 78
// SURE: == -DONE_SITE
// SURE: run ({{.*}}): the function was changed: it is not known where the site step (1 of 2) of the image (line {{[0-9]+}}) is here
// SURE-NEXT: status 78
#include <setjmp.h>
#include <stdio.h>

struct pair { int key, value; };
static jmp_buf first, second, third;
static int total;

#define FIRST if (setjmp(first)) { printf("%d by first: %d %d %d %d\n", i, total, p->key, p->value, q->value); return; }
#ifdef NO_SECOND
#define SECOND
#elif defined OTHER_BUFFER
#define SECOND if (setjmp(third)) { printf("%d by third\n", i); return; }
#else
#define SECOND if (setjmp(second)) { total += 100; printf("%d by second: %d %d %d %d\n", i, total, p->key, p->value, q->value); return; }
#endif

static void run(int i)
{
#ifdef SHIFTED
#line 500
#endif
    struct pair *p = &(struct pair){ i, i * 10 };
#ifdef ONE_LITERAL
    struct pair *q = p;
#else
    struct pair *q = &(struct pair){ i, i * 20 };
#endif
#ifdef SWAPPED
    SECOND
    FIRST
#else
    FIRST
    SECOND
#endif
#ifdef THIRD
    if (setjmp(third))
        return;
#endif
#ifndef ONE_SITE
    #pragma ckpt name(step)
    total += 4;
#endif
    #pragma ckpt name(step)
    total += 6;
    longjmp(i % 2 ? first : second, 1);
}

int main(void)
{
    for (int i = 1; i < 4; i++)
        run(i);
    return sizeof third == 0;
}
