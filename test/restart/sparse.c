// Large arrays of which the program uses a part: zeros take no room on the disk (the file has holes) and no memory after a restart, rows of a matrix included; what
// is there comes back, also where zeros have been written over other values, and elsewhere.
// There are kernels that give memory to what is only read: the bound is what the plain run has.
// REQUIRES: ckptcc
// RUN: %ckptcc -w -O1 %s -o %t && %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x && %t > %t.want 2> %t.plain
// RUN: rm -rf %t.d; (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t > %t.1; test $? = 75) && %ckpt verify %t.d
// RUN: test $(stat -c '%%s' %t.d/ckpt-000001.img) -gt 150000000 && test $(du -k %t.d/ckpt-000001.img | cut -f1) -lt 20000
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 2> %t.err && cat %t.1 %t.2 | diff %t.want - && cat %t.err && test $(sed 's/[^0-9]//g' %t.err) -lt $((50000 + $(sed 's/[^0-9]//g' %t.plain)))
// RUN: cp %t.d/ckpt-000001.img %t.copy && env CKPT_DIR=%t.d CKPT_RESTART=%t.copy qemu-s390x-static %t.s390x > %t.3 2> %t.err && cat %t.1 %t.3 | diff %t.want -
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 400000, MANY = 8000000, EVERY = 1000003 };
static int table[ROWS][25];           /* 40 MB */
static double wide[100][1000][50];    /* 40 MB */
static signed char text[40000000];
static struct { float parts[ROWS]; short last; } holder;

static long touch(long sum, long *heap, int by)
{
    for (long i = 0; i < 40; i++) {
        sum += table[i * 9973][i % 25] += (int)i * by;
        sum += text[i * 999983] += (signed char)(i + by);
        sum += (long)(wide[i][i * 20][i] += i / 2. + by);
        sum += heap[i * 199999] += i - by;
        sum += (long)(holder.parts[i * 9000] += i);
    }
    return sum + holder.last++;
}

int main(void)
{
    long *heap = calloc(MANY, sizeof *heap), sum = 0;

    for (long i = 0; i < 1000; i++)
        heap[i] = text[i] = table[0][i % 25] = 1;
    sum = touch(sum, heap, 3);
    memset(heap, 0, 900 * sizeof *heap);           /* zeros that were something else */
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        sum = touch(sum * 3 % 1000000007, heap, i);
        printf("%ld\n", sum);
    }
    for (long i = 0; i < MANY; i++)
        sum = (sum * 31 + heap[i]) % 1000000007;
    for (size_t i = 0; i < sizeof text; i++)
        sum = (sum * 31 + text[i]) % 1000000007;
    for (size_t i = 0; i < sizeof table / sizeof(int); i++)
        sum = (sum * 31 + ((int *)table)[i]) % 1000000007;
    printf("%ld\n", sum);
    fflush(stdout);
    if (sizeof(long) == 8 && access("/proc/self/status", R_OK) == 0) {
        char line[200];
        FILE *f = fopen("/proc/self/status", "r");
        while (fgets(line, sizeof line, f))
            if (!strncmp(line, "RssAnon", 7))
                fprintf(stderr, "%s", line);
        fclose(f);
    }
    return 0;
}
