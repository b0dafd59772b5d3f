// Attributes of a declaration behind the definition: gcc takes them, Clang leaves them out. Who calls a destructor, and what a weak function does, is not seen in the
// unit.
// REQUIRES: ckptcc
// RUN: rm -rf %t.d && mkdir -p %t.d && cd %t.d && %ckptcc --ckpt-cc=gcc %s -O1 -c -o a.o && %ckptcc --ckpt-cc=gcc -DOTHER %s -O1 -c -o b.o && %ckptcc --ckpt-cc=gcc a.o b.o -o it && ./it > want && grep -x 'bye 42' want
// RUN: for at in 1 2 3; do rm -rf d; env CKPT_DIR=d CKPT_AT=$at CKPT_EXIT=1 ./it > out; test $? = 75 && env CKPT_DIR=d CKPT_RESTART=latest ./it >> out && cmp out want || exit 1; done
#include <stdio.h>
#ifdef OTHER
void set(void);
void set(void) {}
#else
static int total, x;

void set(void);
void set(void) { x = 5; }
void set(void) __attribute__((weak));

static void bye(void) { printf("bye %d\n", total); }
static void bye(void) __attribute__((destructor));

__attribute__((noinline, noipa)) static void show(void) { printf("show %d\n", x); }
__asm__(".globl other\n.set other, show");
void other(void);

int main(int argc, char **argv)
{
    (void)argv;
    show();
    total = argc + 41;
    x = argc + 1;
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        set();
        other();
        printf("%d\n", x);
        x = i + 10;
    }
    return 0;
}
#endif
