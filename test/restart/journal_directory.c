// The program's directory is gone when it is restarted: it had left and removed, or renamed, it itself. It is made again with what was
// in it, and the files of the same names in the directory of the restart stay as they are.
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t
// RUN: for kind in removed renamed above; do for at in 1 2 3; do rm -rf %t.w %t.d && mkdir -p %t.w && cd %t.w && %t $kind > want && test ! -e top/work || exit 1; \
// RUN:   find . -type d | sort > want.names; rm -rf top done && env CKPT_DIR=%t.d CKPT_AT=$at CKPT_MODE=sync %t $kind > out && cmp out want || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t $kind > out 2> err && ! grep . err && test -s out && tail -n "$(wc -l < out)" want | cmp - out || { echo $kind $at; cat out err; exit 1; }; \
// RUN:   echo precious | cmp - result && echo unread | cmp - kept && find . -type d | sort | cmp - want.names || { echo $kind $at; exit 1; }; done; done
// What cannot be made again is no reason to put its files elsewhere.
// RUN: rm -rf %t.w %t.d && mkdir -p %t.w && cd %t.w && env CKPT_DIR=%t.d CKPT_AT=2 CKPT_MODE=sync %t removed > out && mv %t.d d && rm -rf top && touch top
// RUN: env CKPT_DIR=d CKPT_RESTART=latest %t removed > out 2> err; test $? = 78 && grep "directory cannot be put back" err && echo precious | cmp - result && echo unread | cmp - kept
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void put(const char *name, const char *mode, const char *text)
{
    FILE *f = fopen(name, mode);
    fprintf(f, "%s\n", text);
    fclose(f);
}

static void show(const char *name)
{
    FILE *f = fopen(name, "r");
    int c;

    while (f && (c = getc(f)) != EOF)
        putchar(c);
    if (f)
        fclose(f);
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "removed";
    FILE *held;

    if (access("result", F_OK) < 0) {
        put("result", "w", "precious");
        put("kept", "w", "unread");
    }
    mkdir("top", 0755);
    mkdir("top/work", 0750);
    chdir("top/work");
    held = fopen("kept", "w");
    fputs("held\n", held);
    #pragma ckpt
    for (int i = 0; i < 2; i++) {
        put("result", "a", i ? "second" : "first");
        #pragma ckpt
        fprintf(held, "%d\n", i);
    }
    fclose(held);
    show("result");
    show("kept");
    unlink("result");
    if (!strcmp(kind, "renamed")) {
        chdir("../..");
        rename("top/work", "done");
        unlink("done/kept");
        return 0;
    }
    unlink("kept");
    chdir("../..");
    rmdir("top/work");
    if (!strcmp(kind, "above"))
        rmdir("top");
    return 0;
}
