// What of a block in parts is not declared: numbers bind the image to machines where they mean the same; an address fails the checkpoint, the program
// goes on. A pointer that may lead to the end of a part, and to the start of the next one, which is of another type, binds it to the executable.
// REQUIRES: ckptcc, s390x
// RUN: %ckptcc %s -o %t && %t numbers > %t.plain
// RUN: %ckptcc --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t numbers > %t.1 2> %t.err; test $? = 75)
// RUN: %FileCheck --check-prefix=NUMBERS %s < %t.err
// NUMBERS: ckpt: images of this program can go on only on machines with the same data layout: {{.*}}a block of which a part is not declared
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t numbers > %t.2 && cat %t.1 %t.2 | cmp - %t.plain
// RUN: (env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x numbers 2> %t.err; test $? = 78)
// RUN: rm -rf %t.d && %t address > %t.plain && env CKPT_DIR=%t.d CKPT_AT=1 %t address 2> %t.err | cmp - %t.plain
// RUN: %FileCheck --check-prefix=ADDRESS %s < %t.err
// ADDRESS: ckpt: checkpoint at visit 1 failed, the program goes on: 32 bytes of a heap block, between parts of it that are declared or behind them, hold an address
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t border > %t.1 2> %t.err; test $? = 75)
// RUN: %FileCheck --check-prefix=BORDER %s < %t.err
// BORDER: ckpt: images of this program can go on only with this executable: {{.*}}both the end of a part of a block and the start of the next
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point { double x, y; };
struct pair { struct point p; long tag; };

int main(int argc, char **argv)
{
    long *number = calloc(1, 272);
    char *block = (char *)number + 16;
    struct point *points = (struct point *)(void *)block, *end = points + 3;
    long *rest = (long *)(void *)(block + 48);
    struct pair *pair = (struct pair *)(void *)(block + 80);
    short *last = (short *)(void *)(block + 128);

    if (argc < 2)
        return 2;
    if (!strcmp(argv[1], "border")) {
        pair = (struct pair *)(void *)(block + 48);
        rest = (long *)(void *)(block + 200);
        printf("%d\n", (int)(end - points));
    } else {
        end = 0;
    }
    #pragma ckpt type(points, struct point[3])
    #pragma ckpt type(pair, struct pair[2])
    #pragma ckpt type(last, short[10])
    points[2].y = 4;
    pair[1].tag = 6;
    last[9] = 7;
    if (!strcmp(argv[1], "numbers"))
        rest[1] = 1234567;
    else if (!strcmp(argv[1], "address"))
        memcpy(&rest[2], &pair, sizeof pair);
    rest = 0;
    puts("before");
    #pragma ckpt
    printf("%g %ld %d %ld %d\n", points[2].y, pair[1].tag, last[9], ((long *)(void *)block)[7] + *number, end ? (int)(end - points) : 0);
    return 0;
}
