// Literals that lie in the tails of others on one machine, and by themselves on another: a pointer into the middle of such a tail keeps its distance to the
// longer one's start; one to a literal's start is that literal, and equal to other pointers to it.
// REQUIRES: ckptcc
// RUN: %restart %s --arches i386,s390x,arm --visits 4 && %restart %s --arches s390x --visits 2 --flags=-O0
#include <stdio.h>
#include <string.h>
static const char *table[] = { "alue", "llo", "defg" };
static const char *const kinds[] = { "list", "end", "append" };
static struct { const char *name; } item[2];
static void site(void) {
    #pragma ckpt
    ;
}
int main(void) {
    const char *s = "key=value", *p = strchr(s, '=') + 3;
    const char *h = "hello", *q = h + 3;
    const char *t = "abcdefg", *u = t + 4;
    item[0].name = kinds[2];
    item[1].name = kinds[1];
    for (int i = 0; i < 4; i++) {
        site();
        printf("%s %s %d\n", table[i % 3], p, (int)(p - s));
        printf("%s %d %c\n", q, (int)(q - h), q[-1]);
        printf("%d %c\n", (int)(u - t), u[-1]);
        for (int k = 0; k < 3; k++)
            printf("%d%d ", kinds[k] == item[0].name, kinds[k] == item[1].name);
        puts("");
    }
    return 0;
}
