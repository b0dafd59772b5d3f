// A signal that arrives at any instruction acts at the next site, and no visit goes uncounted: the program steps itself by the trap flag
// and sends itself SIGUSR1 after 1, 2, ... instructions, so also between a site's reading of the counter and its writing.
// REQUIRES: ckptcc, ckpt, x86_64
// RUN: rm -rf %t && mkdir %t
// RUN: %ckptcc --ckpt-cc=gcc -O2 %s -o %t/gcc
// RUN: env CKPT_DIR=%t/images.gcc CKPT_MODE=sync %t/gcc > %t/visits && %ckpt show %t/images.gcc | grep -F "$(cat %t/visits)"
// RUN: %ckptcc --ckpt-cc=clang-19 -O2 %s -o %t/clang
// RUN: env CKPT_DIR=%t/images.clang CKPT_MODE=sync %t/clang > %t/visits && %ckpt show %t/images.clang | grep -F "$(cat %t/visits)"
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

enum { INSTRUCTIONS = 60, TRAP_FLAG = 0x100 };

static volatile sig_atomic_t steps, sent;

static void on_step(int number, siginfo_t *info, void *context)
{
    ucontext_t *at = context;

    (void)number;
    (void)info;
    if (--steps > 0)
        return;
    at->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
    sent = 1;
    kill(getpid(), SIGUSR1);
}

static void catch_steps(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_step;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGTRAP, &action, NULL);
}

static int image_exists(const char *directory, int number)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/ckpt-%06d.img", directory, number);
    return access(path, F_OK) == 0;
}

int main(void)
{
    const char *directory = getenv("CKPT_DIR");
    long visits = 0, at_image = 0;

    catch_steps();
    for (int after = 1; after <= INSTRUCTIONS; after++) {
        int before = 0;

        sent = 0;
        steps = after;
        __asm__ volatile ("pushfq; orq %0, (%%rsp); popfq" : : "i" (TRAP_FLAG) : "memory", "cc");
        do {
            before = sent;
            visits++;
            #pragma ckpt
        } while (!before && !(sent && image_exists(directory, after)));
        if (!image_exists(directory, after)) {
            fprintf(stderr, "SIGUSR1 after %d instructions did not act at the next site\n", after);
            return 1;
        }
        at_image = visits;
    }
    printf("visit %ld\n", at_image);
    return 0;
}
