// A void pointer to a library's symbol that the other machine's library lacks, such as a stale one may be, stops no restart.
// REQUIRES: ckptcc
// RUN: %restart %s --flags=-D_GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

static void *stale;

int main(void)
{
    int n = 0;
    stale = dlsym(RTLD_DEFAULT, "arch_prctl"); /* x86-64 only */
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        n += stale != (void *)&n;
        printf("%d\n", n);
    }
    return 0;
}
