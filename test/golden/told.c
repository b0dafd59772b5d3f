/* Format version 7: blocks of which the allocation says nothing, and pointers what they hold; that is asked anew at each checkpoint, so the image marks them. At its only site. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    struct item *next;
    long id;
    double share[2];
};

static void *(*volatile get)(size_t) = malloc;
static volatile size_t room; /* where it is used, nothing says of what it was made */
static struct item *list;
static char *text;
void finished(void);
__attribute__((weak)) void finished(void) {}

static void *fresh(void)
{
    void *block = get(room);
    return block;
}

int main(void)
{
    for (long i = 0; i < 3; i++) {
        room = sizeof *list;
        void *slot = fresh();
        struct item *new = slot;
        *new = (struct item){ list, 10 + i, { i / 4.0, -i } };
        list = new;
    }
    room = 16;
    void *characters = fresh();
    text = strcpy(characters, "some text");
    #pragma ckpt
    finished(); /* the tests' server does not go on: what it has restored need not be what a program could use */
    for (struct item *at = list; at; at = at->next)
        printf("%ld %g %g ", at->id, at->share[0], at->share[1]);
    printf("%s\n", text);
    return 0;
}
