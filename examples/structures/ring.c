/* ring.c - circular doubly linked lists of a category's members. */
#include "catalogue.h"

void ring_add(category_t *category, entry_t *entry)
{
    entry->category = category;
    if (!category->ring) {
        entry->ring_next = entry->ring_prev = entry;
    } else {
        entry->ring_next = category->ring;
        entry->ring_prev = category->ring->ring_prev;
        entry->ring_prev->ring_next = entry;
        entry->ring_next->ring_prev = entry;
    }
    category->ring = entry;
}

void ring_remove(category_t *category, entry_t *entry)
{
    if (category->ring == entry)
        category->ring = entry->ring_next == entry ? 0 : entry->ring_next;
    entry->ring_prev->ring_next = entry->ring_next;
    entry->ring_next->ring_prev = entry->ring_prev;
    entry->ring_next = entry->ring_prev = entry;
    entry->category = 0;
}

size_t ring_length(const category_t *category)
{
    size_t n = 0;
    const entry_t *entry = category->ring;

    if (entry)
        do
            n++;
        while ((entry = entry->ring_next) != category->ring);
    return n;
}
