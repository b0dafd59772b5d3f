// A site that is reached while another thread lives: that checkpoint fails, the program goes on; afterwards they work again.
// C-SUPPORT: State | other threads, alive at a site | - | refused at run time | place the site where there is one thread
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t -pthread && rm -rf %t.d
// RUN: env CKPT_DIR=%t.d CKPT_AT=1,2 %t > %t.out 2> %t.err && grep -x done %t.out && %FileCheck %s < %t.err
// CHECK: ckpt: checkpoint at visit 1 failed, the program goes on: other threads are alive at this site
// RUN: test $(ls %t.d | grep -c img) = 1
// A thread that has been joined is on its way out for a moment more: that is no other thread, in none of 100 tries.
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_EVERY=1 CKPT_MODE=sync %t joined > %t.out 2> %t.err && grep -x done %t.out && ! grep . %t.err
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static volatile int go;

static void *wait_for(void *unused)
{
    while (!go)
        usleep(1000);
    return unused;
}

static void *nothing(void *unused) { return unused; }

static int joined(void)
{
    for (int i = 0; i < 100; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, nothing, NULL) || pthread_join(thread, NULL))
            return 1;
        #pragma ckpt
    }
    puts("done");
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t thread;

    (void)argv;
    if (argc > 1)
        return joined();
    if (pthread_create(&thread, NULL, wait_for, NULL))
        return 1;
    #pragma ckpt
    go = 1;
    pthread_join(thread, NULL);
    #pragma ckpt
    puts("done");
    return 0;
}
