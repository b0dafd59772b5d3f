// Anonymous memory from mmap: blocks like those of malloc, typed, grown by mremap, with a part given back; zeroed; aligned to pages.
// C-SUPPORT: Allocation | `mmap`ed anonymous private memory, `munmap`, `mremap` | POSIX | supported | other mappings are not carried: using one after a restart ends the program, named
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

struct node { int value; struct node *next; };

static void *pages(size_t size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

int main(void)
{
    int *numbers = mmap(0, 4096 * sizeof(int), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct node *nodes = pages(100 * sizeof *nodes), *list = NULL;
    size_t room = 1024 * sizeof(double);
    double *grown = pages(room);
    char *text = pages(10);

    strcpy(text, "mapped");
    for (int i = 0; i < 4; i++) {
        numbers[i * 100] = i + 1;
        nodes[i].value = i;
        nodes[i].next = list;
        list = &nodes[i];
        grown[i] = i / 2.0;
        #pragma ckpt
        int sum = 0;
        for (struct node *n = list; n; n = n->next)
            sum += n->value * 10;
        grown = mremap(grown, room, room + 1024 * sizeof *grown, MREMAP_MAYMOVE);
        room += 1024 * sizeof *grown;
        printf("%d %d %g %g %s %d %d\n", numbers[0] + numbers[i * 100] + numbers[4095], sum, grown[i], grown[1500], text,
               (int)((uintptr_t)numbers % 4096), (int)((uintptr_t)grown % 4096));
    }
    #pragma ckpt
    return munmap(numbers, 4096 * sizeof(int)) + munmap(nodes, 100 * sizeof *nodes) + munmap(grown, room) + munmap(text, 10);
}
