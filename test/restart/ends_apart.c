// An array's end that is also the start of what lies behind it, where the two lie apart on another machine: behind structures that are aligned more than their long or pointers need,
// in front of members that are, behind a 64-bit enum, behind a structure that a bit-field without a name aligns on Arm. The image is bound to the layout; it was not, and the pointer led to
// something else there. Where nothing has another size elsewhere, and between the rows of an array, it goes on everywhere.
// REQUIRES: ckptcc, all-arches
// RUN: for a in "x86_64 %cc{x86_64}" "i386 %cc{i386}" "s390x %cc{s390x}" "ppc %cc{powerpc}" "arm %cc{arm}"; do set -- $a; %ckptcc -w -O1 --ckpt-cc=$2 -static %s -o %t.$1 || exit 1; done
// RUN: on() { case $1 in x86_64) %t.$1 $2;; *) qemu-$1-static %t.$1 $2;; esac; }; export CKPT_DIR=%t.d; \
// RUN: stopped() { rm -rf %t.d; (CKPT_AT=2 CKPT_EXIT=1; export CKPT_AT CKPT_EXIT; on $1 $2 > %t.1 2> %t.err; test $? = 75); }; \
// RUN: restarted() { (CKPT_RESTART=latest; export CKPT_RESTART; on $1 $2 > %t.2 2> %t.err2); }; \
// RUN: for what in "slot x86_64 i386" "slot s390x ppc" "member x86_64 i386" "value x86_64 i386" "node s390x ppc" "wide i386 x86_64" "wide i386 arm" "unnamed x86_64 arm"; do \
// RUN:   set -- $what; stopped $2 $1 && grep 'may lie apart elsewhere' %t.err || { echo $what; exit 1; }; \
// RUN:   restarted $3 $1; test $? = 78 && restarted $2 $1 && grep -x 1 %t.2 || { echo $what; exit 1; }; \
// RUN: done; \
// RUN: for what in "line x86_64 i386" "line x86_64 arm" "padded x86_64 arm" "rows x86_64 i386" "rows s390x ppc"; do \
// RUN:   set -- $what; stopped $2 $1 && restarted $3 $1 && grep -x 1 %t.2 || { echo $what; exit 1; }; \
// RUN: done
#include <stdio.h>
#include <string.h>

enum big { SMALL, LARGE = 0x100000000LL };
static struct slot { long n, v[7]; } __attribute__((aligned(64))) slots[4];
static struct outer { long v[8]; struct slot s; } outer;
static struct value { long v[8]; _Alignas(64) long n; } value;
static struct node { struct node *next, *kids[7]; } __attribute__((aligned(64))) nodes[3];
static struct wide { int id; enum big b; int v[3]; } wides[2];
static struct unnamed { int : 0; char id, v[2]; } unnamed[2];
static struct line { int n, v[15]; } __attribute__((aligned(64))) lines[3];
static struct padded { unsigned low : 3; unsigned : 5; char c, v[2]; } padded[2];
static struct { long rows[3][8]; } __attribute__((aligned(64))) rows[2];
static long *numbers;
static struct node **kids;
static int *ints;
static char *chars;

int main(int argc, char **argv)
{
    const char *how = argv[argc - 1];
    numbers = !strcmp(how, "slot") ? slots[0].v + 7 : !strcmp(how, "member") ? outer.v + 8 : !strcmp(how, "value") ? value.v + 8 : !strcmp(how, "rows") ? rows[0].rows[0] + 8 : 0;
    kids = !strcmp(how, "node") ? nodes[0].kids + 7 : 0;
    ints = !strcmp(how, "wide") ? wides[0].v + 3 : !strcmp(how, "line") ? lines[0].v + 15 : 0;
    chars = !strcmp(how, "unnamed") ? unnamed[0].v + 2 : !strcmp(how, "padded") ? padded[0].v + 2 : 0;
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        if (numbers)
            printf("%d\n", numbers == (!strcmp(how, "slot") ? slots[0].v + 7 : !strcmp(how, "member") ? outer.v + 8 : !strcmp(how, "value") ? value.v + 8 : rows[0].rows[0] + 8));
        if (kids)
            printf("%d\n", kids == nodes[0].kids + 7);
        if (ints)
            printf("%d\n", ints == (!strcmp(how, "wide") ? wides[0].v + 3 : lines[0].v + 15));
        if (chars)
            printf("%d\n", chars == (!strcmp(how, "unnamed") ? unnamed[0].v + 2 : padded[0].v + 2));
    }
    return 0;
}
