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
static size_t portable = sizeof(struct plain);

int main(void)
{
    size_t live = 3 * sizeof(void *), elements = sizeof at / sizeof at[0]; // expect: ckpt-layout-as-number
    struct config *c = malloc(3 * sizeof *c);
    count = live / sizeof(struct config);
    #pragma ckpt
    return (int)(count + each + at[0] + constant + portable + live + elements) + !c;
}
