// Segments as TinyScheme has them: an array begins behind a few bytes of its block, and the rest of the block is never written. What the block held
// before it was freed (addresses, of the program's and of the run time's own lists) is nobody's: images after a restart are as portable as those before.
// C-SUPPORT: Allocation | an array described by annotation that does not begin with its block | - | supported |
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t && %t > %t.want && rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 %t > %t.1; test $? = 75
// RUN: for at in 7 12 18 25; do env CKPT_DIR=%t.d CKPT_AT=$at CKPT_EXIT=1 CKPT_RESTART=latest %t > %t.2 2> %t.err; test $? = 75 && %not test -s %t.err || { cat %t.err; exit 1; }; done
// RUN: env CKPT_DIR=%t.d CKPT_EVERY=1 CKPT_RESTART=latest %t 2> %t.err | cmp - %t.want && %not test -s %t.err
// RUN: %restart %s --visits 3
#include <stdio.h>
#include <stdlib.h>

struct cell { long flag; struct cell *car, *cdr; };
struct name { struct name *next; char *text; };
static char *segments[30];
static struct cell *cells[30];
static struct name *names;

int main(void)
{
    long n = 0;
    for (int i = 0; i < 2000; i++) {
        struct name *x = malloc(sizeof *x);
        x->next = names;
        x->text = malloc(20);
        sprintf(x->text, "name %d", i);
        names = x;
    }
    for (int i = 0; i < 30; i++) {
        #pragma ckpt
        segments[i] = malloc(1000 * sizeof(struct cell) + 4000);
        struct cell *c = (struct cell *)(segments[i] + 16);
        #pragma ckpt type(c, struct cell[1000])
        cells[i] = c;
        for (int k = 0; k < 1000; k++)
            c[k] = (struct cell){ k, i ? cells[i - 1] + k : NULL, k ? c + k - 1 : NULL };
        n += c[7].flag + (i ? c[5].car->flag : 0);
        if (i % 3 == 2) { // what is freed comes again as the next segment
            struct name *x = names;
            names = x->next;
            free(x->text);
            free(x);
        }
    }
    printf("%ld %s\n", n, names->text);
    return 0;
}
