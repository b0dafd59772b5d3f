// Blocks that are allocated by a number of bytes, or by another type's size, and kept in a typed pointer; and those whose size tells.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdlib.h>

struct base { int kind; };
struct row { int n; long cells[]; };
struct holder { double *bytes, *told, *other, *local, *declared; int *constant, *same; char *text; struct base *base, *one; void **pointers; struct row *row, *trails; };

static double *vector(size_t bytes)
{
    return malloc(bytes); // expect: ckpt-untold-block
}

int main(int argc, char **argv)
{
    struct holder h;
    size_t size = (size_t)argc * sizeof(double);
    h.bytes = malloc((size_t)argc * 8); // expect: ckpt-untold-block
    h.constant = calloc(1, 400); // expect: ckpt-untold-block
    h.other = malloc((size_t)argc * sizeof(float)); // expect: ckpt-untold-block
    h.base = realloc(0, (size_t)argc); // expect: ckpt-untold-block
    h.told = malloc((size_t)argc * sizeof *h.told);
    h.local = malloc(size);
    h.same = calloc((size_t)argc, sizeof(unsigned));
    h.text = malloc((size_t)argc);
    h.one = malloc(sizeof *h.one);
    h.pointers = malloc((size_t)argc * sizeof(char *));
    h.row = malloc(sizeof *h.row + (size_t)argc * sizeof h.row->cells[0]);
    h.trails = malloc(sizeof *h.row + (size_t)argc * sizeof h.row->cells[0] + 20); // expect: ckpt-untold-block
    h.declared = malloc((size_t)argc * 8);
    #pragma ckpt type(h.declared, double[argc])
    #pragma ckpt
    return !h.bytes + !h.told + !h.other + !h.local + !h.constant + !h.same + !h.text + !h.base + !h.one + !h.pointers + !h.row + !h.trails + !h.declared + !vector(8) + !argv;
}
