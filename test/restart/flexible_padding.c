// The room that a structure has behind its flexible member is a part of it: a block of just the structure's size may hold a longer array than the
// one element that is declared.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct one { long n; char text[1]; };
struct none { double d; short n; char text[]; };
struct numbers { long long n; short many[1]; };

static struct one *one, *end;
static struct none *none;
static struct numbers *numbers;
static short *last;

int main(void)
{
    one = malloc(offsetof(struct one, text) + sizeof(long));
    one->n = 1;
    strcpy(one->text, "abc");
    end = one + 1;
    none = malloc(sizeof *none);
    *none = (struct none){ 0.5, 2 };
    strcpy(none->text, "z");
    numbers = malloc(offsetof(struct numbers, many) + 2 * sizeof(short));
    numbers->n = 3;
    numbers->many[0] = 4;
    numbers->many[1] = 5;
    last = &numbers->many[1];
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d %s %ld %d %s %d %d %d\n", i, one->text, one->n, (int)(end - one), none->text, numbers->many[0], numbers->many[1], *last);
        one->text[2]++;
        ++*last;
        none->text[0]++;
    }
    return 0;
}
