// Files longer than are kept whole, changed in the middle behind the checkpoint: a restart says so, and goes on with what is there; kept whole by
// CKPT_KEEP_FILES they are put back. What was only appended, or written again as it was before the checkpoint, needs no word.
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t
// RUN: for kind in stream created reopened descriptor; do rm -rf %t.w && mkdir -p %t.w && cd %t.w && %t $kind && mv data want && \
// RUN:   touch die && ! env CKPT_DIR=d CKPT_AT=5 %t $kind && rm die && \
// RUN:   env CKPT_DIR=d CKPT_RESTART=latest %t $kind 2> err && ! cmp -s data want && grep 'data: bytes below its length at the checkpoint .240000. were changed since; they stay as they are .CKPT_KEEP_FILES=240000 would' err || \
// RUN:   { echo $kind; cat err; exit 1; }; \
// RUN:   rm -rf d data && touch die && ! env CKPT_KEEP_FILES=300000 CKPT_DIR=d CKPT_AT=5 %t $kind && rm die && \
// RUN:   env CKPT_DIR=d CKPT_RESTART=latest %t $kind 2> err && ! grep . err && cmp data want || { echo $kind whole; cat err; exit 1; }; done
// RUN: for kind in appends same; do rm -rf %t.w && mkdir -p %t.w && cd %t.w && %t $kind && mv data want && touch die && ! env CKPT_DIR=d CKPT_AT=5 %t $kind && rm die && \
// RUN:   env CKPT_DIR=d CKPT_RESTART=latest %t $kind 2> err && ! grep . err && cmp data want || { echo $kind; cat err; exit 1; }; done
//
// Over 256 MiB not all of it is compared: that it was written is told.
// RUN: rm -rf %t.w && mkdir -p %t.w && cd %t.w && truncate -s 300M data && touch die && ! env CKPT_DIR=d CKPT_AT=5 %t huge && rm die && env CKPT_DIR=d CKPT_RESTART=latest %t huge 2> err; rm data; \
// RUN:   grep 'data: was written since the checkpoint, and is too long to be compared: bytes below its length then .314572800. that were changed stay' err
// RUN: rm -rf %t.w && mkdir -p %t.w && cd %t.w && truncate -s 300M data && touch die && ! env CKPT_DIR=d CKPT_AT=5 %t huge_read && rm die && env CKPT_DIR=d CKPT_RESTART=latest %t huge_read 2> err; rm data; ! grep . err
//
// Written just before the checkpoint, and not since: no word, also if it was at each of many checkpoints, so that its number is of another time.
// RUN: rm -rf %t.w && mkdir -p %t.w && cd %t.w && truncate -s 300M data && ! env CKPT_DIR=d CKPT_AT=5 CKPT_EXIT=1 %t huge_before && env CKPT_DIR=d CKPT_RESTART=latest CKPT_AT=7 CKPT_EXIT=1 %t huge_before 2> err; rm data; ! grep -v stopped err
// RUN: rm -rf %t.w && mkdir -p %t.w && cd %t.w && env CKPT_DIR=d CKPT_EVERY=1 %t before && env CKPT_DIR=d CKPT_RESTART=latest %t before 2> err; ! grep . err
// RUN: rm -rf %t.w && mkdir -p %t.w && cd %t.w && env CKPT_DIR=d CKPT_AT=5,12 %t slow && env CKPT_DIR=d CKPT_RESTART=latest %t slow 2> err; ! grep . err
//
// RUN: env CKPT_KEEP_FILES=2g %t stream 2> %t.err; test $? = 78 && grep 'CKPT_KEEP_FILES=2g: not a number of bytes up to 1073741824' %t.err
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINES = 40000, MIDDLE = 100002 };

static void make(void)
{
    FILE *f = fopen("data", "w");

    for (int i = 0; i < LINES; i++)
        fprintf(f, "%05d\n", 0);
    fclose(f);
}

static void bump(FILE *f, int by)
{
    int n = -1;

    fseek(f, MIDDLE, SEEK_SET);
    fscanf(f, "%d", &n);
    fseek(f, MIDDLE, SEEK_SET);
    fprintf(f, "%05d\n", n + by);
    fflush(f);
}

static void bump_by_descriptor(int fd)
{
    char text[8] = { 0 };

    pread(fd, text, 5, MIDDLE);
    snprintf(text, sizeof text, "%05d\n", atoi(text) + 1);
    pwrite(fd, text, 6, MIDDLE);
}

int main(int argc, char **argv)
{
    const char *kind = argv[1];
    FILE *f = 0;
    int fd = -1;

    if (strncmp(kind, "huge", 4) && strcmp(kind, "created"))
        make();
    if (!strcmp(kind, "created")) {
        f = fopen("data", "w+");
        for (int i = 0; i < LINES; i++)
            fprintf(f, "%05d\n", 0);
        fflush(f);
    } else if (!strcmp(kind, "descriptor")) {
        fd = open("data", O_RDWR);
    } else if (strcmp(kind, "reopened")) {
        f = fopen("data", "r+");
    }
    for (int step = 1; step <= 12; step++) {
        if (strstr(kind, "before"))
            bump(f, 1);
        #pragma ckpt
        if (strstr(kind, "before"))
            continue;
        if (!strcmp(kind, "slow") && step == 12)
            continue;
        if (!strcmp(kind, "reopened"))
            f = fopen("data", "r+");
        if (!strcmp(kind, "descriptor"))
            bump_by_descriptor(fd);
        else if (!strcmp(kind, "appends"))
            fseek(f, 0, SEEK_END), fprintf(f, "%d\n", step), fflush(f);
        else if (strcmp(kind, "huge_read"))
            bump(f, strcmp(kind, "same") != 0);
        if (!strcmp(kind, "reopened"))
            fclose(f);
        usleep(!strcmp(kind, "slow") && step == 4 ? 3200000 : 15000);
        if (step == 9 && access("die", F_OK) == 0)
            _exit(3);
    }
    return 0;
}
