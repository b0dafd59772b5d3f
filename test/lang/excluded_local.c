// `#pragma ckpt exclude` of a local variable whose address is used, of a type that images have no form for: it was refused all the same, though that is the way out which the message gives (MAFFT).
// It is all zero bits after a restart.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
// RUN: %not %ckptcc -DSAVED %s -o %t 2>&1 | %FileCheck %s
// CHECK: excluded_local.c:[[#@LINE+15]]:{{[0-9]+}}: error: 'u' is live at the resume point in line {{[0-9]+}} and has a union
// CHECK: excluded_local.c:[[#@LINE+15]]:{{[0-9]+}}: error: 'names' is live at the resume point in line {{[0-9]+}} and has a union of a library's
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

union odd { int i; char *text; };

static void set(union odd *u, int i) { u->i = i; }

int main(void)
{
    long total = 0;
    union odd u;
    struct obstack names;
#ifndef SAVED
    #pragma ckpt exclude(u)
    #pragma ckpt exclude(names)
#endif
    for (int i = 0; i < 10; i++) {
        obstack_init(&names);
        total += *(char *)obstack_copy(&names, "a", 2);
        obstack_free(&names, NULL);
        set(&u, i);
        total += u.i;
        #pragma ckpt
        total += i % 3;
        printf("%d %ld\n", i, total);
    }
    set(&u, 3);
    printf("%ld\n", total + u.i);
    return 0;
}
