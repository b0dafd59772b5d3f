// Addresses that decide a place in a table; numbers that do, and addresses that are only rounded.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdint.h>
#include <stdlib.h>

struct entry { const void *key; int value; };
static struct entry table[64];
static size_t room = 64;

static struct entry *place(const void *key)
{
    return &table[((uintptr_t)key >> 4) % 64]; // expect: ckpt-placed-by-address
}

static int *also(int *from, const void *key) { return from + ((size_t)key & (room - 1)); } // expect: ckpt-placed-by-address

static struct entry *by_number(unsigned number) { return &table[number % room]; }
static char *rounded(char *p) { return p + (16 - (uintptr_t)p % 16) % 16; }
static int low(const char *p) { return "0123456789abcdef"[(uintptr_t)p & 15]; }

int main(void)
{
    #pragma ckpt
    return place(&room)->value + by_number(3)->value + *also(&table[0].value, table) + *rounded("0123456789abcdef012") + low("");
}
