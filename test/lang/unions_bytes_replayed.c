// A union of which nothing tells the member cannot be given to a recorded call: what was recorded is used on whatever machine the program goes on. It came back
// in the other byte order, without a word.
// REQUIRES: ckptcc
// RUN: %ckptcc --ckpt-unions=bytes %s -o %t
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 %t > %t.1 2> %t.err && %FileCheck %s < %t.err && test -z "$(ls %t.d | grep img)"
// CHECK: ckpt: {{.*}}record{{.*}}has a union of which nothing tells the member
#include <stdio.h>

union word { int i; float f; short s[2]; };
static int kept;

static int record(const union word *w, int n)
{
    kept = w->i + n;
    printf("recorded %d\n", w->i);
    return 0;
}

int main(void)
{
    {
        union word w = { 1234567 };
        int status;
        #pragma ckpt replay
        status = record(&w, 3);
        if (status)
            return 1;
    }
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d\n", i);
    }
    return 0;
}
