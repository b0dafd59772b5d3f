// Pointers to va_list in the types of what is saved.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
struct cls { const char *name; int (*ctor)(int *self, va_list *app); };
static int ctor(int *self, va_list *app) { *self = va_arg(*app, int); return 1; }
static const struct cls c = { "c", ctor };
static int new(const struct cls *k, int *out, ...)
{
    va_list ap;
    va_start(ap, out);
    int r = k->ctor(out, &ap);
    va_end(ap);
    return r;
}
static const struct cls *cp = &c;
int main(void)
{
    int x, s = 0;
    for (int i = 0; i < 3; i++) {
        new(cp, &x, i * 7);
        #pragma ckpt
        s += x;
    }
    printf("%d %s\n", s, cp->name);
    return 0;
}
