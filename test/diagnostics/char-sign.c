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
        total += (*text)[classes]; // expect: ckpt-char-sign => none
        total += *text < 0; // expect: ckpt-char-sign => none
        total += *text == ' ' || *text >= 'a' || *text == '\t';
        total += *text >> 4; // expect: ckpt-char-sign
        total += (*text >> 4) & 15;
        total += (*text >> 4) & 31; // expect: ckpt-char-sign
        total += *text == '\xef' || *text != '\xbb';
        total += "0123456789abcdef"[*text & 15];
    }
    return total;
}

static unsigned hash(const char *text, unsigned *sum)
{
    unsigned h = 0, n = 0;
    for (; *text; text++) {
        h = *text + 31 * h; // expect: ckpt-char-sign => h = (unsigned char)*text + 31 * h;
        *sum += *text; // expect: ckpt-char-sign
        h ^= (unsigned char)*text;
        n = n * 10 + *text - '0';
        n = n * 10 + (*text - '0');
        n += *text - '0';
    }
    return h + n;
}

static unsigned char small_sum(const char *text)
{
    unsigned char sum = 0, xor = 0;
    for (; *text; text++) {
        sum += *text;
        xor ^= *text;
    }
    return sum + xor;
}

static char halved(char c)
{
    c >>= 1; // expect: ckpt-char-sign => none
    c /= 2; // expect: ckpt-char-sign => none
    return c;
}

static void encode(char *text, int key, char add)
{
    for (; *text; text++) {
        *text ^= key;
        *text = *text + add;
        *text = *text + 'a' - 'A';
    }
}

int main(void)
{
    unsigned sum = 0;
    char word[] = "word";
    encode(word, 3, 1);
    hash(word, &sum);
    char c = getchar();
    signed char s = -1;
    int i = getchar();
    return small_sum("text") + halved(c) + count("text") + (c == EOF) + (i == EOF) + (s < 0); // expect: ckpt-char-sign => none
}
