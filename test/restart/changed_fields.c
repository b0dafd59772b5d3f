// A changed program, the members of its structures: in another order, wider, new (zero, or what #pragma ckpt changed says), gone, of another name,
// arrays that are longer or shorter. What would lose a value, or may be a renaming, is refused.
// C-SUPPORT: Changed programs | members in another order, wider, narrower where the value fits, bit-fields of other widths | - | supported |
// C-SUPPORT: Changed programs | new members: zero, or the value that `#pragma ckpt changed` says | - | supported |
// C-SUPPORT: Changed programs | members that are gone, where nothing is new or `#pragma ckpt changed` says so | - | supported |
// C-SUPPORT: Changed programs | members of another name | - | supported | by `#pragma ckpt changed`
// C-SUPPORT: Changed programs | arrays with more elements, or fewer if those that go are zero | - | supported |
// REQUIRES: ckptcc
// RUN: %driver{restart/Inputs/versions.py} %s --new=-DORDER --new=-DADDED --new=-DSAID --new=-DGONE --new=-DRENAMED --new=-DLONGER > %t.out
// RUN: %FileCheck %s < %t.out
// CHECK: == -DORDER
// CHECK-NEXT: 1 -2 0.5 5 one 0 7 1
// CHECK-NEXT: 11 -12 1.5 5 two 0 8 4
// CHECK-NEXT: 21 -22 2.5 5 three 0 9 9
// CHECK-NEXT: status 0
// CHECK-NEXT: == -DADDED
// CHECK-NEXT: 1 -2 0.5 5 one 0 7 1
// CHECK-NEXT: 11 -12 1.5 5 two 0 8 4
// CHECK-NEXT: 21 -22 2.5 5 three 0 9 9
// CHECK-NEXT: status 0
// CHECK-NEXT: == -DSAID
// CHECK-NEXT: 1 -2 0.5 5 one 0 7 1
// CHECK-NEXT: 11 -12 1.5 5 two 309.25 8 4
// CHECK-NEXT: 21 -22 2.5 5 three 309.25 9 9
// CHECK-NEXT: status 0
// CHECK-NEXT: == -DGONE
// CHECK-NEXT: 1 -2 0.5 5 one 0 7 1
// CHECK-NEXT: 11 0 1.5 5 two 0 8 4
// CHECK-NEXT: 21 0 2.5 5 three 0 9 9
// CHECK-NEXT: ckpt: field small of struct item is in the image and not in this program: its value is left out
// CHECK-NEXT: ckpt: field other of struct item is in the image and not in this program: its value is left out
// CHECK-NEXT: status 0
// CHECK-NEXT: == -DRENAMED
// CHECK-NEXT: 1 -2 0.5 5 one 0 7 1
// CHECK-NEXT: 11 -12 1.5 5 two 3 8 4
// CHECK-NEXT: 21 -22 2.5 5 three 3 9 9
// CHECK-NEXT: status 0
// CHECK-NEXT: == -DLONGER
// CHECK-NEXT: 1 -2 0.5 5 one 0 7 1
// CHECK-NEXT: 11 -12 1.5 5 two 0 8 4
// CHECK-NEXT: 21 -22 2.5 5 three 0 9 9
// CHECK-NEXT: status 0
// RUN: %driver{restart/Inputs/versions.py} %s --here --new=-DMAYBE --new=-DSHORTER --new=-DSHORT --new=-DNARROW --new=-DREAL --new=-DUNSIGNED --new=-DBITS > %t.out
// RUN: %FileCheck --check-prefix=REFUSED %s < %t.out
// REFUSED: == -DMAYBE
// REFUSED-NOT: {{^}}11
// REFUSED: ckpt: {{.*}}field small of struct item is in the image and not in this program, and field tiny of struct item is new: it may be the same; say which it is, #pragma ckpt changed(struct item, removed: small), or renamed: its new name = small
// REFUSED-NEXT: status 78
// REFUSED-NEXT: == -DSHORTER
// REFUSED: 11 -12 1.5 5 two 0 8 4
// REFUSED: status 0
// REFUSED-NEXT: == -DSHORT
// REFUSED-NOT: {{^}}11
// REFUSED: ckpt: {{.*}}name[4] = {{.*}} would be lost: the array has only 4 elements here
// REFUSED-NEXT: status 78
// REFUSED-NEXT: == -DNARROW
// REFUSED: ckpt: {{.*}}does not fit in 8-bit signed char
// REFUSED-NEXT: status 78
// REFUSED-NEXT: == -DREAL
// REFUSED: ckpt: {{.*}}id{{.*}}it is int in the image and double in this program
// REFUSED-NEXT: status 78
// REFUSED-NEXT: == -DUNSIGNED
// REFUSED: ckpt: {{.*}}small = -12 does not fit in 16-bit unsigned short
// REFUSED-NEXT: status 78
// REFUSED-NEXT: == -DBITS
// REFUSED: ckpt: {{.*}}flags = 5 does not fit in 2-bit bit-field
// REFUSED-NEXT: status 78
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef ORDER
struct item { struct item *next; unsigned flags : 9; double ratio; long long count; char name[16]; long small; long id; int grid[3]; char *inside; int other; };
#elif defined ADDED
struct item { int id; double extra; short small; char *fresh; float ratio; unsigned flags : 3; int more[2]; char name[16]; int count; int grid[3]; char *inside; struct item *next; int other; };
#elif defined SAID
struct item { int id; short small; float ratio; unsigned flags : 3; unsigned high : 9; char name[16]; int count; int grid[3]; char *inside; struct item *next; double extra; int other; };
#define HIGH 309
#pragma ckpt changed(struct item, added: extra = 0.25, high = HIGH)
#elif defined GONE
struct item { int id; float ratio; unsigned flags : 3; char name[16]; int count; int grid[3]; char *inside; struct item *next; };
#elif defined RENAMED
struct item { int number; short small; float ratio; unsigned flags : 3; char name[16]; int count, extra; int grid[3]; char *inside; struct item *next; };
#pragma ckpt changed(struct item, renamed: number = id, extra = other)
#define id number
#elif defined LONGER
struct item { int id; short small; float ratio; unsigned flags : 3; char name[40]; int count; int grid[9]; char *inside; struct item *next; int other; };
#elif defined MAYBE
struct item { int id; short tiny; float ratio; unsigned flags : 3; char name[16]; int count; int grid[3]; char *inside; struct item *next; int other; };
#elif defined SHORTER
struct item { int id; short small; float ratio; unsigned flags : 3; char name[6]; int count; int grid[2]; char *inside; struct item *next; int other; };
#elif defined SHORT
struct item { int id; short small; float ratio; unsigned flags : 3; char name[4]; int count; int grid[2]; char *inside; struct item *next; int other; };
#elif defined NARROW
struct item { int id; short small; float ratio; unsigned flags : 3; char name[16]; signed char count; int grid[2]; char *inside; struct item *next; int other; };
#elif defined REAL
struct item { double id; short small; float ratio; unsigned flags : 3; char name[16]; int count; int grid[3]; char *inside; struct item *next; int other; };
#elif defined UNSIGNED
struct item { int id; unsigned short small; float ratio; unsigned flags : 3; char name[16]; int count; int grid[3]; char *inside; struct item *next; int other; };
#elif defined BITS
struct item { int id; short small; float ratio; unsigned flags : 2; char name[16]; int count; int grid[3]; char *inside; struct item *next; int other; };
#else
struct item { int id; short small; float ratio; unsigned flags : 3; char name[16]; int count; int grid[3]; char *inside; struct item *next; int other; };
#endif

static struct item *items;
static int thousand = 1000;

static struct item *add(int k)
{
    static const char *const names[] = {"one", "two", "three"};
    struct item *new = calloc(1, sizeof *new);
    new->id = 10 * k + 1;
    new->ratio = k + 0.5f;
    new->flags = 5;
    strcpy(new->name, names[k]);
    new->count = thousand + 7 + k;
    new->grid[1] = k + 1;
    new->inside = new->name + 2;
    new->next = items;
    return new;
}

int main(void)
{
    for (int k = 2; k >= 0; k--) {
        items = add(k);
#if !defined GONE && !defined MAYBE
        items->small = -10 * k - 2;
#endif
#if !defined ADDED && !defined ORDER && !defined SAID && !defined GONE && !defined RENAMED && !defined LONGER
        items->other = 3;
#endif
    }
    for (struct item *i = items; i; i = i->next) {
        #pragma ckpt
        if (i->inside != i->name + 2 || i->grid[0] || i->name[sizeof i->name - 1])
            return 1;
        i->count -= thousand;
        double extra = 0, small = 0;
#if defined ADDED || defined RENAMED
        extra = i->extra;
#elif defined SAID
        extra = i->extra + i->high;
#endif
#ifdef ADDED
        if (i->fresh || i->more[0] || i->more[1])
            return 2;
#endif
#if !defined GONE && !defined MAYBE
        small = i->small;
#endif
        printf("%d %g %g %d %s %g %d %d\n", (int)i->id, small, (double)i->ratio, (int)i->flags, i->name, extra, (int)i->count, i->grid[1] * i->grid[1]);
    }
    return 0;
}
