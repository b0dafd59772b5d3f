// Macros in the condition of a site are those that are defined where it stands; so are those of a type, of a site that a macro makes, and of one
// from a side file.
// C-SUPPORT: Annotations | macros in `if(...)` and `type(...)` of `#pragma ckpt` | - | supported | the words `site`, `if`, `type` are never macros
// REQUIRES: ckptcc
// RUN: %restart %s --visits 8
// RUN: echo 'site if(DUE(i, 0) && EVERY == 3) after site_macros.c:main:"PLACE"' > %t.side
// RUN: %ckptcc --ckpt-annotations=%t.side -DSIDE %s -o %t && rm -rf %t.d
// RUN: (env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 %t > %t.1; test $? = 75) && tail -n 1 %t.1 | grep -x "5 5"
// RUN: %not %ckptcc -DWRONG %s -o %t 2>&1 | %FileCheck %s
// CHECK: site_macros.c:[[#@LINE+30]]:{{.*}} error: {{.*}}undeclared
#include <stdio.h>
#include <stdlib.h>
#define EVERY 2
#define if_not(x) if (!(x))
#define DUE(i, \
            j) ((i) % EVERY == (j))
#define SITE _Pragma("ckpt name(made) if(DUE(i, 1))")
#define WORDS(n) unsigned char[(n) * EVERY]
#define type wrong

int main(void)
{
    unsigned *block = malloc(6 * sizeof(unsigned)), *inside = block + 2;
    #pragma ckpt type(block, WORDS(12))
    for (int i = 0; i < 7; i++) {
#ifndef SIDE
        #pragma ckpt name(plain) if(DUE(i, 0))
#undef EVERY
#define EVERY 3
        SITE
#undef EVERY
#define EVERY 2
#else
#undef EVERY
#define EVERY 3
        ; /* PLACE */
#endif
#ifdef WRONG
#undef DUE
        #pragma ckpt if(DUE * 2)
#endif
        inside[0] = 5;
        printf("%d %u\n", i, inside[0]);
    }
    return 0;
}
