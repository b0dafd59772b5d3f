// A program that catches SIGSEGV itself: a pointer that is a trap after a restart is named all the same, other faults are the program's, before and after
// a second checkpoint; and so is a signal that is sent.
// REQUIRES: ckptcc
// RUN: %ckptcc -w -O1 %s -o %t && %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x
// RUN: for how in simple info; do for use in trap fault sent; do rm -rf %t.d; (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t $how $use > %t.1; test $? = 75) || exit 1; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest CKPT_AT=2 CKPT_EXIT=1 qemu-s390x-static %t.s390x $how $use > %t.2; test $? = 75) || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $how $use > %t.3 2> %t.err; status=$?; cat %t.3 %t.err; \
// RUN:   if test $use = trap; then test $status != 3 && grep 'ckpt: gone: used, but when the checkpoint' %t.err && ! grep internal %t.3 || exit 1; \
// RUN:   else test $status = 3 && grep "internal error: $how" %t.3 && ! grep ckpt: %t.err || exit 1; fi; done; done
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct node { int n; };
static struct node *gone, *volatile none;
static volatile int one;

static void caught(const char *how)
{
    printf("internal error: %s\n", how);
    fflush(stdout);
    _Exit(3);
}

static void simple(int signal) { caught(signal == SIGSEGV ? "simple" : "?"); }
static void with_info(int signal, siginfo_t *info, void *context) { caught(signal == SIGSEGV && info && context ? "info" : "?"); }

int main(int argc, char **argv)
{
    struct sigaction act = { .sa_flags = SA_RESTART };

    if (argc < 3)
        return 1;
    act.sa_handler = simple;
    if (!strcmp(argv[1], "info")) {
        act.sa_sigaction = with_info;
        act.sa_flags |= SA_SIGINFO;
    }
    sigaction(SIGSEGV, &act, 0);
    gone = malloc(sizeof *gone * 2);
    gone->n = 7;
    gone = (struct node *)((char *)gone + 1);      /* into the middle: a trap on another layout */
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d\n", i);
    }
    if (!strcmp(argv[2], "trap"))
        one = gone->n;
    else if (!strcmp(argv[2], "sent"))
        raise(SIGSEGV);
    else
        one = none->n;
    return 0;
}
