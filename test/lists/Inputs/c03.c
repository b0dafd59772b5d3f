/* out-parameter get: int get(void **out, size_t); several types share a list */
#include <stdio.h>
#include <stdlib.h>
static void *fl;
static int get(void **out, size_t n)
{
    void *p = fl;
    if (p) { fl = *(void **)p; *out = p; return 1; }
    *out = malloc(n < 32 ? 32 : n);
    return 0;
}
static void put(void *p) { *(void **)p = fl; fl = p; }
struct d4 { double d[4]; };
struct i8 { int i[8]; };
struct s16 { short s[16]; };
int main(void)
{
    struct d4 *d[3]; struct i8 *n[3]; struct s16 *s[3]; void *v;
    for (int i = 0; i < 3; i++) {
        get(&v, sizeof **d); d[i] = v; for (int k = 0; k < 4; k++) d[i]->d[k] = i + k * .5;
        get((void **)&n[i], sizeof **n); for (int k = 0; k < 8; k++) n[i]->i[k] = 65536 * i + k;
        get(&v, sizeof **s); s[i] = v; for (int k = 0; k < 16; k++) s[i]->s[k] = (short)(256 * i + k);
    }
    put(d[0]); put(n[1]); put(s[2]); put(s[0]);
    get((void **)&n[1], sizeof **n); for (int k = 0; k < 8; k++) n[1]->i[k] = 1000000 + k;   /* was s[0] */
    get(&v, sizeof **d); d[0] = v; for (int k = 0; k < 4; k++) d[0]->d[k] = 100 + k;         /* was s[2] */
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) { get(&v, sizeof **s); s[2] = v; for (int k = 0; k < 16; k++) s[2]->s[k] = (short)k; } /* was n[1] */
        if (i == 2) { put(d[1]); get((void **)&s[0], sizeof **s); for (int k = 0; k < 16; k++) s[0]->s[k] = (short)(k + 300); }
    }
    for (int k = 0; k < 8; k++) printf("%d ", n[1]->i[k]);
    for (int k = 0; k < 4; k++) printf("%g %g ", d[0]->d[k], d[2]->d[k]);
    for (int k = 0; k < 16; k++) printf("%d %d %d ", s[0]->s[k], s[1]->s[k], s[2]->s[k]);
    printf("\n");
    return 0;
}
