/* Format version 3: numbers in pointers, and a structure that is used as another one, which has something between the members. At its only site. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct slot { char tag; long count; void *owner; };
struct pair { double first, second, third; };
static struct slot *slots[2];
static struct pair *pair;
static void *mark;

int main(void)
{
    void *any;
    for (int i = 0; i < 2; i++)
        slots[i] = calloc(1, sizeof *slots[i]);
    slots[1]->owner = mark = (void *)(uintptr_t)0x5eadbee0;
    any = slots[0];
    slots[0] = NULL;
    pair = any;
    pair->first = 0.1;
    if (sizeof(struct pair) <= sizeof(struct slot))
        pair->third = 0.7;
    #pragma ckpt name(borrowed)
    printf("%d %d %g %g\n", mark == (void *)(uintptr_t)0x5eadbee0, slots[1]->owner == mark, pair->first, sizeof(struct pair) <= sizeof(struct slot) ? pair->third : 0);
    return 0;
}
