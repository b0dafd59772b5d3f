/* link on top of a function pointer */
#include <stdio.h>
#include <stdlib.h>
struct sym { void (*fn)(int); double val; };
static void *fl;
static void say(int i) { printf("say %d\n", i); }
static void cry(int i) { printf("cry %d\n", i); }
static void put(struct sym *s) { *(void **)s = fl; fl = s; }
static struct sym *sym(void (*n)(int), double v) { struct sym *s = fl; if (s) fl = *(void **)s; else s = malloc(sizeof *s); s->fn = n; s->val = v; return s; }
int main(void)
{
    struct sym *s[4];
    for (int i = 0; i < 4; i++) s[i] = sym(say, i);
    for (int i = 0; i < 3; i++) put(s[i]);
    for (int i = 1; i <= 2; i++) {
#pragma ckpt
        printf("visit %d\n", i);
    }
    for (int i = 0; i < 3; i++) s[i] = sym(cry, 10 + i);
    for (int i = 0; i < 4; i++) (s[i]->fn(i), printf("%g\n", s[i]->val));
    return 0;
}
