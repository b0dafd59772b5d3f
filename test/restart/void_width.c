// Integers of which only void pointers tell: on a machine of another width their typedef may be another C type (int64_t is long or long long, size_t unsigned int or unsigned long).
// They were taken for what has the same name in C: too small a block, and halves of numbers. Refused there, on one of the same width not; a typed pointer tells.
// REQUIRES: ckptcc
// RUN: %ckptcc -w -O1 %s -o %t && %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x && %ckptcc -w --ckpt-cc=i686-linux-gnu-gcc -static %s -o %t.i386
// RUN: for how in wide size typed; do rm -rf %t.d; %t $how > %t.want && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 qemu-i386-static %t.i386 $how > %t.1; test $? = 75) || exit 1; \
// RUN:   cp -r %t.d %t.e && (env CKPT_DIR=%t.e CKPT_RESTART=latest %t $how > %t.2 2> %t.err; echo $? > %t.status); rm -rf %t.e; \
// RUN:   case $how in size) grep -x 78 %t.status && grep 'a typedef that was that type on a machine of 32-bit words' %t.err ;; *) cat %t.1 %t.2 | diff %t.want - ;; esac || { echo $how; exit 1; }; done
// RUN: for how in wide size typed; do rm -rf %t.d; %t $how > %t.want && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $how > %t.1; test $? = 75) || exit 1; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-i386-static %t.i386 $how > %t.2 2> %t.err; echo $? > %t.status); \
// RUN:   case $how in wide|size) grep -x 78 %t.status && grep 'a typedef that was that type on a machine of 64-bit words' %t.err ;; *) cat %t.1 %t.2 | diff %t.want - ;; esac || { echo $how; exit 1; }; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $how > %t.2 && cat %t.1 %t.2 | diff %t.want - || { echo $how s390x; exit 1; }; done
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *p;
static int64_t *typed;

int main(int argc, char **argv)
{
    const char *how = argv[argc - 1];
    if (!strcmp(how, "size")) {
        p = malloc(4 * sizeof(size_t));
        for (int i = 0; i < 4; i++)
            ((size_t *)p)[i] = i + 1;
    } else {
        p = malloc(4 * sizeof(int64_t));
        for (int i = 0; i < 4; i++)
            ((int64_t *)p)[i] = i + 1;
        typed = !strcmp(how, "typed") ? p : 0;
    }
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        if (!strcmp(how, "size"))
            printf("%d %d\n", (int)((size_t *)p)[0]++, (int)((size_t *)p)[3]);
        else
            printf("%d %d\n", (int)((int64_t *)p)[0]++, (int)((int64_t *)p)[3]);
        if (typed)
            printf("%d\n", (int)*typed);
    }
    return 0;
}
