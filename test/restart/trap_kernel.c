// A pointer to nothing known that the program hands to the kernel: write, read and their like say EFAULT there, and a program that does not look
// would go on without what the pointer led to. It is named, as where the program itself uses it.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t 0 2> %t.err1; test $? = 75
// RUN: for k in 1 2 3 4 5 6 7 8 9 a b c; do env CKPT_DIR=%t.d CKPT_RESTART=latest CKPT_TEST_CALL=$k %t > %t.out.$k 2> %t.err2; test $? = 139 || exit 1; %FileCheck %s < %t.err2 || exit 1; done
// CHECK: ckpt: holder.foreign{{.*}}: used
// What has another reason than a trap stays the program's own.
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest CKPT_TEST_CALL=n %t > %t.out 2> %t.err3
// RUN: grep -x 'seen: -1 -1 0' %t.out
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

enum { SIZE = 65536 };
static struct { char *foreign; } holder;

int main(int argc, char **argv)
{
    char *kept = calloc(1, SIZE);
    FILE *f;
    struct iovec parts[2];

    (void)argc, (void)argv;
    holder.foreign = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    #pragma ckpt
    parts[0].iov_base = kept;
    parts[1].iov_base = holder.foreign;
    parts[0].iov_len = parts[1].iov_len = SIZE;
    f = tmpfile();
    fwrite(kept, 1, SIZE, f);
    fwrite(kept, 1, SIZE, f);
    rewind(f);
    switch (*getenv("CKPT_TEST_CALL")) {
    case '1': return write(fileno(f), holder.foreign, SIZE) < 0;
    case '2': return pwrite(fileno(f), holder.foreign, SIZE, 0) < 0;
    case '3': return pwrite64(fileno(f), holder.foreign, SIZE, 0) < 0;
    case '4': return writev(fileno(f), parts + 1, 1) < 0;
    case '5': return read(fileno(f), holder.foreign, SIZE) < 0;
    case '6': return pread(fileno(f), holder.foreign, SIZE, 0) < 0;
    case '7': return pread64(fileno(f), holder.foreign, SIZE, 0) < 0;
    case '8': return readv(fileno(f), parts + 1, 1) < 0;
    case '9': return fwrite(holder.foreign, 1, SIZE, f) < SIZE;
    case 'a': return fread(holder.foreign, SIZE, 1, f) < 1;
    case 'b': return fwrite_unlocked(holder.foreign, 1, SIZE, f) < SIZE;
    case 'c': return fread_unlocked(holder.foreign, SIZE, 1, f) < 1;
    }
    printf("seen: %zd %zd %zu\n", write(-1, holder.foreign, SIZE), read(fileno(f), (void *)16, SIZE), fwrite(kept, 1, 1, stdin));
    return 0;
}
