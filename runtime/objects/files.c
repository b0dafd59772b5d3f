/* files.c - memory, lock and paths for the tracking of files. See files.h. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "objects/files.h"
#include "objects/outside.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool tracking = true;
static pid_t owner;

/* ---- lock ------------------------------------------------------------------------------------------------------------ */

size_t ckpti_keep_whole = (size_t)64 << 10;

static void before_fork(void) { pthread_mutex_lock(&lock); }
static void after_fork_parent(void) { pthread_mutex_unlock(&lock); }
static void after_fork_child(void)
{
    pthread_mutex_unlock(&lock);
    owner = getpid();
}

void ckpti_files_start(bool track)
{
    static bool registered;

    tracking = track;
    owner = getpid();
    if (track && !registered)
        registered = pthread_atfork(before_fork, after_fork_parent, after_fork_child) == 0;
}

bool ckpti_files_is_owner(void) { return !owner || owner == getpid(); }

bool ckpti_files_enter(sigset_t *old)
{
    sigset_t all;

    if (!tracking || !ckpti_files_is_owner())
        return false;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, old);
    pthread_mutex_lock(&lock);
    return true;
}

void ckpti_files_leave(const sigset_t *old)
{
    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, old, 0);
}

/* ---- memory ---------------------------------------------------------------------------------------------------------- */

enum { SMALLEST = 5, CLASSES = 13, CHUNK = 1 << 16 };     /* 32 bytes to 128 KiB */
static void *freed[CLASSES];
static char *chunk;
static size_t chunk_left;

static int class_of(size_t size)
{
    int class = 0;

    while (class < CLASSES && ((size_t)1 << (SMALLEST + class)) < size)
        class++;
    return class;
}

static void *map(size_t size)
{
    void *p = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? 0 : p;
}

void *ckpti_files_alloc(size_t size)
{
    int class = class_of(size);
    void *p;

    if (class == CLASSES)
        return map(size);
    size = (size_t)1 << (SMALLEST + class);
    if ((p = freed[class])) {
        freed[class] = *(void **)p;
        return memset(p, 0, size);
    }
    if (size > CHUNK / 4)
        return map(size);
    if (chunk_left < size) {
        if (!(p = map(CHUNK)))
            return 0;
        chunk = p;
        chunk_left = CHUNK;
    }
    p = chunk;
    chunk += size;
    chunk_left -= size;
    return p;
}

void ckpti_files_free(void *block, size_t size)
{
    int class = class_of(size);

    if (!block)
        return;
    if (class == CLASSES) {
        munmap(block, size);
        return;
    }
    *(void **)block = freed[class];
    freed[class] = block;
}

char *ckpti_files_strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = ckpti_files_alloc(size);

    return copy ? memcpy(copy, text, size) : 0;
}

void ckpti_files_strfree(char *text)
{
    if (text)
        ckpti_files_free(text, strlen(text) + 1);
}

/* ---- paths ----------------------------------------------------------------------------------------------------------- */

static char **hints;
static int nhints;

static bool hints_reach(int fd)
{
    int more = nhints ? nhints : 64;
    char **bigger;

    while (more <= fd && more < INT_MAX / 16)
        more *= 2;
    if (more <= nhints)
        return true;
    if (!(bigger = ckpti_files_alloc((size_t)more * sizeof *bigger)))
        return false;
    if (nhints)
        memcpy(bigger, hints, (size_t)nhints * sizeof *bigger);
    ckpti_files_free(hints, (size_t)nhints * sizeof *bigger);
    hints = bigger;
    nhints = more;
    return true;
}

int ckpti_files_hints(void) { return nhints; }

const char *ckpti_files_hint(int fd) { return fd >= 0 && fd < nhints ? hints[fd] : 0; }

void ckpti_files_opened(int fd, const char *path)
{
    int error = errno;
    sigset_t old;

    if (fd < 0 || !ckpti_files_enter(&old))
        return;
    if (path)
        ckpti_outside_opened(fd);
    if (hints_reach(fd) && fd < nhints) {
        ckpti_files_strfree(hints[fd]);
        hints[fd] = path ? ckpti_files_strdup(path) : 0;
    }
    ckpti_files_leave(&old);
    errno = error;
}

/* Put "directory/path" together; false if it does not fit. */
static bool absolute(int directory, const char *path, char *out)
{
    char link[40], base[PATH_MAX];
    ssize_t n;
    int length;

    if (*path == '/')
        return (size_t)snprintf(out, PATH_MAX, "%s", path) < PATH_MAX;
    if (directory == AT_FDCWD) {
        if (!getcwd(base, sizeof base))
            return false;
    } else {
        snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
        if ((n = readlink(link, base, sizeof base - 1)) < 0)
            return false;
        base[n] = 0;
    }
    length = snprintf(out, PATH_MAX, "%s/%s", strcmp(base, "/") ? base : "", path);
    return length > 0 && length < PATH_MAX;
}

/* Where a link leads that leads to nothing: what is opened by it will be there. */
static bool canonical_target(const char *link, int depth, char *out);

static bool canonical(int directory, const char *path, bool follow, int depth, char *out)
{
    char whole[PATH_MAX], parent[PATH_MAX];
    struct stat64 st;
    char *slash;
    size_t n;

    if (!absolute(directory, path, whole))
        return false;
    for (n = strlen(whole); n > 1 && whole[n - 1] == '/'; n--)
        whole[n - 1] = 0;
    if (follow && lstat64(whole, &st) == 0 && S_ISLNK(st.st_mode) && (realpath(whole, out) || canonical_target(whole, depth, out)))
        return true;
    slash = strrchr(whole, '/');
    if (!strcmp(slash + 1, "..") || !strcmp(slash + 1, "."))
        return realpath(whole, out) != 0;
    *slash = 0;
    if (!realpath(*whole ? whole : "/", parent))
        return false;
    n = strlen(parent);
    if (n == 1)
        n = 0;
    if (n + 1 + strlen(slash + 1) >= PATH_MAX)
        return false;
    memcpy(out, parent, n);
    out[n] = '/';
    strcpy(out + n + 1, slash + 1);
    return true;
}

static bool canonical_target(const char *link, int depth, char *out)
{
    char to[PATH_MAX], target[PATH_MAX];
    ssize_t n = depth < 40 ? readlink(link, to, sizeof to - 1) : -1;
    int length;

    if (n <= 0)
        return false;
    to[n] = 0;
    length = *to == '/' ? snprintf(target, sizeof target, "%s", to) : snprintf(target, sizeof target, "%.*s/%s", (int)(strrchr(link, '/') - link), link, to);
    return length < (int)sizeof target && canonical(AT_FDCWD, target, true, depth + 1, out);
}

bool ckpti_files_canonical(int directory, const char *path, bool follow, char *out) { return canonical(directory, path, follow, 0, out); }
