// All ways to memory: aligned blocks, a wrapper that exits, a realloc-only allocator as Lua has it.
// C-SUPPORT: Allocation | `posix_memalign`, `aligned_alloc`, `memalign`, `valloc`, `reallocarray` | 7.22.3 | supported |
// C-SUPPORT: Allocation | wrappers (`xmalloc`), allocators that only `realloc` (`lua_Alloc`) | 7.22.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <malloc.h>
struct node { int v; double d; struct node *next; };
static void *xmalloc(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }
static void *lua_alloc(void *ud, void *ptr, size_t osize, size_t nsize) { (void)ud; (void)osize; if (!nsize) { free(ptr); return NULL; } return realloc(ptr, nsize); }
int main(void) {
  struct node *pm; if (posix_memalign((void **)&pm, 64, 3 * sizeof *pm)) return 1;
  struct node *aa = aligned_alloc(64, 64 * sizeof(struct node)); struct node *xm = xmalloc(sizeof *xm); struct node *la = lua_alloc(0, 0, 0, 2 * sizeof(struct node));
  struct node *ml = memalign(32, sizeof *ml); double *vv = valloc(100 * sizeof(double));
  struct node *ra = reallocarray(0, 4, sizeof *ra);
  for (int i = 0; i < 3; i++) { pm[i].v = i; pm[i].d = i; pm[i].next = &aa[i]; aa[i].v = i * 10; aa[i].d = 1; aa[i].next = xm; }
  xm->v = 7; xm->d = 2.5; xm->next = la; la[0].v = 1; la[0].d = 0; la[0].next = la + 1; la[1].v = 77; la[1].next = 0; la[1].d = 1; ml->v = 3; ml->next = pm; ml->d = 1; for (int i = 0; i < 100; i++) vv[i] = i;
  memset(ra, 0, 4 * sizeof *ra); ra[3].next = ml;
  for (int i = 0; i < 3; i++) {
#pragma ckpt
    la = lua_alloc(0, la, 0, (i + 3) * sizeof(struct node)); xm->next = la; la[0].next = la + 1; la[i + 2].v = i;
    printf("%d %d %d %d %g %d %d\n", pm[2].next->v, aa[1].next->v, xm->next->next->v, ml->next[1].v, vv[99], ra[3].next->v, (int)((unsigned long)aa % 64));
  }
  return 0;
}
