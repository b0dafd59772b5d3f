// Tables and positions that the C library keeps; a call that is made again at a restart; one that only asks; one in a function that is replayed.
// REQUIRES: ckptcc
// RUN: %expect %s
#define _GNU_SOURCE
#include <locale.h>
#include <search.h>

static int make_table(void) { return hcreate(10); }

int main(void)
{
    ENTRY e = { "seven", 0 };
    hcreate(16); // expect: ckpt-library-state => #pragma ckpt replay\n    hcreate(16);
    if (!hsearch(e, ENTER)) // expect: ckpt-library-state
        return 1;
    #pragma ckpt replay
    hcreate(32);
    if (uselocale((locale_t)0) != LC_GLOBAL_LOCALE)
        return 2;
    uselocale(LC_GLOBAL_LOCALE); // expect: ckpt-library-state => #pragma ckpt replay\n    uselocale(LC_GLOBAL_LOCALE);
    #pragma ckpt replay
    make_table();
    #pragma ckpt
    return 0;
}
