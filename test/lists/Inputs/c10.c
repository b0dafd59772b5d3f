/* block grown/shrunk by realloc while it was recycled with another type; list in a heap struct that is freed; generations of pools */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct arena { void *spare; struct arena *up; int n; };
static struct arena *cur;
static void enter(void) { struct arena *a = malloc(sizeof *a); a->spare = 0; a->n = 0; a->up = cur; cur = a; }
static void leave(void) { struct arena *a = cur; void *p; while ((p = a->spare)) { a->spare = *(void **)p; free(p); a->n--; } cur = a->up; free(a); }
static void *get(size_t n) { struct arena *a = cur; void *p = a->spare; if (p) { a->spare = *(void **)p; a->n--; return p; } return malloc(n < 48 ? 48 : n); }
static void put(void *p) { struct arena *a = cur; *(void **)p = a->spare; a->spare = p; a->n++; }
struct big { double d[6]; };
struct small { int a; char c[12]; };
int main(void)
{
    struct big *b[4]; struct small *s[4];
    enter();
    for (int i = 0; i < 4; i++) { b[i] = get(sizeof *b[i]); for (int k = 0; k < 6; k++) b[i]->d[k] = i * 6 + k; s[i] = get(sizeof *s[i]); s[i]->a = i; strcpy(s[i]->c, "small"); }
    put(b[0]); put(s[1]);
    enter();
    put(b[3]); put(s[0]);
    s[0] = get(sizeof *s[0]); s[0]->a = 1000; strcpy(s[0]->c, "inner");
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d %d\n", i, cur->n);
        if (i == 1) { leave(); s[1] = get(sizeof *s[1]); s[1]->a = 11; strcpy(s[1]->c, "one"); }
        if (i == 2) { b[0] = get(sizeof *b[0]); for (int k = 0; k < 6; k++) b[0]->d[k] = k; s[2] = realloc(s[2], 100 * sizeof *s[2]); s[2][99] = *s[2]; put(b[1]); }
    }
    printf("%d %s %d %s %d %s\n", s[0]->a, s[0]->c, s[1]->a, s[1]->c, s[2][99].a, s[2][99].c);
    printf("%g %g\n", b[0]->d[5], b[2]->d[5]);
    leave();
    printf("%d\n", cur == 0);
    return 0;
}
