// Names that macros paste together (##) in the arguments of pragmas: of the condition, the type, the block.
// C-SUPPORT: Annotations | names pasted by `##` in `if(...)` and `type(...)` | 6.10.3.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#include <stdio.h>
#include <stdlib.h>
#define CAT(a, b) a##b
#define CAT2(a, b) CAT(a, b)
#define HOW even

struct number { int n; struct number *next; };
static int even_due(int i) { return i % 2 == 0; }

int main(void)
{
    void *my_block = malloc(10 * 2 * sizeof(void *));
    #pragma ckpt type(CAT(my, _block), struct CAT(num, ber)[10])
    for (int i = 0; i < 6; i++) {
        struct number *n = my_block;
        #pragma ckpt name(pasted) if(CAT2(HOW, _due)(i))
        n[i].n = i * i;
        n[i].next = i ? &n[i - 1] : NULL;
        printf("%d %d\n", n[i / 2].n, n[i].next ? n[i].next->n : -1);
    }
    return 0;
}
