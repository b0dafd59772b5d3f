// What the undo journal has put aside is put back whole, or the restart is refused where there is no memory for it: what comes behind it is not left out.
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t
// RUN: rm -rf %t.w && mkdir -p %t.w && cd %t.w && truncate -s 140M data && touch die && ! env CKPT_KEEP_FILES=150000000 CKPT_DIR=d CKPT_AT=5 %t && rm die && cp small small.before && \
// RUN:   for kb in 200000 240000; do cp small.before small; (ulimit -v $kb; env CKPT_DIR=d CKPT_RESTART=latest %t 2> err); s=$?; \
// RUN:   test $s = 78 && grep 'out of memory' err || { echo $kb: $s; cat err; exit 1; }; done; \
// RUN:   env CKPT_DIR=d CKPT_RESTART=latest %t > out && rm data && grep '^4 4$' out
#include <stdio.h>
#include <unistd.h>

enum { MIDDLE = 100002 };

/* What two files had before, and then step; the long one is opened first. */
static void replace(int step)
{
    int long_had = -1, small_had = -1;
    FILE *f = fopen("small", "r");

    if (f) {
        fscanf(f, "%d", &small_had);
        fclose(f);
    }
    f = fopen("data", "r+");
    fseek(f, MIDDLE, SEEK_SET);
    fscanf(f, "%d", &long_had);
    if (step == 5)
        printf("%d %d\n", long_had, small_had);
    fseek(f, MIDDLE, SEEK_SET);
    fprintf(f, "%05d\n", step);
    fclose(f);
    f = fopen("small", "w");
    fprintf(f, "%d\n", step);
    fclose(f);
    if (step == 9 && access("die", F_OK) == 0)
        _exit(3);
}

int main(void)
{
    for (int step = 1; step <= 12; step++) {
        #pragma ckpt
        replace(step);
    }
    return 0;
}
