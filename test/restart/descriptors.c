// File descriptors of regular files: offsets, append mode, dup, pwrite; the same numbers after a restart.
// C-SUPPORT: State | descriptors of regular files | POSIX | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --input in=Inputs/lines.txt --output out,log
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void put(int fd, const char *text)
{
    if (write(fd, text, strlen(text)) < 0)
        perror("write");
}

int main(void)
{
    char buffer[16];
    int in = open("in", O_RDONLY), out = open("out", O_RDWR | O_CREAT | O_TRUNC, 0640);
    int log = open("log", O_WRONLY | O_CREAT | O_APPEND, 0600), copy;
    ssize_t n;

    if (in < 0 || out < 0 || log < 0)
        return 1;
    while ((n = read(in, buffer, sizeof buffer)) > 0) {
        #pragma ckpt
        if (write(out, buffer, (size_t)n) != n)
            return 1;
        put(log, "chunk\n");
        if (lseek(in, 0, SEEK_CUR) > 100)
            break;
    }
    copy = dup(out);
    lseek(out, 5, SEEK_SET);
    #pragma ckpt
    put(copy, "COPY");                             /* shares the offset */
    put(out, "OUT");
    printf("%ld %ld\n", (long)lseek(out, 0, SEEK_CUR), (long)lseek(copy, 0, SEEK_CUR));
    if (pwrite(out, "P", 1, 0) != 1)
        return 1;
    #pragma ckpt
    lseek(copy, 0, SEEK_SET);
    n = read(out, buffer, 12);
    printf("%.*s\n", (int)n, buffer);
    close(in);
    #pragma ckpt
    int again = open("in", O_RDONLY);
    printf("%d %d\n", again == in, copy > out);
    close(again), close(out), close(copy), close(log);
    return 0;
}
