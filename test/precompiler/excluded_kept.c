// What only excluded variables keep, no checkpoint finds: nothing is said of it.
// REQUIRES: ckptcc
// RUN: python3 %S/../diagnostics/expect.py %ckptcc %s
#include <stdint.h>
#include <string.h>
#include <unistd.h>
struct node { int a; double b; };
static char pool[4096];
static size_t each = sizeof(long);
static uintptr_t base;
static pid_t self;
static long page;
static long double scratch;
#pragma ckpt exclude(pool, each, base, self, page, scratch)
static void prepare(void) { self = getpid(); page = sysconf(_SC_PAGESIZE); base = (uintptr_t)pool; }
#pragma ckpt on_restart(prepare())
int main(void)
{
    prepare();
    struct node *n = (struct node *)(pool + 64);
    n->a = 1;
    n = 0;
    #pragma ckpt
    return each + base + self + page + scratch == 0;
}
