// What is opened and closed in the ways in which programs are written: results kept in a status, tested, switched on; loops, helpers, members,
// copies. What no site can find open is no finding; what one can is.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct connection {
    int fd, state;
};

static int from, server = -1;
static DIR *listing;
static pthread_t pool[4];

static void site(void)
{
    #pragma ckpt
}

static void *work(void *p) { return p; }

/* Asked about by its status. */
static int status_open(void)
{
    int ends[2];
    int failed = pipe(ends); // expect: ckpt-open-descriptor
    if (failed)
        return 1;
    site();
    close(ends[0]);
    close(ends[1]);
    return 0;
}

static int status_closed(void)
{
    int ends[2];
    int failed = pipe(ends);
    if (failed != 0)
        site();
    if (failed)
        return 1;
    close(ends[0]);
    close(ends[1]);
    failed = 7;
    if (failed)
        site();
    return 0;
}

/* The status is another call's when it is tested. */
static void status_of_another(void)
{
    pthread_t t;
    int error = pthread_create(&t, 0, work, 0); // expect: ckpt-other-thread
    error = rand();
    if (error)
        site();
    else
        pthread_join(t, 0);
}

/* One end of two. */
static void one_end(void)
{
    int ends[2], both[2];
    if (pipe(ends) || socketpair(AF_UNIX, SOCK_STREAM, 0, both)) // expect: ckpt-open-descriptor
        return;
    close(ends[0]);
    for (int i = 0; i < 2; i++)
        close(both[i]);
    site();
    close(ends[1]);
}

static int kept_end(void)
{
    int ends[2];
    if (pipe(ends)) // expect: ckpt-open-descriptor
        return 1;
    close(ends[1]);
    from = ends[0];
    return 0;
}

/* Children. */
static void children(void)
{
    for (int k = 0; k < 3; k++) {
        if (fork() == 0)
            _exit(k);
        wait(NULL);
        site();
    }
    switch (fork()) {
    case 0:
        _exit(0);
    case -1:
        site();
        return;
    default:
        while (wait(NULL) < 0 && errno == EINTR)
            ;
    }
    site();
}

static void child_left(void)
{
    pid_t child = fork(); // expect: ckpt-child-process
    if (child < 0)
        return;
    if (!child)
        _exit(0);
    site();
    waitpid(child, 0, 0);
}

/* Threads in an array, joined in a loop; in one that has the site, too. */
static void pool_joined(void)
{
    for (int i = 0; i < 4; i++)
        if (pthread_create(&pool[i], 0, work, 0))
            abort();
    for (int i = 0; i < 4; i++)
        pthread_join(pool[i], 0);
    site();
}

static void pool_alive(void)
{
    for (int i = 0; i < 4; i++)
        pthread_create(&pool[i], 0, work, 0); // expect: ckpt-other-thread
    for (int i = 0; i < 4; i++) {
        site();
        pthread_join(pool[i], 0);
    }
}

/* Assigned, tested in the same expression; closed only if it is there. */
static void streams(void)
{
    FILE *p;
    if ((p = popen("true", "r")) == NULL)
        site();
    else
        pclose(p);
    DIR *d = opendir(".");
    if (d)
        closedir(d);
    site();
    listing = opendir("."); // expect: ckpt-open-stream
    if (rand())
        closedir(listing);
    site();
}

static void mapped(void)
{
    void *m = mmap(0, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (m == MAP_FAILED) {
        site();
        return;
    }
    munmap(m, 4096);
    m = mmap(0, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0); // expect: ckpt-mapping
    site();
}

static void loaded(void)
{
    void *h = dlopen("libm.so.6", RTLD_NOW), *gone = dlopen("libm.so.6", RTLD_NOW); // expect: ckpt-dynamic-loading
    dlclose(gone);
    site();
    dlclose(h);
}

/* Another one is closed; a copy of it is. */
static void another(void)
{
    int a = socket(AF_INET, SOCK_STREAM, 0); // expect: ckpt-open-descriptor
    int b = socket(AF_INET, SOCK_DGRAM, 0);
    int c = b;
    close(c);
    site();
    close(a);
}

/* Helpers that close and that do not; members. */
static void shut(struct connection *c)
{
    if (c->fd >= 0)
        close(c->fd);
    c->fd = -1;
}

static void greet(struct connection *c) { c->state = (int)write(c->fd, "hello", 5); }

/* They close what they opened themselves. */
static int sizes(const char *path)
{
    int fd, n = 0;
    if ((fd = open(path, O_RDONLY)) < 0)
        return 0;
    n = (int)lseek(fd, 0, SEEK_END);
    close(fd);
    return n;
}

static int ran(const char *name)
{
    int status = 0;
    if (fork() == 0)
        execlp(name, name, (char *)0), _exit(127);
    wait(&status);
    return status;
}

static int others_closed(struct connection *c)
{
    c->fd = socket(AF_INET, SOCK_STREAM, 0); // expect: ckpt-open-descriptor
    int n = sizes("/etc/passwd");
    pid_t child = fork(); // expect: ckpt-child-process
    if (child == 0)
        _exit(0);
    n += ran("true");
    site();
    return n + waitpid(child, 0, 0);
}

static void helped(struct connection *c)
{
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    greet(c);
    shut(c);
    site();
    c->fd = socket(AF_INET, SOCK_STREAM, 0); // expect: ckpt-open-descriptor
    greet(c);
    site();
}

/* A way out by an error leaves nothing that anybody knows. */
static int looked_up(const char *path)
{
    int n = 0;
    DIR *d = opendir(path);
    if (!d || !path[0])
        return -1;
    while (readdir(d))
        n++;
    closedir(d);
    return n;
}

static void listen_once(void)
{
    if (server < 0)
        server = socket(AF_INET, SOCK_STREAM, 0); // expect: ckpt-open-descriptor
}

int main(void)
{
    struct connection c = { -1, 0 };
    int last = status_open() + status_closed() + kept_end() + looked_up(".");
    status_of_another();
    one_end();
    children();
    child_left();
    pool_joined();
    pool_alive();
    streams();
    mapped();
    loaded();
    another();
    helped(&c);
    listen_once();
    last += others_closed(&c) + socket(AF_INET, SOCK_STREAM, 0); /* behind it no site is passed */
    return last + from;
}
