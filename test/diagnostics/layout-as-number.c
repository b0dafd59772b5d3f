// Sizes and offsets kept in variables, of types that differ between machines; of types that do not, and used on the spot.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stddef.h>
#include <stdlib.h>

struct config { char name; long size; };
struct plain { int a; short b; char text[8]; };

static size_t each = sizeof(struct config); // expect: ckpt-layout-as-number
static size_t at[] = { offsetof(struct config, size) }; // expect: ckpt-layout-as-number
static const size_t constant = sizeof(struct config);
static size_t count;
enum { OFFSET = offsetof(struct config, size), SAME = sizeof(int) };
static size_t portable = sizeof(struct plain);

/* What is handed over before the site; not what is named behind it, or has another name there. */
static size_t sum(const size_t *at, int n)
{
    size_t s = 0;
    while (n-- > 0)
        s += at[n];
    return s;
}

static int arrays(void)
{
    size_t over[] = { 0, offsetof(struct config, size) }, later[2] = { 0, offsetof(struct config, size) }; // expect: ckpt-layout-as-number
    size_t known[] = { sizeof(struct config) }, set[2], *other = known; // expect: ckpt-layout-as-number
    set[0] = 0;
    set[1] = sizeof(struct config);
    size_t s = sum(over, 2) + sum(set, 2);
    #pragma ckpt
    return s + sum(later, 2) + other[0] != 0;
}

int main(void)
{
    size_t live = 3 * sizeof(void *), elements = sizeof at / sizeof at[0]; // expect: ckpt-layout-as-number
    struct config *c = malloc(3 * sizeof *c);
    count = live / sizeof(struct config);
    static size_t named, same;
    named = OFFSET; // expect: ckpt-layout-as-number
    same = SAME;
    #pragma ckpt
    return arrays() + (int)(count + each + at[0] + constant + portable + live + elements + named + same) + !c;
}
