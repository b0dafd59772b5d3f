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

static struct entry *probed(const void *key)
{
    size_t i = ((uintptr_t)key >> 4) % room; // expect: ckpt-placed-by-address
    while (table[i].key && table[i].key != key)
        i = (i + 1) % room;
    return &table[i];
}

static struct entry *step_by_step(const void *key)
{
    uintptr_t hash, place;
    hash = (uintptr_t)key; // expect: ckpt-placed-by-address
    hash ^= hash >> 7;
    place = hash * 31;
    place %= room;
    return table + place;
}

static struct entry *masked(const void *key) { return &table[((uintptr_t)key >> 4) & 63]; } // expect: ckpt-placed-by-address

static size_t aligned(unsigned char *p, size_t n)
{
    size_t off = (uintptr_t)p % 16, done = 0;
    unsigned char *from = p - off;
    for (size_t i = 0; i < off; i++)
        done += from[i];
    return done + n;
}

static const unsigned char most[8] = { 1 };
static int first(const char *p)
{
    size_t low = (uintptr_t)p & 7;
    return most[low] + (low ? 1 : 2);
}

static struct entry *by_number(unsigned number) { return &table[number % room]; }
static char *rounded(char *p) { return p + (16 - (uintptr_t)p % 16) % 16; }
static int low(const char *p) { return "0123456789abcdef"[(uintptr_t)p & 15]; }

int main(void)
{
    #pragma ckpt
    return place(&room)->value + by_number(3)->value + *also(&table[0].value, table) + *rounded("0123456789abcdef012") + low("") + probed(table)->value + step_by_step(table)->value + masked(table)->value + aligned((unsigned char *)table, 1) + first("");
}
