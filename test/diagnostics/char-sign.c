// What depends on the sign of plain char; what does not.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdio.h>

static int classes[256];

static int count(const char *text)
{
    int total = 0;
    for (; *text; text++) {
        total += classes[*text]; // expect: ckpt-char-sign => total += classes[(unsigned char)*text];
        total += classes[(unsigned char)*text];
        total += *text < 0; // expect: ckpt-char-sign => none
        total += *text == ' ' || *text >= 'a' || *text == '\t';
        total += *text >> 4; // expect: ckpt-char-sign
        total += "0123456789abcdef"[*text & 15];
    }
    return total;
}

int main(void)
{
    char c = getchar();
    signed char s = -1;
    int i = getchar();
    return count("text") + (c == EOF) + (i == EOF) + (s < 0); // expect: ckpt-char-sign => none
}
