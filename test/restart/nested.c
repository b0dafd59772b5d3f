// Structures that hold structures that hold structures: an image has 63 of them one in the other, as many as C says each compiler takes. More fail the checkpoint, with a word, where there was
// an image that no restart took. What is not saved may be as deep as it likes.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 2
// RUN: %ckptcc -DDEEP %s -o %t && rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 %t > %t.out 2> %t.err
// RUN: grep 'checkpoint at visit 1 failed.*struct s63 is 64 structures and arrays one in the other; an image has no more than 63' %t.err
#include <stdio.h>

struct s0 { int x; };
#define S(n, in) struct s##n { struct s##in a; int y; };
S(1, 0) S(2, 1) S(3, 2) S(4, 3) S(5, 4) S(6, 5) S(7, 6) S(8, 7) S(9, 8) S(10, 9)
S(11, 10) S(12, 11) S(13, 12) S(14, 13) S(15, 14) S(16, 15) S(17, 16) S(18, 17) S(19, 18) S(20, 19)
S(21, 20) S(22, 21) S(23, 22) S(24, 23) S(25, 24) S(26, 25) S(27, 26) S(28, 27) S(29, 28) S(30, 29)
S(31, 30) S(32, 31) S(33, 32) S(34, 33) S(35, 34) S(36, 35) S(37, 36) S(38, 37) S(39, 38) S(40, 39)
S(41, 40) S(42, 41) S(43, 42) S(44, 43) S(45, 44) S(46, 45) S(47, 46) S(48, 47) S(49, 48) S(50, 49)
S(51, 50) S(52, 51) S(53, 52) S(54, 53) S(55, 54) S(56, 55) S(57, 56) S(58, 57) S(59, 58) S(60, 59)
S(61, 60) S(62, 61) S(63, 62) S(64, 63) S(65, 64)

#ifdef DEEP
static struct s63 g;
#else
static struct s62 g;
#endif
static struct s65 *none;

int main(void)
{
    g.y = 7;
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d %d\n", g.y++, none == 0);
    }
    return 0;
}
