/* numbers.c - see numbers.h */
#include <stdlib.h>
#include <string.h>
#include "mpi/collectives/numbers.h"
#include "mpi/store/window.h"

static void add(ckptm_numbers_list *all, ckptm_numbers n)
{
    if (all->count == all->room) {
        all->room = all->room ? 2 * all->room : 16;
        all->list = ckptm_private(all->list, all->room * sizeof n);
    }
    all->list[all->count++] = n;
}

void ckptm_numbers_hear(ckptm_numbers_list *all, int from, const unsigned char *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        ckptm_numbers n = { .rank = from };
        ckptm_numbers_head head;

        memcpy(&head, bytes + at, sizeof head);
        at += sizeof head;
        n.comm = head.comm;
        n.given = head.given;
        n.nopen = head.nopen;
        n.open = ckptm_private(0, (n.nopen + 1) * sizeof *n.open);
        memcpy(n.open, bytes + at, n.nopen * sizeof *n.open);
        at += n.nopen * sizeof *n.open;
        add(all, n);
    }
}

void ckptm_numbers_clear(ckptm_numbers_list *all)
{
    for (size_t i = 0; i < all->count; i++)
        free(all->list[i].open);
    free(all->list);
    memset(all, 0, sizeof *all);
}

static bool has(const ckptm_numbers *n, ckptm_u64 number)
{
    for (size_t i = 0; i < n->nopen; i++)
        if (n->open[i] == number)
            return false;
    return number <= n->given;
}

bool ckptm_numbers_needed(const ckptm_numbers_list *all, ckptm_u64 comm, ckptm_u64 number)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->list[i].comm == comm && has(&all->list[i], number))
            return true;
    return false;
}

ckptm_u64 ckptm_numbers_beyond(const ckptm_numbers *n, ckptm_u64 number)
{
    ckptm_u64 count = n->given > number ? n->given - number : 0;

    for (size_t i = 0; i < n->nopen; i++)
        count -= n->open[i] > number;
    return count;
}
