// Everything else that makes, moves or changes names: links, symbolic links, named pipes and nodes by descriptors of directories, renameat2, permissions.
// All of it is as it was at the checkpoint when the program is restarted after it has run to its end.
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t
// RUN: rm -rf %t.w && mkdir -p %t.w && cd %t.w && %t > want && find d -printf '%%p %%n %%m %%y %%l\n' | sort > want.files
// RUN: for at in 1 2 3 4 5 6 7; do rm -rf %t.d d && env CKPT_DIR=%t.d CKPT_AT=$at CKPT_MODE=sync %t > out && cmp out want || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t > out 2> err && ! grep . err && test -s out && tail -n "$(wc -l < out)" want | cmp - out || { echo $at; cat out err; exit 1; }; \
// RUN:   find d -printf '%%p %%n %%m %%y %%l\n' | sort | cmp - want.files || { echo $at; exit 1; }; done
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void show(void)
{
    static const char *const names[] = { "d", "d/a", "d/b", "d/c", "d/s", "d/f", "d/g", "d/n", "d/m", "d/e", "d/e/x" };
    char target[64];
    struct stat st;

    for (int i = 0; i < sizeof names / sizeof *names; i++)
        if (lstat(names[i], &st) == 0) {
            ssize_t n = readlink(names[i], target, sizeof target);
            printf("%s %o %d %.*s; ", names[i], st.st_mode, S_ISDIR(st.st_mode) ? 0 : (int)st.st_nlink, n < 0 ? 0 : (int)n, target);
        }
    putchar('\n');
}

int main(void)
{
    FILE *f;
    int d, fd;

    umask(022);
    mkdir("d", 0755);
    f = fopen("d/a", "w");
    fprintf(f, "a\n");
    fclose(f);
    #pragma ckpt
    show();
    printf("%d\n", linkat(AT_FDCWD, "d/a", AT_FDCWD, "d/b", 0));
    printf("%d\n", symlinkat("a", AT_FDCWD, "d/s"));
    printf("%d %d\n", mkfifo("d/f", 0620), mkfifoat(AT_FDCWD, "d/g", 0600));
    printf("%d %d\n", mknod("d/n", S_IFREG | 0600, 0), mknodat(AT_FDCWD, "d/m", S_IFREG | 0604, 0));
    #pragma ckpt
    show();
    printf("%d\n", renameat2(AT_FDCWD, "d/b", AT_FDCWD, "d/c", RENAME_NOREPLACE));
    chmod("d/a", 0400);
    chmod("d/n", 0777);
    #pragma ckpt
    show();
    mkdir("d/e", 0500);
    printf("%d\n", renameat2(AT_FDCWD, "d/e", AT_FDCWD, "d/n", RENAME_EXCHANGE));
    #pragma ckpt
    show();
    chmod("d/n", 0700);
    f = fopen("d/n/x", "w");
    fchmod(fileno(f), 0640);
    fclose(f);
    printf("%d\n", rename("d/n/x", "d/x"));
    #pragma ckpt
    show();
    printf("%d %d %d %d\n", unlink("d/s"), unlink("d/f"), unlink("d/m"), symlink("c", "d/s"));
    fd = open("d/c", O_WRONLY | O_APPEND);
    dprintf(fd, "more\n");
    close(fd);
    fchmodat(AT_FDCWD, "d/c", 0444, 0);
    #pragma ckpt
    show();
    rename("d/x", "d/a");
    chmod("d/a", 0600);
    rmdir("d/n");
    unlink("d/g");
    #pragma ckpt
    show();
    f = fopen("d/c", "r");
    for (int c; f && (c = getc(f)) != EOF;)
        putchar(c);
    chmod("d", 0711);
    return 0;
}
