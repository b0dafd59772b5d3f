// Functions of the program that a library is given; that the C library is; that one is given again.
// REQUIRES: ckptcc
// RUN: %expect %s -isystem %S/Inputs/system -iquote %S/Inputs
#include <stdlib.h>

#include <library.h>
#include "program.h"

static void leave(void) {}
static int event(void) { return 0; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void)
{
    int v[] = { 2, 1 };
    library_on_event(event); // expect: ckpt-library-pointer
    #pragma ckpt replay
    library_on_event(event);
    tree_each(event);
    atexit(leave); /* the C library's, though not in its shared part; and carried */
    qsort(v, 2, sizeof v[0], compare);
    #pragma ckpt
    return v[0];
}
