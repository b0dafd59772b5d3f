// Rows of matrices: of characters each row has its padding in an image, of short, bool, int and double none; in structures and blocks, of one element and of several.
// REQUIRES: ckptcc
// RUN: %ckptcc -w -O1 %s -o %t && %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x && %ckptcc -w --ckpt-cc=i686-linux-gnu-gcc -static %s -o %t.i386 && %t > %t.want
// RUN: for to in %t "qemu-s390x-static %t.s390x" "qemu-i386-static %t.i386"; do rm -rf %t.d; (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t > %t.1; test $? = 75) || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest $to > %t.2 || exit 1; cat %t.1 %t.2 | diff %t.want - || exit 1; done
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS(name) name##1[7][1], name##3[5][3], name##4[5][4], name##5[3][5], name##x[2][3][1], name##y[2][1][6]
static signed char ROWS(c);
static unsigned char ROWS(u);
static short ROWS(s);
static bool ROWS(b);
static int ROWS(i);
static double ROWS(d);
static struct { signed char ROWS(c); short ROWS(s); double ROWS(d); int last; } holder[2];

static unsigned sum;

#define EACH(x) for (size_t k = 0; k < sizeof x / sizeof ***x; k++)
#define EACH2(x) for (size_t k = 0; k < sizeof x / sizeof **x; k++)
#define VISIT(name, T, one, by) \
    EACH2(name##1) one(((T *)name##1)[k], by) EACH2(name##3) one(((T *)name##3)[k], by) EACH2(name##4) one(((T *)name##4)[k], by) \
    EACH2(name##5) one(((T *)name##5)[k], by) EACH(name##x) one(((T *)name##x)[k], by) EACH(name##y) one(((T *)name##y)[k], by)
#define SET(at, by) at = (k * 7 + by) % 100;
#define ADD(at, by) sum = sum * 31 + (unsigned)at;

int main(void)
{
    signed char (*block)[3] = malloc(11 * sizeof *block);

    VISIT(c, signed char, SET, 1) VISIT(u, unsigned char, SET, 2) VISIT(s, short, SET, 3) VISIT(b, bool, SET, 1) VISIT(i, int, SET, 5) VISIT(d, double, SET, 6)
    for (int n = 0; n < 2; n++) {
        VISIT(holder[n].c, signed char, SET, 7) VISIT(holder[n].s, short, SET, 8) VISIT(holder[n].d, double, SET, 9)
        holder[n].last = n;
    }
    for (int n = 0; n < 33; n++)
        block[n / 3][n % 3] = (signed char)n;
    for (int n = 0; n < 3; n++) {
        #pragma ckpt
        VISIT(c, signed char, ADD, 0) VISIT(u, unsigned char, ADD, 0) VISIT(s, short, ADD, 0) VISIT(b, bool, ADD, 0) VISIT(i, int, ADD, 0) VISIT(d, double, ADD, 0)
        for (int m = 0; m < 2; m++) {
            VISIT(holder[m].c, signed char, ADD, 0) VISIT(holder[m].s, short, ADD, 0) VISIT(holder[m].d, double, ADD, 0)
            sum += (unsigned)holder[m].last;
        }
        for (int m = 0; m < 33; m++)
            sum = sum * 31 + (unsigned)block[m / 3][m % 3];
        printf("%u\n", sum);
    }
    return 0;
}
