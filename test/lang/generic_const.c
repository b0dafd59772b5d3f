// What chooses by a type sees that a local variable is const, though ckptcc takes the const off so that a restart can set it.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>

static unsigned sum;

static int step(int i)
{
    #pragma ckpt
    sum = sum * 31 + i;
    return i + 1;
}

#define KIND(x) _Generic(&(x), const int *: "const", int *: "plain", default: "other")
#define TEXT(x) _Generic(x, const char *: "const", char *: "plain", default: "other")
#define SAME(a, b) __builtin_types_compatible_p(__typeof__(a), __typeof__(b))

static const char *inner(const int c, int p)
{
    step(p);
    {
        const char c[] = "x";
        step(p);
        if (p > 2)
            return TEXT(c);
    }
    return KIND(c);
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        const int c = i * 2;
        int p = i;
        const int arr[2] = { i, i };
        int *const fixed = &p;

        step(i);
        printf("%s %s %s %d %d %s %s\n", KIND(c), KIND(p), KIND(arr[0]), SAME(&c, const int *), SAME(&c, int *), inner(i, i),
               _Generic(&fixed, int *const *: "const", int **: "plain"));
        printf("%d %d %d\n", c, arr[1], *fixed);
    }
    printf("%u\n", sum);
    return 0;
}
