// Structures with padding compared as bytes; without, and their members.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <string.h>

struct padded { char kind; long size; };
struct dense { int kind, size; };

static int same(const struct padded *a, const struct padded *b)
{
    return memcmp(a, b, sizeof *a) == 0; // expect: ckpt-padding-compared
}

static int same_dense(const struct dense *a, const struct dense *b) { return memcmp(a, b, sizeof *a) == 0; }
static int same_members(const struct padded *a, const struct padded *b) { return a->kind == b->kind && a->size == b->size; }

int main(void)
{
    static struct padded a, b;
    static struct dense c, d;
    return same(&a, &b) + same_dense(&c, &d) + same_members(&a, &b) + memcmp("ab", "ac", 2);
}
