// A changed program, its functions: with more sites, calls and variables, at other places; a frame goes on where its site or call is now, if that is
// certain, with its locals by their names. What is not certain, and what has no value, is refused.
// C-SUPPORT: Changed programs | functions and sites that are new, or at another place | - | supported | sites with a name
// C-SUPPORT: Changed programs | locals of live frames that are gone | - | supported |
// C-SUPPORT: Changed programs | locals of live frames that are new, or of another name | - | supported | by `#pragma ckpt changed`
// REQUIRES: ckptcc
// RUN: %driver{restart/Inputs/versions.py} %s --visit 3 --new=-DMORE --new=-DSAID --new=-DRENAMED > %t.out && %FileCheck %s < %t.out
// CHECK: == -DMORE
// CHECK-NEXT: 0 0
// CHECK-NEXT: 1 6
// CHECK-NEXT: 2 18
// CHECK-NEXT: 3 36
// CHECK-NEXT: status 0
// CHECK-NEXT: == -DSAID
// CHECK-NEXT: 0 0
// CHECK-NEXT: 1 6
// CHECK-NEXT: 2 118
// CHECK-NEXT: 3 236
// CHECK-NEXT: status 0
// CHECK-NEXT: == -DRENAMED
// CHECK-NEXT: 0 0
// CHECK-NEXT: 1 6
// CHECK-NEXT: 2 18
// CHECK-NEXT: 3 36
// CHECK-NEXT: status 0
// RUN: %driver{restart/Inputs/versions.py} %s --visit 3 --here --new=-DSWAPPED --new=-DOTHER_NAME --new=-DNO_FUNCTION --new=-DNO_CALL --new=-DTWICE \
// RUN:   --new=-DNOT_SAID --new=-DNOW_STATIC --new=-DSHADOWED --new=-DOTHER_VALUES > %t.out
// RUN: %FileCheck --check-prefix=SURE %s < %t.out
// SURE: == -DSWAPPED
// SURE-NEXT: 0 0
// SURE-NEXT: 1 6
// SURE-NEXT: 2 18
// SURE-NEXT: 3 36
// SURE-NEXT: status 0
// SURE-NEXT: == -DOTHER_NAME
// SURE-NOT: 2 18
// SURE: ckpt: {{.*}}visit ({{.*}}): the function was changed: it is not known where the site inner of the image (line {{[0-9]+}}) is here
// SURE-NEXT: status 78
// SURE-NEXT: == -DNO_FUNCTION
// SURE: ckpt: {{.*}}main ({{.*}}): the function was changed: it is not known where the call of visit in the image (line {{[0-9]+}}) is here
// SURE-NEXT: status 78
// SURE-NEXT: == -DNO_CALL
// SURE: ckpt: {{.*}}main ({{.*}}): the function was changed: it is not known where the call of visit in the image (line {{[0-9]+}}) is here
// SURE-NEXT: status 78
// SURE-NEXT: == -DTWICE
// SURE: ckpt: {{.*}}main ({{.*}}): the function was changed: more than one place may be where the call of visit in the image (line {{[0-9]+}}) is here
// SURE-NEXT: status 78
// SURE-NEXT: == -DNOT_SAID
// SURE: ckpt: {{.*}}local bias of main ({{.*}}) is live here but not in the image; the function was changed: say what it is, #pragma ckpt changed(main, added: bias = value), or renamed: bias = its old name
// SURE-NEXT: status 78
// SURE-NEXT: == -DNOW_STATIC
// SURE: ckpt: {{.*}}local factor of main is in the image and not live here, and variable factor of main is new: its value would be lost
// SURE-NEXT: status 78
// SURE-NEXT: == -DSHADOWED
// SURE: ckpt: {{.*}}local i of main ({{.*}}): which of the variables of that name in the image it is cannot be told
// SURE-NEXT: status 78
// SURE-NEXT: == -DOTHER_VALUES
// SURE: ckpt: {{.*}}main ({{.*}}): the function was changed, and the expression with the call that is under way (line {{[0-9]+}}) is another one
// SURE-NEXT: status 78
#include <stdio.h>

static long total;

static int prepare(int n)
{
    #pragma ckpt name(prepare) if(n > 1000)
    return n;
}

#ifndef NO_CALL
static int visit(int k)
{
    int twice = 2 * k;
#ifdef OTHER_NAME
    #pragma ckpt name(within)
#elif defined SWAPPED
    goto inner;
last:;
    #pragma ckpt name(last) if(k > 1000)
    return 0;
inner:;
    #pragma ckpt name(inner)
    total += twice;
    goto last;
#elif defined MORE
    #pragma ckpt name(first) if(k > 1000)
    prepare(twice);
    #pragma ckpt name(inner)
#else
    #pragma ckpt name(inner)
#endif
    total += twice;
    #pragma ckpt name(last) if(k > 1000)
    return 0;
}
#endif

#ifdef MORE
static int more(int n) { return prepare(n) + prepare(n + 1); }
#endif

#ifdef SAID
#pragma ckpt changed(main, added: bias = 50, weight)
#elif defined RENAMED
#pragma ckpt changed(main, renamed: scale = factor)
#endif

int main(void)
{
#ifdef NOW_STATIC
    static int factor = 3;
#elif defined RENAMED
    int scale = 3;
#define factor scale
#else
    int factor = 3;
#endif
#ifdef MORE
    for (int i = 0; i < 2; i++)
        total += more(0) - 1;
#endif
#if defined SAID || defined NOT_SAID
    int bias = 1000, weight[2] = {7, 7};
#endif
#ifdef SHADOWED
    for (int i = 0; i < 1; i++)
#endif
    for (int i = 0; i < 4; i++) {
#ifdef TWICE
        visit(i);
#endif
#ifdef NO_FUNCTION
        prepare(i * factor);
#elif defined NO_CALL
        #pragma ckpt name(inner)
        total += factor;
#elif defined OTHER_VALUES
        total += prepare(0) + visit(i * factor);
#else
        visit(i * factor);
#endif
#if defined SAID || defined NOT_SAID
        if (i > 0)
            total += 2 * bias + weight[i % 2];
#endif
#ifdef SHADOWED
        total += i;
#endif
        printf("%d %ld\n", i, total);
    }
    return 0;
}
