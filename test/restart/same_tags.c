// Structures of one tag in several scopes: blocks of them that only void pointers lead to come back as their own type, not as the first of that
// name that would take their members.
// REQUIRES: ckptcc
// RUN: %restart %s
#include <stdio.h>
#include <stdlib.h>

enum { N = 5 };

static void *blocks[6];

#define BLOCK(k, first, second)                                                                                                                  \
    do {                                                                                                                                         \
        struct name {                                                                                                                            \
            first a;                                                                                                                             \
            second b;                                                                                                                            \
        };                                                                                                                                       \
        if (!blocks[k]) {                                                                                                                        \
            struct name *p = malloc(N * sizeof(struct name));                                                                                    \
            for (int i = 0; i < N; i++) {                                                                                                        \
                p[i].a = (first)(k * 20 + i + 1);                                                                                                \
                p[i].b = (second)(k * 20 + i + 2);                                                                                               \
            }                                                                                                                                    \
            blocks[k] = p;                                                                                                                       \
        } else {                                                                                                                                 \
            struct name *p = blocks[k];                                                                                                          \
            for (int i = 0; i < N; i++) {                                                                                                        \
                sum = sum * 31 + (long)p[i].a * 7 + (long)p[i].b;                                                                                \
                p[i].a += 1;                                                                                                                     \
            }                                                                                                                                    \
        }                                                                                                                                        \
    } while (0)

static unsigned use(void)
{
    unsigned sum = 1;

    BLOCK(0, char, double);
    BLOCK(1, unsigned, double);
    BLOCK(2, double, char);
    BLOCK(3, unsigned short, double);
    BLOCK(4, unsigned char, signed char);
    BLOCK(5, unsigned short, int);
    return sum;
}

int main(void)
{
    for (int i = 0; i < 6; i++) {
        printf("%d: %u\n", i, use());
        #pragma ckpt
    }
    return 0;
}
