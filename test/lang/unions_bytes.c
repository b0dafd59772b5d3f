// --ckpt-unions=bytes: unions of numbers, of which nothing tells the member in force, are saved as they lie in memory. The image goes on where they lie
// alike, with all of their bytes, and nowhere else; so does none of a program whose union is another one. Unions with addresses are refused as ever.
// C-SUPPORT: Types | unions of numbers without a tag, with --ckpt-unions=bytes | 6.7.2.1 | supported | on the same layout only
// REQUIRES: ckptcc, i386
// RUN: %restart %s --flags=--ckpt-unions=bytes --only x86_64
// RUN: %restart %s --flags=--ckpt-unions=bytes --only i386
// RUN: %not %ckptcc %s -o %t 2>&1 | %FileCheck --check-prefix=TAGGED %s
// RUN: %not %ckptcc --ckpt-unions=bytes -DADDRESS %s -o %t 2>&1 | %FileCheck --check-prefix=ADDRESS %s
// RUN: %not %ckptcc --ckpt-unions=bytes -DLIBRARYS %s -o %t 2>&1 | %FileCheck --check-prefix=LIBRARYS %s
// RUN: %not %ckptcc --ckpt-unions=all %s -o %t 2>&1 | %FileCheck --check-prefix=VALUE %s
// TAGGED: unions_bytes.c:[[#@LINE+32]]:19: error: 'words' has a union (union word), which cannot be carried to another machine
// ADDRESS: error: 'either' has a union (union either), which cannot be carried to another machine
// LIBRARYS: error: 'gate' has
// VALUE: --ckpt-unions wants bytes or tagged, not 'all'
// RUN: %ckptcc --ckpt-unions=bytes %s -o %t && %ckptcc --ckpt-unions=bytes --ckpt-cc=%cc{i386} %s -o %t.32
// RUN: %ckptcc --ckpt-unions=bytes -DOTHER=float %s -o %t.other && %ckptcc -c --ckpt-unions=bytes %s -o %t.o && %ckptcc %t.o -o %t.linked
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 %t > %t.1 2> %t.why; test $? = 75 && %FileCheck --check-prefix=WHY %s < %t.why
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{i386} %t.32 > %t.2 2> %t.err; test $? = 78 && %FileCheck --check-prefix=ELSEWHERE %s < %t.err
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t.other > %t.2 2> %t.err; test $? = 78 && %FileCheck --check-prefix=ANOTHER %s < %t.err
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t.linked > %t.2 && cat %t.1 %t.2 > %t.3 && %t > %t.plain && cmp %t.3 %t.plain
// RUN: cp %s %t.c && %ckptcc --ckpt-unions=bytes %t.c -o %t.early && (echo; cat %s) > %t.c && %ckptcc --ckpt-unions=bytes %t.c -o %t.later
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 %t.early > %t.1; test $? = 75 && env CKPT_DIR=%t.d CKPT_RESTART=latest %t.later > %t.2 && cat %t.1 %t.2 | cmp - %t.plain
// WHY: ckpt: images of this program can go on only on machines with the same data layout: {{.*}} is {{.*}}a union of which nothing tells the member
// ELSEWHERE: goes on only where types lie in memory as there: {{.*}} is {{.*}}a union of which nothing tells the member
// ANOTHER: (bytes
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef OTHER
#define OTHER double
#endif

struct pair { char c; OTHER d; };
union word {
    uint64_t all;
    double real;
    unsigned char bytes[20];
    struct { unsigned low : 3, middle : 7; signed high : 22; } bits;
    struct pair p;
};
static union word words[3];
static union { enum { ONE = 1, MANY = 70000 } how; short half[2]; } count; /* what has no name is told by no place in a file */
static struct { int before; union { short s; float f; struct { char a, b; }; }; _Complex float after; union { int x : 5; unsigned y; } named; } inside;
#ifdef LIBRARYS
#include <netinet/in.h>
static struct in6_addr gate;
#endif
#ifdef ADDRESS
static union either { int n; int *p; } either;
#endif

static union word turned(union word w)
{
    #pragma ckpt
    w.bytes[17]++;
    w.all = w.all << 1 | w.all >> 63;
    return w;
}

int main(void)
{
    union word local = { .real = 1.5 }, *block = calloc(5, sizeof *block), (*row)[3] = &words;
    OTHER *into = &block[2].p.d;
    struct { char tag; union word w; } many[4] = { { 1, { 7 } } };

    for (unsigned i = 0; i < sizeof local.bytes; i++)
        words[1].bytes[i] = (unsigned char)(i * 37);
    for (int i = 0; i < 6; i++) {
        #pragma ckpt
        *into += i * 0x1p-40;                       /* on 32 bits half of an ordinary number may be an address by chance */
        local = turned(local);
        (*row)[0].bits.high -= i;
        words[2].bytes[i + 10] = (unsigned char)~i;
        inside.f += 0.25f;
        inside.named.x = i;
        many[i & 3].w.bits.middle += 5;
        block[4].p.c++;
        unsigned sum = 0;
        for (unsigned k = 0; k < sizeof words; k++)
            sum = sum * 31 + words[k / sizeof *words].bytes[0] + ((unsigned char *)words)[k];
        for (unsigned k = 0; k < 20; k++)
            sum = sum * 31 + local.bytes[k] + many[1].w.bytes[k];
        printf("%d %d %u %g %d %g %d %d\n", i, count.how, sum, *into, words[0].bits.high, inside.f, inside.named.x, block[4].p.c);
        inside.before ^= i;
        count.half[i & 1]++;
    }
    return 0;
}
