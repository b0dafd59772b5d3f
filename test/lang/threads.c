// A site that is reached while another thread lives: that checkpoint fails, the program goes on; afterwards they work again.
// C-SUPPORT: State | other threads, alive at a site | - | refused at run time | place the site where there is one thread
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t -pthread && rm -rf %t.d
// RUN: env CKPT_DIR=%t.d CKPT_AT=1,2 %t > %t.out 2> %t.err && grep -x done %t.out && %FileCheck %s < %t.err
// CHECK: ckpt: checkpoint at visit 1 failed, the program goes on: other threads are alive at this site
// RUN: test $(ls %t.d | grep -c img) = 1
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

int main(void)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, wait_for, NULL))
        return 1;
    #pragma ckpt
    go = 1;
    pthread_join(thread, NULL);
    #pragma ckpt
    puts("done");
    return 0;
}
