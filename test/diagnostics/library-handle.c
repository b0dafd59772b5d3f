// Handles of libraries that are kept; those that no checkpoint finds, the program's own, and one that is made again.
// REQUIRES: ckptcc
// RUN: %expect %s -isystem %S/Inputs/system -iquote %S/Inputs
#include <library.h>
#include "program.h"

struct own;
static struct own *own_open(void);
struct own { int n; };
static struct own it;
static struct own *own_open(void) { return &it; }

static struct database *shared, *again;

static int has(const char *name)
{
    struct database *d = library_open(name);
    library_close(d);
    return d != 0;
}

int main(void)
{
    struct database *live = library_open("a"); // expect: ckpt-library-handle
    struct own *mine = own_open();
    struct tree *tree = tree_make();
    shared = library_open("b"); // expect: ckpt-library-handle
    #pragma ckpt replay
    again = library_open("d");
    #pragma ckpt
    library_close(live);
    mine->n += tree != 0;
    return mine->n + (shared == live) + has("c");
}
