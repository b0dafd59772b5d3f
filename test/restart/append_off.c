// A stream that was opened to append, whose descriptor does not append any more: it goes on writing where it stands, and not at the end.
// REQUIRES: ckptcc
// RUN: rm -rf %t.w && mkdir %t.w && cd %t.w && %ckptcc -w %s -o prog
// RUN: env -u CKPT_DIR ./prog > want && mv log want.log && (env CKPT_DIR=d CKPT_AT=1 CKPT_EXIT=1 ./prog > got; test $? = 75) && env CKPT_DIR=d CKPT_RESTART=latest ./prog >> got && diff want got && cmp want.log log
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    FILE *f = fopen("log", "a"), *g = fopen("log", "a");

    fprintf(f, "one line, and a second one\n");
    fflush(f);
    fcntl(fileno(f), F_SETFL, fcntl(fileno(f), F_GETFL) & ~O_APPEND);
    #pragma ckpt
    printf("appends: %d %d\n", (fcntl(fileno(f), F_GETFL) & O_APPEND) != 0, (fcntl(fileno(g), F_GETFL) & O_APPEND) != 0);
    lseek(fileno(f), 4, SEEK_SET);
    write(fileno(f), "LINE", 4);
    fprintf(g, "the end\n");
    return fclose(f) || fclose(g);
}
