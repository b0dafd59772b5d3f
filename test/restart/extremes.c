// The greatest and the least number of a type that is wider or narrower elsewhere: a mark, or a number? The restart is refused until that is said.
// REQUIRES: ckptcc, i386, s390x
// RUN: %ckptcc %s -o %t.64 && %ckptcc --ckpt-cc=%cc{i386} %s -o %t.32 && %ckptcc --ckpt-cc=%cc{s390x} %s -o %t.big
// RUN: for what in none most least size element local difference wide; do for pair in "32 64" "64 32" "32 big"; do set -- $pair; \
// RUN:   first= run=; case $1 in 32) first="%qemu{i386}";; esac; case $2 in big) run="%qemu{s390x}";; 32) run="%qemu{i386}";; esac; rm -rf %t.d; \
// RUN:   env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 $first %t.$1 $what > %t.out; test $? = 75 || exit 1; \
// RUN:   for told in no marks numbers; do \
// RUN:     env CKPT_EXTREMES=$(test $told = no || echo $told) CKPT_DIR=%t.d CKPT_RESTART=latest $run %t.$2 > %t.out 2> %t.err; status=$?; \
// RUN:     echo "$what $1-$2 $told: status $status: $(cat %t.out) $(sed 's/.*img: //' %t.err)"; \
// RUN:   done; \
// RUN: done; done > %t.log
// RUN: env CKPT_EXTREMES=perhaps %t.64 none > %t.out 2>&1; grep "CKPT_EXTREMES=perhaps: unknown" %t.out
// RUN: %FileCheck %s < %t.log
// CHECK: none 32-64 no: status 0: most 7 least 7 size 7 element 7 local 7 difference 7 wide 7
// CHECK: most 32-64 no: status 78:  most = 2147483647 is the greatest, or least, number of its type where the image was made, and not here (extremes.c:{{[0-9]+}}): {{.*}}CKPT_EXTREMES=marks {{.*}}CKPT_EXTREMES=numbers
// CHECK: most 32-64 marks: status 0: most mark least 7
// CHECK: most 32-64 numbers: status 0: most 2147483647 least 7
// CHECK: most 64-32 no: status 78:  most = 9223372036854775807 is the greatest
// CHECK: most 64-32 marks: status 0: most mark
// CHECK: most 64-32 numbers: status 78:  most = 9223372036854775807 does not fit in 32-bit long
// CHECK: most 32-big no: status 78
// CHECK: most 32-big marks: status 0: most mark
// CHECK: most 32-big numbers: status 0: most 2147483647
// CHECK: least 32-64 no: status 78:  least = -2147483648 is
// CHECK: least 32-64 marks: status 0: most 7 least mark
// CHECK: least 32-64 numbers: status 0: most 7 least -2147483648
// CHECK: least 64-32 marks: status 0: most 7 least mark
// CHECK: least 32-big marks: status 0: most 7 least mark
// CHECK: size 32-64 no: status 78:  size = 4294967295 is
// CHECK: size 32-64 marks: status 0: most 7 least 7 size mark
// CHECK: size 32-64 numbers: status 0: most 7 least 7 size 4294967295
// CHECK: size 64-32 marks: status 0: most 7 least 7 size mark
// CHECK: size 32-big numbers: status 0: most 7 least 7 size 4294967295
// CHECK: element 32-64 no: status 78:  {{.*}}[2].none = 4294967295 is
// CHECK: element 32-64 marks: status 0: {{.*}} element mark local
// CHECK: element 64-32 marks: status 0: {{.*}} element mark local
// CHECK: local 32-64 no: status 78:  local = 4294967295 is
// CHECK: local 32-64 marks: status 0: {{.*}} local mark difference
// CHECK: difference 32-64 no: status 78:  difference = -2147483648 is
// CHECK: difference 32-64 marks: status 0: {{.*}} difference mark wide
// CHECK: difference 32-big numbers: status 0: {{.*}} difference -2147483648 wide
// The same width everywhere: no question.
// CHECK: wide 32-64 no: status 0: {{.*}} wide mark
// CHECK: wide 64-32 no: status 0: {{.*}} wide mark
// CHECK: wide 32-big no: status 0: {{.*}} wide mark
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cell { int id; unsigned long none; };

static long most = 7, least = 7;
static size_t size = 7;
static ptrdiff_t difference = 7;
static struct { int64_t wide; unsigned number; int least; } same = { 7, UINT_MAX, INT_MIN };

#define SHOW(x, mark) do { printf(#x " "); if ((x) == (mark)) printf("mark "); else printf("%lld ", (long long)(x)); } while (0)

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    struct cell *cells = calloc(3, sizeof *cells);
    unsigned long local = 7, element;

    cells[2].none = 7;
    if (!strcmp(what, "most"))
        most = LONG_MAX;
    if (!strcmp(what, "least"))
        least = LONG_MIN;
    if (!strcmp(what, "size"))
        size = SIZE_MAX;
    if (!strcmp(what, "element"))
        cells[2].none = -1;
    if (!strcmp(what, "local"))
        local = ULONG_MAX;
    if (!strcmp(what, "difference"))
        difference = PTRDIFF_MIN;
    if (!strcmp(what, "wide"))
        same.wide = INT64_MAX;
    #pragma ckpt
    element = cells[2].none;
    SHOW(most, LONG_MAX);
    SHOW(least, LONG_MIN);
    SHOW(size, SIZE_MAX);
    SHOW(element, ULONG_MAX);
    SHOW(local, ULONG_MAX);
    SHOW(difference, PTRDIFF_MIN);
    { int64_t wide = same.wide; SHOW(wide, INT64_MAX); }
    puts(same.number == UINT_MAX && same.least == INT_MIN ? "" : "wrong");
    free(cells);
    return 0;
}
