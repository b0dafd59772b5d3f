// Unions in memory that is saved: a static one, a live one, one in a block; those whose members are alike, those that no site sees.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdlib.h>

union value { int i; float f; };
union other { int i; float f; };
union alike { unsigned char bytes[4]; signed char same[4]; };
struct node { struct node *next; union { long l; char *text; } u; };

static union value kept; // expect: ckpt-union-untagged
static union value again; /* of one union the first holder is reported */
static union alike fine;
static const union value constant = { 3 };

static unsigned bits(float f)
{
    union { float f; unsigned u; } u = { f };
    return u.u;
}

int main(void)
{
    struct node *list = calloc(1, sizeof *list); // expect: ckpt-union-untagged
    union other passing = { 1 }, live = { 2 }; // expect: ckpt-union-untagged
    kept.i = passing.i + (int)bits(1.0f);
    #pragma ckpt
    return kept.i + live.i + constant.i + fine.bytes[0] + (list->next != 0);
}
