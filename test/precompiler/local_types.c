// Attributes of local types go with them: the program has the layouts that cc gives it. What cannot go with them (pragmas) is an error.
// RUN: %cc -w %s -o %t.plain && %t.plain > %t.expected
// RUN: %ckptcc -w -std=c99 -pedantic-errors %s -o %t && rm -rf %t.d && %t > %t.out && cmp %t.expected %t.out
// RUN: env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t || test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.out && cmp %t.expected %t.out
// RUN: %not %ckptcc -w -DPRAGMA %s -o %t.no 2>&1 | %FileCheck %s
// CHECK: a local type would have another layout at file scope, where it has to be: define it there
#include <stdio.h>
int main(void)
{
    struct __attribute__((packed)) wire { char tag; int value; } w = { 1, 2 };
    struct late { char tag; long long v; } __attribute__((packed, aligned(4))) l = { 3, 4 };
    typedef struct { char c; double d; } __attribute__((packed)) t_type;
    typedef int wide __attribute__((aligned(32)));
    struct has { char c; wide x; } h = { 1, 2 };
    struct __attribute__((packed)) both {
        short s;
        struct __attribute__((packed)) { char a; int b; } in;
        struct { char a; long b; } __attribute__((packed)) last;
    } u = { 1, { 1, 2 }, { 3, 4 } };
    t_type t = { 5, 6 };
    struct plain { char c; int v __attribute__((aligned(16))); } p = { 1, 2 };
    enum __attribute__((packed)) small { ZERO, ONE } e = ONE;
#ifdef PRAGMA
#pragma pack(push, 2)
    struct pragma { char c; long v; } g = { 1, 2 };
#pragma pack(pop)
#endif
    for (int i = 0; i < 4; i++) {
#pragma ckpt
        w.value += i; l.v += i; t.d += i; p.v += i; u.in.b += i; h.x += i;
#ifdef PRAGMA
        g.v += i;
#endif
    }
    printf("%d %d %d %d %d %d %d\n", (int)sizeof w, (int)sizeof l, (int)sizeof t, (int)sizeof p, (int)sizeof e, (int)sizeof u, (int)sizeof h);
    printf("%d %d %d %d %d %d\n", w.value, (int)l.v, (int)t.d, p.v, u.in.b, h.x);
    return e - ONE;
}
