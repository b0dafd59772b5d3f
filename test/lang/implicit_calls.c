// Functions that are called before they are declared: the call declares them.
// C-SUPPORT: Functions | calls of functions that are not declared | C89 3.3.2.2 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4 --flags "-std=gnu89 -w"
// RUN: %if gcc %{ %restart %s --visits 4 --flags "-std=gnu11 -w" %}
#include <stdio.h>

int main(void)
{
    int k = work(3, "text") + work(1, "more");

    printf("%d\n", k);
    return 0;
}

int work(int n, const char *text)
{
    int i;

    for (i = 0; i < 2; i++) {
        #pragma ckpt
        n += text[i];
    }
    return n;
}
