// Pipes and sockets that may be open at a site; closed before, replayed.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static int asked(void)
{
    int s = socket(AF_INET, SOCK_STREAM, 0);
    close(s);
    return s;
}

int main(void)
{
    if (pipe(ends)) // expect: ckpt-open-descriptor
        return 1;
    int live = socket(AF_INET, SOCK_STREAM, 0); // expect: ckpt-open-descriptor
    int over = socket(AF_INET, SOCK_DGRAM, 0);
    close(over);
    #pragma ckpt replay
    over = socket(AF_INET, SOCK_DGRAM, 0);
    #pragma ckpt
    return close(live) + asked();
}
