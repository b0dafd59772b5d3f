/* flexible array structs on size-class lists; calloc; aligned_alloc blocks; tail insertion by pointer to pointer */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct str { int len, cap; char s[]; };
static void *sl[4];
static struct str *str(const char *t, int k) { void *p = sl[k]; struct str *s; int cap = 16 << k; if (p) { sl[k] = *(void **)p; s = p; } else { s = calloc(1, sizeof *s + (size_t)cap); } s->cap = cap; s->len = (int)strlen(t); strcpy(s->s, t); return s; }
static void str_put(struct str *s, int k) { void *p = s; *(void **)p = sl[k]; sl[k] = p; }
struct m4 { double m[16]; };
static void *ml;
static struct m4 *m4(double d) { struct m4 *m = ml; if (m) ml = *(void **)m; else m = aligned_alloc(64, sizeof *m); for (int i = 0; i < 16; i++) m->m[i] = d + i; return m; }
static void m4_put(struct m4 *m) { void **pp = &ml; while (*pp) pp = (void **)*pp; *(void **)m = *pp; *pp = m; }
int main(void)
{
    struct str *s[6]; struct m4 *m[4];
    for (int i = 0; i < 6; i++) { char t[20]; sprintf(t, "string-%d", i); s[i] = str(t, i % 3); }
    for (int i = 0; i < 4; i++) m[i] = m4(i);
    str_put(s[0], 0); str_put(s[3], 0); str_put(s[1], 1); m4_put(m[0]); m4_put(m[3]); m4_put(m[1]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) { s[3] = str("third", 0); m[0] = m4(100); }
        if (i == 2) { s[1] = str("first", 1); m[3] = m4(300); str_put(s[5], 2); }
    }
    s[0] = str("zeroth", 0); s[5] = str("fifth", 2); m[1] = m4(11);
    for (int i = 0; i < 6; i++) printf("%s %d %d\n", s[i]->s, s[i]->len, s[i]->cap);
    for (int i = 0; i < 4; i++) printf("%g %g\n", m[i]->m[0], m[i]->m[15]);
    return 0;
}
