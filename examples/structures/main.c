/* main.c - builds and exercises the catalogue.
 *
 * Usage   structures [rounds]
 * Output  one line per round, then the tree, the rings and what each entry is made of.
 *
 * The program is built from several files and a static library (tree.c, hash.c, ring.c). The only site is in tree.c's recursion;
 * its callers here are found at link time, also the one that calls through a pointer to a function.
 */
#include "catalogue.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    tree_t *tree;
    unsigned rotations, state;
    category_t *categories;
} catalogue_t;

typedef tree_t *(*inserter)(tree_t *, entry_t *, unsigned *);

static long price_by_stock(const entry_t *entry) { return entry->stock * 3 + 1; }
static long price_by_name(const entry_t *entry) { return (long)strlen(entry->name) * 100; }
static long price_by_parts(const entry_t *entry)
{
    long price = 10;

    for (size_t i = 0; i < entry->part_count; i++)
        price += (long)(entry->parts[i]->key % 50);
    return price;
}

static const char *const syllables[] = { "ka", "lo", "mi", "ru", "ste", "no", "vi", "pra" };
static const char *const units[] = { "piece", "litre", "metre", "box of \"ten\"" };

static char *make_name(void)
{
    char name[40] = "";
    unsigned n = 2 + next_random(3);

    while (n--)
        strcat(name, syllables[next_random(8)]);
    return need(strdup(name));
}

static category_t *category_new(const char *title, long (*price)(const entry_t *), category_t *next)
{
    category_t *category = xmalloc(sizeof *category);

    category->title = title;
    category->price = price;
    category->ring = NULL;
    category->next = next;
    return category;
}

static void add_part(entry_t *entry, entry_t *part)
{
    if (entry->part_count == entry->part_room) {
        entry->part_room = entry->part_room ? entry->part_room * 2 : 1;
        entry->parts = need(realloc(entry->parts, entry->part_room * sizeof *entry->parts));
    }
    entry->parts[entry->part_count++] = part;
}

/* Insert one entry everywhere, or give the existing one of that name some more stock. */
static entry_t *acquire(catalogue_t *catalogue, inserter insert, category_t *category)
{
    char *name = make_name();
    entry_t *entry = hash_find(name);

    if (entry) {
        free(name);
        entry->stock += 5;
        return entry;
    }
    entry = need(calloc(1, sizeof *entry));
    entry->name = name;
    do
        entry->key = next_random(30000);
    while (tree_find(catalogue->tree, entry->key));
    entry->unit = units[entry->key % 4];
    entry->stock = (long)next_random(200) - 20;
    hash_insert(entry);
    catalogue->tree = insert(catalogue->tree, entry, &catalogue->rotations);
    ring_add(category, entry);
    return entry;
}

static long round_of_changes(catalogue_t *catalogue, inserter insert)
{
    category_t *category = catalogue->categories;
    entry_t *last = NULL;
    long value = 0;

    for (unsigned i = 0; category; i++, category = category->next) {
        entry_t *entry = acquire(catalogue, insert, category);
        if (last)
            add_part(entry, last);
        last = entry;
        value += category->price(entry);
    }
    if (catalogue->categories->ring)
        add_part(catalogue->categories->ring, last);         /* closes a circle of parts */
    if (next_random(4) == 0) {                               /* moves an entry from one ring to another */
        category_t *from = last->category;
        ring_remove(from, last);
        ring_add(catalogue->categories, last);
    }
    return value;
}

static bool print_entry(entry_t *entry, int depth, void *context)
{
    catalogue_t *catalogue = context;

    printf("%*s%u %s: %ld x %s, %s costs %ld, parts:", depth, "", entry->key, entry->name, entry->stock, entry->unit,
           entry->category->title, entry->category->price(entry));
    for (size_t i = 0; i < entry->part_count; i++)
        printf(" %s", entry->parts[i]->name);
    putchar('\n');
    catalogue->state++;
    return true;
}

/* How many entries are reachable from this one through parts, circles included. */
static unsigned reach(entry_t *entry, unsigned mark)
{
    unsigned n = 1;

    if (entry->mark == mark)
        return 0;
    entry->mark = mark;
    for (size_t i = 0; i < entry->part_count; i++)
        n += reach(entry->parts[i], mark);
    return n;
}

static bool free_entry(entry_t *entry, int depth, void *context)
{
    (void)depth;
    (void)context;
    free(entry->name);
    free(entry->parts);
    free(entry);
    return true;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 12;
    catalogue_t catalogue = { .tree = NULL };
    inserter insert = tree_insert;

    catalogue.categories = category_new("by parts", price_by_parts, catalogue.categories);
    catalogue.categories = category_new("by name", price_by_name, catalogue.categories);
    catalogue.categories = category_new("by stock", price_by_stock, catalogue.categories);
    for (int i = 0; i < rounds; i++) {
        long value = round_of_changes(&catalogue, insert);
        printf("round %2d: value %ld, %zu entries, height %d, longest chain %zu, %u rotations\n", i + 1, value,
               hash_size(), tree_height(catalogue.tree), hash_longest_chain(), catalogue.rotations);
    }
    tree_walk(catalogue.tree, print_entry, 0, &catalogue);
    unsigned mark = 0;
    for (category_t *category = catalogue.categories; category; category = category->next) {
        printf("%s: %zu members", category->title, ring_length(category));
        if (category->ring)
            printf(", %u entries within reach of %s", reach(category->ring, ++mark), category->ring->name);
        putchar('\n');
    }
    printf("%u printed, %u allocations\n", catalogue.state, allocations);
    tree_walk(catalogue.tree, free_entry, 0, NULL);
    tree_free(catalogue.tree);
    hash_free();
    while (catalogue.categories) {
        category_t *next = catalogue.categories->next;
        free(catalogue.categories);
        catalogue.categories = next;
    }
    return 0;
}
