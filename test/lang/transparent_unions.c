// Functions that take a transparent union, as bind and wait do in the C library under _GNU_SOURCE.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <unistd.h>

union either { int *i; unsigned *u; } __attribute__((transparent_union));

static int state;

static int visit(int n)
{
    state += n;
    #pragma ckpt
    return state;
}

static int take(union either e) { return *e.i + visit(1); }

int main(void)
{
    struct sockaddr_in a;
    struct sockaddr *ap = (struct sockaddr *)&a;

    for (int i = 0; i < 4; i++) {
        int r = visit(i), fd = socket(AF_INET, SOCK_DGRAM, 0), n = i;
        unsigned m = i;

        memset(&a, 0, sizeof a);
        a.sin_family = AF_INET;
        int rc = bind(fd, ap, sizeof a) || bind(fd, (struct sockaddr *)&a, sizeof a) == 0;
        close(fd);
        printf("%d %d %d ", r, rc, a.sin_family == AF_INET);
        r = take(&n);
        printf("%d %d\n", r, take(&m));
        fflush(stdout);
    }
    return 0;
}
