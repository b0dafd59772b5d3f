// Text is bytes: UTF-8 in char arrays is the same after moving between targets with signed and unsigned char, whichever way it is reached.
// REQUIRES: ckptcc
// RUN: %restart %s --arches arm,s390x,i386
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person { char name[16]; char initial; char *heap; unsigned char raw[4]; };

static char global[] = "Gr\xc3\xbc\xc3\x9f\x65";

int main(void)
{
    char local[] = "na\xc3\xafve \xe2\x82\xac", one = '\xe9';
    struct person p = { "Zo\xc3\xab", '\xff', strdup("\xf0\x9f\x98\x80!"), { 0x80, 0xff, 0x7f, 0 } };
    char *untyped = malloc(8);
    const char *literal = "\xc2\xa9 2024";

    memcpy(untyped, "\x80\x81\xfe\xff", 5);
    #pragma ckpt
    printf("%s %s %s %s %s\n", global, local, p.name, p.heap, literal);
    printf("%x %x %x %x\n", (unsigned char)one, (unsigned char)p.initial, p.raw[0], p.raw[1]);
    #pragma ckpt
    for (char *c = untyped; *c; c++)
        printf("%02x ", (unsigned char)*c);
    putchar('\n');
    free(p.heap), free(untyped);
    return 0;
}
