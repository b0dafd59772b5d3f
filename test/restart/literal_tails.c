// Literals that lie in the tails of others on one machine, and by themselves on another: pointers into the longer one keep their distance.
// REQUIRES: ckptcc
// RUN: %restart %s --arches i386,s390x,arm --visits 4
#include <stdio.h>
#include <string.h>
static const char *table[] = { "alue", "llo", "lue", "o" };
static void site(void) {
    #pragma ckpt
    ;
}
int main(void) {
    const char *s = "key=value", *p = strchr(s, '=') + 2;
    const char *h = "hello", *q = h + 2;
    const char *t = "abcdefg", *u = t + 3;
    for (int i = 0; i < 4; i++) {
        site();
        printf("%s %s %d\n", table[i], "defg", (int)(p - s));
        printf("%s %d %c\n", p, (int)(q - h), q[-1]);
        printf("%d %c\n", (int)(u - t), u[-1]);
    }
    return 0;
}
