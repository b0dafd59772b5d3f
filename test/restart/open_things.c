// What has no path is refused where it is open at a site: sockets, pairs of them, pipes with a name, directories being read, objects of the kernel's. The message says
// which descriptor it is, and what; the program goes on as if nothing had been, and the next site, where it is closed, is saved.
// C-SUPPORT: State | sockets, pairs of them, named pipes, directories being read, `eventfd`, `timerfd_create`, `epoll_create` | POSIX | refused at run time | close them before the site, or `#pragma ckpt replay`
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t
// RUN: for kind in socket socketpair fifo opendir fdopendir eventfd timerfd epoll; do \
// RUN:   rm -rf %t.w %t.d; mkdir %t.w; (cd %t.w; %t $kind) > %t.plain || exit 1; grep -qx done %t.plain || exit 1; \
// RUN:   for mode in async sync; do \
// RUN:     rm -rf %t.w %t.d; mkdir %t.w; (cd %t.w; env CKPT_DIR=%t.d CKPT_MODE=$mode CKPT_AT=1,2 %t $kind 2> %t.err) > %t.out || exit 1; cmp %t.out %t.plain || exit 1; \
// RUN:     test $(ls %t.d | grep -c img) = 1 || exit 1; echo "$kind: $(cat %t.err)"; done; \
// RUN: done > %t.said
// RUN: %FileCheck %s < %t.said
// CHECK-COUNT-2: socket: ckpt: checkpoint at visit 1 failed, the program goes on: descriptor 3 is a socket; close it before the site
// CHECK-COUNT-2: socketpair: ckpt: checkpoint at visit 1 failed, the program goes on: descriptor 3 is a socket; close it before the site
// CHECK-COUNT-2: fifo: ckpt: checkpoint at visit 1 failed, the program goes on: descriptor 3 is a pipe (fifo); close it before the site
// CHECK-COUNT-2: opendir: ckpt: checkpoint at visit 1 failed, the program goes on: .: a directory is being read; close it before the site
// CHECK-COUNT-2: fdopendir: ckpt: checkpoint at visit 1 failed, the program goes on: a directory is being read; close it before the site
// CHECK-COUNT-2: eventfd: ckpt: checkpoint at visit 1 failed, the program goes on: descriptor 3 is of a kind that has no path; close it before the site
// CHECK-COUNT-2: timerfd: ckpt: checkpoint at visit 1 failed, the program goes on: descriptor 3 is of a kind that has no path; close it before the site
// CHECK-COUNT-2: epoll: ckpt: checkpoint at visit 1 failed, the program goes on: descriptor 3 is of a kind that has no path; close it before the site
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

static const char *kind;
static int is(const char *name) { return !strcmp(kind, name); }

int main(int argc, char **argv)
{
    int ends[2] = { -1, -1 };
    char got[8] = "";
    DIR *directory = NULL;

    kind = argc > 1 ? argv[1] : "";
    if (is("socket"))
        ends[0] = socket(AF_INET, SOCK_STREAM, 0);
    if (is("socketpair") && (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) || write(ends[1], "sent", 5) != 5))
        return 1;
    if (is("fifo") && (mkfifo("fifo", 0600) || (ends[0] = open("fifo", O_RDWR)) < 0 || write(ends[0], "sent", 5) != 5))
        return 1;
    if (is("opendir"))
        directory = opendir(".");
    if (is("fdopendir"))
        directory = fdopendir(open(".", O_RDONLY | O_DIRECTORY));
    if (is("eventfd"))
        ends[0] = eventfd(3, 0);
    if (is("timerfd"))
        ends[0] = timerfd_create(CLOCK_MONOTONIC, 0);
    if (is("epoll"))
        ends[0] = epoll_create1(0);
    if (ends[0] < 0 && !directory)
        return 2;
    #pragma ckpt
    if ((is("socketpair") || is("fifo")) && (read(ends[0], got, sizeof got) != 5 || strcmp(got, "sent")))
        return 3;
    if (is("eventfd") && (read(ends[0], got, sizeof got) != 8 || got[0] + got[7] != 3))
        return 4;
    if (directory) {
        int entries = 0;
        while (readdir(directory))
            entries++;
        printf("%d\n", entries);
        closedir(directory);
    } else {
        close(ends[0]);
        close(ends[1]);
    }
    directory = NULL;
    #pragma ckpt
    puts("done");
    return 0;
}
