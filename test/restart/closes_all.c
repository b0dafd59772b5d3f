// A program that closes all descriptors it has not opened, as daemons do, or wants a number that the runtime uses: the directory of images stays locked, and the
// journal of its files goes on. More than four hundred descriptors are the program's.
//
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %ckptcc -w -O1 %s -o p && cc -w -DPLAIN -O1 %s -o plain
// RUN: for how in loop from range numbers; do \
// RUN:   rm -rf images data; ./plain $how > wanted; mv data data.wanted; \
// RUN:   (env CKPT_DIR=images CKPT_AT=1 CKPT_MODE=sync ./p $how kill > out; test $? = 137) || exit 1; grep changed data || exit 2; \
// RUN:   (env CKPT_DIR=images CKPT_AT=2 CKPT_EXIT=1 CKPT_RESTART=latest ./p $how kill > out.1; test $? = 75) || exit 3; \
// RUN:   env CKPT_DIR=images CKPT_RESTART=latest ./p $how kill > out.2 || exit 4; cat out out.1 out.2 | diff - wanted || exit 5; diff data data.wanted || exit 6; \
// RUN: done
//
// While it runs another program is told so.
// RUN: rm -rf images data; (env CKPT_DIR=images CKPT_AT=1 CKPT_MODE=async ./p loop wait > out) & while ! grep -s closed data; do sleep 0.02; done; \
// RUN: env CKPT_DIR=images CKPT_AT=1 CKPT_MODE=sync ./p loop > out.other 2> err; touch go; wait %%1; cat err; grep 'in use by process' err
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void put(int at, const char *text)
{
    int fd = open("data", O_WRONLY | O_CREAT, 0644);

    pwrite(fd, text, strlen(text), at);
    close(fd);
}

static void close_all(const char *how, int least)
{
    if (!strcmp(how, "loop"))
        for (int fd = least; fd < 1024; fd++)
            close(fd);
    else if (!strcmp(how, "from"))
        closefrom(least);
    else if (!strcmp(how, "range"))
        close_range(least, ~0U, 0);
}

int main(int argc, char **argv)
{
    struct rlimit many = { 1024, 1024 };
    int opened[420], n = 0;
    char text[32];

    setrlimit(RLIMIT_NOFILE, &many);
    put(0, "first--\n");
    close_all(argv[1], 3);
    printf("before\n");
    fflush(stdout);
    if (!strcmp(argv[1], "numbers"))
        for (; n < 420; n++) {
            int fd = open("data", O_RDONLY | O_CLOEXEC);

            opened[n] = dup3(fd, 390 + n, O_CLOEXEC);
            close(fd);
            lseek(opened[n], n % 8, SEEK_SET);
        }
    #pragma ckpt
    close_all(argv[1], 3);
    put(0, "changed\n");
    put(8, "closed\n");
    if (argc > 2 && !strcmp(argv[2], "wait"))
        while (access("go", F_OK))
            usleep(10000);
#ifndef PLAIN
    if (argc > 2 && !strcmp(argv[2], "kill") && !getenv("CKPT_RESTART"))
        kill(getpid(), SIGKILL);
#endif
    #pragma ckpt
    close_all(argv[1], 3);
    for (int i = 0; i < n; i++) {
        int got = read(opened[i], text, sizeof text);

        printf("%d: %d %c\n", opened[i], got, text[0]);
    }
    printf("after\n");
    return 0;
}
