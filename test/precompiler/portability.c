// Addresses and layouts kept as numbers are warned of at their lines, what is only looked at on the spot is not.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t 2>&1 | %FileCheck %s
// RUN: %ckptcc --ckpt-check %s 2>&1 | %FileCheck %s
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct config { char name; long size; int depth; };
struct plain { int a; short b; char text[8]; };
struct field { const char *name; size_t at; };

static struct field fields[] = {
    { "size", offsetof(struct config, size) },
    // CHECK: portability.c:[[@LINE-1]]:{{.*}}warning: this offset is kept
};
static const struct field constant[] = { { "size", offsetof(struct config, size) } };
static size_t portable = sizeof(struct plain);

static unsigned bucket(const void *p)
{
    return (unsigned)((uintptr_t)p >> 4) % 13;
    // CHECK: portability.c:[[@LINE-1]]:{{.*}}warning: an address is kept
}

static int aligned(const void *p) { return (uintptr_t)p % 16 == 0; }
static long apart(const char *p, const char *q) { return (long)((uintptr_t)p - (uintptr_t)q); }

int main(void)
{
    struct config *c = calloc(3, sizeof *c);
    size_t each = sizeof *c, count = sizeof fields / sizeof fields[0], four = 4 * sizeof(int);
    // CHECK: portability.c:[[@LINE-1]]:{{.*}}warning: this size is kept
    uintptr_t key = (uintptr_t)c;
    // CHECK: portability.c:[[@LINE-1]]:{{.*}}warning: an address is kept
    c->size = sizeof(struct plain);
    c->size = (long)sizeof(void *);
    // CHECK: portability.c:[[@LINE-1]]:{{.*}}warning: this size is kept
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%zu %zu %zu %d %d %ld %u %s %zu %zu\n", each, count, four, key == (uintptr_t)c, aligned(c), apart("a", "a"), bucket(c),
               constant[0].name, portable, fields[0].at);
    }
    c = realloc(c, 8 * sizeof *c);
    free(c);
    return 0;
    // CHECK-NOT: warning
}
