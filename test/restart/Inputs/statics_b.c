#include "statics.h"
static int counter = 2;
static const char *name = "b";
static int next(void) { static int counter = 200; return counter++; }
int unit_b(int i)
{
    counter *= 3;
    #pragma ckpt
    shared_array[i] += counter + next();
    tentative += name[0];
    shared_point->y = in_header(i);
    return counter + in_header(i);
}
