// __func__ is constant characters of the function's name, as with the compiler alone; __PRETTY_FUNCTION__ what that compiler makes of it; with a site in
// the unit and without.
// REQUIRES: ckptcc
// RUN: for cc in gcc clang-19; do for site in 0 1; do $cc -w -DSITE=$site %s -o %t.plain && %t.plain > %t.want && \
// RUN:   %ckptcc -w --ckpt-cc=$cc -DSITE=$site %s -o %t && %t | cmp - %t.want || exit 1; done; done
#include <stdio.h>
#include <stdlib.h>

static int calls;
static const char *kept[3];

static int named(const char *name, int n)
{
    static const char *const mine = __func__;
    kept[n] = name;
    return printf("%s %s %d\n", mine, name, _Generic(__func__, const char *: 1, char *: 2));
}

int main(int argc, char **argv)
{
    const char (*whole)[5] = &__func__;
    int *block = malloc(sizeof *block);
#if SITE
    #pragma ckpt
#endif
    calls += named(__func__, 0) + named(__FUNCTION__, 1) + named(__PRETTY_FUNCTION__, 2);
    printf("%zu %zu %s %c %d %d\n", sizeof __func__, sizeof __PRETTY_FUNCTION__, *whole, __func__[1], _Generic((&__func__[0]), const char *: 1, default: 2), calls);
    return argc > 5 && argv && block;
}
