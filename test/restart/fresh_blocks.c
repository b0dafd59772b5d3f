// A wrapper's fresh block gets its type although the compiler knows that malloc changes no variable of the program: clang may look at
// what was allocated last before the call.
// REQUIRES: ckptcc
// RUN: %restart %s
#include <stdio.h>
#include <stdlib.h>

struct a { long v; };
struct b { int i; char c; double d; };

static struct a spare;
static void *keep;

__attribute__((noinline)) static void *pool(void) { return &spare; }
static void *need(size_t size) { return malloc(size); }

int main(void)
{
    struct a *x = pool();
    struct b *y = need(3 * sizeof *y);

    if (!y)
        return 1;
    for (int i = 0; i < 3; i++)
        y[i] = (struct b){ i, 'a' + i, i * 0.5 };
    keep = y;
    y = NULL;
    x->v = 7;
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        const struct b *at = (const struct b *)keep + i;
        printf("%ld %d %c %g\n", x->v, at->i, at->c, at->d);
    }
    free(keep);
    return 0;
}
