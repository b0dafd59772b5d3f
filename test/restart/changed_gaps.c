// A changed program, and memory that another structure's pointer leads to, so that what lies between its members is carried: a _Bool and a char that have changed places, bit-fields that lie
// elsewhere now. The values are those of the members; bytes that lay between others were put over them.
// REQUIRES: ckptcc
// RUN: %driver{restart/Inputs/versions.py} --here %s --new=-DSAME --new=-DKINDS --new=-DBITS > %t.out
// RUN: %FileCheck %s < %t.out
// CHECK: == -DSAME
// CHECK-NEXT: 0 1 3, 1 2 7 4, 5, 0 1
// CHECK-NEXT: 0 1 3, 1 2 7 4, 5, 0 1
// CHECK-NEXT: status 0
// CHECK: == -DKINDS
// CHECK-NEXT: 0 1 3, 1 2 7 4, 5, 0 1
// CHECK-NEXT: 0 1 3, 1 2 7 4, 5, 0 1
// CHECK-NEXT: status 0
// CHECK: == -DBITS
// CHECK-NEXT: 0 1 3, 1 2 7 4, 5, 0 1
// CHECK-NEXT: 0 1 3, 1 2 7 4, 5, 0 1
// CHECK-NEXT: status 0
#include <stdio.h>

struct head { char a; };
struct bytes { char a, b[3]; };
struct kinds {
#ifdef KINDS
    _Bool a; char b;
#else
    char a; _Bool b;
#endif
    int x;
};
struct bits {
    char a;
    int f : 3;
#ifdef BITS
    int : 2;
#endif
    int g : 5, x;
};
struct room { char a; int x; };

static struct kinds k;
static struct bits b;
static struct room r;
static struct head *of_kinds, *of_bits;
static struct bytes *of_room;

int main(void)
{
    k.b = 1, k.x = 3;
    b.a = 1, b.f = 2, b.g = 7, b.x = 4;
    of_kinds = (struct head *)&k;
    of_bits = (struct head *)&b;
    of_room = (struct bytes *)&r;
    of_room->b[1] = 5;
    for (int i = 0; i < 2; i++) {
        #pragma ckpt
        printf("%d %d %d, %d %d %d %d, %d, %d %d\n", k.a, k.b, k.x, b.a, b.f, b.g, b.x, of_room->b[1], of_kinds->a, of_bits->a);
    }
    return 0;
}
