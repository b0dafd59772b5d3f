// A value that does not fit the target's type is an error that names variable, value, type, file and line, before anything runs: 78.
// REQUIRES: ckptcc, i386
// RUN: %ckptcc %s -o %t.64
// RUN: %ckptcc --ckpt-cc=%cc{i386} %s -o %t.32
// RUN: for what in global local field element size unsigned pointed extra; do \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t.64 $what > %t.out; test $? = 75 || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{i386} %t.32 > %t.out 2> %t.err; status=$?; \
// RUN:   echo "$what: status $status, $(wc -c < %t.out) bytes, $(wc -l < %t.err) lines"; sed "s/^/$what /" %t.err; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t.64 || exit 1; \
// RUN: done > %t.log
// RUN: %FileCheck %s < %t.log
// CHECK: global: status 78, 0 bytes, 1 lines
// CHECK-NEXT: global ckpt:{{.*}}total = 5000000000 does not fit in 32-bit long (range.c:{{[0-9]+}})
// CHECK: global ran on
// CHECK: local: status 78, 0 bytes, 1 lines
// CHECK-NEXT: local ckpt:{{.*}}count = -3000000000 does not fit in 32-bit long (range.c:{{[0-9]+}})
// CHECK: local ran on
// CHECK: field: status 78, 0 bytes, 1 lines
// CHECK-NEXT: field ckpt:{{.*}}sum = 4294967296 does not fit in 32-bit long (range.c:{{[0-9]+}})
// CHECK: element: status 78, 0 bytes, 1 lines
// CHECK-NEXT: element ckpt:{{.*}}[3]{{.*}} = 2147483648 does not fit in 32-bit long (range.c:{{[0-9]+}})
// CHECK: size: status 78, 0 bytes, 1 lines
// CHECK-NEXT: size ckpt:{{.*}}bytes = 1099511627776 does not fit in 32-bit
// CHECK: unsigned: status 78, 0 bytes, 1 lines
// CHECK-NEXT: unsigned ckpt:{{.*}}mask = 18446744073709551615 is the greatest, or least, number of its type where the image was made, and not here (range.c:{{[0-9]+}}): is it a mark
// CHECK: pointed: status 78, 0 bytes, 1 lines
// CHECK-NEXT: pointed ckpt:{{.*}}6000000000 does not fit in 32-bit long
// What fits is no trouble, and neither is a 64-bit type.
// CHECK: extra: status 0, 9 bytes, 0 lines
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record { int id; long sum; };

static long total = 2147483647;
static long long all = 1LL << 60;
static size_t bytes = 1000;
static unsigned long mask = 0xffffffff;
static long table[5] = { 1, 2, 3, -2147483647 - 1, 5 };

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    long count = -2000000000, *pointed = malloc(2 * sizeof *pointed);
    struct record *r = calloc(1, sizeof *r);

    pointed[0] = pointed[1] = -1;
    if (sizeof(long) == 8) {
        if (!strcmp(what, "global"))
            total = 5000000000;
        if (!strcmp(what, "local"))
            count = -3000000000;
        if (!strcmp(what, "field"))
            r->sum = 4294967296;
        if (!strcmp(what, "element"))
            table[3] = 2147483648;
        if (!strcmp(what, "size"))
            bytes = (size_t)1 << 40;
        if (!strcmp(what, "unsigned"))
            mask = -1;
        if (!strcmp(what, "pointed"))
            pointed[1] = 6000000000;
    }
    #pragma ckpt
    if (!total || !count || !r || !table[3] || !bytes || !mask || !pointed[1] || !all)
        return 1;
    printf("%s ran on\n", strcmp(what, "extra") ? what : "x");
    free(pointed);
    free(r);
    return 0;
}
