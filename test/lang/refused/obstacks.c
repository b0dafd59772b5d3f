// Obstacks wherever a checkpoint would find them: static, in a block, in a structure, as a local variable. The message is at the user's line and has a way out.
// REQUIRES: ckptcc
// RUN: for kind in STATIC BLOCK MEMBER LOCAL; do ! %ckptcc -D$kind %s -o %t 2> %t.err || exit 1; %FileCheck --check-prefix=$kind %s < %t.err || exit 1; done
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

int main(void)
{
#ifdef STATIC
    // STATIC: obstacks.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}leave it out (#pragma ckpt exclude) and make it again (on_restart) [ckpt-library-union]
    static struct obstack stack;
    struct obstack *s = &stack;
#elif defined BLOCK
    // BLOCK: obstacks.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}leave it out (#pragma ckpt exclude) and make it again (on_restart) [ckpt-library-union]
    struct obstack *s = malloc(sizeof *s);
#elif defined MEMBER
    // MEMBER: obstacks.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}leave it out (#pragma ckpt exclude) and make it again (on_restart) [ckpt-library-union]
    struct names { int n; struct obstack stack; } *names = malloc(sizeof *names);
    struct obstack *s = &names->stack;
#else
    // LOCAL: obstacks.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}leave it out (#pragma ckpt exclude) and make it again (on_restart) [ckpt-library-union]
    struct obstack stack, *s = &stack;
#endif
    obstack_init(s);
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        obstack_int_grow(s, i);
    }
    return ((int *)obstack_finish(s))[2] != 2;
}
