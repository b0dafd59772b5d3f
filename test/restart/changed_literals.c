// A changed program, its compound literals outside functions: of tables that nobody has written, which constants lead to, images have nothing, and the new program's are as
// its text says. One more or one less, where they are carried, may make others of all: refused.
// C-SUPPORT: Changed programs | tables of compound literals that constants lead to: longer ones, more of them | 6.5.2.5p5 | supported |
// REQUIRES: ckptcc
// RUN: %driver{restart/Inputs/versions.py} %s --new= --new=-DMORE > %t.out && %FileCheck %s < %t.out
// CHECK: == {{$}}
// CHECK-NEXT: 1 one 2 two 7
// CHECK-NEXT: 2 one 2 two 8
// CHECK-NEXT: 3 one 2 two 9
// CHECK-NEXT: status 0
// CHECK-NEXT: == -DMORE
// CHECK-NEXT: 1 one 2 two 7
// CHECK-NEXT: 2 none 3 two 8
// CHECK-NEXT: 3 none 3 two 9
// CHECK-NEXT: status 0
// RUN: %driver{restart/Inputs/versions.py} %s --here --old=-DWRITTEN --new=-DWRITTEN --new='-DWRITTEN -DMORE' --new='-DWRITTEN -DGONE' --new='-DWRITTEN -DNONE' > %t.out
// RUN: %FileCheck --check-prefix=WRITTEN %s < %t.out
// WRITTEN: == -DWRITTEN
// WRITTEN-NEXT: 1 written 2 two 7
// WRITTEN-NEXT: 2 written 2 two 8
// WRITTEN-NEXT: 3 written 2 two 9
// WRITTEN-NEXT: status 0
// WRITTEN-NEXT: == -DWRITTEN -DMORE
// WRITTEN-NEXT: 1 written 2 two 7
// WRITTEN-NEXT: ckpt: {{.*}}table (literal 1 of 2) ({{.*}}changed_literals.c:{{[0-9]+}}) is in the image, and this program has another number of compound literals there: which one it is cannot be told; declare static variables with names in their place
// WRITTEN-NEXT: status 78
// WRITTEN-NEXT: == -DWRITTEN -DGONE
// WRITTEN-NEXT: 1 written 2 two 7
// WRITTEN-NEXT: ckpt: {{.*}}table (literal 1 of 2) ({{.*}}) is in the image, and this program has another number of compound literals there
// WRITTEN-NEXT: status 78
// WRITTEN-NEXT: == -DWRITTEN -DNONE
// WRITTEN-NEXT: 1 written 2 two 7
// WRITTEN-NEXT: 2 no 0 no 8
// WRITTEN-NEXT: 3 no 0 no 9
// WRITTEN-NEXT: ckpt: variable table (literal 1 of 2) ({{.*}}) is in the image and not in this program: its value is left out
// WRITTEN-NEXT: status 0
// RUN: %driver{restart/Inputs/versions.py} %s --here --new=-DNUMBERS > %t.out && %FileCheck --check-prefix=NUMBERS %s < %t.out
// NUMBERS: ckpt: {{.*}}numbers (literal 1 of 1) ({{.*}}) is in the image, and this program has another number of compound literals there
// NUMBERS-NEXT: status 78
// RUN: %driver{restart/Inputs/versions.py} %s --here --old=-DWRITTEN --new='-DWRITTEN -DRENAMED' --new='-DWRITTEN -DRENAMED -DSAID' > %t.out && %FileCheck --check-prefix=RENAMED %s < %t.out
// RENAMED: == -DWRITTEN -DRENAMED
// RENAMED-NEXT: 1 written 2 two 7
// RENAMED-NEXT: ckpt: {{.*}} is in the image and not in this program, and variable {{.*}} is new: it may be the same; say which it is, #pragma ckpt changed(removed: {{table|numbers}}), or renamed: its new name = {{table|numbers}}
// RENAMED-NEXT: status 78
// RENAMED-NEXT: == -DWRITTEN -DRENAMED -DSAID
// RENAMED-NEXT: 1 written 2 two 7
// RENAMED-NEXT: 2 written 2 two 8
// RENAMED-NEXT: 3 written 2 two 9
// RENAMED-NEXT: status 0
// RUN: %driver{restart/Inputs/versions.py} %s --here --old=-DWRITTEN --new='-DWRITTEN -DTABLE' | %FileCheck --check-prefix=TABLE %s
// TABLE: ckpt: {{.*}}table (literal 1 of 2) ({{.*}}) is in the image and not in this program, and variable list (literal 1 of 2) of {{.*}} is new: it may be the same
// TABLE-NEXT: status 78
#include <stdio.h>
#ifdef SAID
#pragma ckpt changed(renamed: list = table, counts = numbers)
#endif
#if defined RENAMED || defined TABLE
#define table list
#endif
#ifdef RENAMED
#define numbers counts
#endif
#ifdef NONE
static const char *const no[] = { "no" };
#endif
static const struct { const char **names; int n; } table[] = {
#ifdef NONE
    { (const char **)no, 0 }
#else
#ifdef MORE
    { (const char *[]){ "none", "one", "two" }, 3 },
#endif
#ifndef GONE
    { (const char *[]){ "one", "two" }, 2 },
#endif
    { (const char *[]){ "two" }, 1 }
#endif
};
#ifdef NUMBERS
static int *numbers[] = { (int []){ 0 }, (int []){ 6 } }, which = 1;
#else
static int *numbers[] = { (int []){ 6 } }, which = 0;
#endif

int main(void)
{
    for (int i = 1; i <= 3; i++) {
        ++*numbers[which];
#ifdef WRITTEN
        if (i == 1)
            table[0].names[0] = "written";
#endif
        #pragma ckpt
        printf("%d %s %d %s %d\n", i, table[0].names[0], table[0].n, table[sizeof table / sizeof *table - 1].names[0], *numbers[which]);
    }
    return 0;
}
