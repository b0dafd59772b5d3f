// Attributes of the process that a restart is without; a call that is made again, in a function that only such calls reach, too; calls that have no fix-it, for
// what they are given cannot be recorded.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

static char secret[100];
static int inner(int fd) { return flock(fd, LOCK_EX); }
static int lock_it(int fd) { return inner(fd); }
static int both(int fd) { return flock(fd, LOCK_UN); } // expect: ckpt-library-attribute => none

int main(void)
{
    int r = 0;
    r = nice(0); // expect: ckpt-library-attribute => #pragma ckpt replay\n    r = nice(0);
    #pragma ckpt replay
    r = nice(0);
    #pragma ckpt replay
    lock_it(0);
    #pragma ckpt replay
    both(0);
    both(0);
    mlock(secret, sizeof secret); // expect: ckpt-library-attribute => none
    stack_t s = { secret, 0, sizeof secret };
    sigaltstack(&s, 0); // expect: ckpt-library-attribute => none
    #pragma ckpt
    return r;
}
