/* hash.c - a hash table from names to entries that doubles when it gets full. */
#include "catalogue.h"
#include <stdlib.h>
#include <string.h>

static struct {
    entry_t **buckets;
    size_t size, used;
} table;

static unsigned hash(const char *name)
{
    unsigned h = 5381;

    while (*name)
        h = h * 33u + (unsigned char)*name++;
    return h;
}

static void grow(void)
{
    size_t size = table.size ? table.size * 2 : 4;
    entry_t **buckets = need(calloc(size, sizeof *buckets));

    for (size_t i = 0; i < table.size; i++) {
        for (entry_t *entry = table.buckets[i], *next; entry; entry = next) {
            entry_t **bucket = &buckets[hash(entry->name) % size];
            next = entry->hash_next;
            entry->hash_next = *bucket;
            *bucket = entry;
        }
    }
    free(table.buckets);
    table.buckets = buckets;
    table.size = size;
}

void hash_insert(entry_t *entry)
{
    if (table.used >= table.size)
        grow();
    entry_t **bucket = &table.buckets[hash(entry->name) % table.size];
    entry->hash_next = *bucket;
    *bucket = entry;
    table.used++;
}

entry_t *hash_find(const char *name)
{
    if (!table.size)
        return NULL;
    entry_t *entry = table.buckets[hash(name) % table.size];
    while (entry && strcmp(entry->name, name) != 0)
        entry = entry->hash_next;
    return entry;
}

size_t hash_size(void)
{
    return table.used;
}

size_t hash_longest_chain(void)
{
    size_t longest = 0;

    for (size_t i = 0; i < table.size; i++) {
        size_t n = 0;
        for (const entry_t *entry = table.buckets[i]; entry; entry = entry->hash_next)
            n++;
        if (n > longest)
            longest = n;
    }
    return longest;
}

void hash_free(void)
{
    free(table.buckets);
    memset(&table, 0, sizeof table);
}
