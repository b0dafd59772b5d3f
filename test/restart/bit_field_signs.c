// Bit-fields whose sign is the compiler's choice: those of int under -funsigned-bitfields, which is in no descriptor; those of plain char, which is signed on one machine and not on
// another, and is the same bits there, as characters are. What does not fit is still refused.
// REQUIRES: ckptcc, s390x
// RUN: %if gcc %{ %restart %s --flags=-funsigned-bitfields --visits 2 %}
// RUN: %restart %s --visits 2
// RUN: %ckptcc -w %s -o %t && %ckptcc -w -DNARROW %s -o %t.narrow && %ckptcc -w --ckpt-cc=%cc{s390x} %s -o %t.s390x && rm -rf %t.d
// RUN: env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t chars > %t.1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{s390x} %t.s390x chars > %t.2 && grep '^chars 15 5$' %t.2
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t.narrow chars > %t.2 2> %t.err; test $? = 78 && grep 'all = -70000 does not fit in 16-bit bit-field' %t.err
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %qemu{s390x} %t.s390x chars > %t.1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t chars > %t.2 && grep '^chars -1 5$' %t.2
#include <stdio.h>

#ifdef NARROW
enum { ALL = 16 };
#else
enum { ALL = 32 };
#endif
enum level { LOW, HIGH = 3 };
static struct bits { int a : 3; short h : 5; long long wide : 40; unsigned u : 3; signed s : 3; _Bool b : 1; enum level level : 2; signed all : ALL; unsigned long long most : 64; } g;
static struct chars { char c : 4, d : 7; } k;

int main(int argc, char **argv)
{
    g = (struct bits){ 3, 15, 1, 7, -4, 1, HIGH, -70000, ~0ull };
    k = (struct chars){ 15, 5 };
    if ((g.a = 7) > 0) { /* without a sign */
        g.h = 31;
        g.wide = 0xffffffffff;
    }
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d %d %lld %u %d %d %d %d %llx\n", g.a, g.h, (long long)g.wide, g.u, g.s, g.b, g.level, g.all, (unsigned long long)g.most);
        g.a--;
        g.h -= 3;
        g.wide -= 5;
        if (argc > 1)
            printf("chars %d %d\n", k.c, k.d);
    }
    return argc > 2 && argv;
}
