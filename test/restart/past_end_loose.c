// Void pointers to the end of an array at the end of a structure, and to the end of the structure: where padding lies between them each leads to its own
// again where memory is laid out as it was (the first came back as the second), and is a trap elsewhere; where they are one here and may not be so
// elsewhere, the image is bound to its layout.
// REQUIRES: ckptcc, s390x, i386
// RUN: %ckptcc %s -o %t && %ckptcc --ckpt-cc=%cc{s390x} %s -o %t.s390x && %ckptcc --ckpt-cc=i686-linux-gnu-gcc -m32 %s -o %t.i386
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t apart; test $? = 75 && env CKPT_DIR=%t.d CKPT_RESTART=latest %t apart | grep -x '1 1 1 1'
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %qemu{i386} %t.i386 apart; test $? = 75 && env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{i386} %t.i386 apart | grep -x '1 1 1 1'
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 CKPT_STRICT=1 %t apart 2>&1 | grep 'main: text_end points to no known object'
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %qemu{i386} %t.i386 here 2> %t.err; test $? = 75 && grep 'several ends' %t.err
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{i386} %t.i386 here | grep -x '1 1 1 1'
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t here; test $? = 78
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{s390x} %t.s390x here; test $? = 78
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %qemu{i386} %t.i386 typed; test $? = 75 && env CKPT_DIR=%t.d CKPT_RESTART=latest %t typed | grep -x '1 1 1 1'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct padded { int n; char text[6]; };              /* two bytes behind the text, everywhere */
struct elsewhere { double d; char text[4]; };        /* none on i386 */

int main(int argc, char **argv)
{
    struct padded *p = calloc(2, sizeof *p), local = { 0 };
    struct elsewhere *e = calloc(1, sizeof *e);
    int apart = argc > 1 && !strcmp(argv[1], "apart"), here = argc > 1 && !strcmp(argv[1], "here");
    void *text_end = apart ? local.text + sizeof local.text : 0, *ends = apart ? p[1].text + sizeof p[1].text : here ? e->text + sizeof e->text : 0;
    void *end = p + 2;
    const char *typed = e->text + sizeof e->text;

    #pragma ckpt
    printf("%d %d %d %d\n", !apart || text_end == local.text + sizeof local.text, apart ? ends == p[1].text + sizeof p[1].text : !here || ends == e->text + sizeof e->text,
           end == p + 2, typed == e->text + sizeof e->text);
    free(p);
    free(e);
    return 0;
}
