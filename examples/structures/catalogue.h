/* catalogue.h - a small in-memory catalogue: a balanced tree, a hash table and rings that share their entries.
 *
 * One entry is reachable in four ways: by its key in the tree, by its name in the hash table, as a member of its
 * category's ring, and from other entries that refer to it (also in circles). */
#ifndef CATALOGUE_H
#define CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct entry entry_t;
typedef struct category category_t;

struct entry {
    unsigned key;
    char *name;                          /* strdup'ed; also the hash table's key */
    const char *unit;                    /* a string literal */
    long stock;
    category_t *category;
    entry_t *ring_next, *ring_prev;      /* circular, through the category's members */
    entry_t *hash_next;
    entry_t **parts;                     /* grown by realloc */
    size_t part_count, part_room;
    unsigned mark;
};

struct category {
    const char *title;
    long (*price)(const entry_t *entry); /* how its members are priced */
    entry_t *ring;                       /* any member, or null */
    category_t *next;
};

/* tree.c */
typedef struct tree tree_t;
typedef bool tree_visitor(entry_t *entry, int depth, void *context);
tree_t *tree_insert(tree_t *tree, entry_t *entry, unsigned *rotations);
entry_t *tree_find(const tree_t *tree, unsigned key);
bool tree_walk(tree_t *tree, tree_visitor *visit, int depth, void *context);
int tree_height(const tree_t *tree);
void tree_free(tree_t *tree);

/* hash.c */
void hash_insert(entry_t *entry);
entry_t *hash_find(const char *name);
size_t hash_size(void);
size_t hash_longest_chain(void);
void hash_free(void);

/* ring.c */
void ring_add(category_t *category, entry_t *entry);
void ring_remove(category_t *category, entry_t *entry);
size_t ring_length(const category_t *category);

/* util.c */
extern unsigned allocations;
void *need(void *block);
void *xmalloc(size_t size);
unsigned next_random(unsigned below);

#endif
