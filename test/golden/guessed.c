/* Format version 3: a block of which only a pointer's type tells what it holds, longer than one of that. At its only site. */
#include <stdio.h>
#include <stdlib.h>

struct node { int kind, line; };
struct number { struct node head; double value; };
static struct node *held;

static struct node *make(size_t size)
{
    struct node *n = malloc(size);
    n->kind = 3;
    n->line = 12;
    return n;
}

int main(void)
{
    held = make(sizeof(struct number));
    ((struct number *)held)->value = 0.625;
    #pragma ckpt name(guessed)
    printf("%d %d %g\n", held->kind, held->line, ((struct number *)held)->value);
    return 0;
}
