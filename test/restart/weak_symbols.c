// Weak definitions, that another unit replaces or not, of functions that reach a site and of variables; weak ones that nobody defines.
// C-SUPPORT: Declarations | weak definitions and weak references | GNU | supported |
// REQUIRES: ckptcc
// RUN: %restart %s Inputs/weak_symbols_b.c --visits 4
#include <stdio.h>

#define WEAK __attribute__((weak))

int WEAK replaced_limit = 3, WEAK own_limit = 4;
int *own_address = &own_limit, *replaced_address = &replaced_limit;
extern void absent(int) WEAK;
extern int nowhere WEAK;

int WEAK replaced(int n)
{
    int local = -n;
    #pragma ckpt
    return local;
}

int WEAK kept(int n)
{
    int local = 100 * n;
    #pragma ckpt
    own_limit++;
    return local + own_limit;
}

int main(void)
{
    int (*functions[2])(int) = { replaced, kept };

    for (int i = 0; i < 3; i++) {
        replaced_limit += i;
        #pragma ckpt
        printf("%d %d\n", replaced(i), kept(i));
        printf("%d %d\n", functions[0](i), functions[1](i));
        printf("%d %d %d %d\n", *own_address, own_limit, *replaced_address, replaced_limit);
        if (absent)
            absent(i);
        printf("%d %d\n", absent == NULL, &nowhere == NULL);
    }
    return 0;
}
