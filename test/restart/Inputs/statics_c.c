#include "statics.h"
static int counter = 3, cells[5] = { 5, 4, 3, 2, 1 };
int *pointer_into_c = &cells[2];
int (*callback)(int);
static int triple(int x) { return 3 * x + counter; }
static int quadruple(int x)
{
    #pragma ckpt
    return 4 * x + counter;
}
int unit_c(int i)
{
    callback = callback == triple ? quadruple : triple;
    pointer_into_c = pointer_into_c == cells + 4 ? cells : pointer_into_c + 1;
    counter += unit_d(i);
    return callback(counter) + in_header(i);
}
