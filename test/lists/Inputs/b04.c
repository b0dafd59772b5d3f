/* pop by the head itself: r = list; list = *(void **)list; and list[c] = list[c]->next; several types of one size class */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct link { struct link *next; };
static struct link *bin[8];
static void *get(size_t n)
{
    unsigned c = (unsigned)(n + 31) / 32;
    void *r = bin[c];
    if (!r) return malloc(32 * c);
    bin[c] = bin[c]->next;
    return r;
}
static void put(void *p, size_t n) { unsigned c = (unsigned)(n + 31) / 32; struct link *l = p; l->next = bin[c]; bin[c] = l; }
struct pt { double x, y, z; };
struct iv { int v[6]; };
struct tx { char s[24]; };
int main(void)
{
    struct pt *p[4]; struct iv *v[4]; struct tx *t[2];
    for (int i = 0; i < 4; i++) { p[i] = get(sizeof *p[i]); p[i]->x = i; p[i]->y = i + .5; p[i]->z = -i; }
    put(p[0], sizeof *p[0]); put(p[2], sizeof *p[2]); put(p[3], sizeof *p[3]);
    for (int i = 0; i < 2; i++) { v[i] = get(sizeof *v[i]); for (int k = 0; k < 6; k++) v[i]->v[k] = i * 10 + k; }
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) { t[0] = get(sizeof *t[0]); strcpy(t[0]->s, "first text"); }
        if (i == 2) { put(v[1], sizeof *v[1]); t[1] = get(sizeof *t[1]); strcpy(t[1]->s, "second text"); }
    }
    printf("%g %g %g\n", p[1]->x, p[1]->y, p[1]->z);
    for (int k = 0; k < 6; k++) printf("%d ", v[0]->v[k]);
    printf("%s %s\n", t[0]->s, t[1]->s);
    return 0;
}
