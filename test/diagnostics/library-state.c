// Tables and positions that the C library keeps; a call that is made again at a restart.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <search.h>

int main(void)
{
    ENTRY e = { "seven", 0 };
    hcreate(16); // expect: ckpt-library-state => #pragma ckpt replay\n    hcreate(16);
    if (!hsearch(e, ENTER)) // expect: ckpt-library-state
        return 1;
    #pragma ckpt replay
    hcreate(32);
    #pragma ckpt
    return 0;
}
