/* Format version 6: pointers into compound literals outside functions that a constant leads to, and that have their first values; one that has another. At its only site. */
#include <stdio.h>
#include <stdlib.h>

static const struct row {
    const char *name, **others;
    int *counts;
} table[] = { { "one", (const char *[]){ "un", "eins", NULL }, (int []){ 1, 2, 3 } }, { "two", (const char *[]){ "deux", NULL }, (int []){ 4, 5 } } };
static const char **other;
static int *count, *written;
void finished(void);
__attribute__((weak)) void finished(void) {}

int main(void)
{
    other = table[0].others + 1;
    count = table[0].counts + 2;
    written = table[1].counts;
    *written = 6;
    #pragma ckpt
    finished(); /* the tests' server does not go on: what it has restored need not be what a program could use */
    printf("%s %d %d %d %s %s\n", *other, *count, written[0], written[1], table[1].others[0], other[1] ? "more" : "none");
    return 0;
}
