// times() never goes back at a restart: its ticks are those of the whole time, not a sum of two numbers of ticks (one restart in six went back by one).
// REQUIRES: ckptcc
// RUN: %ckptcc -w -O1 %s -o %t && %t
// RUN: for visit in $(seq 5 9 190); do rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=$visit CKPT_EXIT=1 %t; test $? = 75 || exit 1; env CKPT_DIR=%t.d CKPT_RESTART=latest %t || exit 1; done
#include <stdio.h>
#include <sys/times.h>

int main(void)
{
    struct tms now;
    clock_t user = 0, real = 0, bad = 0;

    for (int i = 0; i < 200; i++) {
        #pragma ckpt
        for (volatile int k = 0; k < 300000; k++)
            ;
        clock_t is = times(&now);
        bad += now.tms_utime < user || is < real;
        user = now.tms_utime, real = is;
    }
    if (bad)
        printf("times goes back, at %ld\n", (long)bad);
    return bad != 0;
}
