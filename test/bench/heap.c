/* heap.c - the allocator beside the C library's own, in one process: binary trees, a churn of sizes, growing vectors.
 *
 * Output  nanoseconds for an operation, ours and the C library's, and their ratio; fails if ours is more than 1.25 of the other's.
 * The C library's functions are found behind ours with dlsym(RTLD_NEXT). They are called by address, so ours do not know what the blocks are for, and
 * clear them: a vector's new half is written twice.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct allocator {
    void *(*malloc)(size_t);
    void *(*realloc)(void *, size_t);
    void (*free)(void *);
} allocator;

struct node { struct node *left, *right; long value; };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static struct node *grow(const allocator *a, int depth)
{
    struct node *n = a->malloc(sizeof *n);
    n->value = depth;
    n->left = depth ? grow(a, depth - 1) : 0;
    n->right = depth ? grow(a, depth - 1) : 0;
    return n;
}

static void drop(const allocator *a, struct node *n)
{
    if (n->left) {
        drop(a, n->left);
        drop(a, n->right);
    }
    a->free(n);
}

static long trees(const allocator *a)
{
    for (int i = 0; i < 20; i++)
        drop(a, grow(a, 15));
    return 20 * 2 * ((1 << 16) - 1);
}

static long churn(const allocator *a)
{
    enum { SLOTS = 4096, ROUNDS = 2000000 };
    static char *p[SLOTS];
    uint32_t r = 1;
    for (long i = 0; i < ROUNDS; i++) {
        r = r * 1103515245u + 12345u;
        uint32_t k = (r >> 8) % SLOTS;
        if (p[k])
            a->free(p[k]), p[k] = 0;
        else
            p[k] = a->malloc((r >> 16) % ((r >> 4) % 16 ? 128 : 4000) + 1), *p[k] = 1;
    }
    for (int k = 0; k < SLOTS; k++)
        a->free(p[k]), p[k] = 0;
    return ROUNDS;
}

static long vectors(const allocator *a)
{
    long n = 0;
    size_t at;
    for (int i = 0; i < 3000; i++) {
        double *v = 0;
        for (size_t room = 1; room <= 16384; room *= 2, n++)
            for (v = a->realloc(v, room * sizeof *v), at = room / 2; at < room; at++)
                v[at] = 1;
        a->free(v);
    }
    return n;
}

/* Best of several, ours and theirs in turn. */
static double best(long (*work)(const allocator *), const allocator *a, double so_far)
{
    double start = now();
    long n = work(a);
    double each = (now() - start) / (double)n;
    return so_far && so_far < each ? so_far : each;
}

int main(void)
{
    static const struct { const char *name; long (*work)(const allocator *); } works[] = {
        {"trees", trees}, {"churn", churn}, {"vectors", vectors}};
    allocator ours = {malloc, realloc, free}, theirs;
    void *m = dlsym(RTLD_NEXT, "malloc"), *r = dlsym(RTLD_NEXT, "realloc"), *f = dlsym(RTLD_NEXT, "free");
    int slow = 0;
    if (!m || !r || !f)
        return 1;
    memcpy(&theirs.malloc, &m, sizeof m);
    memcpy(&theirs.realloc, &r, sizeof r);
    memcpy(&theirs.free, &f, sizeof f);
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        double a = 0, b = 0;
        for (int k = 0; k < 5; k++) {
            a = best(works[i].work, &ours, a);
            b = best(works[i].work, &theirs, b);
        }
        printf("%-8s %6.1f ns, C library %6.1f ns: %.2f\n", works[i].name, a, b, a / b);
        slow |= a > 1.25 * b;
    }
    return slow;
}
