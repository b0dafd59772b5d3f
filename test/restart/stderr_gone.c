// The reason why a restart fails reaches the user though the program had closed or redirected its standard error.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t
// RUN: rm -rf %t.w; mkdir %t.w; cd %t.w
// RUN: for how in keep close redirect; do \
// RUN:   rm -rf d log high; env CKPT_DIR=d CKPT_AT=1 CKPT_EXIT=1 %t $how > out 2>&1; test $? = 75 || exit 1; \
// RUN:   sh -c 'ulimit -n 64; exec "$@"' sh env CKPT_DIR=d CKPT_RESTART=latest %t > out 2> err; echo "$how: status $?"; cat err out; \
// RUN:   env CKPT_DIR=d CKPT_RESTART=latest %t > out 2> err; echo "$how: status $?"; cat err out; \
// RUN: done > all
// RUN: %FileCheck %s < all
// CHECK: keep: status 78
// CHECK-NEXT: ckpt: {{.*}}high: cannot be opened again: 
// CHECK-NEXT: keep: status 0
// CHECK-NEXT: to stderr
// CHECK-NEXT: goes on
// CHECK: close: status 78
// CHECK-NEXT: ckpt: {{.*}}high: cannot be opened again: 
// CHECK-NEXT: close: status 0
// CHECK-NEXT: goes on
// CHECK: redirect: status 78
// CHECK-NEXT: ckpt: {{.*}}high: cannot be opened again: as descriptor 100: there is none here; raise ulimit -n
// CHECK-NEXT: redirect: status 0
// CHECK-NEXT: goes on
// RUN: grep -x 'to stderr' log
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int fd = open("high", O_RDWR | O_CREAT, 0666);

    if (fd < 0 || dup2(fd, 100) != 100)
        return 1;
    if (!strcmp(how, "close"))
        fclose(stderr);
    if (!strcmp(how, "redirect") && !freopen("log", "w", stderr))
        return 1;
    #pragma ckpt
    if (strcmp(how, "close"))
        fputs("to stderr\n", stderr);
    puts("goes on");
    return 0;
}
