// Where ckptcc cannot enlarge an array (a section of its own, a typedef's name, a structure's last member), a pointer to its end that is
// also one to the start of the next object binds the image to this executable: it says so at the checkpoint, goes on here, and elsewhere, or
// with another build of the same layout, is 78.
// REQUIRES: ckptcc, analyses, s390x
// RUN: %ckptcc -O0 %s -o %t && %ckptcc --ckpt-cc=%cc{s390x} %s -o %t.s390x
// RUN: for what in placed named member nothing; do \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t $what > %t.1 2> %t.err; test $? = 75 || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t $what > %t.2 || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{s390x} %t.s390x $what > %t.3 2> %t.err3; \
// RUN:   s=$?; echo "$what: here $(cat %t.2), s390x $s, $(cat %t.err)"; \
// RUN: done > %t.all; %FileCheck %s < %t.all
// RUN: %ckptcc -O2 %s -o %t.other && rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t placed > %t.1 2> %t.err; test $? = 75)
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t.other > %t.2 2> %t.err; test $? = 78 && grep "goes on only with the executable that made it: main: end is both the end of an array and the start of what lies behind it" %t.err
// CHECK: placed: here 4, s390x 78, {{.*}}with this executable: main: end is both the end of an array and the start of what lies behind it{{$}}
// CHECK: named: here 4, s390x 78, {{.*}}main: end is both
// CHECK: member: here 4, s390x 78, {{.*}}main: end is both
// CHECK: nothing: here 0, s390x 0, {{$}}
#include <stdio.h>
#include <string.h>

/* The compiler puts what has a section of one name in order, forwards or backwards, and so the middle one touches one of the others. */
#define PLACED(NAME) __attribute__((section(NAME)))
typedef long four_t[4];
struct ends_in_four { long n; long v[3]; };
long before[4] PLACED(".data.placed") = { 1 }, middle[4] PLACED(".data.placed") = { 1 }, after[4] PLACED(".data.placed") = { 1 };
four_t named_before PLACED(".data.named") = { 1 }, named_middle PLACED(".data.named") = { 1 }, named_after PLACED(".data.named") = { 1 };
struct ends_in_four first PLACED(".data.member") = { 1, { 0 } }, second PLACED(".data.member") = { 1, { 0 } }, third PLACED(".data.member") = { 1, { 0 } };

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    long free_standing[2], *start = free_standing, *end = start, *again;

    if (!strcmp(what, "placed"))
        end = middle + 4 == before || middle + 4 == after ? middle + 4 : before + 4 == middle ? before + 4 : after + 4;
    if (!strcmp(what, "named")) {
        start = named_middle;
        end = named_middle + 4;
        if (end != named_before && end != named_after)
            start = named_before + 4 == start ? named_before : named_after, end = start + 4;
    }
    if (!strcmp(what, "member")) {
        start = &second.n;
        end = second.v + 3;
        if (end != &first.n && end != &third.n)
            start = first.v + 3 == start ? &first.n : &third.n, end = start + 4;
    }
    again = !strcmp(what, "placed") ? end - 4 : start;
    #pragma ckpt
    start = 0;
    printf("%d", (int)(end - again));
    return 0;
}
