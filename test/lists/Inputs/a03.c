/* pool by pointer, size classes, rounding up, void* get; callers of several types */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct pool { void *bin[9]; unsigned hits, misses; } pool;
static pool *pool_new(void) { return calloc(1, sizeof(pool)); }
static unsigned cls(size_t n) { return (unsigned)((n + 15) / 16); }
static void *pool_alloc(pool *p, size_t n)
{
    unsigned c = cls(n);
    void *m = p->bin[c];
    if (m) { p->bin[c] = *(void **)m; p->hits++; return m; }
    p->misses++;
    return malloc(c * 16);
}
static void pool_free(pool *p, void *m, size_t n)
{
    unsigned c = cls(n);
    *(void **)m = p->bin[c];
    p->bin[c] = m;
}
struct pt { double x, y; };
struct rec { int id; char name[28]; };
int main(void)
{
    pool *p = pool_new();
    struct pt *pt[4]; struct rec *r[4]; double *d = pool_alloc(p, 8 * sizeof *d);
    for (int i = 0; i < 8; i++) d[i] = i * 0.5;
    for (int i = 0; i < 4; i++) {
        pt[i] = pool_alloc(p, sizeof *pt[i]); pt[i]->x = i; pt[i]->y = -i;
        r[i] = pool_alloc(p, sizeof *r[i]); r[i]->id = 100 + i; sprintf(r[i]->name, "rec-%d", i);
    }
    pool_free(p, pt[0], sizeof *pt[0]); pool_free(p, r[1], sizeof *r[1]); pool_free(p, r[2], sizeof *r[2]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) { r[2] = pool_alloc(p, sizeof *r[2]); r[2]->id = 7; strcpy(r[2]->name, "again"); }
        if (i == 2) { pool_free(p, d, 8 * sizeof *d); d = pool_alloc(p, 8 * sizeof *d); for (int k = 0; k < 8; k++) d[k] = 64 - k; }
    }
    pt[0] = pool_alloc(p, sizeof *pt[0]); pt[0]->x = 9; pt[0]->y = 9.5;
    r[1] = pool_alloc(p, sizeof *r[1]); r[1]->id = 8; strcpy(r[1]->name, "again too");
    for (int i = 0; i < 4; i++) printf("%g %g %d %s\n", pt[i]->x, pt[i]->y, r[i]->id, r[i]->name);
    printf("%g %g %u %u\n", d[0], d[7], p->hits, p->misses);
    return 0;
}
