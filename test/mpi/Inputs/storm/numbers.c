/* numbers.c - where storm takes its choices from, its state and the seed; hashes; lists. See storm.h. */
#include "storm.h"

uint64_t mix(uint64_t h)
{
    h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 27) * 0x94d049bb133111ebu;
    return h ^ h >> 31;
}

void see_at(uint64_t what, int line)
{
    static int seen;

    state = mix(state + 0x9e3779b97f4a7c15u + what);
    seen++;
    (void)line;
#ifdef TRACE                         /* compared between runs that saw the same, or should have */
    fprintf(stderr, "seen %d %d %d %llx %llx\n", rank, seen, line, (unsigned long long)what, (unsigned long long)state);
#endif
}

/* From the state: how things are done. */
int draw(int below)
{
    state = mix(state + 0x9e3779b97f4a7c15u);
    return (int)(state >> 33) % below;
}

/* From the seed alone: what is done. */
int planned(int round, int item, int field, int below)
{
    return (int)(mix(mix(seed + (uint64_t)round * 1000003u) + (uint64_t)item * 8191u + (uint64_t)field) >> 33) % below;
}

uint64_t hash_of(const uint64_t *words, int n)
{
    uint64_t h = (uint64_t)n;

    for (int i = 0; i < n; i++)
        h = mix(h ^ words[i]) + 0x9e3779b97f4a7c15u;
    return h ? h : 1;
}

void put(list_t *l, int at, uint64_t value)
{
    if (at >= l->room) {
        int room = l->room ? l->room : 16;

        while (room <= at)
            room *= 2;
        l->at = realloc(l->at, (size_t)room * sizeof *l->at);
        memset(l->at + l->room, 0, (size_t)(room - l->room) * sizeof *l->at);
        l->room = room;
    }
    l->at[at] = value;
    if (at >= l->count)
        l->count = at + 1;
}

void wrong(const char *what, int comm, int source, uint64_t number)
{
    errors++;
    fprintf(stderr, "storm %llu: rank %d: communicator %d, source %d, number %llu: %s\n", (unsigned long long)seed, rank, comm, source,
            (unsigned long long)number, what);
}

void visit(void)
{
    #pragma ckpt name(visit)
    see(1);
}
