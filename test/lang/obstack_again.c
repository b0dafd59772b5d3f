// The way out that is told of obstacks (refused/obstacks.c): left out of the image, and made again by a restart, here and elsewhere.
// C-SUPPORT: Allocation | obstacks that are left out and made again by `on_restart` | GNU | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#define _GNU_SOURCE
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

static struct obstack names;
#pragma ckpt exclude(names)
static void make(void) { obstack_init(&names); }
#pragma ckpt on_restart(make())

static char *joined(int n)
{
    for (int i = 0; i < n; i++)
        obstack_printf(&names, "%d,", i);
    obstack_1grow(&names, 0);
    return obstack_finish(&names);
}

int main(void)
{
    make();
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        char *text = joined(1000 * i);
        printf("%d %.40s\n", obstack_object_size(&names) == 0, text);
        obstack_free(&names, text);
    }
    return 0;
}
