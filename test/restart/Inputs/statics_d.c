#include "statics.h"
static int counter = 4;
int unit_d(int i)
{
    for (int k = 0; k < i; k++) {
        #pragma ckpt
        counter += k;
    }
    return counter++;
}
int tree_of_units(void) { return counter * 1000 + tentative; }
