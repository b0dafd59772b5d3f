// Numbers that a program keeps in pointers: what is nobody's address comes back as the number, so comparing it says the same. Pointers of another
// width hold it as the same source would make it there; where that is not known (a large one of 32 bits may have been negative) the restart says so.
// REQUIRES: ckptcc, s390x, i386
// RUN: %ckptcc -w %s -o %t && %ckptcc -w --ckpt-cc=%cc{s390x} %s -o %t.s390x && %ckptcc -w --ckpt-cc=%cc{i386} %s -o %t.i386
// RUN: %t > %t.plain; cp %t %t.x86_64
// RUN: for to in x86_64 s390x i386; do rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 CKPT_STRICT=1 %t > %t.1; test $? = 75 || exit 1; \
// RUN:   case $to in s390x) run="%qemu{s390x} %t.s390x";; i386) run="%qemu{i386} %t.i386";; *) run=%t;; esac; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest CKPT_AT=3 CKPT_EXIT=1 $run >> %t.1 2> %t.err; test $? = 75 || exit 1; test ! -s %t.err || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t >> %t.1 2> %t.err; test $? = 0 || exit 1; test ! -s %t.err || exit 1; cmp %t.1 %t.plain || exit 1; done
//
// RUN: %t wide > %t.plain; for run in %t "%qemu{s390x} %t.s390x"; do rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 $run wide > %t.1; test $? = 75 || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{s390x} %t.s390x wide >> %t.1 2> %t.err || exit 1; test ! -s %t.err || exit 1; cmp %t.1 %t.plain || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{i386} %t.i386 wide > %t.2 2> %t.err || exit 1; \
// RUN:   grep "\[4\] and others held the number 0x12345678abcdef0, not an address; pointers of 32 bits" %t.err || exit 1; done
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %qemu{i386} %t.i386 high > %t.1; test $? = 75 && env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{i386} %t.i386 high >> %t.1
// RUN: %qemu{i386} %t.i386 high | cmp - %t.1
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{s390x} %t.s390x high > %t.2 2> %t.err; grep "\[0\] held the number 0xdeadbeef, not an address; pointers of 64 bits" %t.err
// RUN: %ckpt show %t.d/*.img | %FileCheck %s --check-prefix=SHOW
// SHOW: entries[0]: the number 0xdeadbeef
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct entry { void *key; int (*call)(void); FILE *out; struct entry *next; } marked;
static void *values[4], **entries;
static int calls(void) { return 3; }

static void fill(const char *kind)
{
    entries = calloc(6, sizeof *entries);
    if (!strcmp(kind, "wide")) {
        entries[4] = (void *)(uintptr_t)UINT64_C(0x12345678abcdef0);
        entries[5] = (void *)(uintptr_t)UINT64_C(0xfedcba9876543210);
        return;
    }
    if (!strcmp(kind, "high")) {
        entries[0] = (void *)(uintptr_t)0xdeadbeef;
        return;
    }
    marked = (struct entry){(void *)0x5eadbeef, (int (*)(void))(uintptr_t)70001, (FILE *)(uintptr_t)70002, (struct entry *)(uintptr_t)123456789};
    values[0] = (void *)(uintptr_t)4096;
    values[1] = (void *)(uintptr_t)123456;
    values[2] = calls;
    values[3] = (void *)(uintptr_t)5;
    for (int i = 0; i < 6; i++)
        entries[i] = (void *)(uintptr_t)(1000000 + 17 * i);
}

static void print(int step)
{
    printf("step %d: %d %d %d %d", step, marked.key == (void *)0x5eadbeef, marked.call == (int (*)(void))(uintptr_t)70001,
           marked.out == (FILE *)(uintptr_t)70002, marked.next == (struct entry *)(uintptr_t)123456789);
    for (int i = 0; i < 4; i++)
        printf(" %" PRIuPTR, i == 2 ? (uintptr_t)(values[i] == calls) : (uintptr_t)values[i]);
    for (int i = 0; i < 6; i++)
        printf(" %" PRIuPTR, (uintptr_t)entries[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    fill(argc > 1 ? argv[1] : "");
    for (int step = 1; step <= 4; step++) {
        #pragma ckpt
        print(step);
    }
    return 0;
}
