// A changed program, its variables: new ones begin as their initialisers say, those that are gone are left out with what only they led to, others have
// other names or are static now. What may be a renaming is refused.
// C-SUPPORT: Changed programs | variables with static storage that are new: their initialisers | - | supported |
// C-SUPPORT: Changed programs | variables with static storage that are gone, where nothing is new or `#pragma ckpt changed` says so | - | supported |
// C-SUPPORT: Changed programs | variables of another name | - | supported | by `#pragma ckpt changed`
// REQUIRES: ckptcc
// RUN: %driver{restart/Inputs/versions.py} %s --new=-DNEW --new=-DGONE --new=-DSAID --new=-DRENAMED > %t.out && %FileCheck %s < %t.out
// CHECK: == -DNEW
// CHECK-NEXT: 1 4 1 0
// CHECK-NEXT: 2 8 1 70
// CHECK-NEXT: 3 12 1 70
// CHECK-NEXT: status 0
// CHECK-NEXT: == -DGONE
// CHECK-NEXT: 1 4 1 0
// CHECK-NEXT: 2 4 0 0
// CHECK-NEXT: 3 4 0 0
// CHECK-NEXT: ckpt: variable extra ({{.*}}changed_variables.c:{{[0-9]+}}) is in the image and not in this program: its value is left out
// CHECK-NEXT: ckpt: variable things ({{.*}}) is in the image and not in this program: its value is left out
// CHECK-NEXT: ckpt: variable call ({{.*}}) is in the image and not in this program: its value is left out
// CHECK-NEXT: status 0
// CHECK-NEXT: == -DSAID
// CHECK-NEXT: 1 4 1 0
// CHECK-NEXT: 2 4 0 70
// CHECK-NEXT: 3 4 0 70
// CHECK-NEXT: status 0
// CHECK-NEXT: == -DRENAMED
// CHECK-NEXT: 1 4 1 0
// CHECK-NEXT: 2 8 1 0
// CHECK-NEXT: 3 12 1 0
// CHECK-NEXT: status 0
// RUN: %driver{restart/Inputs/versions.py} %s --here --new=-DEXTERN --new=-DMAYBE --new='-DGONE -DUSES' --new=-DCONSTANT --new=-DOTHERS > %t.out
// RUN: %FileCheck --check-prefix=SURE %s < %t.out
// SURE: == -DEXTERN
// SURE-NEXT: 1 4 1 0
// SURE-NEXT: 2 8 1 0
// SURE-NEXT: 3 12 1 0
// SURE-NEXT: status 0
// SURE-NEXT: == -DMAYBE
// SURE-NEXT: 1 4 1 0
// SURE-NEXT: ckpt: {{.*}}variable extra ({{.*}}) is in the image and not in this program, and variable summand of {{.*}} is new: it may be the same; say which it is, #pragma ckpt changed(removed: extra), or renamed: its new name = extra
// SURE-NEXT: status 78
// SURE-NEXT: == -DGONE -DUSES
// SURE-NEXT: 1 4 1 0
// SURE: ckpt: a pointer was used that led to what this program has not
// SURE-NEXT: status -11
// SURE-NEXT: == -DCONSTANT
// SURE-NEXT: 1 4 1 0
// SURE-NEXT: 2 8 1 0
// SURE-NEXT: 3 12 1 0
// SURE-NEXT: ckpt: variable limits ({{.*}}) is constant in this program: its value is left out
// SURE-NEXT: status 0
// SURE-NEXT: == -DOTHERS
// SURE-NEXT: 1 4 1 0
// SURE-NEXT: ckpt: {{.*}}many ({{.*}}): which of the variables of that name in count it is cannot be told, for others are gone or new; give them names of their own
// SURE-NEXT: status 78
// RUN: %driver{restart/Inputs/versions.py} %s --here --old=-DHELD --new=-DGONE | %FileCheck --check-prefix=HELD %s
// HELD: ckpt: {{.*}}heap block of struct thing: this program has no such type
// HELD-NEXT: status 78
#include <stdio.h>
#include <stdlib.h>

static long sum;
#if defined NEW || defined SAID
static int bonus = 70;
#endif
#ifdef SAID
#pragma ckpt changed(removed: extra, things, call)
#pragma ckpt changed(main, added: calls)
#elif defined RENAMED
#pragma ckpt changed(renamed: summand = extra)
#endif

#if defined RENAMED || defined MAYBE
static int summand = 99;
#define extra summand
#elif defined EXTERN
int extra = 99;
#elif !defined GONE && !defined SAID
static int extra = 3;
#endif

#if !defined GONE && !defined SAID
struct thing { int value; struct thing *next; };
static struct thing *things;
static int callback(int x) { return x + 1; }
static int (*call)(int);
static int *where = &extra;
static void *kept;
#else
static int *where;
static void *kept;
#endif

#ifdef CONSTANT
static const int limits[2] = {1, 2};
#else
static int limits[2] = {1, 2};
#endif
static const int *limit = limits + 1;

static int count(int n)
{
#ifdef OTHERS
    if (n > 100) {
        static int many = 7;
        return many++;
    }
#endif
    if (n > 0) {
        static int many;
        return many += *limit - 2;
    }
    return 0;
}

int main(void)
{
#ifdef SAID
    static int calls = 1;
#endif
#if !defined GONE && !defined SAID
    extra = 3;
    call = callback;
    things = calloc(1, sizeof *things);
    things->value = 1;
    things->next = calloc(1, sizeof *things->next);
#ifdef HELD
    kept = things->next;
#endif
#endif
    for (int i = 1; i <= 3; i++) {
        #pragma ckpt
        int value = 0, more = 0;
#if !defined GONE && !defined SAID
        sum += call(*where);
        value = things->value;
#endif
#if defined NEW || defined SAID
        more = bonus;
#endif
#ifdef SAID
        more += calls - 1;
#endif
#ifdef USES
        value = *where;
#endif
        printf("%d %ld %d %d\n", i, sum, value, more + count(i));
    }
    return 0;
}
