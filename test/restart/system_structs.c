// Structures of the C library: members that are only room there differ from target to target and are not part of a checkpoint.
// REQUIRES: ckptcc
// RUN: %restart %s
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>

static struct stat info;
static struct timespec when;

int main(void)
{
    struct tm date = {.tm_year = 99, .tm_mon = 11, .tm_mday = 31};
    struct timeval half = {1, 500000};
    struct { struct stat of[2]; int n; } table = {.n = 2};
    info.st_mode = S_IFDIR | 0755;
    info.st_size = 4096;
    when.tv_nsec = 250000000;
    table.of[1] = info;
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        date.tm_mday++;
        when.tv_sec += i;
        printf("%o %ld %ld %d %ld %o %d\n", (unsigned)info.st_mode, (long)info.st_size, (long)when.tv_sec, date.tm_mday,
               (long)half.tv_usec, (unsigned)table.of[1].st_mode, table.n);
    }
    return 0;
}
