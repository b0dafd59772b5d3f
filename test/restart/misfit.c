// Pointers to blocks and variables of other types than their own, not declared: exact where the layout is the same; elsewhere a trap that names
// itself when used, never other bytes. Traps into one block keep their order and distances.
// REQUIRES: ckptcc, s390x
// RUN: %ckptcc %s -o %t && %ckptcc --ckpt-cc=%cc{s390x} -static %s -o %t.s390x
// RUN: %t > %t.plain
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t > %t.1 2> %t.err1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 && cat %t.1 %t.2 > %t.all && cmp %t.plain %t.all
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{s390x} %t.s390x > %t.3 2> %t.err3; test $? != 0
// RUN: grep -x 'still here 3' %t.3 && %not grep same %t.3
// RUN: %FileCheck --check-prefix=TRAP %s < %t.err3
// TRAP: ckpt: {{.*}}half: used
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t > %t.1 2> %t.err4; test $? = 75
// RUN: test ! -s %t.err4
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 && cat %t.1 %t.2 > %t.all && cmp %t.plain %t.all
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{s390x} %t.s390x > %t.3 2> %t.err5; test $? = 139
// RUN: grep -x 'far 35 1' %t.3 && %not grep same %t.3
// RUN: %FileCheck --check-prefix=BYTES %s < %t.err5
// BYTES: ckpt: {{.*(bytes|last)}}: used
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 12 };
static uint32_t table[N];
static uint16_t *half, *end, *local_half;
static int shown;

static void show(const uint16_t *from, const uint16_t *to)
{
    unsigned sum = 0;
    while (from != to)
        sum = sum * 31 + *from++;
    printf("same %u\n", sum);
}

int main(void)
{
    uint32_t *words = malloc(N * sizeof *words), here[3] = {70000, 80000, 90000};
    for (int i = 0; i < N; i++)
        words[i] = table[i] = 100000u * (unsigned)i;
    half = (uint16_t *)words;
    end = (uint16_t *)(table + N);
    local_half = (uint16_t *)&here[1];
    #pragma ckpt
    printf("still here %d\n", shown + 3);
    fflush(stdout);
    show(half, half + 2 * N);
    show((uint16_t *)table, end);
    show(local_half, (uint16_t *)(here + 3));
    printf("same %d\n", (uint32_t *)half == words && (uint32_t *)end == &table[N] && (uint32_t *)local_half == here + 1);
    half = end = local_half = 0;
    unsigned char *bytes = (unsigned char *)words, *last = bytes + 35;
    #pragma ckpt
    printf("far %d %d\n", (int)(last - bytes), bytes < last);
    fflush(stdout);
    unsigned sum = 0;
    for (int i = 0; i < 4 * N; i++)
        sum = sum * 31 + bytes[i];
    printf("same %u %d\n", sum, (void *)bytes == (void *)words);
    free(words);
    return 0;
}
