// A program whose CKPT_DIR another one has writes nothing there, no undo journal either. When the directory has become free, it takes
// checkpoints, and what it changes after them is undone at a restart.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t
// RUN: rm -rf %t.d %t.w; mkdir %t.d %t.w; cd %t.w
// RUN: echo olden > data; flock %t.d env CKPT_DIR=%t.d CKPT_EVERY=1 %t > out 2> err
// RUN: cat data out err | %FileCheck --check-prefix=BUSY %s
// RUN: test "$(ls -A %t.d | wc -l)" = 0
// BUSY: third
// BUSY-NEXT: done
// BUSY-NEXT: ckpt: no checkpoints can be taken now, the program starts: {{.*}}: in use by
// RUN: rm -f free freed held; touch dies; echo olden > data
// RUN: (flock %t.d sh -c 'touch held; while ! test -e free; do sleep 0.02; done'; touch freed) & while ! test -e held; do sleep 0.02; done; \
// RUN: env CKPT_DIR=%t.d CKPT_AT=2 CKPT_MODE=sync %t wait > out 2> err; test $? = 9 || exit 1; wait; rm dies;\
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > out 2>> err; cat out
// RUN: grep -x done out
// RUN: grep -x third data
// RUN: grep 'starts: .*in use by' err; test "$(wc -l < err)" = 1
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void put(const char *text, const char *expected)
{
    char was[64] = "";
    FILE *f = fopen("data", "r+");

    if (!f || fscanf(f, "%63s", was) != 1 || strcmp(was, expected))
        printf("%s where %s should be\n", was, expected);
    rewind(f);
    fprintf(f, "%s\n", text);
    fclose(f);
}

int main(int argc, char **argv)
{
    int waits = argc > 1 && !strcmp(argv[1], "wait");

    put("first", "olden");
    #pragma ckpt
    if (truncate("data", 0) == 0) {
        FILE *f = fopen("data", "w");
        fputs("other\n", f);
        fclose(f);
    }
    if (waits) {
        fclose(fopen("free", "w"));
        while (access("freed", F_OK))
            usleep(20000);
    }
    #pragma ckpt
    put("third", "other");
    if (!access("dies", F_OK))
        _exit(9);
    puts("done");
    return 0;
}
