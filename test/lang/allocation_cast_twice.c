// Blocks of an allocator of the program's that are cast to what they are and then to what they begin with: the first cast says what the block is, also
// where the derived structure does not begin with a member of the base's type.
// C-SUPPORT: Allocation | a block cast to a derived structure, then to its base: `(struct base *)(struct derived *)get(sizeof(struct derived))` | 6.3.2.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#include <stdio.h>
#include <stdlib.h>

struct base { int kind; struct base *next; };
struct circle { int kind; struct base *next; double radius; long seen; };        // repeats the base's members
struct label { struct base head; const char *text; short columns; };             // begins with the base

static void *get(size_t size)
{
    void *block = malloc(size);
    if (!block)
        exit(1);
    return block;
}

static struct base *circle(double radius, struct base *next)
{
    struct base *made = (struct base *)(struct circle *)get(sizeof(struct circle));
    *(struct circle *)made = (struct circle){ 1, next, radius, 1L << 30 };
    return made;
}

static struct base *label(const char *text, short columns, struct base *next)
{
    struct base *made = (struct base *)((struct label *)get(sizeof(struct label)));
    *(struct label *)made = (struct label){ { 2, next }, text, columns };
    return made;
}

int main(void)
{
    struct base *all = NULL;

    for (int i = 0; i < 3; i++) {
        all = circle(i + 0.5, all);
        all = label(i ? "many" : "one", (short)(300 * i), all);
        #pragma ckpt
        for (struct base *b = all; b; b = b->next)
            if (b->kind == 1)
                printf("circle %g %ld\n", ((struct circle *)b)->radius, ((struct circle *)b)->seen);
            else
                printf("label %s %d\n", ((struct label *)b)->text, ((struct label *)b)->columns);
    }
    return 0;
}
