// Units with everything of the same name and different: static functions, statics, struct tags, anonymous typedefs, enums; a header
// with a static inline that has a static of its own; extern tables; a const table of functions across units. ADV:
#include <stdio.h>
#include "shared.h"

struct node { int value; struct node *next; };
typedef struct { int x; } item;
enum { SIZE = 3 };
static item table[SIZE] = { { 1 }, { 2 }, { 3 } };
static struct node *list;
static int state = 5;
static struct { int hits; char tag; } local = { 0, 'm' };

static int advance(int by)
{
    static int total = 1000;
    total += by;
    total += tick();
#pragma ckpt
    local.hits++;
    return total + state++;
}

int main(void)
{
    struct node a = { 1, NULL }, b = { 2, &a };
    struct holder keep[2] = { { other_new(), NULL }, { NULL, &operations[1] } };
    list = &b;
    for (int i = 0; i < 3; i++) {
        printf("%d ", advance(i));
        printf("%d ", operations[i % 2].run(i));
        printf("%d\n", other_sum(keep[0].hidden));
        table[i].x += list->value + local.hits;
        list = list->next ? list->next : &b;
        keep[1].op = &operations[(i + 1) % 2];
        #pragma ckpt
        printf("%s %d ", keep[1].op->name, keep[1].op->run(table[i].x));
        printf("%d\n", tick());
        tail[i % TAIL] += i;
        printf("%d %d\n", *last, last == &tail[TAIL - 1]);
    }
    return 0;
}
