// Blocks that may be several structures or one with a longer array; those that are surely one of the two.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdlib.h>
#include <string.h>

struct old { int length; char text[1]; };
struct new { int length; char text[]; };

static struct old *list, *table, *one;
static struct new *other;

int main(int argc, char **argv)
{
    list = malloc(argc * sizeof *list); // expect: ckpt-trailing-array
    table = calloc(argc, sizeof *table);
    one = malloc(sizeof *one + strlen(argv[0]));
    other = malloc(sizeof *other + strlen(argv[0]));
    #pragma ckpt
    return !list + !table + !one + !other;
}
