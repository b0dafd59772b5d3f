// Constants that nobody names: those of a section, between the names that the linker makes for it, and those of an alias.
// C-SUPPORT: Declarations | constants in sections of the linker's (`__start_NAME`, `__stop_NAME`), aliases of constants | GNU | supported |
// REQUIRES: ckptcc, gcc
// RUN: %restart %s --visits 4
#include <stdio.h>

#define COMMAND(name, number) static const int name __attribute__((section("commands"), used)) = number
COMMAND(first, 10);
COMMAND(second, 20);
COMMAND(third, 30);
extern const int __start_commands[], __stop_commands[];

static const double half = 0.5;
extern const double same __attribute__((alias("half")));

int main(void)
{
    for (const int *p = __start_commands; p < __stop_commands; p++) {
        const double *q = &same;
        #pragma ckpt
        printf("%d %g %d\n", *p, *q, q == &same);
    }
    return 0;
}
