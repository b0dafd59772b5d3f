// Files open for append that are cut below their length at the checkpoint, in whatever way: an image has no more than
// their length, so the journal must have the rest. The program runs on to its end before each restart.
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t && %ckptcc -w -D_FILE_OFFSET_BITS=64 %s -o %t.64 && %ckptcc -w -DLARGE %s -o %t.large
// RUN: for prog in %t %t.64 %t.large; do for kind in ftruncate truncate punch flags grow allocate regrow removed reopened; do for at in 1 2 3; do rm -rf %t.w %t.d && mkdir -p %t.w && cd %t.w && \
// RUN:   $prog $kind > want && mv log want.log || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_AT=$at CKPT_MODE=sync $prog $kind > out && cmp out want || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest $prog $kind > out 2> err && ! grep . err && test -s out && tail -n "$(wc -l < out)" want | cmp - out && cmp log want.log || \
// RUN:   { echo $prog $kind $at; cat out err; exit 1; }; done; done; done
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef LARGE
#define ftruncate ftruncate64
#define truncate truncate64
#define fallocate fallocate64
#define posix_fallocate posix_fallocate64
#define fcntl fcntl64
#endif

/* Not by the stream's own buffer. */
static void show(FILE *out)
{
    int c, last = 0;
    struct stat st;
    FILE *f;

    fflush(out);
    f = fopen("log", "r");
    fstat(fileno(f), &st);
    printf("%ld bytes: ", (long)st.st_size);
    while ((c = getc(f)) != EOF) {
        if (c || last)
            putchar(c ? c : '0');
        last = c;
    }
    putchar('\n');
    fclose(f);
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "ftruncate";
    FILE *f = fopen("log", "a+");

    fputs("first, and this is\nsecond\n", f);
    fflush(f);
    #pragma ckpt
    show(f);
    fputs("third\n", f);
    fflush(f);
    if (!strcmp(kind, "ftruncate"))
        ftruncate(fileno(f), 3);
    else if (!strcmp(kind, "truncate"))
        truncate("log", 0);
    else if (!strcmp(kind, "punch"))
        fallocate(fileno(f), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 2, 9);
    else if (!strcmp(kind, "flags")) {
        fcntl(fileno(f), F_SETFL, fcntl(fileno(f), F_GETFL) & ~O_APPEND);
        pwrite(fileno(f), "XYZ", 3, 1);
        fcntl(fileno(f), F_SETFL, fcntl(fileno(f), F_GETFL) | O_APPEND);
    } else if (!strcmp(kind, "grow"))
        ftruncate(fileno(f), 100);
    else if (!strcmp(kind, "allocate"))
        posix_fallocate(fileno(f), 0, 90);
    else if (!strcmp(kind, "regrow")) {
        ftruncate(fileno(f), 0);
        fputs("something else that is longer than what was there before the cut\n", f);
    } else if (!strcmp(kind, "reopened")) {
        freopen(NULL, "w+", f);
        fputs("new\n", f);
    } else if (!strcmp(kind, "removed")) {
        unlink("log");
        ftruncate(fileno(f), 2);
        fclose(f);
        f = fopen("log", "a+");
    }
    fflush(f);
    show(f);
    #pragma ckpt
    show(f);
    fputs("fourth\n", f);
    show(f);
    ftruncate(fileno(f), 1);
    #pragma ckpt
    show(f);
    fputs("end\n", f);
    fclose(f);
    return 0;
}
