/* Format version 8: blocks on lists of the program's own, whose links lie where their types have numbers. At its only site. */
#include <stdio.h>
#include <stdlib.h>

struct cell {
    double value;
    int id;
    struct cell *next;
};
struct link {
    struct link *next, *previous;
};

static void *cells;
static struct link ring = { &ring, &ring };
void finished(void);
__attribute__((weak)) void finished(void) {}

static void *take(size_t n)
{
    void *p = cells;
    if (!p)
        return malloc(n);
    cells = *(void **)p;
    return p;
}

static void give(void *p)
{
    *(void **)p = cells;
    cells = p;
}

static void into_ring(double *numbers)
{
    struct link *l = (struct link *)numbers;
    l->next = ring.next;
    l->previous = &ring;
    ring.next->previous = l;
    ring.next = l;
}

int main(void)
{
    struct cell *list = 0, *some[5];
    for (int i = 0; i < 5; i++) {
        some[i] = take(sizeof *some[i]);
        *some[i] = (struct cell){ i + 0.5, i, list };
        list = some[i];
    }
    for (int i = 0; i < 3; i++) {
        list = some[4 - i]->next;
        give(some[4 - i]);
    }
    for (int i = 0; i < 2; i++)
        into_ring(calloc(4, sizeof(double)));
    #pragma ckpt
    finished(); /* the tests' server does not go on */
    for (struct cell *at = list; at; at = at->next)
        printf("%g %d ", at->value, at->id);
    int again = 0, links = 0;
    for (void *p = cells; p; again++)
        p = *(void **)p;
    for (struct link *l = ring.next; l != &ring; l = l->next)
        links++;
    struct cell *c = take(sizeof *c);
    c->next = 0;
    printf("%d %d %d\n", again, links, c == some[2]);
    return 0;
}
