/* popped by the head itself; a pointer of the link's type to the block is kept; the block holds 1.0 */
#include <stdio.h>
#include <stdlib.h>
struct fl { struct fl *next; };
struct d { double v; int n; };
static struct fl *list, *last;
static void put(void *p) { struct fl *f = p; f->next = list; list = f; }
static struct d *get(void) { last = list; if (!last) return calloc(1, sizeof(struct d)); list = list->next; return (struct d *)last; }
int main(void)
{
    struct d *a = get(); a->n = 1; put(a);
    a = get(); a->v = 1.0; a->n = 2;
    for (int i = 1; i <= 2; i++) {
#pragma ckpt
        printf("visit %d\n", i);
    }
    printf("%g %d %d\n", a->v, a->n, last == (void *)a);
    return 0;
}
