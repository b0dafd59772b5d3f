// The tag of an excluded block of a family is not asked: nobody saves what is in it, and it may hold anything. It failed the checkpoint.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3 --no-inplace
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int kind, line; };
struct number { struct node head; double value; };
#pragma ckpt variant(struct node, kind, 1: struct number, 2: struct node)

static struct node *scratch;
static struct number *number;
static void *same;

int main(void)
{
    scratch = malloc(sizeof *scratch);
    number = malloc(sizeof *number);
    same = scratch;
    memset(scratch, 0x77, sizeof *scratch);
    memset(number, 0x77, sizeof *number);
    #pragma ckpt exclude(*scratch, *number)
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        scratch->kind = i + 2;
        number->value = i;
        printf("%d %g %d %d\n", scratch->kind, number->value, same == scratch, ((struct node *)same)->kind);
    }
    return 0;
}
