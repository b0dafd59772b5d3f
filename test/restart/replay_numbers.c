// Replayed calls that are given numbers in pointers, as (struct holder *)-1, or SIG_IGN: what leads nowhere is no address of an object and is handed
// over again as the number, on machines with pointers of another width as the same source makes it there. Memory of which not all can be read is refused.
// REQUIRES: ckptcc
// RUN: %restart %s --no-inplace --only x86_64,i386
// RUN: %ckptcc %s -o %t && %t > %t.plain && grep -x "1 3 1 2 1" %t.plain
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 CKPT_STRICT=1 %t > %t.1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t >> %t.1 && cmp %t.1 %t.plain
//
// RUN: %ckptcc -DAT_END %s -o %t.end && rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t.end > %t.1 2> %t.err && cmp %t.1 %t.plain
// RUN: grep "replay of take: argument 1 is no address of an object" %t.err
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

struct holder { int n, more[5]; };
enum { NONE = -1, ANY = 7 };
static int taken;

static int take(struct holder *h) { return taken = h == (struct holder *)-1 ? 1 : h == (struct holder *)ANY ? 2 : 3; }
static int name(const char *s) { return s == (const char *)NONE; }
static int quiet(int number, void (*handler)(int)) { return signal(number, handler) != SIG_ERR; }

int main(void)
{
    static struct holder real;
    int first, second, third, fourth, fifth;

    #pragma ckpt replay
    first = take((struct holder *)-1);
    #pragma ckpt replay
    second = take(&real);
    #pragma ckpt replay
    third = name((const char *)NONE);
    #pragma ckpt replay
    fourth = take((struct holder *)ANY);
    #pragma ckpt replay
    fifth = quiet(SIGUSR1, SIG_IGN);
#ifdef AT_END
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(two + page, page, PROT_NONE);
    #pragma ckpt replay
    take((struct holder *)(two + page - 8));
    munmap(two, 2 * page);
    taken = 2;
#endif
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        if (i == 1)
            raise(SIGUSR1);
    }
    printf("%d %d %d %d %d\n", first, second, third, fourth, fifth);
    printf("%d\n", taken);
    return 0;
}
