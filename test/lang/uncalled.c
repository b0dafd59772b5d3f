// Functions that nothing of the program calls, as libraries have them, may hold what no checkpoint can carry; what main or a pointer reaches may not.
// C-SUPPORT: Functions | functions that the program does not call, whatever they hold | - | supported | left as they are
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
// RUN: %not %ckptcc -DCALLED %s -o %t 2>&1 | %FileCheck %s
// RUN: %not %ckptcc -DTAKEN %s -o %t 2>&1 | %FileCheck %s
// RUN: %not %ckptcc -DALIASED %s -o %t 2>&1 | %FileCheck %s --check-prefix=ALIAS
// CHECK: uncalled.c:[[#@LINE+16]]:{{[0-9]+}}: error: 'list' is a va_list that is live at a call that can reach a checkpoint site
// ALIAS: error: 'another' and 'print_all' are names of one function, which can reach a checkpoint site
#include <stdarg.h>
#include <stdio.h>

static int total;

static void add(const char *format, va_list list)
{
    total += va_arg(list, int);
    #pragma ckpt name(add)
    total += format[0];
}

void print_all(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add(format, list);
    vprintf(format, list);
    va_end(list);
}

void calls_that(void) { print_all("%d\n", 1); }

#ifdef TAKEN
void (*pointer)(void) = calls_that;
#endif
#ifdef ALIASED
void another(const char *format, ...) __attribute__((alias("print_all")));
#endif

static void add_one(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    total += va_arg(list, int);
    va_end(list);
}

static int step(int n)
{
    #pragma ckpt name(step)
    return n * 2;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        add_one("x", i);
        printf("%d %d\n", step(i), total);
    }
#ifdef CALLED
    calls_that();
#endif
#ifdef ALIASED
    another("%d\n", 2);
#endif
    return 0;
}
