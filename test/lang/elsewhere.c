// What is refused in a function that can reach a site works in one that cannot.
// C-SUPPORT: Control | computed goto and addresses of labels, in functions that reach no site | GNU | supported |
// C-SUPPORT: Allocation | `alloca`, in functions that reach no site | GNU | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#include <alloca.h>
#include <stdio.h>
#include <string.h>
static int run(const char *code) { static void *const table[] = { &&inc, &&dbl, &&end }; int x = 1;
  goto *table[*code++ - 'a']; inc: x++; goto *table[*code++ - 'a']; dbl: x *= 2; goto *table[*code++ - 'a']; end: return x; }
static int f(int n) { char *p = alloca(n); memset(p, 1, n); return p[n-1]; }
int main(void)
{
    for (int i = 1; i < 4; i++) {
        #pragma ckpt
        printf("%d %d\n", run("ababbc") + i, f(i));
    }
    return 0;
}
