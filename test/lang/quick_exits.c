// quick_exit calls what at_quick_exit was given, in reverse order, once, also after a restart, which makes those calls again (#pragma ckpt replay); nothing of atexit.
// C-SUPPORT: State | `quick_exit`, `at_quick_exit` by `#pragma ckpt replay` | 7.22.4 | supported |
// REQUIRES: ckptcc, s390x
// RUN: %not %ckptcc -DBARE %s -o %t 2>&1 | %FileCheck %s
// RUN: %ckptcc %s -o %t && %ckptcc --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x && (%t > %t.plain; test $? = 3)
// RUN: for to in %t "qemu-s390x-static %t.s390x"; do for at in 1 2 3; do rm -rf %t.d; (env CKPT_DIR=%t.d CKPT_AT=$at CKPT_EXIT=1 %t > %t.1; test $? = 75) || exit 1; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest $to >> %t.1; test $? = 3) && cmp %t.1 %t.plain || exit 1; done; done
#include <stdio.h>
#include <stdlib.h>

static int steps;

static void say(const char *text)
{
    printf("%s %d\n", text, steps);
    fflush(stdout);
}

static void first(void) { say("first, called last"); }
static void second(void) { say("second"); }
static void never(void) { say("never"); }

int main(void)
{
    atexit(never);
    // CHECK: quick_exits.c:[[#@LINE+4]]:{{[0-9]+}}: error: 'at_quick_exit' keeps what quick_exit calls
#ifndef BARE
    #pragma ckpt replay
#endif
    at_quick_exit(first);
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        steps += 5;
        say("step");
        if (i == 1) {
#ifndef BARE
            #pragma ckpt replay
#endif
            at_quick_exit(second);
        }
    }
    quick_exit(3);
}
