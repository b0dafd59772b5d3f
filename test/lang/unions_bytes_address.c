// An address in a union of numbers, nothing else leading to its block, fails the checkpoint, also where its first bytes look like a text: a letter, a zero.
// REQUIRES: ckptcc, x86_64
// RUN: %ckptcc -w --ckpt-unions=bytes %s -o %t && rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 %t > %t.1 2> %t.err
// RUN: %FileCheck %s < %t.err
// CHECK: list {{.*}}holds the address of a heap block
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union where { uintptr_t n; unsigned char b[sizeof(uintptr_t)]; };
struct record { int value; };
static union where list[4];

static int looks_like_text(const void *p) { return !((uintptr_t)p >> 8 & 255) && ((uintptr_t)p & 255) > ' ' && ((uintptr_t)p & 255) < 127; }

static struct record *find(void)
{
    static struct record *all[20000];
    struct record *r = 0;

    for (int n = 0; n < 20000 && !looks_like_text(r); n++)
        r = all[n] = malloc(sizeof *r);
    for (int n = 0; n < 20000; n++)
        if (all[n] != r)
            free(all[n]);
    memset(all, 0, sizeof all);
    return looks_like_text(r) ? r : 0;
}

int main(void)
{
    struct record *r = find();

    if (!r)
        return 1;
    r->value = 42;
    list[0].n = (uintptr_t)r;
    r = 0;
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d %d\n", i, ((struct record *)list[0].n)->value);
    }
    return 0;
}
