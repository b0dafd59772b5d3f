// va_list in what the tables have to tell: a member that points to one, a pointer to a function, an excluded variable. Compilers have other names for its type than Clang.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t && %t | grep -x "1 2 3"
// RUN: %ckptcc -S %s -o %t.s
#include <stdarg.h>
#include <stdio.h>

struct printer { int n; void (*print)(const char *, va_list); va_list *list; };
static struct printer printer;
static va_list kept;
#pragma ckpt exclude(kept)

static void print(const char *form, va_list list) { vprintf(form, list); }

static void say(const char *form, ...)
{
    va_list list;
    va_start(list, form);
    va_copy(kept, list);
    va_end(kept);
    printer.print(form, list);
    va_end(list);
}

int main(void)
{
    printer.print = print;
    #pragma ckpt
    say("%d %d %d\n", 1, 2, 3);
    return printer.n;
}
