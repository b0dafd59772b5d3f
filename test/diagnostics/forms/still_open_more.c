// Who closes: helpers that close only their own, other objects' members, copies, one of several; ways out of a function that keeps it.
// REQUIRES: ckptcc
// RUN: %expect %s -D_GNU_SOURCE
// RUN: %expect %s -D_GNU_SOURCE -fopenmp
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct server { int fd, ends[2]; pthread_t main, threads[3]; DIR *d; };
struct by_address { int *fd; };
static struct server kept;
static int table[9], used;

static void site(void)
{
    #pragma ckpt
}

static void *work(void *p) { return p; }

/* Helpers that close what they made themselves, by argument, in a member, in a function above. */
static int computed(void) { pthread_t t; pthread_create(&t, 0, work, 0); return pthread_join(t, 0); }
static int asked(void) { int p[2]; if (pipe(p)) return -1; close(p[0]); close(p[1]); return 0; }
static void logged(int s) { struct { int fd; } l; l.fd = open("/dev/null", O_WRONLY); dprintf(l.fd, "%d", s); close(l.fd); }
static void reaped(pid_t p) { waitpid(p, 0, 0); }
static void ran(void) { pid_t p = fork(); if (!p) _exit(0); reaped(p); }
static void wait_for_key(void) { getchar(); }

static void helpers(struct server *s)
{
    pthread_create(&s->main, 0, work, 0); // expect: ckpt-other-thread
    computed();
    s->fd = socket(AF_INET, SOCK_STREAM, 0); // expect: ckpt-open-descriptor
    asked();
    int local = socket(AF_INET, SOCK_STREAM, 0); // expect: ckpt-open-descriptor
    logged(local);
    pid_t p = fork(); // expect: ckpt-child-process
    if (!p)
        _exit(0);
    ran();
    wait_for_key();
    site();
    pthread_join(s->main, 0);
    close(s->fd);
    close(local);
    waitpid(p, 0, 0);
}

/* Helpers that close the caller's: a local structure's, by an accessor, by an address that another one has. */
static int fd_of(const struct server *s) { return s->fd; }
static void stop(struct server *s)
{
    int fd = fd_of(s);
    for (int i = 0; i < 3; i++)
        pthread_join(s->threads[i], 0);
    close(s->ends[0]), close(s->ends[1]), closedir(s->d), close(fd);
}
static void finish(struct by_address *x) { close(*x->fd); }

static void stopped(void)
{
    struct server s = { 0 };
    int fd;
    struct by_address x = { &fd };
    if (pipe(s.ends))
        return;
    s.fd = socket(AF_INET, SOCK_STREAM, 0);
    s.d = opendir(".");
    for (int i = 0; i < 3; i++)
        pthread_create(&s.threads[i], 0, work, 0);
    stop(&s);
    fd = socket(AF_INET, SOCK_STREAM, 0);
    finish(&x);
    site();
}

/* Ways out: behind an error path that closes, the thing is returned, in a structure, by a parameter, in a table. */
static int made(int *out)
{
    if (pipe(out)) // expect: ckpt-open-descriptor
        return -1;
    if (fcntl(out[0], F_SETFL, O_NONBLOCK) < 0) {
        close(out[0]), close(out[1]);
        return -1;
    }
    return 0;
}
static int chosen(int x)
{
    int s = socket(AF_INET, SOCK_STREAM, 0); // expect: ckpt-open-descriptor
    if (x > 5) {
        close(s);
        return -1;
    }
    return s >= 0 ? s : -1;
}
static struct server whole(int x)
{
    struct server c = { 0 };
    c.fd = socket(AF_INET, SOCK_STREAM, 0); // expect: ckpt-open-descriptor
    if (x > 5)
        close(c.fd);
    return c;
}
static void add(int s) { table[used++] = s; }
static void registered(int x)
{
    int s = socket(AF_INET, SOCK_STREAM, 0); // expect: ckpt-open-descriptor
    if (x > 5) {
        close(s);
        return;
    }
    add(s);
}
static void cleaned(int *fd) { close(*fd); }
static void by_attribute(void)
{
    __attribute__((cleanup(cleaned))) int fd = socket(AF_INET, SOCK_STREAM, 0);
    listen(fd, 1);
}

/* Another one is closed. */
static void others(struct server *a, struct server *b, int x)
{
    int s = socket(AF_INET, SOCK_STREAM, 0), max = 0; // expect: ckpt-open-descriptor
    if (s > max)
        max = s;
    int c = accept(s, 0, 0);
    close(c);
    a->fd = socket(AF_INET, SOCK_STREAM, 0); // expect: ckpt-open-descriptor
    close(b->fd);
    int twice = socket(AF_INET, SOCK_STREAM, 0); // expect: ckpt-open-descriptor
    twice = socket(AF_INET, SOCK_DGRAM, 0);
    close(twice);
    int maybe = socket(AF_INET, SOCK_STREAM, 0); // expect: ckpt-open-descriptor
    while (x-- > 0)
        if (errno) {
            close(maybe);
            break;
        }
    site();
    close(max), close(a->fd);
}

/* One of several. */
static void several(void)
{
    pthread_t t[2];
    for (int i = 0; i < 3; i++)
        if (!fork()) // expect: ckpt-child-process
            _exit(0);
    wait(NULL);
    pthread_create(&t[0], 0, work, 0);
    pthread_create(&t[1], 0, work, 0); // expect: ckpt-other-thread
    pthread_join(t[0], 0);
    site();
}

/* By another name, and in other words. */
static void streams(void)
{
    int p[2], q[2] = { -1, -1 };
    if (pipe(p)) // expect: ckpt-open-descriptor
        return;
    FILE *w = fdopen(p[1], "w");
    close(p[0]);
    site();
    fclose(w);
    if (pipe(q) < 0)
        goto out;
    FILE *r = fdopen(q[0], "r");
    fclose(r);
    q[0] = -1;
out:
    if (q[1] >= 0)
        close(q[1]);
    site();
}

#define CHECK(x) ({ int r_ = (x); if (r_ < 0) exit(1); r_; })
static void in_expressions(int n)
{
    int s = CHECK(socket(AF_INET, SOCK_STREAM, 0)), c = TEMP_FAILURE_RETRY(accept(s, 0, 0)), fds[4];
    DIR *d = opendir("a") ?: opendir("b");
    pthread_t t[8];
    if (d)
        closedir(d);
    close(c), close(s);
    for (int i = 0; i < n && i < 8; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < n && i < 8; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < 4; i++) {
        fds[i] = socket(AF_INET, SOCK_STREAM, 0);
        if (fds[i] < 0) {
            site();
            exit(1);
        }
        close(fds[i]);
    }
    switch (pipe(fds)) {
    case 0:
        close(fds[0]), close(fds[1]);
        break;
    default:
        site();
    }
    site();
}

/* The body of a parallel region is looked at, as other code is. */
static void parallel(int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        table[i] = socket(AF_INET, SOCK_STREAM, 0); // expect: ckpt-open-descriptor
}

int main(int argc, char **argv)
{
    int p[2];
    helpers(&kept);
    stopped();
    kept = whole(made(p) + chosen(argc));
    registered(argc);
    by_attribute();
    others(&kept, &kept, argc);
    several();
    streams();
    in_expressions(argc);
    parallel(argc);
    site();
    return !argv;
}
