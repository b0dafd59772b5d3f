// #pragma ckpt replay and exclude(*pointer) where a name is that of another variable, too, where an argument is the size of an array, a literal or what is
// chosen by a type, and before functions of the C library that we know.
// REQUIRES: ckptcc
// RUN: %restart %s --no-inplace --visits 12
// RUN: %not %ckptcc -w -DCARRIED %s -o %t 2>&1 | %FileCheck %s
// RUN: %ckptcc -w -DREGULAR %s -o %t && rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=5 %t > %t.out 2> %t.err; test $? = 0)
// RUN: test ! -e %t.d/*.img && %FileCheck --check-prefix=REGULAR %s < %t.err
// REGULAR: replay_places.c:{{[0-9]+}}: replay of open: its result is an open file, which comes back by itself: leave #pragma ckpt replay out
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int level;
static unsigned long size;
static struct pair { int a, b; } pair;
#pragma ckpt exclude(level, size, pair)

static void set(int n) { level = n; }
static void set_size(unsigned long n, const char *from) { size = n + !from; }
static int set_pair(const struct pair *p, int kind)
{
    pair = *p;
    return kind;
}

static void blocks(void)
{
    int n = 1;

    for (int k = 0; k < 2; k++) {
        int n = 10 + k;
        #pragma ckpt replay
        set(n);
        #pragma ckpt
        printf("%d %d\n", level, n);
    }
    {
        int other = 5;
        #pragma ckpt replay
        set(other + n);
        #pragma ckpt
        printf("%d\n", level);
    }
    {
        const int other = 7;
        int kind;
        char row[other + n];
        #pragma ckpt replay
        set_size(sizeof row,
                 "row");
        #pragma ckpt replay
        kind = set_pair(&(struct pair){ other, n }, _Generic(&other, const int *: 3, default: 4));
        #pragma ckpt
        printf("%lu %d %d %d\n", size, pair.a, pair.b, kind);
    }
}

static void library(void)
{
    int fd, again;

    #pragma ckpt replay
    fd = open("/dev/null", O_RDONLY);
    #pragma ckpt replay
    again = fcntl(fd, F_GETFD);
#ifdef CARRIED
    #pragma ckpt replay
    int *p = malloc(sizeof *p); // CHECK: replay_places.c:[[#@LINE]]:{{[0-9]+}}: error: what 'malloc' does comes back by itself at a restart
    #pragma ckpt replay
    srand(*p); // CHECK: replay_places.c:[[#@LINE]]:{{[0-9]+}}: error: what 'srand' does comes back by itself at a restart
    #pragma ckpt replay
    DIR *dir = opendir("."); // CHECK: replay_places.c:[[#@LINE]]:{{[0-9]+}}: error: what 'opendir' opens would be at its beginning when the call is made again
    again = dir != 0;
#endif
#ifdef REGULAR
    #pragma ckpt replay
    int file = open("/etc/passwd", O_RDONLY);
    again += file < 0;
#endif
    #pragma ckpt
    printf("%d %d %d\n", fd > 2, again, (int)read(fd, &again, 1));
}

static void left_out(void)
{
    double *p = calloc(4, sizeof *p), *keep = p;

    keep[0] = 1;
    {
        double *p = calloc(4, sizeof *p);
        #pragma ckpt exclude(*p)
        for (int i = 0; i < 2; i++) {
            p[0] = 3;
            #pragma ckpt
            p[0] = 2;
            printf("%g\n", keep[0] + p[0]);
        }
    }
}

int main(void)
{
    blocks();
    library();
    left_out();
    return 0;
}
