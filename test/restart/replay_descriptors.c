// Pipes, pairs of sockets and a timer of the kernel's open at sites: made again by #pragma ckpt replay, under the numbers that they had, here and elsewhere.
// C-SUPPORT: State | pipes, pairs of sockets, `timerfd_create`, by `#pragma ckpt replay` | POSIX | supported | what is in them is not carried
// REQUIRES: ckptcc
// RUN: %restart %s --no-inplace --visits 4
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int ends[2], pair[2];

static int make_pair(int type) { return socketpair(AF_UNIX, type, 0, pair); }

static void through(const char *name, int in, int out, int step)
{
    char sent[16], got[16] = "";

    snprintf(sent, sizeof sent, "%s %d", name, step);
    if (write(in, sent, sizeof sent) != sizeof sent || read(out, got, sizeof got) != sizeof got)
        perror(name);
    printf("%s, from %d to %d\n", got, in, out);
}

int main(void)
{
    int gap = open("/dev/null", O_RDONLY), made, joined, clock;
    struct itimerspec soon = { .it_value = { 0, 1000000 } };

    #pragma ckpt replay
    made = pipe(ends);
    #pragma ckpt replay
    joined = make_pair(SOCK_SEQPACKET);
    #pragma ckpt replay
    clock = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    close(gap);
    for (int i = 0; i < 5; i++) {
        uint64_t times = 0;
        #pragma ckpt
        through("pipe", ends[1], ends[0], i);
        through("pair", pair[0], pair[1], i);
        through("back", pair[1], pair[0], i);
        if (timerfd_settime(clock, 0, &soon, NULL) || read(clock, &times, sizeof times) != sizeof times)
            perror("timer");
        printf("%d times, descriptor %d\n", (int)times, clock);
        fflush(stdout);
    }
    printf("%d %d\n", made + joined, open("/dev/null", O_RDONLY) == gap);
    return 0;
}
