// Mutexes are unions in glibc: in memory that would be saved they are refused.
// C-SUPPORT: State | mutexes and condition variables in memory that is saved | POSIX | refused | make them after the site, in a frame that does not stand there
// REQUIRES: ckptcc
// RUN: %not %ckptcc %s -o %t 2>&1 | %FileCheck %s
#include <pthread.h>
// CHECK: mutex.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'lock' has a union
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    #pragma ckpt
    return pthread_mutex_lock(&lock);
}
