// A variable that is declared behind a site, and keeps its value when a goto leads back, was not saved there: refused. A goto forward past declarations is none.
// REQUIRES: ckptcc
// RUN: %not %ckptcc %s -o %t 2>&1 | %FileCheck %s
// RUN: %ckptcc -DABOVE %s -o %t && %t > %t.want && rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 %t; test $? = 75) && env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.out && diff %t.want %t.out
#include <stdio.h>
#include <stdlib.h>

static int forward(int n)
{
    int error = 1;
    if (n < 0)
        goto fail;
    #pragma ckpt
    int half = n / 2;
    if (half > 100)
        goto fail;
    error = half;
fail:
    return error;
}

int main(void)
{
    int tries = 0;
#ifdef ABOVE
    int result;
#endif
again:
    // CHECK: late_local.c:[[#@LINE+1]]:{{.*}}: error: 'result', declared behind this, keeps its value when a jump leads back here, and would not be saved; declare it above the label{{.*}} [ckpt-late-local]
    #pragma ckpt
    if (tries == 2)
        goto out;
#ifdef ABOVE
    result = atoi("41") + tries++;
#else
    int result = atoi("41") + tries++;
#endif
    goto again;
out:
    printf("%d %d\n", result, forward(10));
    return 0;
}
